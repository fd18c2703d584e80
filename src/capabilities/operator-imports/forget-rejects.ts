import type { PersonalStore } from '../../platform/privacy/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const contentRow = rowShape({ importId: column.text(), number: column.int(), content: column.text() })

/** Refused rows about a person go; the count of them stays. */
export function forgetRejects(db: Postgres): PersonalStore {
  return {
    tables: ['operator_import_rejects'],
    forget: (subject) =>
      db.transact(
        async (tx) => {
          const rows = await tx.query(sql.rows(contentRow)`
            SELECT import_id AS "importId", number, content::text AS content FROM operator_import_rejects
            WHERE lower(content::text) LIKE ANY(${subject.widePatterns}::text[])`)
          const about = rows.filter(({ content }) => subject.mayBeIn(content))
          await tx.query(sql`
            DELETE FROM operator_import_rejects r
            USING unnest(${about.map(({ importId }) => importId)}::text[], ${about.map(({ number }) => number)}::int[])
              AS g (import_id, number)
            WHERE r.import_id = g.import_id AND r.number = g.number`)
          return about.length
        },
        { statementTimeoutMs: 0 },
      ),
  }
}

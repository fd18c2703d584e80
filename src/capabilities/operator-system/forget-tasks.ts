import type { PersonalStore } from '../../platform/privacy/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const resultRow = rowShape({ id: column.text(), result: column.text() })

/** Pairs of records that may be one name people: such a result goes as a whole, and can be asked for again. */
export function forgetTasks(db: Postgres): PersonalStore {
  return {
    tables: ['operator_tasks'],
    forget: (subject) =>
      db.transact(async (tx) => {
        const rows = await tx.query(sql.rows(resultRow)`
          SELECT id, result::text AS result FROM operator_tasks
          WHERE result IS NOT NULL AND lower(result::text) LIKE ANY(${subject.widePatterns}::text[])`)
        const about = rows.filter(({ result }) => subject.mayBeIn(result)).map(({ id }) => id)
        await tx.query(sql`UPDATE operator_tasks SET result = NULL WHERE id = ANY(${about}::text[])`)
        return about.length
      }),
  }
}

import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { PersonalStore } from '../privacy/index.ts'

const requestTextRow = rowShape({ id: column.text(), request: column.text() })

/** Removes from the log whom requests asked about; time, key and cost stay. */
export function forgetRequests(db: Postgres): PersonalStore {
  return {
    tables: ['api_requests'],
    // Reads the whole log; a request of a person may take longer than one of a customer.
    forget: (subject) =>
      db.transact(
        async (tx) => {
          const rows = await tx.query(sql.rows(requestTextRow)`
            SELECT id, request::text AS request FROM api_requests
            WHERE lower(request::text) LIKE ANY(${subject.widePatterns}::text[])`)
          // Also by the name alone: what a namesake's request asked can be asked again.
          const about = rows.filter(({ request }) => subject.mayBeIn(request)).map(({ id }) => id)
          await tx.query(sql`UPDATE api_requests SET request = NULL WHERE id = ANY(${about}::text[])`)
          return about.length
        },
        { statementTimeoutMs: 0 },
      ),
  }
}

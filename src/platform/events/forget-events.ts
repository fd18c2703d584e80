import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { PersonalStore } from '../privacy/index.ts'
import { awaitSending } from './sending.ts'

const eventTextRow = rowShape({ id: column.text(), data: column.text() })

/**
 * Events about the person are removed completely, since their receivers have seen them or can use the poll. Any delivery
 * under way has left when this ends, and none leaves later.
 */
export function forgetEvents(db: Postgres): PersonalStore {
  return {
    tables: ['events'],
    // Reads all events, so the request of a person may take longer than one of a customer.
    async forget(subject) {
      const count = await db.transact(
        async (tx) => {
          const rows = await tx.query(sql.rows(eventTextRow)`
            SELECT id, data::text AS data FROM events WHERE lower(data::text) LIKE ANY(${subject.patterns}::text[])`)
          const about = rows.filter(({ data }) => subject.isIn(data)).map(({ id }) => id)
          await tx.query(sql`DELETE FROM events WHERE id = ANY(${about}::text[])`)
          return about.length
        },
        { statementTimeoutMs: 0 },
      )
      await awaitSending(db)
      return count
    },
  }
}

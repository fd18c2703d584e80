import type { PersonalStore } from '../../platform/privacy/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

const batch = 5_000

const numberedSignalRow = rowShape({ number: column.int(), signal: column.text() })

/** Removes whole signals that name the person, because the rest of them would mean nothing. */
export function forgetSignals(db: Postgres): PersonalStore {
  return {
    tables: ['tracker_signals'],
    async forget(subject) {
      let count = 0
      let last = 0
      for (;;) {
        const rows = await db.query(sql.rows(numberedSignalRow)`
          SELECT number, signal::text AS signal FROM tracker_signals WHERE number > ${last} ORDER BY number LIMIT ${batch}`)
        const named = rows.filter(({ signal }) => subject.isIn(signal)).map(({ number }) => number)
        if (named.length > 0)
          await db.query(sql`DELETE FROM tracker_signals WHERE number = ANY (${named}::bigint[])`)
        count += named.length
        const end = rows.at(-1)
        if (end === undefined) return count
        last = end.number
      }
    },
  }
}

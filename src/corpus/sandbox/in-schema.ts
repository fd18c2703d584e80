import { sql, type Postgres } from '../../store/postgres/index.ts'

/**
 * The same database with the tables of a schema in front of those of `public`. Each statement is a transaction: two
 * more round trips, but no further connections.
 */
export function inSchema(db: Postgres, schema: string): Postgres {
  const path = sql`SET LOCAL search_path = ${sql.id(schema)}, public`
  const transact: Postgres['transact'] = (work, options) =>
    db.transact(async (tx) => {
      await tx.query(path)
      return work(tx)
    }, options)
  return {
    query: (statement) => transact((tx) => tx.query(statement)),
    transact,
    listen: (...listening) => db.listen(...listening),
    healthy: (timeoutMs) => db.healthy(timeoutMs),
    get poolStatus() {
      return db.poolStatus
    },
    get url() {
      return db.url
    },
    close: async () => {},
  }
}

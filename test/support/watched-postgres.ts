import { StoreUnavailable, type Postgres } from '../../src/store/postgres/index.ts'

export interface WatchedPostgres extends Postgres {
  /** Statements that were sent outside of transactions. */
  readonly asked: number
  /** While true every statement fails as if the server were gone. */
  away: boolean
  /** While true statements outside of transactions are carried out, but their answers are lost. */
  deaf: boolean
}

/** The real store, with its statements counted and its absence at will. */
export function watchPostgres(db: Postgres): WatchedPostgres {
  let asked = 0
  let away = false
  let deaf = false
  const check = () => {
    if (away) throw new StoreUnavailable('away')
  }
  return {
    get asked() {
      return asked
    },
    get away() {
      return away
    },
    set away(now) {
      away = now
    },
    get deaf() {
      return deaf
    },
    set deaf(now) {
      deaf = now
    },
    get poolStatus() {
      return db.poolStatus
    },
    get url() {
      return db.url
    },
    async query(statement) {
      asked += 1
      check()
      const rows = await db.query(statement)
      if (deaf) throw new StoreUnavailable('answer lost', { outcomeUnknown: true })
      return rows
    },
    async transact(work, options) {
      check()
      return db.transact(work, options)
    },
    listen: (...listening) => db.listen(...listening),
    healthy: (timeoutMs) => db.healthy(timeoutMs),
    close: () => db.close(),
  }
}

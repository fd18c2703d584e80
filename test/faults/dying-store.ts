import type { Postgres, Queryable, Statement, Transaction } from '../../src/store/postgres/index.ts'

/** A store that tells of each of its answers, so that a process can kill itself after one of them. */
export function dyingStore(store: Postgres, onAnswer: () => void): Postgres {
  const counted = (on: Queryable): Queryable => ({
    async query<Row>(statement: Statement<Row>) {
      const rows = await on.query(statement)
      onAnswer()
      return rows
    },
  })
  const copying = (tx: Transaction): Transaction => ({
    ...counted(tx),
    async copy(target, rows) {
      await tx.copy(target, rows)
      onAnswer()
    },
  })
  return {
    ...counted(store),
    transact: (work, options) => store.transact((tx) => work(copying(tx)), options),
    listen: (...listening) => store.listen(...listening),
    healthy: (timeoutMs) => store.healthy(timeoutMs),
    close: () => store.close(),
    url: store.url,
    get poolStatus() {
      return store.poolStatus
    },
  }
}

import { compileStatement } from '../../../src/store/postgres/compile-statement.ts'
import type { Postgres, Queryable, Statement } from '../../../src/store/postgres/index.ts'

/** A text that the product sent, with some of the values it was sent with. */
export interface RecordedStatement {
  text: string
  values: unknown[][]
}

/** Values of so many calls are remembered: what is asked with one key may be planned otherwise with a hundred. */
const mostCalls = 4

export interface RecordingPostgres extends Postgres {
  readonly statements: ReadonlyMap<string, RecordedStatement>
}

/** A store that remembers what it is sent, inside of transactions and outside. */
export function recordStatements(db: Postgres): RecordingPostgres {
  const statements = new Map<string, RecordedStatement>()
  const record = (statement: Statement) => {
    const { text, values } = compileStatement(statement)
    const earlier = statements.get(text)
    if (earlier === undefined) statements.set(text, { text, values: [values] })
    else if (earlier.values.length < mostCalls) earlier.values.push(values)
  }
  const recording = <Q extends Queryable>(on: Q): Q['query'] =>
    ((statement: Statement) => {
      record(statement)
      return on.query(statement)
    }) as Q['query']
  return {
    statements,
    get poolStatus() {
      return db.poolStatus
    },
    get url() {
      return db.url
    },
    query: recording(db),
    transact: (work, options) =>
      db.transact(
        (tx) => work({ query: recording(tx), copy: (target, rows) => tx.copy(target, rows) }),
        options,
      ),
    listen: (...listening) => db.listen(...listening),
    healthy: (timeoutMs) => db.healthy(timeoutMs),
    close: () => db.close(),
  }
}

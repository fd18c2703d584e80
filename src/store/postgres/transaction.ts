import { compileStatement, type CompiledStatement } from './compile-statement.ts'
import type { Connection, StatementResult } from './connection.ts'
import type { TransactOptions, Transaction } from './contract.ts'
import { StatementFailed, StoreUnavailable } from './failures.ts'
import { checkRows } from './row-shape.ts'
import { sql, type Statement } from './sql.ts'

export interface TransactionSettings extends TransactOptions {
  /** Milliseconds for each statement when the caller sets none. */
  defaultTimeoutMs: number
  preparedName: (statement: CompiledStatement) => string | undefined
}

type Run = (statement: CompiledStatement) => Promise<StatementResult>

const plain = (text: string): CompiledStatement => ({ text, values: [] })

/** Runs work between BEGIN and COMMIT on one connection; any throw rolls back and is passed on. */
export async function runTransaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
  settings: TransactionSettings,
): Promise<T> {
  const statementTimeoutMs = settings.statementTimeoutMs ?? settings.defaultTimeoutMs
  const run: Run = (statement) =>
    connection.run(statement, { name: settings.preparedName(statement), statementTimeoutMs })
  await run(plain(`begin isolation level ${settings.isolation ?? 'read committed'}`))
  const scope = transactionScope(run, (text, rows) => connection.copy(text, rows))
  try {
    if (settings.statementTimeoutMs !== undefined) {
      await scope.tx.query(sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`)
    }
    const result = await work(scope.tx)
    await scope.end()
    await commit(run, scope.failure())
    return result
  } catch (error) {
    await scope.end()
    // A rollback that fails leaves the connection unusable; the pool closes such a connection.
    if (!connection.reusable) await run(plain('rollback')).catch(() => undefined)
    throw error
  }
}

async function commit(run: Run, failure: Error | undefined): Promise<void> {
  const { command } = await run(plain('commit')).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new StoreUnavailable(error.message, { cause: error, outcomeUnknown: true })
  })
  // The server answers COMMIT of a failed transaction with a ROLLBACK and no error; it must not pass for done.
  if (command === 'ROLLBACK') {
    throw new StatementFailed('a statement of this transaction failed; it was rolled back', '25P02', {
      cause: failure,
    })
  }
}

/** One statement at a time on the connection, whatever the caller awaits in parallel; closed when the work ends. */
function transactionScope(run: Run, copy: (text: string, rows: Buffer) => Promise<void>) {
  let open = true
  let tail: Promise<unknown> = Promise.resolve()
  let failure: Error | undefined
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (!open) throw new TypeError('this transaction has ended')
    const turn = tail.then(work)
    tail = turn.catch((error: unknown) => {
      failure = error as Error
    })
    return turn
  }
  const tx: Transaction = {
    async query<Row>(statement: Statement<Row>): Promise<Row[]> {
      const compiled = compileStatement(statement)
      const result = await inTurn(() => run(compiled))
      if (statement.shape !== undefined) checkRows(statement.shape, result)
      return result.rows as Row[]
    },
    async copy({ table, columns }, rows) {
      const names = sql.join(columns.map((column) => sql.id(column)))
      const { text } = compileStatement(sql`copy ${sql.id(table)} (${names}) from stdin (format binary)`)
      await inTurn(() => copy(text, rows))
    },
  }
  return {
    tx,
    failure: () => failure,
    /** Refuses further statements and waits for those under way. */
    async end(): Promise<void> {
      open = false
      await tail
    },
  }
}

import type { Log } from '../../lib/log.ts'
import type { Statement } from './sql.ts'

/** Anything that runs statements: the pool (each statement alone) or one transaction. */
export interface Queryable {
  /**
   * Runs one statement built with `sql` and returns its rows; those of `sql.rows(shape)` are checked. int8 arrives as number (RangeError past 2^53),
   * numeric and date as string, timestamptz as Date, jsonb parsed. Bind jsonb as `JSON.stringify(value)`: a bare
   * array parameter means a Postgres array. Throws the typed errors of `failures.ts`.
   */
  query<Row>(statement: Statement<Row>): Promise<Row[]>
}

/** A table and the columns that rows are copied into. */
export interface CopyTarget {
  table: string
  columns: readonly string[]
}

/** One transaction under way. */
export interface Transaction extends Queryable {
  /**
   * Adds rows with COPY, many times faster than INSERT: `rows` is what `copyRows` (`copy-rows.ts`) made. No rule, default
   * or constraint is passed over. Throws the typed errors of `failures.ts`.
   */
  copy(target: CopyTarget, rows: Buffer): Promise<void>
}

export interface TransactOptions {
  isolation?: 'read committed' | 'repeatable read'
  /** Milliseconds for each statement of this transaction; 0 lifts the limit. Default: the pool's 15 s. */
  statementTimeoutMs?: number
}

/** An open control-plane store. */
export interface Postgres extends Queryable {
  /** Runs work in one transaction; commits on return, rolls back on throw. Retries nothing. */
  transact<T>(work: (tx: Transaction) => Promise<T>, options?: TransactOptions): Promise<T>
  /**
   * Listens to a NOTIFY channel on a dedicated, self-reconnecting connection; returns an unsubscribe. Messages sent
   * while the connection was away are lost: `onResume` runs after each reconnection so the caller can catch up.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>>
  /** true when a trivial statement answers within timeoutMs */
  healthy(timeoutMs: number): Promise<boolean>
  readonly poolStatus: { total: number; idle: number; waiting: number }
  /** Connection URL of this database, password included: for other drivers and tests, never for a log. */
  readonly url: string
  /** Refuses new work, waits for running work, closes connections and stops the server when it is ours. */
  close(): Promise<void>
}

export interface PostgresSettings {
  /** Unset: the embedded server under `dataDir`/postgres. */
  url?: string
  dataDir: string
  poolSize: number
  applicationName: string
  /** Default 15 000. */
  statementTimeoutMs?: number
  /** Receives one line an event of the store's life cycle; never statements, values or secrets. */
  log: Log
}

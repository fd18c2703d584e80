import type { Log } from '../../lib/log.ts'

/**
 * A value for a `{name:Type}` placeholder. Dates travel as seconds since the epoch (with milliseconds where
 * there are any), so bind them to DateTime or DateTime64(3).
 */
export type Param = string | number | bigint | boolean | null | Date | Param[]

export interface Query {
  /** One statement. Values come in through `params`, settings through `settings`: a reader may not SET. */
  sql: string
  params?: Record<string, Param>
  /** Name of the operation that asks; written to log_comment. */
  tag: string
  /** Time the engine may spend, ms. Default 5,000 (streams: 600,000). */
  maxMs?: number
  settings?: Record<string, string | number>
  /** Aborting rejects with the signal's reason at once and cancels the query in the engine. */
  signal?: AbortSignal
}

export interface InsertTarget {
  table: string
  columns?: string[]
  /** JSONEachRow, JSONCompactEachRow, TabSeparated, CSV, RowBinary, Parquet, or any other input format. */
  format: string
  /** A repeated insert with the same token adds nothing (the table needs its de-duplication window set). */
  dedupeToken?: string
  settings?: Record<string, string | number>
}

export type InsertBody = Buffer | string | AsyncIterable<Buffer | string>

export interface Command {
  /** DDL or a mutation. `/* on cluster *\/` in the text becomes ON CLUSTER on a cluster and nothing elsewhere. */
  sql: string
  params?: Record<string, Param>
  tag: string
  /** Time the engine may spend, ms. Default 600,000. */
  maxMs?: number
  settings?: Record<string, string | number>
}

/** `cluster` means Distributed tables are needed; `ddl` says whether ON CLUSTER statements can run there. */
export type Topology = { kind: 'single' } | { kind: 'cluster'; name: string; ddl: boolean }

/**
 * The corpus engine. Every call fails with one of EngineUnavailable, QueryTooExpensive, EngineError, or the
 * reason of its own signal.
 */
export interface ClickHouse {
  /**
   * Rows as objects. Read-only, limited in time, memory and result size. 64-bit integers (count() too) are
   * always strings, so that none is rounded: write toUInt32(count()) or Number(row.n) where they fit.
   */
  query<Row>(query: Query): Promise<Row[]>
  /** The answer's bytes in an output format, under the same limits. No formatting settings are added. */
  raw(query: Query, format: string): Promise<Buffer>
  /** Rows in blocks as the engine produces them: bounded memory for any number of rows. Leaving early cancels. */
  stream<Row>(query: Query): AsyncIterable<Row[]>
  /** Resolves when the rows survive a kill of the engine. A body in pieces may be partly written on failure. */
  insert(into: InsertTarget, body: InsertBody): Promise<void>
  /** Not read-only. */
  command(command: Command): Promise<void>
  /** Answers within the time and never throws. */
  healthy(timeoutMs: number): Promise<boolean>
  readonly topology: Topology
  /** The same engine with another database as its own, which has to be there. Closing it closes nothing. */
  inDatabase(name: string): ClickHouse
  /** Ends the embedded engine, when this handle started it. Idempotent. */
  close(): Promise<void>
}

export interface ClickHouseSettings {
  /** http(s)://user:password@host:port/database. Unset: an embedded engine on `<dataDir>/corpus`. */
  url?: string
  /** Name of a cluster in the server's remote_servers. */
  cluster?: string
  dataDir: string
  /** Cap on the embedded engine's memory, and half of it on one query. Default: a quarter of the machine. */
  memoryBytes?: number
  /** Milliseconds for a read that names no limit of its own. Default: 5,000. */
  readMs?: number
  /** For an embedded engine that does not start: calls fail with EngineUnavailable until it does. Default: opening fails. */
  mayFail?: boolean
  log: Log
}

import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { CommitStores } from '../commits/index.ts'

/** One validated native record and the line of the file it came from. */
export interface IngestItem {
  line: number
  record: object
}

export interface Rejection {
  line: number
  path: string
  reason: string
  value: unknown
  /** The whole row, so that it can be mended and loaded again; `cells` where it is one of a table. */
  row?: unknown
  cells?: unknown
}

export interface IngestOutcome {
  created: number
  changed: number
  unchanged: number
  rejected: Rejection[]
  /** Lines left out because their people asked not to be in the corpus. */
  suppressed?: number
}

export interface IngestOptions {
  /** Name of the source, kept as provenance of every member. */
  source: string
  /** When the records were true; a record's own `observed_at` wins. */
  observedAt: Date
}

/** Those who asked not to be in the corpus. */
export interface SuppressedPeople {
  /** Those of some identifier tokens that are of suppressed people. */
  among(tokens: readonly string[]): Promise<ReadonlySet<string>>
}

/** Where the corpus is, and who must not be in it. */
export interface WriterStores {
  db: Postgres
  engine: ClickHouse
  /** Unset only where there can be nobody: synthetic data. */
  suppressed?: SuppressedPeople
  /** Where one process alone reads and writes: see `runCommit`. */
  onlyReader?: NonNullable<CommitStores['onlyReader']>
}

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

/** An identifier that rows of other names carry in one file: it decides nothing and is left out. */
export interface ContestedIdentifier {
  token: string
  /** Lines of the file that carry it, the first few. */
  lines: number[]
  /** How many do. */
  rows: number
  /** The record that has it from an earlier file of the source, and keeps it; none where rows of this import contest it. */
  record?: string
}

/** A line that carries identifiers of two records, which were not made one. */
export interface UnjoinedRecords {
  /** Line of the file. */
  line: number
  /** The record that took the line, and the other one. */
  ids: [string, string]
  /** Identifiers of both. */
  tokens: string[]
  reason: string
}

export interface IngestOutcome {
  created: number
  changed: number
  unchanged: number
  rejected: Rejection[]
  /** Lines left out because their people asked not to be in the corpus. */
  suppressed?: number
  /** Identifiers left out since lines of other names carry them. */
  contested?: ContestedIdentifier[]
  /** Lines with identifiers of two records that stay two. */
  unjoined?: UnjoinedRecords[]
  /** Stored records that became part of another one, since a line carries identifiers of both. */
  joined?: number
}

export interface IngestOptions {
  /** Name of the source, kept as provenance of every member. */
  source: string
  /** When the records were true; a record's own `observed_at` wins. */
  observedAt: Date
  run?: ImportRun
}

/** One reading of a file: what its rows say of one entity and one date contradicts, and does not correct. */
export interface ImportRun {
  /** Its rows are true as of now, so that nothing else is of the same instant. */
  isOfNow: boolean
  /** Its first commit, once there is one. */
  firstCommit?: number
  /** What earlier imports of the source found contested, by identifier, with a line of this one that carries it. */
  unsettled?: Map<string, object>
}

/** People who asked not to be in the corpus. */
export interface SuppressedPeople {
  /** Identifier tokens that belong to suppressed people. */
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

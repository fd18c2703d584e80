import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { Commit, CommitStores } from '../commits/index.ts'

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
  /** The whole row, so that it can be corrected and imported again; `cells` where it is a row of a table. */
  row?: unknown
  cells?: unknown
  /** Where the row is in its archive: the member's name and the line in it. */
  member?: string
  member_line?: number
}

/** An identifier that rows of different names carry in one file. It decides nothing and is left out. */
export interface ContestedIdentifier {
  token: string
  /** The first few lines of the file that carry it. */
  lines: number[]
  /** How many lines carry it. */
  rows: number
  /**
   * The record that has the identifier from an earlier file of the source and keeps it; undefined where rows of this
   * import contest it.
   */
  record?: string
}

/** A line with identifiers of two records that were not joined. */
export interface UnjoinedRecords {
  /** Line of the file. */
  line: number
  /** The record that took the line, and the other one. */
  ids: [string, string]
  /** Identifiers of both records. */
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
  /** Identifiers left out because lines of different names carry them. */
  contested?: ContestedIdentifier[]
  /** Lines with identifiers of two records that stay two. */
  unjoined?: UnjoinedRecords[]
  /** Stored records that became part of another one, because a line carries identifiers of both. */
  joined?: number
  /** Lines that name the entity they belong to by what several have; they belong to none. */
  unattached?: { line: number; token: string }[]
}

export interface IngestOptions {
  /** Name of the source, kept as provenance of every member. */
  source: string
  /** When the records were true. A record's own `observed_at` wins. */
  observedAt: Date
  run?: ImportRun
  /** Called when the stores begin to write what was planned; not of a batch that nothing is written of. */
  onStoring?: (next: NextCommit) => void
}

/** The commit after one that is being stored, unless another writer comes between. */
export interface NextCommit extends Commit {
  /** Which of some tokens the one that is being stored gives to an entity, or takes from one. */
  writtenAmong(tokens: readonly string[]): ReadonlySet<string>
}

/** One reading of a file. What its rows say differently of one entity and date contradicts instead of correcting. */
export interface ImportRun {
  /** Its rows are true as of now, so nothing else was observed at the same instant. */
  isOfNow: boolean
  /** The import's first commit, once there is one. */
  firstCommit?: number
  /**
   * Identifiers that earlier imports of the source found contested, each with a line of this import that carries it.
   */
  unsettled?: Map<string, object>
}

/** People who asked not to be in the corpus. */
export interface SuppressedPeople {
  /** Picks the identifier tokens that belong to suppressed people. */
  among(tokens: readonly string[]): Promise<ReadonlySet<string>>
}

/** Where the corpus is, and which people must not be in it. */
export interface WriterStores {
  db: Postgres
  engine: ClickHouse
  /** Unset only for synthetic data, where no person is real. */
  suppressed?: SuppressedPeople
  /** Set where one process alone reads and writes: see `runCommit`. */
  onlyReader?: NonNullable<CommitStores['onlyReader']>
}

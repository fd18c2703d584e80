import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'

export interface RebuildProgress {
  kind: EntityKind
  done: number
  total: number
}

export interface CorpusParts {
  db: Postgres
  engine: ClickHouse
  /** Where entity sets are; default `db`. */
  accounts?: Postgres
}

export interface RebuildWatch {
  onProgress?(progress: RebuildProgress): void
  /** The engine does not hold the search rows of a kind that its records should have. */
  onLost?(kind: EntityKind): void
  signal?: AbortSignal | undefined
  /** Versions read and built at once, for tests. */
  pageRows?: number
  /**
   * `writing`: where another process builds rows again, wait no longer than until commits can be written. Default: until
   * all rows are of the rules of this program.
   */
  until?: 'written' | 'writing'
}

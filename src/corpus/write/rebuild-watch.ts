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
  /** Store of the entity sets; default `db`. */
  accounts?: Postgres
}

export interface RebuildWatch {
  onProgress?(progress: RebuildProgress): void
  /** Called when the engine does not hold the search rows that a kind's records should have. */
  onLost?(kind: EntityKind): void
  signal?: AbortSignal | undefined
  /** Versions read and built at a time, for tests. */
  pageRows?: number
  /**
   * `writing`: where another process rebuilds, wait only until commits can be written. Default: wait until all rows
   * are built by this program's rules.
   */
  until?: 'written' | 'writing'
}

import type { Telemetry } from './open-telemetry.ts'
import type { StoreProbe } from './store-probe.ts'

/** Work on the corpus that requests may have to wait for. */
export interface CorpusWork {
  kind: string
  what: 'rebuild'
  done: number
  total: number
  startedAt: Date | undefined
  expectedEndAt: Date | undefined
  waiting: { searches: 'all' | 'some' | 'none'; lookups: 'all' | 'some' | 'none'; imports: boolean }
}

/** The answering process, as it describes itself. */
export interface Installation {
  version: string
  roles: readonly string[]
  startedMs: number
  /** The settings in force, secrets masked. */
  settings: Readonly<Record<string, unknown>>
  stores: StoreProbe
  telemetry: Telemetry
  /** What is under way, by kind of records; nothing while Postgres is away. */
  work(): Promise<CorpusWork[]>
}

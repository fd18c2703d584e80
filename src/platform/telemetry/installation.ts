import type { Telemetry } from './open-telemetry.ts'
import type { StoreProbe } from './store-probe.ts'

/** The process that answers, as it tells of itself. */
export interface Installation {
  version: string
  roles: readonly string[]
  startedMs: number
  stores: StoreProbe
  telemetry: Telemetry
}

export type { BacklogReader, Backlogs } from './backlogs.ts'
export type { Installation } from './installation.ts'
export { openTelemetry, type OperationHealth, type Telemetry } from './open-telemetry.ts'
export { storeProbe, type StoreProbe, type StoresReachable } from './store-probe.ts'

export type { FlightDeps } from './slice.ts'

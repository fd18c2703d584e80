export type { EventsDeps } from './slice.ts'

export type { ReferenceDeps } from './slice.ts'

export type { JobChangesDeps } from './slice.ts'

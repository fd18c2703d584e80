export type { WebDataDeps } from './slice.ts'

export type { SearchDeps } from './slice.ts'

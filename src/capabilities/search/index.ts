export type { SearchSource } from './outside-search.ts'
export type { SearchDeps } from './slice.ts'
export { search } from './open.ts'

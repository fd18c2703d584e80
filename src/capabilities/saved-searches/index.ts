export type { SavedSearchesDeps } from './slice.ts'

export type { ExclusionsDeps } from './slice.ts'

export type { ResolveDeps } from './slice.ts'

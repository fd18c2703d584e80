export type { ExportsDeps } from './slice.ts'

export type { FinanceDeps } from './slice.ts'

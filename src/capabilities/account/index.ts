export type { AccountDeps } from './slice.ts'

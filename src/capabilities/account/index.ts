export type { AccountDeps, Installation } from './slice.ts'

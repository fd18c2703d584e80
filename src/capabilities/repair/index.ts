export { type RepairFile } from './repair-in-process.ts'
export type { RepairDeps } from './slice.ts'

export { repairInThread, type RepairFile } from './repair-in-thread.ts'
export type { RepairDeps } from './slice.ts'

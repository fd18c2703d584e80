export { companyExclusions, prospectExclusions } from './list-kinds.ts'
export type { ExclusionsDeps } from './slice.ts'

export { visits } from './slice.ts'
export { openVisits, type CompanyVisit, type Visits } from './visits.ts'
export type { About } from './visit-rows.ts'

export { companyTrackers, personTrackers } from './list-kinds.ts'

export type { BillingDeps } from './slice.ts'
export { statementCsv, statementHtml } from './statement.ts'
export { billing } from './open.ts'

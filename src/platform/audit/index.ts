export {
  installation as INSTALLATION,
  readOperatorOrigin,
  readOrigin,
  type AuditEntry,
  type AuditOrigin,
} from './entry.ts'
export { openAudit, type Audit, type AuditSettings } from './open-audit.ts'
export type { AuditRecord } from './audit-rows.ts'
export type { ChainVerification } from './verify.ts'

import type { Identity } from '../../corpus/write/index.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What an operator's decisions on who is who need. */
export interface OperatorIdentityDeps {
  identity: Identity
  audit: Audit
  /** Where the audit is. */
  db: Postgres
}

export const { operation, defineSlice } = prepareSlice<OperatorIdentityDeps>('operator-identity')
export const operatorTag = 'Operator'

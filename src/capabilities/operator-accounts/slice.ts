import type { Registry } from '../../operation/index.ts'
import type { Requests } from '../../platform/requests/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { Operator } from './operator.ts'

/** What an operator's operations on accounts need. */
export interface OperatorAccountsDeps extends Omit<Operator, 'by'> {
  requests: Requests
  registry: Registry
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<OperatorAccountsDeps>('operator-accounts')
export const operatorTag = 'Operator'

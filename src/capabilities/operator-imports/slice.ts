import type { Clock } from '../../lib/clock.ts'
import { prepareSlice } from '../define-slice.ts'
import type { Imports } from './open-imports.ts'

/** What an operator's imports need. */
export interface OperatorImportsDeps {
  imports: Imports
  clock: Clock
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<OperatorImportsDeps>('operator-imports')
export const operatorTag = 'Operator'

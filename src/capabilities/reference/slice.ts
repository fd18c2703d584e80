import type { AcceleratorTally } from '../../corpus/reference/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the reference operations need in addition to the reference data itself. */
export interface ReferenceDeps {
  /** Companies, batches and years in the corpus by accelerator slug; without it companies are not counted. */
  acceleratorTallies?(signal: AbortSignal): Promise<ReadonlyMap<string, AcceleratorTally>>
}

export const { operation, defineSlice } = prepareSlice<ReferenceDeps>('reference')
export const tag = 'Enums'
/** Becomes the message of `chargeInfo`. */
export const whyFree = 'Reference data is free.'

export const reference = defineSlice({ open: () => ({ deps: {} }) })

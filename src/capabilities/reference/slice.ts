import type { AcceleratorTally } from '../../corpus/reference/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the reference operations need in addition to the reference data itself. */
export interface ReferenceDeps {
  /** Companies, batches and years in the corpus by accelerator slug; without it companies are not counted. */
  acceleratorTallies?(signal: AbortSignal): Promise<ReadonlyMap<string, AcceleratorTally>>
}

export const { operation, defineSlice } = prepareSlice<ReferenceDeps>('reference')
export const tag = 'Enums'
/** Lists of the world change with a release. */
export const cacheSeconds = 3_600
/** Lists that depend on the hour or on the corpus. */
export const shortCacheSeconds = 300
/** Becomes the message of `chargeInfo`. */
export const whyFree = 'Reference data is free.'

export const reference = defineSlice({ open: () => ({ deps: {} }) })

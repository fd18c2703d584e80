import type { Sources, SourcePageDeps } from '../../sources/index.ts'
import { sliceOf } from '../define-slice.ts'

/** What searches for real estate need. */
export interface RealEstateDeps extends SourcePageDeps {
  sources: Pick<Sources, 'ask'>
}

export const { operation, defineSlice } = sliceOf<RealEstateDeps>('real-estate')

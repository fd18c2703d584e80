import type { Sources, SourcePageDeps } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What searches for real estate need. */
export interface RealEstateDeps extends SourcePageDeps {
  sources: Pick<Sources, 'ask'>
}

export const { operation, defineSlice } = prepareSlice<RealEstateDeps>('real-estate')

import type { CorpusSearch, Cursors } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Sources } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { hotelFailures } from './failures.ts'

/** Dependencies of hotel searches and look-ups. */
export interface HotelsDeps {
  search: CorpusSearch
  cursors: Cursors
  sources: Pick<Sources, 'ask'>
  /** Writes answers of sources to the corpus. */
  writer: Pick<CorpusWriter, 'write'>
}

export const { operation, defineSlice } = prepareSlice<HotelsDeps, 'unknown-property'>('hotels', {
  failures: hotelFailures,
})
export const tag = 'Market intelligence'

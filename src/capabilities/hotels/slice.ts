import { openCursors, type CorpusSearch, type Cursors } from '../../corpus/search/index.ts'
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

export const hotels = defineSlice({
  open: ({ corpus, secret, sources }) => ({
    deps: {
      search: corpus.search,
      cursors: openCursors(secret, corpus.snapshots),
      sources,
      writer: corpus.writer,
    },
  }),
})

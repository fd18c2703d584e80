import { openCursors } from '../../corpus/search/index.ts'
import type { Sources, SourcePageDeps } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What searches for real estate need. */
export interface RealEstateDeps extends SourcePageDeps {
  sources: Pick<Sources, 'ask'>
}

export const { operation, defineSlice } = prepareSlice<RealEstateDeps>('real-estate')

export const realEstate = defineSlice({
  open: ({ corpus, sources, secret }) => ({
    deps: {
      search: corpus.search,
      history: corpus.history,
      writer: corpus.writer,
      cursors: openCursors(secret, corpus.snapshots),
      secret,
      sources,
    },
  }),
})

import type { History } from '../../corpus/history/index.ts'
import { openMedia, type MediaReader } from '../../corpus/media/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Sources } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** Dependencies of look-ups of instruments. */
export interface FinanceDeps {
  search: CorpusSearch
  history: History
  /** News about the company behind a share. */
  media: Pick<MediaReader, 'news'>
  /** Writes answers of sources to the corpus. */
  writer: Pick<CorpusWriter, 'write'>
  sources: Pick<Sources, 'ask'>
}

export const { operation, defineSlice } = prepareSlice<FinanceDeps>('finance')

export const finance = defineSlice({
  open: ({ corpus, sources }) => ({
    deps: {
      search: corpus.search,
      history: corpus.history,
      media: openMedia(corpus.search),
      writer: corpus.writer,
      sources,
    },
  }),
})

import { openMedia } from '../../corpus/media/index.ts'
import { defineSlice } from './slice.ts'

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

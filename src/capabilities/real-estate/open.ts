import { openCursors } from '../../corpus/search/index.ts'
import { defineSlice } from './slice.ts'

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

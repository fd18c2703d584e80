import { openCursors } from '../../corpus/search/index.ts'
import { defineSlice } from './slice.ts'

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

import { defineSlice } from './slice.ts'

export const history = defineSlice({
  open: ({ corpus, network, secret }) => ({
    deps: { search: corpus.search, history: corpus.history, network, secret },
  }),
})

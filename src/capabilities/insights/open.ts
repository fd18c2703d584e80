import { openMedia } from '../../corpus/media/index.ts'
import { defineSlice } from './slice.ts'

export const insights = defineSlice({
  open: ({ corpus, network, platform }) => ({
    deps: {
      search: corpus.search,
      analytics: corpus.analytics,
      history: corpus.history,
      media: openMedia(corpus.search),
      network,
      jobs: platform.jobs,
    },
  }),
})

import { openMedia } from '../../corpus/media/index.ts'
import { openRankings } from './rankings.ts'
import { defineSlice } from './slice.ts'

export const insights = defineSlice({
  open: ({ corpus, network, platform }) => ({
    deps: {
      search: corpus.search,
      analytics: corpus.analytics,
      history: corpus.history,
      media: openMedia(corpus.search),
      rankings: openRankings({ search: corpus.search, network }),
      network,
      jobs: platform.jobs,
    },
  }),
})

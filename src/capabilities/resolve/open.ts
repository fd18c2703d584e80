import { openLiveRecords } from '../../sources/index.ts'
import { defineSlice } from './slice.ts'

export const resolve = defineSlice({
  open: ({ corpus, network, platform, sources }) => ({
    deps: {
      search: corpus.search,
      network,
      jobs: platform.jobs,
      live: openLiveRecords({ sources, writer: corpus.writer }),
    },
  }),
})

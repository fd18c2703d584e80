import { openLiveRecords } from '../../sources/index.ts'
import { search as searchSlice } from '../search/index.ts'
import { defineSlice } from './slice.ts'

export const resolve = defineSlice({
  open: ({ corpus, network, platform, sources, openDeps }) => ({
    deps: {
      search: corpus.search,
      searching: openDeps(searchSlice),
      network,
      jobs: platform.jobs,
      recordReads: platform.recordReads,
      sources,
      suppressions: platform.suppressions,
      live: openLiveRecords({ sources, writer: corpus.writer }),
    },
  }),
})

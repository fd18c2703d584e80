import { defineSlice } from './slice.ts'

export const webData = defineSlice({
  open: ({ corpus, network, platform, sources }) => ({
    deps: { search: corpus.search, network, jobs: platform.jobs, sources },
  }),
})

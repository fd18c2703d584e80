import { defineSlice } from './slice.ts'

export const places = defineSlice({
  open: ({ corpus, platform, sources }) => ({
    deps: { search: corpus.search, writer: corpus.writer, jobs: platform.jobs, sources },
  }),
})

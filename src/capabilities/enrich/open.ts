import { openFoundOnce } from './found-once.ts'
import { readInProcess } from './read-in-process.ts'
import { defineSlice } from './slice.ts'

/** Maximum files read at the same time, for all organizations and their sandboxes together. */
const readList = readInProcess()

export const enrich = defineSlice({
  open: ({ corpus, network, platform, secret, db }) => ({
    deps: {
      search: corpus.search,
      network,
      jobs: platform.jobs,
      blobs: platform.blobs,
      downloads: platform.downloads,
      secret,
      readList,
      foundOnce: openFoundOnce(db),
    },
  }),
  keeps: { enrich_found: 'numbers of records, by job' },
})

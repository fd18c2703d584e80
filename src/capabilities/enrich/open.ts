import { forgetDecisions } from './forget-decisions.ts'
import { foundOnce } from './found-once.ts'
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
      foundOnce,
      db,
      keys: platform.keys,
      recordReads: platform.recordReads,
    },
    tasks: [
      {
        name: 'purge-record-reads',
        everyMs: 3_600_000,
        run: (nowMs: number) => platform.recordReads.purge(nowMs),
      },
    ],
  }),
  forget: ({ db, blobs }) => [forgetDecisions({ db, blobs })],
  keeps: {
    enrich_found: 'numbers of records, by job',
    enrich_runs: 'counts of rows, by job',
    enrich_groups: 'digests of rows, and ids of records, which forgetDecisions removes',
    match_decisions: 'digests of rows, and ids of records, which forgetDecisions removes',
  },
})

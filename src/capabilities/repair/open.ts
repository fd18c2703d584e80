import { contacts } from '../contacts/index.ts'
import { repairInProcess } from './repair-in-process.ts'
import { defineSlice } from './slice.ts'

/** Files being repaired, of all organizations and their sandboxes together. */
const repairFile = repairInProcess()

export const repair = defineSlice({
  open({ corpus, network, platform, secret, openDeps }) {
    const { finder, reads } = openDeps(contacts)
    return {
      deps: {
        search: corpus.search,
        network,
        jobs: platform.jobs,
        keys: platform.keys,
        finder,
        reads,
        recordReads: platform.recordReads,
        outbound: platform.outbound,
        blobs: platform.blobs,
        downloads: platform.downloads,
        secret,
        repairFile,
      },
    }
  },
})

import { parsePlatformHosts } from '../../lib/platform-names.ts'
import { openCursors } from '../../corpus/search/index.ts'
import { contacts } from '../contacts/index.ts'
import { defineSlice } from './slice.ts'

export const webData = defineSlice({
  open: ({ config, corpus, network, platform, secret, sources, openDeps }) => ({
    deps: {
      search: corpus.search,
      history: corpus.history,
      writer: corpus.writer,
      cursors: openCursors(secret, corpus.snapshots),
      secret,
      network,
      hosts: parsePlatformHosts(config.ALMANAC_PLATFORM_HOSTS),
      jobs: platform.jobs,
      suppressions: platform.suppressions,
      sources,
      contacts: openDeps(contacts),
    },
  }),
})

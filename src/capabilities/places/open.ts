import { contacts } from '../contacts/index.ts'
import { defineSlice } from './slice.ts'

export const places = defineSlice({
  open: ({ corpus, network, platform, sources, openDeps }) => ({
    deps: {
      search: corpus.search,
      writer: corpus.writer,
      jobs: platform.jobs,
      sources,
      contacts: openDeps(contacts),
      network,
    },
  }),
})

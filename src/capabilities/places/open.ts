import { contacts } from '../contacts/index.ts'
import { defineSlice } from './slice.ts'

export const places = defineSlice({
  open: ({ corpus, network, platform, sources, depsOf }) => ({
    deps: {
      search: corpus.search,
      writer: corpus.writer,
      jobs: platform.jobs,
      sources,
      contacts: depsOf(contacts),
      network,
    },
  }),
})

import { openCursors } from '../../corpus/search/index.ts'
import { searchSources } from './configured-search.ts'
import { openComparedBefore } from './similar/compared.ts'
import { defineSlice } from './slice.ts'

export const search = defineSlice({
  open: ({ corpus, network, platform, sources, secret }) => ({
    deps: {
      search: corpus.search,
      entitySets: corpus.entitySets,
      history: corpus.history,
      suppressed: corpus.suppressed,
      network,
      sources: searchSources(sources),
      comparedBefore: openComparedBefore(),
      cursors: openCursors(secret, corpus.snapshots),
      mayAskAge: platform.organizations.mayAskAge,
    },
  }),
})

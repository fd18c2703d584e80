import { LRUCache } from 'lru-cache'
import { openCursors } from '../../corpus/search/index.ts'
import { searchSources } from './configured-search.ts'
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
      narrowed: new LRUCache<string, number>({ max: 10_000 }),
      cursors: openCursors(secret, corpus.snapshots),
      mayAskAge: platform.organizations.mayAskAge,
    },
  }),
})

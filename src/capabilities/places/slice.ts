import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Sources } from '../../sources/index.ts'
import { contacts, type ContactsDeps } from '../contacts/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the operations on places of maps and local businesses need. */
export interface PlacesDeps {
  search: CorpusSearch
  writer: CorpusWriter
  jobs: Jobs
  sources: Pick<Sources, 'ask' | 'names'>
  contacts: ContactsDeps
  network: NetworkHosts
}

export const { operation, defineJob, defineSlice } = prepareSlice<PlacesDeps>('places')
export const mapsTag = 'Maps search'
export const researchTag = 'AI research and local business'

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

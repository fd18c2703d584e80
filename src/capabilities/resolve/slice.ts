import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { operationsOf } from '../../operation/index.ts'

/** What the resolve operations need. */
export interface ResolveDeps {
  search: CorpusSearch
  network: NetworkHosts
}

export const operation = operationsOf<ResolveDeps>('resolve')
export const resolversTag = 'Kitchen-sink resolvers'
export const searchTag = 'Search'

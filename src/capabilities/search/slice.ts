import type { NetworkHosts } from '../../lib/network-url.ts'
import type { EntitySets } from '../../corpus/entity-sets/index.ts'
import type { History } from '../../corpus/history/index.ts'
import type { CorpusSearch, Cursors } from '../../corpus/search/index.ts'
import type { SuppressedPeople } from '../../corpus/write/index.ts'
import type { SearchSource } from './outside-search.ts'
import { sliceOf } from '../define-slice.ts'

/** What the search operations need. */
export interface SearchDeps {
  search: CorpusSearch
  cursors: Cursors
  entitySets: EntitySets
  history: History
  network: NetworkHosts
  /** Whether an organization may search people by age, a protected attribute. */
  mayAskAge(organizationId: string): Promise<boolean>
  /** Outside sources that answer searches, in the operator's order. */
  sources: readonly SearchSource[]
  /** How many rows share more with examples than they must, by what is asked (similar/compared.ts); without it each page counts. */
  narrowed?: { get(asked: string): number | undefined; set(asked: string, rows: number): unknown }
  /** People whom outside sources may know and nobody is told of. */
  suppressed?: SuppressedPeople | undefined
}

export const { operation, defineSlice } = sliceOf<SearchDeps>('search')
export const tag = 'Search'

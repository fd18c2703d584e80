import type { NetworkHosts } from '../../lib/network-url.ts'
import type { EntitySets } from '../../corpus/entity-sets/index.ts'
import type { History } from '../../corpus/history/index.ts'
import type { CorpusSearch, Cursors } from '../../corpus/search/index.ts'
import type { SuppressedPeople } from '../../corpus/write/index.ts'
import type { SearchSource } from './outside-search.ts'
import type { ComparedBefore } from './similar/compared.ts'
import type { Call } from '../../operation/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** The caller of a question: a request, or the run of a saved search. */
export type Asker = Pick<Call, 'organizationId' | 'nowMs' | 'signal' | 'advise'>

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
  /** Rows that were compared with examples; without it they are read for each page. */
  comparedBefore?: ComparedBefore
  /** Suppressed people whom outside sources may know. */
  suppressed?: SuppressedPeople | undefined
}

export const { operation, defineSlice } = prepareSlice<SearchDeps>('search')
export const tag = 'Search'

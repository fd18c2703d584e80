import type { NetworkHosts } from '../../lib/network-url.ts'
import type { History } from '../../corpus/history/index.ts'
import type { Lookups } from '../../corpus/lookup/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the history operations need. */
export interface HistoryDeps {
  search: Pick<Lookups, 'snapshots' | 'lookup'>
  history: History
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<HistoryDeps>('history')
export const additionsTag = 'Additions'

export const history = defineSlice({
  open: ({ corpus, network, secret }) => ({
    deps: { search: corpus.search, history: corpus.history, network, secret },
  }),
})

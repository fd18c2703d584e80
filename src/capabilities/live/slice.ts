import type { NetworkHosts } from '../../lib/network-url.ts'
import type { History } from '../../corpus/history/index.ts'
import type { MediaReader } from '../../corpus/media/index.ts'
import type { CorpusSearch, Cursors } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { LiveSource } from './live-source.ts'
import { bindSourceOperations } from '../../sources/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What live operations and jobs need. */
export interface LiveDeps {
  source: LiveSource
  search: CorpusSearch
  media: MediaReader
  history: History
  /** What live sources answer goes into the corpus. */
  writer: CorpusWriter
  jobs: Jobs
  network: NetworkHosts
  cursors: Cursors
  /** Seals cursors of live pages. */
  secret: Buffer
}

export const { operation, defineJob, defineSlice } = prepareSlice<LiveDeps>('live')
export const sourceOperation = bindSourceOperations(operation)
export const liveTag = 'Live fetch and network activity'

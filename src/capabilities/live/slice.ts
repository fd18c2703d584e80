import type { NetworkHosts } from '../../lib/network-url.ts'
import type { History } from '../../corpus/history/index.ts'
import type { Media } from '../../corpus/media/index.ts'
import type { CorpusSearch, Cursors } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import { operationsOf } from '../../operation/index.ts'
import { jobsOf, type Jobs } from '../../platform/jobs/index.ts'
import type { LiveSource } from './live-source.ts'

/** What live operations and jobs need. */
export interface LiveDeps {
  source: LiveSource
  search: CorpusSearch
  media: Media
  history: History
  /** What live sources answer goes into the corpus. */
  writer: CorpusWriter
  jobs: Jobs
  network: NetworkHosts
  cursors: Cursors
  /** Seals cursors of live pages. */
  secret: Buffer
}

export const operation = operationsOf<LiveDeps>('live')
export const defineJob = jobsOf<LiveDeps>('live')
export const liveTag = 'Live fetch and network activity'

import { liveFromSources } from './outside-source.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { History } from '../../corpus/history/index.ts'
import { openMedia, type MediaReader } from '../../corpus/media/index.ts'
import { openCursors, type CorpusSearch, type Cursors } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { noLiveSource, type LiveSource } from './live-source.ts'
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

export const live = defineSlice({
  open: ({ corpus, network, platform, sources, secret, isSandbox }) => ({
    deps: {
      source: isSandbox ? noLiveSource : liveFromSources(sources),
      search: corpus.search,
      media: openMedia(corpus.search),
      history: corpus.history,
      writer: corpus.writer,
      jobs: platform.jobs,
      network,
      cursors: openCursors(secret, corpus.snapshots),
      secret,
    },
  }),
})

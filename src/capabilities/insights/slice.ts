import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Analytics } from '../../corpus/analytics/index.ts'
import type { History } from '../../corpus/history/index.ts'
import type { MediaReader } from '../../corpus/media/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { Rankings } from './ranked-company.ts'

/** Dependencies of the operations about whole companies. */
export interface InsightsDeps {
  search: CorpusSearch
  analytics: Analytics
  history: History
  media: MediaReader
  rankings: Rankings
  network: NetworkHosts
  jobs: Jobs
}

export const { operation, defineJob, defineSlice } = prepareSlice<InsightsDeps>('insights')
export const insightTag = 'Blue-collar jobs and company information'

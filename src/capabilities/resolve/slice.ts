import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { LiveRecords, Sources } from '../../sources/index.ts'
import type { Call } from '../../operation/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { RecordReads } from '../../platform/record-reads/index.ts'
import type { Suppressions } from '../../platform/privacy/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What a look-up reads. */
export interface LookupDeps {
  search: CorpusSearch
  network: NetworkHosts
}

/** What the resolve operations need. */
export interface ResolveDeps extends LookupDeps {
  jobs: Jobs
  recordReads: RecordReads
  /** Whatever searches need, to find companies alike. */
  searching: SearchDeps
  /** Fetches records as they are now. */
  live: LiveRecords
  sources: Pick<Sources, 'ask'>
  suppressions: Pick<Suppressions, 'among'>
}

/** The caller of a look-up: a request, or a job, which has nobody to advise. */
export type Asking = Pick<Call, 'signal' | 'warn' | 'advise'>

export const { operation, defineJob, defineSlice } = prepareSlice<ResolveDeps>('resolve')
export const resolversTag = 'Kitchen-sink resolvers'
export const searchTag = 'Search'
export const socialTag = 'Social-media lookup'
export const researchTag = 'AI research and local business'

/** A look-up in the background. */
export const inBackground = (signal: AbortSignal): Asking => ({ signal, warn: () => {}, advise: () => {} })

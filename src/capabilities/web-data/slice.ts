import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Sources } from '../../sources/index.ts'
import { sliceOf } from '../define-slice.ts'

/** What the families of web data need. */
export interface WebDataDeps {
  search: CorpusSearch
  network: NetworkHosts
  jobs: Jobs
  sources: Pick<Sources, 'ask'>
}

export const { operation, defineJob, defineSlice } = sliceOf<WebDataDeps>('web-data')
export const codeHostTag = 'Code-hosting lookups'

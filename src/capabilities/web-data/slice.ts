import type { NetworkHosts } from '../../lib/network-url.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { operationsOf } from '../../operation/index.ts'
import { jobsOf, type Jobs } from '../../platform/jobs/index.ts'
import type { Sources } from '../../sources/index.ts'

/** What the families of web data need. */
export interface WebDataDeps {
  search: CorpusSearch
  network: NetworkHosts
  jobs: Jobs
  sources: Pick<Sources, 'ask'>
}

export const operation = operationsOf<WebDataDeps>('web-data')
export const defineJob = jobsOf<WebDataDeps>('web-data')
export const codeHostTag = 'Code-hosting lookups'

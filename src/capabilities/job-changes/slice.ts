import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Lookups } from '../../corpus/lookup/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { jobChangeFailures, type JobChangeFailure } from './failures.ts'
import type { WatchedLists } from './watched-lists.ts'
import type { Scans } from './scans.ts'

/** Dependencies of the operations on job-change lists and of their scans. */
export interface JobChangesDeps {
  db: Postgres
  lists: WatchedLists
  scans: Scans
  lookups: Lookups
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineJob, defineSlice } = prepareSlice<JobChangesDeps, JobChangeFailure>(
  'job-changes',
  {
    failures: jobChangeFailures,
    spendsLater: true,
  },
)
export const tag = 'Job changes'

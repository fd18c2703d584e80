import type { Clock } from '../../lib/clock.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { RecordReads } from '../../platform/record-reads/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { ContactsDeps } from '../contacts/index.ts'
import type { LiveDeps } from '../live/index.ts'
import type { SearchDeps } from '../search/index.ts'
import type { Audiences } from './audiences.ts'
import type { Builds } from './builds.ts'
import type { Enrichments } from './enrichments.ts'
import { audienceFailures, type AudienceFailure } from './failures.ts'
import type { AudienceLists } from './list-kind.ts'

/** What the operations on audiences, and their jobs, need. */
export interface AudiencesDeps {
  db: Postgres
  clock: Clock
  lists: AudienceLists
  audiences: Audiences
  builds: Builds
  enrichments: Enrichments
  jobs: Jobs
  search: SearchDeps
  live: LiveDeps
  contacts: ContactsDeps
  ledger: Pick<CreditLedger, 'unitPrices'>
  recordReads: Pick<RecordReads, 'claim' | 'countPaid' | 'windowDays'>
  mail: Pick<Mail, 'send'>
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineJob, defineSlice } = prepareSlice<AudiencesDeps, AudienceFailure>(
  'audiences',
  {
    failures: audienceFailures,
    spendsLater: true,
  },
)
export const tag = 'Audiences'

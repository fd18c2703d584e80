import type { Clock } from '../../lib/clock.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { LiveDeps } from '../live/index.ts'
import type { SearchDeps } from '../search/index.ts'
import type { Visits } from '../visits/index.ts'
import { trackerFailures, type TrackerFailure } from './failures.ts'
import type { Refreshes } from './refreshes.ts'
import type { Signals } from './signals.ts'
import type { Trackers } from './trackers.ts'

/** What the operations on trackers, and their jobs, need. */
export interface TrackersDeps {
  db: Postgres
  clock: Clock
  trackers: Trackers
  refreshes: Refreshes
  signals: Signals
  jobs: Jobs
  ledger: Pick<CreditLedger, 'holdForJob' | 'captureForJob' | 'closeJobHold'>
  events: Events
  search: SearchDeps
  /** Live sources, which members are fetched from before they are checked. */
  live: LiveDeps
  /** Visits to what members publish themselves, before they are checked. */
  visits: Visits
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
  /** Nothing runs by itself in a sandbox, and refreshes are free. */
  isSandbox: boolean
}

export const { operation, defineJob, defineSlice } = prepareSlice<TrackersDeps, TrackerFailure>('trackers', {
  failures: trackerFailures,
  spendsLater: true,
})
export const tag = 'Tracker'

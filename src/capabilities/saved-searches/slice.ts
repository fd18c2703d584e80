import type { Clock } from '../../lib/clock.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { SearchDeps } from '../search/index.ts'
import { savedSearchFailures, type SavedSearchFailure } from './failures.ts'
import type { SavedSearchLists } from './list-kind.ts'
import type { Runs } from './runs.ts'
import type { SavedSearches } from './saved-searches.ts'

/** What the operations on saved searches, and their runs, need. */
export interface SavedSearchesDeps {
  db: Postgres
  clock: Clock
  lists: SavedSearchLists
  savedSearches: SavedSearches
  runs: Runs
  jobs: Jobs
  ledger: Pick<CreditLedger, 'unitPrices'>
  search: SearchDeps
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineJob, defineSlice } = prepareSlice<SavedSearchesDeps, SavedSearchFailure>(
  'saved-searches',
  { failures: savedSearchFailures, spendsLater: true },
)
export const tag = 'Saved search'

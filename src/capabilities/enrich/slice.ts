import type { Downloads } from '../../platform/downloads/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { RecordReads } from '../../platform/record-reads/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { LookupDeps } from '../resolve/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { enrichFailures, type EnrichFailure } from './failures.ts'
import type { FoundOnce } from './found-once.ts'
import type { ReadList } from './read-in-process.ts'

/** What enriching lists needs. */
export interface EnrichDeps extends LookupDeps {
  jobs: Jobs
  blobs: Blobs
  downloads: Downloads
  /** Seals the ids of uploads. */
  secret: Buffer
  readList: ReadList
  /** Records of a list that were already found. */
  foundOnce: FoundOnce
  db: Postgres
  keys: Pick<Keys, 'listKeys'>
  recordReads: RecordReads
}

export const { operation, defineJob, defineSlice } = prepareSlice<EnrichDeps, EnrichFailure>('enrich', {
  failures: enrichFailures,
})
export const enrichTag = 'Repair data, reverse lookup, stealth founders'

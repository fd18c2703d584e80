import type { Downloads } from '../../platform/downloads/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { LookupDeps } from '../resolve/index.ts'
import { prepareSlice } from '../define-slice.ts'
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
}

export const { operation, defineJob, defineSlice } = prepareSlice<EnrichDeps>('enrich')
export const enrichTag = 'Repair data, reverse lookup, stealth founders'

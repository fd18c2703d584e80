import type { Downloads } from '../../platform/downloads/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { RecordReads } from '../../platform/record-reads/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { ContactFinder, ContactReads } from '../contacts/index.ts'
import type { LookupDeps } from '../resolve/index.ts'
import type { RepairFile } from './repair-in-process.ts'
import { prepareSlice } from '../define-slice.ts'

/** What repairing lists needs. */
export interface RepairDeps extends LookupDeps {
  jobs: Jobs
  keys: Pick<Keys, 'listKeys'>
  finder: ContactFinder
  reads: ContactReads
  recordReads: RecordReads
  outbound: Outbound
  blobs: Blobs
  downloads: Downloads
  /** Seals the ids of uploads. */
  secret: Buffer
  repairFile: RepairFile
}

export const { operation, defineJob, defineSlice } = prepareSlice<RepairDeps>('repair')
export const repairTag = 'Repair data, reverse lookup, stealth founders'

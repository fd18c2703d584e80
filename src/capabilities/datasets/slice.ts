import type { Datasets } from '../../corpus/datasets/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the operations on open data need. */
export interface DatasetsDeps {
  datasets: Datasets
  outbound: Pick<Outbound, 'stream'>
  /** Sent to publishers. */
  userAgent: string
  /** Sets with share-alike and non-commercial licences may be added. */
  allowsMarked: boolean
  audit: Audit
  /** Where the audit is. */
  db: Postgres
  clock: Clock
}

export const { operation, defineSlice } = prepareSlice<DatasetsDeps>('datasets')
export const tag = 'Additions'

import type { Clock } from '../../lib/clock.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { ContactReads } from './contact-reads.ts'
import type { ContactRefunds } from './contact-refunds.ts'
import type { ContactFinder } from './finder.ts'
import { prepareSlice } from '../define-slice.ts'

/** What contact operations and jobs need. */
export interface ContactsDeps {
  finder: ContactFinder
  reads: ContactReads
  /** Undefined without a source that checks addresses or with refunds off. */
  refunds: ContactRefunds | undefined
  db: Postgres
  clock: Clock
  jobs: Jobs
  network: NetworkHosts
}

export const { operation, defineJob, defineSlice } = prepareSlice<ContactsDeps>('contacts')
export const contactsTag = 'Contact details'

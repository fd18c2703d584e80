import type { Clock } from '../../lib/clock.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { operationsOf } from '../../operation/index.ts'
import { jobsOf, type Jobs } from '../../platform/jobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { ContactReads } from './contact-reads.ts'
import type { ContactFinder } from './finder.ts'

/** What contact operations and jobs need. */
export interface ContactsDeps {
  finder: ContactFinder
  reads: ContactReads
  db: Postgres
  clock: Clock
  jobs: Jobs
  network: NetworkHosts
}

export const operation = operationsOf<ContactsDeps>('contacts')
export const defineJob = jobsOf<ContactsDeps>('contacts')
export const contactsTag = 'Contact details'

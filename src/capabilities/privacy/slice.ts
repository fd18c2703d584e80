import type { Subjects } from '../../corpus/write/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { PersonalStore, Suppressions } from '../../platform/privacy/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What requests of data subjects need. */
export interface PrivacyDeps {
  subjects: Subjects
  suppressions: Suppressions
  /** Whatever keeps answers that were given about people. */
  stores: readonly PersonalStore[]
  audit: Audit
  db: Postgres
  network: NetworkHosts
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<PrivacyDeps>('privacy')
export const privacyTag = 'Additions'

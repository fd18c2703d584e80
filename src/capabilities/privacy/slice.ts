import type { Subjects } from '../../corpus/write/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { operationsOf } from '../../operation/index.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { PersonalStore, Suppressions } from '../../platform/privacy/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'

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

export const operation = operationsOf<PrivacyDeps>('privacy')
export const privacyTag = 'Additions'

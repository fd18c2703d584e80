import type { Audit } from '../../platform/audit/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { Members, Sessions } from '../../platform/members/index.ts'
import type { Organizations } from '../../platform/organizations/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { peopleFailures } from './failures.ts'

/** What the operations about people need. */
export interface PeopleDeps {
  db: Postgres
  audit: Audit
  keys: Keys
  members: Members
  organizations: Organizations
  sessions: Sessions
  /** Undefined where no mail server is set: whoever invites then hands the link over. */
  mail: Mail | undefined
  /** Address at which clients reach the service. */
  baseUrl: string
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<PeopleDeps, keyof typeof peopleFailures.kinds>(
  'people',
  {
    worksRestricted: true,
    area: 'people',
    failures: peopleFailures,
  },
)
export const tag = 'Additions'

import type { Blobs } from '../store/blobs/index.ts'
import type { Audit } from './audit/index.ts'
import type { Downloads } from './downloads/index.ts'
import type { Events } from './events/index.ts'
import type { Exports } from './exports/index.ts'
import type { IdempotencyStore } from './idempotency/index.ts'
import type { Jobs } from './jobs/index.ts'
import type { Keys } from './keys/index.ts'
import type { CreditLedger } from './ledger/index.ts'
import type { Limits } from './limits/index.ts'
import type { Lists } from './lists/index.ts'
import type { Mail } from './mail/index.ts'
import type { Members, Sessions } from './members/index.ts'
import type { OAuth } from './oauth/index.ts'
import type { Organizations } from './organizations/index.ts'
import type { Outbound } from './outbound/index.ts'
import type { PersonalStore, Suppressions } from './privacy/index.ts'
import type { RecordReads } from './record-reads/index.ts'
import type { Requests } from './requests/index.ts'
import type { Schedules } from './schedules/index.ts'
import type { SignUp } from './sign-up/index.ts'
import type { Subscriptions } from './subscriptions/index.ts'
import type { Uploads } from './uploads/index.ts'
import type { Webhooks } from './webhooks/index.ts'

/** The services every capability uses. */
export interface Platform {
  audit: Audit
  mail: Mail
  keys: Keys
  oauth: OAuth
  ledger: CreditLedger
  limits: Limits
  organizations: Organizations
  idempotency: IdempotencyStore
  requests: Requests
  recordReads: RecordReads
  subscriptions: Subscriptions
  events: Events
  jobs: Jobs
  schedules: Schedules
  lists: Lists
  members: Members
  sessions: Sessions
  signUp: SignUp
  webhooks: Webhooks
  outbound: Outbound
  blobs: Blobs
  uploads: Uploads
  downloads: Downloads
  exports: Exports
  suppressions: Suppressions
  /** All stores that must forget a suppressed person. */
  personal: readonly PersonalStore[]
}

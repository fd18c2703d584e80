import type { Clock } from '../../lib/clock.ts'
import type { Registry } from '../../operation/index.ts'
import { accountFailures } from './failures.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Installation } from '../../platform/telemetry/index.ts'
import type { Organizations } from '../../platform/organizations/index.ts'
import type { SignUp } from '../../platform/sign-up/index.ts'
import type { Requests } from '../../platform/requests/index.ts'
import type { UsageFilter, UsageRow } from '../../platform/usage/index.ts'
import { prepareSlice } from '../define-slice.ts'

/** What the account operations need. */
export interface AccountDeps {
  ledger: CreditLedger
  keys: Keys
  limits: Limits
  organizations: Organizations
  requests: Requests
  signUp: SignUp
  /** Whether somebody belongs or belonged to an organization. */
  hasMember(organizationId: string, memberId: string): Promise<boolean>
  readUsage(filter: UsageFilter): Promise<UsageRow[]>
  registry: Registry
  clock: Clock
  installation: Installation
  /** Address at which clients reach the service. */
  baseUrl: string
  /** Seals cursors. */
  secret: Buffer
}

export const keysTag = 'API keys and requests'
export const billingTag = 'Account and billing'

export const { operation, defineSlice } = prepareSlice<AccountDeps, keyof typeof accountFailures.kinds>(
  'account',
  {
    worksRestricted: true,
    area: 'account',
    areaByTag: { [keysTag]: 'keys' },
    failures: accountFailures,
  },
)

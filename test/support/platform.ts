import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { milli } from '../../src/lib/credits.ts'
import type { Log } from '../../src/lib/log.ts'
import { frozenClock, type Clock, type FrozenClock } from '../../src/lib/clock.ts'
import type { Caller } from '../../src/operation/ports.ts'
import { openIdempotency, type IdempotencyStore } from '../../src/platform/idempotency/index.ts'
import { openAudit, type Audit } from '../../src/platform/audit/index.ts'
import { openEvents, type Events } from '../../src/platform/events/index.ts'
import { openJobs, type Jobs } from '../../src/platform/jobs/index.ts'
import { openKeys, type Keys } from '../../src/platform/keys/index.ts'
import { openLedger, type CreditLedger } from '../../src/platform/ledger/index.ts'
import { openLimits, type Limits } from '../../src/platform/limits/index.ts'
import { openMail } from '../../src/platform/mail/index.ts'
import { openMembers, openSessions, type Members, type Sessions } from '../../src/platform/members/index.ts'
import { openSignUp, type SignUp } from '../../src/platform/sign-up/index.ts'
import { openOrganizations, type Organizations } from '../../src/platform/organizations/index.ts'
import {
  ledgerOnly,
  openPayments,
  openTopUps,
  type PaymentGateway,
  type Payments,
  type TopUps,
} from '../../src/platform/payments/index.ts'
import { openRequests, type Requests } from '../../src/platform/requests/index.ts'
import { openSchedules, type Schedules } from '../../src/platform/schedules/index.ts'
import { openSubscriptions, type Subscriptions } from '../../src/platform/subscriptions/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'

export interface TestPlatform {
  db: Postgres
  clock: FrozenClock
  keys: Keys
  ledger: CreditLedger
  organizations: Organizations
  members: Members
  sessions: Sessions
  signUp: SignUp
  limits: Limits
  idempotency: IdempotencyStore
  requests: Requests
  audit: Audit
  subscriptions: Subscriptions
  events: Events
  /** Nothing runs by itself: see `workNow`. The caller closes it when a job was started. */
  jobs: Jobs
  schedules: Schedules
  payments: Payments
  topUps: TopUps
}

/** All slices of the platform on one database, with a clock that stands still. */
export function openTestPlatform(
  db: Postgres,
  {
    clock = frozenClock(),
    bootId = 'boot-1',
    processor = ledgerOnly(),
    log = () => undefined,
  }: { clock?: FrozenClock; bootId?: string; processor?: PaymentGateway; log?: Log } = {},
): TestPlatform {
  const secret = Buffer.alloc(32, 7)
  const process = { instanceId: 'instance-1', bootId }
  const audit = openAudit({ db, clock, secret })
  const keys = openKeys({ db, clock, secret, audit })
  const ledger = openLedger({ db, clock, process })
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const mail = openMail({
    smtpUrl: undefined,
    from: 'Almanac <almanac@localhost>',
    clock,
    log: () => undefined,
    dataDir: join(tmpdir(), 'almanac-without-mail'),
  })
  const events = openEvents({ db, clock, checkData: true })
  const subscriptions = openSubscriptions({ db, clock, audit })
  const price = { per1000Minor: 2_000, currency: 'usd' }
  const payments = openPayments({
    db,
    clock,
    ledger,
    subscriptions,
    audit,
    processor,
    price,
    log: () => undefined,
  })
  const members = openMembers({ db, clock, secret, audit })
  const jobs = openJobs({ db, clock, ledger, events, secret, log })
  return {
    db,
    clock,
    keys,
    ledger,
    events,
    jobs,
    schedules: openSchedules({ db, clock, jobs, log: () => undefined }),
    organizations,
    members,
    sessions: openSessions({ db, clock, secret, audit, keys, members, organizations }),
    signUp: openSignUp({ db, clock, secret, audit, keys, mail, members, organizations }),
    limits: openLimits({ db, clock }),
    idempotency: openIdempotency({ db, clock, secret, process }),
    requests: openRequests({ db, clock, log: () => undefined }),
    audit,
    subscriptions,
    payments,
    topUps: openTopUps({ db, clock, organizations, payments, audit }),
  }
}

export interface TestOrganization {
  organizationId: string
  subscriptionId: string
  caller: Caller
  rawKey: string
}

/** A fresh organization with one live key, through the code paths of production. Amounts in milli-credits. */
export async function anOrg(
  platform: Pick<TestPlatform, 'organizations' | 'keys'>,
  { credits = 500_000, keyLimit = null }: { credits?: number; keyLimit?: number | null } = {},
): Promise<TestOrganization> {
  const { organization, subscriptionId } = await platform.organizations.createOrganization({
    name: `Test ${randomBytes(3).toString('hex')}`,
    credits: milli(credits),
  })
  const { record, rawKey } = await platform.keys.createKey({
    organizationId: organization.id,
    name: 'test key',
    maxCredits: keyLimit === null ? null : milli(keyLimit),
  })
  const caller: Caller = {
    organizationId: organization.id,
    keyId: record.id,
    keyPrefix: record.prefix,
    mode: 'live',
  }
  return { organizationId: organization.id, subscriptionId, caller, rawKey }
}

/** A sandbox key of an organization. */
export async function aSandboxKey(
  platform: Pick<TestPlatform, 'organizations' | 'keys'>,
  organizationId: string,
): Promise<{ rawKey: string; keyId: string; sandboxId: string }> {
  const sandboxId = await platform.organizations.openSandbox(organizationId)
  const made = await platform.keys.createKey({ organizationId: sandboxId, name: 'sandbox key', mode: 'test' })
  return { rawKey: made.rawKey, keyId: made.record.id, sandboxId }
}

/** Far enough for any hold of a test. */
export const inOneMinute = (clock: Clock) => clock.now() + 60_000

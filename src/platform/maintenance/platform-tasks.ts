import type { IdempotencyStore } from '../idempotency/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { CreditLedger } from '../ledger/index.ts'
import type { Schedules } from '../schedules/index.ts'
import type { Members, Sessions } from '../members/index.ts'
import type { SignUp } from '../sign-up/index.ts'
import type { Requests } from '../requests/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { MaintenanceTask } from './start-maintenance.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs

export interface PlatformSlices {
  ledger: CreditLedger
  idempotency: IdempotencyStore
  requests: Requests
  members: Members
  sessions: Sessions
  signUp: SignUp
  subscriptions: Subscriptions
  events: Events
  jobs: Jobs
  schedules: Schedules
}

/** The tasks of the control plane. */
export function platformTasks(slices: PlatformSlices): MaintenanceTask[] {
  const { ledger, idempotency, requests, subscriptions, events, jobs, schedules, signUp } = slices
  const { members, sessions } = slices
  return [
    { name: 'expire-holds', everyMs: 5 * secondMs, run: (nowMs) => ledger.expireHolds(nowMs) },
    // Also done at start. Again, because the server may finish a statement of a process that is already dead.
    { name: 'abandoned-holds', everyMs: 15 * secondMs, run: () => ledger.abandonHolds() },
    { name: 'abandoned-keys', everyMs: 15 * secondMs, run: () => idempotency.freeAbandoned() },
    { name: 'begin-periods', everyMs: 30 * secondMs, run: (nowMs) => subscriptions.resetDue(nowMs) },
    { name: 'purge-holds', everyMs: 10 * minuteMs, run: (nowMs) => ledger.purgeHolds(nowMs) },
    { name: 'purge-keys', everyMs: 10 * minuteMs, run: (nowMs) => idempotency.purgeExpired(nowMs) },
    { name: 'revive-jobs', everyMs: minuteMs, run: (nowMs) => jobs.revive(nowMs).then(() => 0) },
    { name: 'run-schedules', everyMs: secondMs, run: () => schedules.runDue() },
    { name: 'purge-slots', everyMs: 10 * minuteMs, run: (nowMs) => schedules.purge(nowMs) },
    { name: 'purge-jobs', everyMs: 10 * minuteMs, run: (nowMs) => jobs.purge(nowMs) },
    { name: 'purge-events', everyMs: 10 * minuteMs, run: (nowMs) => events.purge(nowMs) },
    { name: 'purge-codes', everyMs: 10 * minuteMs, run: (nowMs) => signUp.purgeCodes(nowMs) },
    { name: 'purge-sessions', everyMs: 10 * minuteMs, run: (nowMs) => sessions.purgeSessions(nowMs) },
    { name: 'purge-invitations', everyMs: 10 * minuteMs, run: (nowMs) => members.purgeInvitations(nowMs) },
    { name: 'begin-months', everyMs: 10 * secondMs, run: (nowMs) => members.beginMonths(nowMs) },
    { name: 'purge-requests', everyMs: 10 * minuteMs, run: (nowMs) => requests.purgeRequests(nowMs) },
  ]
}

import { isIPv6 } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { Admission, Limiter, RateLimit } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { createBudgets, type Budgets } from './budgets.ts'
import { openFleet } from './fleet.ts'
import { openOverrides, overrideName, type Override } from './overrides.ts'
import { openJointWindows } from './joint-windows.ts'

/** Failed authentications of one address a minute. */
const maxFailures: RateLimit = { max: 60, windowSeconds: 60 }
const maxBudgets = 100_000
const maxAddresses = 50_000
/** The part of each limit a process admits while it waits for the others to share. */
const joiningShare = 0.1
const purgeEveryMs = 600_000
/** How old the look at the other processes may be. */
const maxAgeMs = 1_000

export interface Limits extends Limiter {
  /** Requests of the running windows of operations, in their order; of this process alone while the store is away. */
  used(
    organizationId: string,
    operations: readonly { id: string; windowSeconds: number }[],
  ): Promise<number[]>
  listLimits(organizationId: string): Promise<Override[]>
  /** `max` at least 1; to stop an organization revoke its keys. Throws ForeignKeyViolation for an unknown one. */
  setLimit(override: Override, tx?: Queryable): Promise<void>
  /** Back to the operation's own limit; false when there was no other. */
  clearLimit(organizationId: string, operationId: string, tx?: Queryable): Promise<boolean>
}

export function openLimits({ db, clock }: { db: Postgres; clock: Clock }): Limits {
  const budgets = createBudgets({ clock, mostBudgets: maxBudgets })
  const addresses = createBudgets({ clock, mostBudgets: maxAddresses })
  const failures = createBudgets({ clock, mostBudgets: maxAddresses })
  const { decide, count, isFresh, refresh } = decider({ db, clock, budgets })
  const overrides = openOverrides({ db, clock })

  return {
    admit(organizationId, operationId, fallback) {
      const name = overrideName(organizationId, operationId)
      const { windowSeconds } = fallback
      const admit = (limits: ReadonlyMap<string, number>) =>
        decide(name, { max: limits.get(name) ?? fallback.max, windowSeconds })
      const limits = overrides.fresh()
      if (limits !== undefined && isFresh()) return admit(limits)
      return Promise.all([limits ?? overrides.refresh(), refresh()]).then(([now]) => admit(now))
    },
    async effective(organizationId, operationId, fallback) {
      const limits = overrides.fresh() ?? (await overrides.refresh())
      const max = limits.get(overrideName(organizationId, operationId))
      return { max: max ?? fallback.max, isCustom: max !== undefined }
    },
    async used(organizationId, operations) {
      await refresh()
      return count(
        operations.map(({ id, windowSeconds }) => ({
          name: overrideName(organizationId, id),
          windowSeconds,
        })),
      )
    },
    admitFailure: (address) => failures.admit(readNetwork(address), maxFailures),
    admitAddress: (address, operationId, limit) =>
      addresses.admit(`${readNetwork(address)} ${operationId}`, limit),
    listLimits: overrides.list,
    setLimit: overrides.set,
    clearLimit: overrides.clear,
  }
}

interface Sharing {
  clock: Clock
  budgets: Budgets
  fleet: ReturnType<typeof openFleet>
  shared: ReturnType<typeof openJointWindows>
}

/** Decides requests by this process alone, or with the others that are there. */
function decider({ db, clock, budgets }: { db: Postgres; clock: Clock; budgets: Budgets }) {
  const sharing = { clock, budgets, fleet: openFleet(db), shared: openJointWindows(db) }
  const { fleet } = sharing
  return {
    ...openLook(sharing),
    async count(windows: readonly { name: string; windowSeconds: number }[]): Promise<number[]> {
      const own = windows.map(({ name, windowSeconds }) => budgets.count(name, windowSeconds))
      if (fleet.mode !== 'sharing') return own
      const shared = windows.map(({ name, windowSeconds }) => ({ name, windowMs: windowSeconds * 1_000 }))
      const counts = await sharing.shared.counts(shared, clock.now()).catch(() => undefined)
      return counts === undefined ? own : windows.map(({ name }) => counts.get(name) ?? 0)
    },
    decide(name: string, limit: RateLimit): Admission | Promise<Admission> {
      if (fleet.mode === 'alone') return budgets.admit(name, limit)
      if (fleet.mode === 'sharing') return decideTogether(sharing, name, limit)
      const max = Math.floor(limit.max * joiningShare)
      return { ...budgets.admit(name, { ...limit, max }), max: limit.max }
    },
  }
}

/** The look at the other processes: who they are, and what each admitted. */
function openLook({ clock, budgets, fleet, shared }: Sharing) {
  let publishedMs = Number.NEGATIVE_INFINITY
  let purgedMs = clock.now()
  let refreshedMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  const isFresh = () => {
    const ageMs = clock.now() - refreshedMs
    return ageMs >= 0 && ageMs < maxAgeMs
  }

  /** One look at the other processes serves all waiting callers; while the store is away the last result holds. */
  async function refresh(): Promise<void> {
    if (isFresh()) return
    const startedMs = clock.now()
    running ??= look()
      .catch(() => {})
      .finally(() => {
        refreshedMs = startedMs
        running = undefined
      })
    await running
  }

  async function look(): Promise<void> {
    await fleet.refresh(clock.now(), async () => {
      const nowMs = clock.now()
      await shared.publish(budgets.admissions(publishedMs), nowMs)
      publishedMs = nowMs
    })
    // Alone again: the next process to appear learns the admissions in the windows.
    if (fleet.mode === 'alone') publishedMs = Number.NEGATIVE_INFINITY
    if (clock.now() - purgedMs < purgeEveryMs) return
    purgedMs = clock.now()
    await shared.purge(purgedMs)
  }

  return { isFresh, refresh }
}

/** Asks the window that all processes share. */
async function decideTogether(
  { clock, budgets, fleet, shared }: Sharing,
  name: string,
  limit: RateLimit,
): Promise<Admission> {
  const { max, windowSeconds } = limit
  try {
    const bounds = { name, max, windowMs: windowSeconds * 1000 }
    const { admitted, count, waitMs } = await shared.take(bounds, clock.now())
    if (admitted) budgets.note(name, limit)
    return {
      admitted,
      max,
      windowSeconds,
      remaining: Math.max(0, max - count),
      retryAfterSeconds: Math.ceil(waitMs / 1e3),
    }
  } catch {
    // Without the store nobody can be asked: each process takes its share.
    return { ...budgets.admit(name, { max: Math.ceil(max / fleet.size), windowSeconds }), max }
  }
}

/** One customer of a provider holds a whole /64 of IPv6: its addresses count as one. */
function readNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [left = '', right] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

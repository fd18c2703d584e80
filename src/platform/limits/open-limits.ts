import { isIPv6 } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { Limiter, RateLimit } from '../../operation/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { createBudgets } from './budgets.ts'
import { openOverrides, overrideName, type Override } from './overrides.ts'

/** Failed authentications of one address a minute. */
const FAILURES: RateLimit = { max: 60, windowSeconds: 60 }
const MOST_BUDGETS = 100_000
const MOST_ADDRESSES = 50_000

export interface Limits extends Limiter {
  listLimits(organizationId: string): Promise<Override[]>
  /** `max` at least 1; to stop an organization revoke its keys. Throws ForeignKeyViolation for an unknown one. */
  setLimit(override: Override): Promise<void>
  /** Back to the operation's own limit; false when there was no other. */
  clearLimit(organizationId: string, operationId: string): Promise<boolean>
}

export function openLimits({ db, clock }: { db: Postgres; clock: Clock }): Limits {
  const overrides = openOverrides({ db, clock })
  const budgets = createBudgets({ clock, mostBudgets: MOST_BUDGETS })
  const addresses = createBudgets({ clock, mostBudgets: MOST_ADDRESSES })
  const failures = createBudgets({ clock, mostBudgets: MOST_ADDRESSES })

  return {
    admit(organizationId, operationId, fallback) {
      const name = overrideName(organizationId, operationId)
      const admit = (known: ReadonlyMap<string, number>) =>
        budgets.admit(name, { max: known.get(name) ?? fallback.max, windowSeconds: fallback.windowSeconds })
      const known = overrides.fresh()
      return known === undefined ? overrides.refresh().then(admit) : admit(known)
    },
    async effective(organizationId, operationId, fallback) {
      const known = overrides.fresh() ?? (await overrides.refresh())
      const max = known.get(overrideName(organizationId, operationId))
      return { max: max ?? fallback.max, isCustom: max !== undefined }
    },
    admitFailure: (address) => failures.admit(networkOf(address), FAILURES),
    admitAddress: (address, operationId, limit) =>
      addresses.admit(`${networkOf(address)} ${operationId}`, limit),
    listLimits: overrides.list,
    setLimit: overrides.set,
    clearLimit: overrides.clear,
  }
}

/** One customer of a provider holds a whole /64 of IPv6: its addresses count as one. */
function networkOf(address: string): string {
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

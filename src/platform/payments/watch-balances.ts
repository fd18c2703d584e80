import type { Log } from '../../lib/log.ts'
import type { BalanceView } from '../../operation/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { listLevels, type CreditAlerts } from './credit-alerts.ts'
import type { TopUps } from './open-top-ups.ts'

/** How old the list of organizations with automatic top-up may be; the sweep finds what it misses. */
const listAgeMs = 5_000
const maxRememberedBalances = 10_000

export interface BalanceWatch {
  /** Called after every charge; never waits and never throws. */
  charged(organizationId: string, balance: BalanceView): void
  /** Forgets which organizations top up, after settings were changed. */
  refresh(): void
  /** Resolves when no check is running. */
  idle(): Promise<void>
}

/**
 * Looks after an organization when its balance may have fallen below a threshold: at most one look at a time each, and
 * one more when it was charged meanwhile. An organization without automatic top-up, at the levels already known, costs
 * nothing.
 */
export function watchBalances(settings: {
  db: Postgres
  topUps: TopUps
  alerts: CreditAlerts
  /** Monotonic or not: only for the age of a cache. */
  now(): number
  log: Log
}): BalanceWatch {
  const { db, topUps, alerts, now, log } = settings
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const levelsById = new Map<string, string>()
  const toppedUp = cacheToppedUp(db, now)

  async function look(organizationId: string, levels: string): Promise<void> {
    if ((await toppedUp.list()).has(organizationId)) await topUps.topUp(organizationId)
    if (levelsById.get(organizationId) === levels) return
    await alerts.check(organizationId)
    levelsById.delete(organizationId)
    levelsById.set(organizationId, levels)
    const oldest = levelsById.keys().next()
    if (levelsById.size > maxRememberedBalances && !oldest.done) levelsById.delete(oldest.value)
  }

  function start(organizationId: string, levels: string): void {
    const entry = { again: false, done: Promise.resolve() }
    running.set(organizationId, entry)
    entry.done = look(organizationId, levels)
      .catch((error: unknown) => {
        toppedUp.forget()
        log('balance not looked after', { level: 'error', organizationId, cause: String(error) })
      })
      .finally(() => {
        running.delete(organizationId)
        if (entry.again) start(organizationId, levels)
      })
  }

  return {
    charged(organizationId, balance) {
      const levels = listLevels(balance).join()
      const entry = running.get(organizationId)
      if (entry === undefined) start(organizationId, levels)
      else entry.again = true
    },
    refresh: toppedUp.forget,
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const idRow = rowShape({ id: column.text() })

/** The organizations with automatic top-up, at most `listAgeMs` old. */
function cacheToppedUp(db: Postgres, now: () => number) {
  let last: { atMs: number; list: Promise<ReadonlySet<string>> } | undefined
  return {
    list(): Promise<ReadonlySet<string>> {
      const ageMs = last === undefined ? Number.NaN : now() - last.atMs
      if (last !== undefined && ageMs >= 0 && ageMs < listAgeMs) return last.list
      const list = db
        .query(sql.rows(idRow)`SELECT DISTINCT organization_id AS id FROM auto_topups WHERE is_enabled`)
        .then((rows) => new Set(rows.map(({ id }) => id)))
      last = { atMs: now(), list }
      return list
    },
    forget() {
      last = undefined
    },
  }
}

import type { Clock } from '../../lib/clock.ts'
import type { MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import { UnknownSubscription } from '../ledger/index.ts'
import { periodAt } from '../organizations/index.ts'
import {
  lockCycle,
  ownedBy,
  selectDue,
  startPeriod,
  topsUpByItself,
  updateCycle,
  type Cycle,
} from './subscription-rows.ts'

const resetBatch = 200

export interface SubscriptionsSettings {
  db: Postgres
  clock: Clock
  audit: Audit
}

/** Automatic reset and automatic top-up exclude each other on one subscription. */
export class AutomaticTopUpIsOn extends Error {
  override readonly name = 'AutomaticTopUpIsOn'

  constructor(subscriptionId: string) {
    super(`automatic top-up is on for ${subscriptionId}: turn it off first`)
  }
}

/** Which subscription, and who changes it. */
export interface SubscriptionChange {
  organizationId: string
  subscriptionId: string
  by: AuditOrigin
}

/** The life of subscriptions. All methods but the two last throw UnknownSubscription. */
export interface Subscriptions {
  /** Stops spending until an early reset. */
  pause(change: SubscriptionChange): Promise<void>
  /** Ends the running period now and begins the next one, whatever the state: a paused subscription is active again. */
  reset(change: SubscriptionChange): Promise<{ lapsed: MilliCredits; granted: MilliCredits }>
  /** Sets what is given; the allocation counts from the next period on. Throws AutomaticTopUpIsOn. */
  configure(
    change: SubscriptionChange,
    settings: {
      autoReset?: boolean
      allocation?: MilliCredits
      graceDays?: number
      exportRows?: number | null
    },
  ): Promise<void>
  /** After a purchase: begins a period without an allocation if the one before has ended. Keeps what is left. */
  continueAfterPurchase(tx: Queryable, subscriptionId: string, organizationId: string): Promise<void>
  /** Begins the periods that are due; answers how many. Every period begins once, however many processes run this. */
  resetDue(nowMs: number): Promise<number>
}

export function openSubscriptions(settings: SubscriptionsSettings): Subscriptions {
  const { db, clock, audit } = settings

  async function change(
    { organizationId, subscriptionId, by }: SubscriptionChange,
    work: (tx: Queryable, cycle: Cycle) => Promise<{ action: string; detail: Record<string, unknown> }>,
  ): Promise<void> {
    await db.transact(async (tx) => {
      // The order of locks is the ledger's: balances before subscriptions, which startPeriod follows by itself.
      const cycle = await lockCycle(tx, organizationId, subscriptionId)
      if (cycle === undefined) throw new UnknownSubscription(subscriptionId)
      const { action, detail } = await work(tx, cycle)
      await audit.append(tx, { organizationId, by, action, subject: subscriptionId, detail })
    })
  }

  return {
    pause: (which) =>
      change(which, async (tx, cycle) => {
        await updateCycle(tx, { ...cycle, status: 'paused' })
        return { action: 'subscription.paused', detail: {} }
      }),
    reset: (which) => reset(settings, which),
    configure: (which, newSettings) =>
      change(which, async (tx, cycle) => {
        if (newSettings.autoReset === true && (await topsUpByItself(tx, cycle.id))) {
          throw new AutomaticTopUpIsOn(cycle.id)
        }
        await updateCycle(tx, { ...cycle, ...newSettings })
        return { action: 'subscription.configured', detail: newSettings }
      }),
    async continueAfterPurchase(tx, subscriptionId, organizationId) {
      const nowMs = clock.now()
      const cycle = await lockCycle(tx, organizationId, subscriptionId)
      if (cycle === undefined || cycle.periodResetsAt.getTime() > nowMs) return
      const { resetsMs } = periodAt(nowMs, nowMs)
      await startPeriod(tx, {
        subscriptionId,
        ofEnd: undefined,
        renew: false,
        startsMs: nowMs,
        resetsMs,
        anchorMs: nowMs,
        requestId: newId('act', clock),
        nowMs,
      })
    },
    async resetDue(nowMs) {
      const due = await selectDue(db, nowMs, resetBatch)
      let begun = 0
      for (const cycle of due) if (await resetByItself(settings, cycle, nowMs)) begun += 1
      return begun
    },
  }
}

async function reset(
  { db, clock, audit }: SubscriptionsSettings,
  { organizationId, subscriptionId, by }: SubscriptionChange,
): Promise<{ lapsed: MilliCredits; granted: MilliCredits }> {
  return db.transact(async (tx) => {
    const nowMs = clock.now()
    const { resetsMs } = periodAt(nowMs, nowMs)
    const moved = (await ownedBy(tx, organizationId, subscriptionId))
      ? await startPeriod(tx, {
          subscriptionId,
          ofEnd: undefined,
          renew: true,
          startsMs: nowMs,
          resetsMs,
          anchorMs: nowMs,
          requestId: newId('act', clock),
          nowMs,
        })
      : undefined
    if (moved === undefined) throw new UnknownSubscription(subscriptionId)
    const entry = {
      organizationId,
      by,
      action: 'subscription.reset',
      subject: subscriptionId,
      detail: { ...moved },
    }
    await audit.append(tx, entry)
    return moved
  })
}

/** Periods missed during downtime are skipped; the current one begins, once. */
async function resetByItself(
  { db, clock, audit }: SubscriptionsSettings,
  cycle: Cycle,
  nowMs: number,
): Promise<boolean> {
  const anchorMs = cycle.periodAnchor.getTime()
  const period = periodAt(anchorMs, nowMs)
  return db.transact(async (tx) => {
    const moved = await startPeriod(tx, {
      subscriptionId: cycle.id,
      ofEnd: cycle.periodResetsAt,
      renew: true,
      ...period,
      anchorMs,
      requestId: newId('act', clock),
      nowMs,
    })
    if (moved === undefined) return false
    await audit.append(tx, {
      organizationId: cycle.organizationId,
      by: { actor: 'system' },
      action: 'subscription.reset',
      subject: cycle.id,
      detail: { ...moved, automatic: true },
    })
    return true
  })
}

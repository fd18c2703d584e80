import type { Clock } from '../../lib/clock.ts'
import { toCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import { UnknownSubscription } from '../ledger/index.ts'
import type { Organizations } from '../organizations/index.ts'
import type { Payments } from './open-payments.ts'
import type { Purchase } from './purchase-rows.ts'
import {
  isFallen,
  lockTopUp,
  selectFallen,
  selectHistory,
  selectTopUps,
  upsertTopUp,
  type TopUpSettings,
} from './top-up-rows.ts'
import { topUpGapMs, topUpState, type TopUpState } from './top-up-state.ts'

const sweepBatch = 100

/** The subscription resets by itself: automatic top-up excludes that. */
export class ResetsByItself extends Error {
  override readonly name = 'ResetsByItself'
}

/** Settings as shown: those of a subscription that was never set are undefined. */
export interface TopUpView {
  subscriptionId: string
  settings: TopUpSettings | undefined
  state: TopUpState
}

export interface TopUps {
  /** One entry a subscription, the one that resets soonest first. */
  list(organizationId: string): Promise<TopUpView[]>
  /** Throws UnknownSubscription, ResetsByItself. */
  configure(settings: TopUpSettings, by: AuditOrigin): Promise<TopUpView>
  /** Buys for every subscription of the organization that is at or below its threshold; answers what it bought. */
  topUp(organizationId: string): Promise<Purchase[]>
  /** The same for all organizations: what a stopped process, a cap or a refused payment has left. */
  sweep(nowMs: number): Promise<number>
}

export interface TopUpsSettings {
  db: Postgres
  clock: Clock
  organizations: Organizations
  payments: Payments
  audit: Audit
}

export function openTopUps(settings: TopUpsSettings): TopUps {
  const { db, clock, organizations, payments } = settings

  /** Of many that find the same subscription fallen one begins a purchase; the others find it begun or the balance up. */
  async function begin(tx: Queryable, subscriptionId: string): Promise<Purchase | undefined> {
    if (!payments.isOffered) return undefined
    const nowMs = clock.now()
    const settings = await lockTopUp(tx, subscriptionId)
    if (settings === undefined || settings.creditsToBuy === null) return undefined
    const { organizationId, creditsToBuy } = settings
    const history = await selectHistory(tx, settings, nowMs)
    if (history.pending > 0 || topUpState(settings, history, nowMs).state !== 'active') return undefined
    const lastMs = history.lastDay.at(-1)?.getTime() ?? Number.NEGATIVE_INFINITY
    if (nowMs - lastMs < topUpGapMs) return undefined
    if (!(await isFallen(tx, settings, nowMs))) return undefined
    const requestId = newId('act', clock)
    const by = { actor: 'system', requestId }
    return payments.begin(tx, {
      organizationId,
      subscriptionId,
      credits: creditsToBuy,
      requestId,
      by,
      origin: 'auto-topup',
    })
  }

  async function topUpAll(fallen: { subscriptionId: string }[]): Promise<Purchase[]> {
    const bought: Purchase[] = []
    for (const { subscriptionId } of fallen) {
      const purchase = await db.transact((tx) => begin(tx, subscriptionId))
      if (purchase !== undefined) bought.push(await payments.finish(purchase))
    }
    return bought
  }

  return {
    async list(organizationId) {
      const [subscriptions, settingsRows] = await Promise.all([
        organizations.listSubscriptions(organizationId),
        selectTopUps(db, organizationId),
      ])
      const byId = new Map(settingsRows.map((one) => [one.subscriptionId, one]))
      return Promise.all(subscriptions.map(({ id }) => buildView(settings, id, byId.get(id))))
    },
    async configure(newSettings, by) {
      await configure(settings, newSettings, by)
      return buildView(settings, newSettings.subscriptionId, newSettings)
    },
    topUp: async (organizationId) =>
      topUpAll(await selectFallen(db, { organizationId, nowMs: clock.now(), most: sweepBatch })),
    async sweep(nowMs) {
      const fallen = await selectFallen(db, { organizationId: undefined, nowMs, most: sweepBatch })
      return (await topUpAll(fallen)).length
    },
  }
}

async function buildView(
  { db, clock, payments }: TopUpsSettings,
  subscriptionId: string,
  current: TopUpSettings | undefined,
): Promise<TopUpView> {
  if (current === undefined) return { subscriptionId, settings: undefined, state: { state: 'off' } }
  if (current.isEnabled && !payments.isOffered) {
    const state = { state: 'paused', reason: 'not-offered', pausedUntilMs: null } as const
    return { subscriptionId, settings: current, state }
  }
  const nowMs = clock.now()
  const { organizationId } = current
  const history = await selectHistory(db, { organizationId, subscriptionId }, nowMs)
  return { subscriptionId, settings: current, state: topUpState(current, history, nowMs) }
}

async function configure(
  { db, clock, organizations, audit }: TopUpsSettings,
  next: TopUpSettings,
  by: AuditOrigin,
): Promise<void> {
  const { organizationId, subscriptionId, isEnabled, creditThreshold, creditsToBuy, maxPerDay, maxPerMonth } =
    next
  await db.transact(async (tx) => {
    // Locked, so that automatic reset is not turned on meanwhile.
    const subscription = await organizations.lockSubscription(tx, organizationId, subscriptionId)
    if (subscription === undefined) throw new UnknownSubscription(subscriptionId)
    if (isEnabled && subscription.autoReset) throw new ResetsByItself(`${subscriptionId} resets by itself`)
    await upsertTopUp(tx, next, new Date(clock.now()))
    const detail = {
      creditThreshold: creditThreshold === null ? null : toCredits(creditThreshold),
      creditsToBuy: creditsToBuy === null ? null : toCredits(creditsToBuy),
      isEnabled,
      maxPerDay,
      maxPerMonth,
    }
    await audit.append(tx, {
      organizationId,
      by,
      action: 'topup.configured',
      subject: subscriptionId,
      detail,
    })
  })
}

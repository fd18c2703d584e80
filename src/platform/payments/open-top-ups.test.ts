import { beforeAll, describe, expect, it } from 'vitest'
import { milli, minus, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { AutomaticTopUpIsOn } from '../subscriptions/index.ts'
import { openCreditAlerts } from './credit-alerts.ts'
import { ResetsByItself } from './open-top-ups.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { watchBalances } from './watch-balances.ts'
import { hourMs } from '../../lib/time.ts'

const by = { actor: 'key:k' }
let platform: TestPlatform
let spending: Spending
let isDeclined = false
let isSlow = false

/** The built-in processor, which can be told to refuse. */
const processor: PaymentGateway = {
  id: 'ledger-only',
  notice: 'test',
  charge: async ({ purchaseId: reference }) => {
    if (isDeclined) return { state: 'failed', reference: null, reason: 'card_declined' }
    return { state: isSlow ? 'pending' : 'succeeded', reference }
  },
  lookUp: async ({ purchaseId }) => ({ state: 'succeeded', reference: purchaseId }),
  attach: async () => {
    throw new Error('not used')
  },
  readNotice: () => undefined,
}

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase({ poolSize: 16 }), { processor })
  spending = spendingOn(platform)
})

const of = ({ organizationId, subscriptionId }: TestOrganization) => ({ organizationId, subscriptionId })
const configure = (
  org: TestOrganization,
  more: {
    maxPerDay?: number
    maxPerMonth?: number
    isEnabled?: boolean
    creditThreshold?: MilliCredits
  } = {},
) =>
  platform.topUps.configure(
    {
      ...of(org),
      isEnabled: true,
      creditThreshold: milli(1e4),
      creditsToBuy: milli(1e6),
      maxPerDay: null,
      maxPerMonth: null,
      ...more,
    },
    by,
  )
async function spend(org: TestOrganization, units: number): Promise<void> {
  const request = spending.ask(org, companies(units))
  const hold = await spending.held(request)
  await platform.ledger.settle({ ...request, hold, lines: request.lines })
}
const topUps = async (org: TestOrganization) =>
  (await platform.payments.listPurchases(org.organizationId, 100)).filter(
    ({ origin }) => origin === 'auto-topup',
  )
/** Spends down to the threshold and lets the top-up look. */
async function fall(org: TestOrganization): Promise<number> {
  const { available } = await platform.ledger.balance(org.organizationId)
  await spend(org, toCredits(minus(available, milli(10_000))))
  return (await platform.topUps.topUp(org.organizationId)).length
}

describe('automatic top-up', () => {
  it('buys exactly once when 500 charges at once cross the threshold', async () => {
    const org = await anOrg(platform, { credits: 505_000 })
    await configure(org)
    const balances = watchBalances({
      db: platform.db,
      topUps: platform.topUps,
      alerts: { check: async () => [], sweep: async () => 0 },
      now: () => 0,
      log: (message, detail) => {
        throw new Error(`${message} ${JSON.stringify(detail)}`)
      },
    })
    platform.ledger.watch((organizationId, balance) => balances.charged(organizationId, balance))
    await Promise.all(Array.from({ length: 500 }, () => spend(org, 1)))
    await balances.idle()
    platform.ledger.watch(() => undefined)
    expect(await topUps(org)).toMatchObject([{ state: 'succeeded', credits: 1_000_000 }])
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 1_005_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('buys once when many processes look at the same moment', async () => {
    // Many rounds: whoever looks while a purchase ends must see it either as pending or in the balance.
    for (let round = 0; round < 25; round++) {
      const org = await anOrg(platform, { credits: 10_000 })
      await configure(org)
      const bought = await Promise.all(
        Array.from({ length: 12 }, () => platform.topUps.topUp(org.organizationId)),
      )
      expect(bought.flat()).toHaveLength(1)
    }
  })

  it('does not count what running requests hold as spent', async () => {
    const org = await anOrg(platform, { credits: 15_000 })
    await configure(org)
    const hold = await spending.held(spending.ask(org, companies(15)))
    expect(await platform.topUps.topUp(org.organizationId)).toEqual([])
    await platform.ledger.release(hold)
  })

  it('stops at the daily cap until the rolling 24 hours have passed; manual purchases never count', async () => {
    verifies('auto-topup.max-per-day', 'auto-topup.daily-cap-pauses', 'auto-topup.manual-purchases-uncounted')
    verifies('auto-topup.counts-not-money')
    const org = await anOrg(platform, { credits: 20_000 })
    await configure(org, { maxPerDay: 2 })
    for (let i = 0; i < 3; i++) {
      await platform.payments.buy({ ...of(org), credits: milli(1_000_000 + i), requestId: `m${i}`, by })
    }
    const balance = await platform.ledger.balance(org.organizationId)
    await platform.ledger.revoke({
      ...of(org),
      amount: minus(balance.available, milli(20_000)),
      requestId: 'down',
    })
    expect(await fall(org)).toBe(1)
    platform.clock.advance(hourMs)
    expect(await fall(org)).toBe(1)
    expect(await fall(org)).toBe(0)
    const [view] = await platform.topUps.list(org.organizationId)
    const firstMs = (await topUps(org)).at(-1)?.createdAt.getTime() ?? 0
    expect(view?.state).toEqual({
      state: 'paused',
      reason: 'daily-cap',
      pausedUntilMs: firstMs + 24 * hourMs,
    })
    platform.clock.advance(23 * hourMs - 1)
    expect(await platform.topUps.topUp(org.organizationId)).toHaveLength(0)
    platform.clock.advance(1)
    expect(await platform.topUps.topUp(org.organizationId)).toHaveLength(1)
    expect(await fall(org)).toBe(0)
  })

  it('stops at the monthly cap until the next UTC calendar month', async () => {
    verifies('auto-topup.max-per-month', 'auto-topup.monthly-cap-pauses')
    const org = await anOrg(platform, { credits: 20_000 })
    await configure(org, { maxPerMonth: 1 })
    expect(await fall(org)).toBe(1)
    expect(await fall(org)).toBe(0)
    const now = new Date(platform.clock.now())
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    platform.clock.advance(next - 1 - platform.clock.now())
    expect(await platform.topUps.topUp(org.organizationId)).toHaveLength(0)
    platform.clock.advance(1)
    expect(await platform.topUps.sweep(platform.clock.now())).toBeGreaterThan(0)
    expect(await topUps(org)).toHaveLength(2)
  })

  it('never reactivates a paused subscription and buys nothing for it', async () => {
    verifies('auto-topup.never-reactivates')
    const org = await anOrg(platform, { credits: 5_000 })
    await configure(org)
    await platform.subscriptions.pause({ ...of(org), by })
    await platform.topUps.sweep(platform.clock.now())
    expect(await topUps(org)).toEqual([])
    const [subscription] = await platform.organizations.listSubscriptions(org.organizationId)
    expect(subscription?.status).toBe('paused')
  })

  it('without caps buys once a minute, however often the balance is at the threshold', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    // No purchase reaches it.
    await configure(org, { creditThreshold: milli(1_000_000_000) })
    const bought = async () => {
      let count = 0
      for (let look = 0; look < 5; look++) count += (await platform.topUps.topUp(org.organizationId)).length
      return count
    }
    expect(await bought()).toBe(1)
    platform.clock.advance(59_999)
    expect(await bought()).toBe(0)
    expect(await platform.topUps.list(org.organizationId)).toMatchObject([{ state: { state: 'active' } }])
    platform.clock.advance(1)
    expect(await bought()).toBe(1)
  })

  it('waits with the next purchase until the last one is settled', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await configure(org)
    isSlow = true
    const looks = await Promise.all([1, 2, 3].map(() => platform.topUps.topUp(org.organizationId)))
    isSlow = false
    expect(looks.flat()).toMatchObject([{ state: 'pending' }])
    platform.clock.advance(25 * hourMs)
    expect(await platform.topUps.topUp(org.organizationId)).toEqual([])
    await platform.payments.reconcile(platform.clock.now())
    expect(await topUps(org)).toMatchObject([{ state: 'succeeded' }])
    expect((await platform.ledger.balance(org.organizationId)).available).toBe(1_010_000)
    expect(await fall(org)).toBe(1)
  })

  it('waits an hour after a refused payment', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await configure(org)
    isDeclined = true
    await platform.topUps.topUp(org.organizationId)
    isDeclined = false
    expect(await platform.topUps.topUp(org.organizationId)).toEqual([])
    platform.clock.advance(hourMs)
    expect(await platform.topUps.topUp(org.organizationId)).toHaveLength(1)
    expect((await topUps(org)).map(({ state }) => state)).toEqual(['succeeded', 'failed'])
  })

  it('and automatic reset exclude each other on one subscription, whoever comes first', async () => {
    verifies('auto-topup.excludes-cycle-reset')
    const [org, other] = [await anOrg(platform), await anOrg(platform)]
    await configure(org)
    const which = { ...of(org), by }
    await expect(platform.subscriptions.configure(which, { autoReset: true })).rejects.toThrow(
      AutomaticTopUpIsOn,
    )
    await platform.subscriptions.configure({ ...of(other), by }, { autoReset: true })
    await expect(configure(other)).rejects.toThrow(ResetsByItself)
    await configure(org, { isEnabled: false })
    await platform.subscriptions.configure(which, { autoReset: true })
    const racing = await anOrg(platform)
    const outcomes = await Promise.allSettled([
      configure(racing),
      platform.subscriptions.configure({ ...of(racing), by }, { autoReset: true }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('low credit alerts', () => {
  it('tell of each level once a fall, and again after the next one', async () => {
    const org = await anOrg(platform, { credits: 2_000_000 })
    const told: { type: string; data: object }[] = []
    const mails: string[] = []
    const alerts = openCreditAlerts({
      db: platform.db,
      clock: platform.clock,
      ledger: platform.ledger,
      log: () => undefined,
      mail: {
        send: async ({ to, subject }) => void mails.push(`${to}: ${subject}`),
        sendLate: async () => undefined,
        close: () => undefined,
      },
      recipients: async () => ['billing@customer.example'],
      events: {
        append: async (_tx, { key }, { data }) =>
          void told.push({
            type: key,
            data,
          }),
      },
      moreCredits: 'http://almanac.test/billing',
    })
    const look = () => Promise.all([1, 2, 3].map(() => alerts.check(org.organizationId)))
    await look()
    expect(told).toEqual([])
    await spend(org, 1_500)
    await look()
    expect(told).toMatchObject([{ type: 'credits.low', data: { level: '500', available_credits: 500 } }])
    await spend(org, 300)
    await look()
    expect(told.slice(1)).toMatchObject([{ data: { level: '10%', available_credits: 200 } }])
    expect(mails).toEqual([
      'billing@customer.example: 500 credits are left',
      'billing@customer.example: 200 credits are left',
    ])
    await platform.ledger.grant({ ...of(org), amount: milli(3_000_000), requestId: 'more' })
    await alerts.sweep(platform.clock.now())
    expect(told).toHaveLength(2)
    await spend(org, 2_700)
    await alerts.sweep(platform.clock.now())
    expect(told.slice(2)).toMatchObject([{ data: { level: '500' } }, { data: { level: '10%' } }])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { spendingOn, type Spending } from '../../../test/support/spending.ts'
import { UnknownSubscription } from '../ledger/index.ts'
import { dayMs } from '../../lib/time.ts'

const by = { actor: 'operator:test' }
let platform: TestPlatform
let spending: Spending

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  spending = spendingOn(platform)
})

const of = ({ organizationId, subscriptionId }: TestOrganization) => ({ organizationId, subscriptionId, by })
const entry = async (org: TestOrganization) => {
  const [balance] = await platform.ledger.subscriptionBalances(org.organizationId)
  return balance
}
const spend = async (org: TestOrganization, units: number) => {
  const request = spending.ask(org, [{ key: 'companySearchResult', units }])
  const hold = await spending.held(request)
  await platform.ledger.settle({ ...request, hold, lines: request.lines })
  return request.requestId
}
/** To `ms` after the end of the subscription's period. */
async function toEnd(org: TestOrganization, ms: number): Promise<void> {
  const resets = (await entry(org))?.usagePeriodResetsOn.getTime() ?? 0
  platform.clock.advance(resets + ms - platform.clock.now())
}
const canSpend = async (org: TestOrganization) =>
  (await platform.ledger.hold(spending.ask(org, [{ key: 'companySearchResult', units: 1 }]))).ok

describe('a period that ends', () => {
  it('leaves 14 days of grace, to the millisecond, and then restricts', async () => {
    verifies('subscription.grace', 'subscription.after-grace')
    const org = await anOrg(platform, { credits: 10_000 })
    await toEnd(org, 14 * dayMs - 1)
    expect(await canSpend(org)).toBe(true)
    platform.clock.advance(1)
    const request = spending.ask(org, [{ key: 'companySearchResult', units: 1 }])
    expect(await platform.ledger.hold(request)).toMatchObject({ ok: false, reason: 'restricted' })
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 0,
      allocation: 0,
      restricted: true,
    })
  })

  it('is followed by the next one where that is set, once for all processes', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await platform.subscriptions.configure(of(org), { autoReset: true })
    await spend(org, 4)
    await platform.ledger.grant({ ...of(org), amount: milli(3_000), requestId: 'gift' })
    await toEnd(org, -1)
    await platform.subscriptions.resetDue(platform.clock.now())
    expect(await entry(org)).toMatchObject({ max: 13_000, used: 4_000, available: 9_000 })
    platform.clock.advance(1)
    const nowMs = platform.clock.now()
    const other = openTestPlatform(platform.db, { clock: platform.clock, bootId: 'boot-2' })
    const begun = await Promise.all(
      [platform, other, platform, other].map(({ subscriptions }) => subscriptions.resetDue(nowMs)),
    )
    expect(begun.reduce((sum, one) => sum + one)).toBe(1)
    // 6 of the allocation lapse; the 3 that were added stay; 10 are new.
    expect(await entry(org)).toMatchObject({ max: 13_000, used: 0, available: 13_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
    // Three months without a process: one period begins, that of now.
    await toEnd(org, 70 * dayMs)
    expect(await platform.subscriptions.resetDue(platform.clock.now())).toBe(1)
    expect(await entry(org)).toMatchObject({ max: 13_000, available: 13_000 })
    expect((await entry(org))?.usagePeriodResetsOn.getTime()).toBeGreaterThan(platform.clock.now())
  })
})

describe('a paused subscription', () => {
  it('cannot be spent from until an early reset makes it active with a fresh period', async () => {
    verifies('subscription.early-reset')
    const org = await anOrg(platform, { credits: 10_000 })
    await spend(org, 7)
    await platform.subscriptions.pause(of(org))
    expect(await canSpend(org)).toBe(false)
    await toEnd(org, 3 * dayMs)
    await platform.subscriptions.resetDue(platform.clock.now())
    expect(await entry(org)).toMatchObject({ status: 'paused', max: 10_000, used: 7_000 })
    const moved = await platform.subscriptions.reset(of(org))
    expect(moved).toEqual({ lapsed: 3_000, granted: 10_000 })
    expect(await entry(org)).toMatchObject({ status: 'active', max: 10_000, used: 0, available: 10_000 })
    expect(await canSpend(org)).toBe(true)
    const actions: string[] = []
    for await (const one of platform.audit.list(org.organizationId)) actions.push(one.action)
    expect(actions.filter((action) => action.startsWith('subscription.'))).toEqual([
      'subscription.paused',
      'subscription.reset',
    ])
  })
})

describe('a refund', () => {
  it('of an earlier period adds to the credit of the running one and does not lapse with it', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const requestId = await spend(org, 4)
    platform.clock.advance(1)
    await platform.subscriptions.reset(of(org))
    await spend(org, 1)
    const { organizationId } = org
    await platform.ledger.refundRequest({
      organizationId,
      refunds: requestId,
      requestId: 'act',
      amount: milli(2_500),
    })
    expect(await entry(org)).toMatchObject({ max: 12_500, used: 1_000, available: 11_500 })
    await platform.subscriptions.reset(of(org))
    expect(await entry(org)).toMatchObject({ max: 12_500, used: 0, available: 12_500 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it.each([
    ['of the allocation', 4, 4_000],
    ['beyond the allocation', 12, 3_000],
  ])('of the running period stays at its reset: %s', async (_, units, amount) => {
    const org = await anOrg(platform, { credits: 10_000 })
    await platform.ledger.grant({ ...of(org), amount: milli(5_000), requestId: 'gift' })
    const requestId = await spend(org, units)
    const { organizationId } = org
    await platform.ledger.refundRequest({
      organizationId,
      refunds: requestId,
      requestId: 'act',
      amount: milli(amount),
    })
    // Spent was the allocation first: what was added and what was given back are what stays.
    const staying = Math.min(5_000, 15_000 - units * 1_000) + amount
    await platform.subscriptions.reset(of(org))
    expect(await entry(org)).toMatchObject({ used: 0, available: 10_000 + staying })
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
  })

  it('given back and spent again is allocation no more', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const requestId = await spend(org, 4)
    const { organizationId } = org
    await platform.ledger.refundRequest({
      organizationId,
      refunds: requestId,
      requestId: 'act',
      amount: milli(4_000),
    })
    await spend(org, 8)
    await platform.subscriptions.reset(of(org))
    expect(await entry(org)).toMatchObject({ available: 12_000 })
  })

  it('and a grant after a revocation stay', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await platform.ledger.revoke({ ...of(org), amount: milli(6_000), requestId: 'act' })
    await platform.ledger.grant({ ...of(org), amount: milli(2_000), requestId: 'gift' })
    await platform.subscriptions.reset(of(org))
    expect(await entry(org)).toMatchObject({ available: 12_000 })
  })

  it('of the running period makes its usage less', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const requestId = await spend(org, 4)
    const { organizationId } = org
    await platform.ledger.refundRequest({
      organizationId,
      refunds: requestId,
      requestId: 'act',
      amount: milli(1_500),
    })
    expect(await entry(org)).toMatchObject({ max: 10_000, used: 2_500, available: 7_500 })
  })
})

it("another organization's subscription is like an unknown one", async () => {
  const [org, other] = [await anOrg(platform), await anOrg(platform)]
  const foreign = { ...of(org), subscriptionId: other.subscriptionId }
  await expect(platform.subscriptions.pause(foreign)).rejects.toThrow(UnknownSubscription)
  await expect(platform.subscriptions.reset(foreign)).rejects.toThrow(UnknownSubscription)
})

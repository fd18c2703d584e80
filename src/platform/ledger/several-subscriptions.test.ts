import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { HoldGone } from './charging.ts'
import { NotEnoughCredits } from './postings.ts'

let platform: TestPlatform
let spending: Spending

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  spending = spendingOn(platform)
})

describe('several subscriptions', () => {
  async function twoSubscriptions(first: number, second: number) {
    const org = await anOrg(platform, { credits: first })
    platform.clock.advance(86_400_000)
    const later = await platform.organizations.addSubscription(org.organizationId, milli(second))
    const left = async () =>
      Object.fromEntries(
        (await platform.ledger.subscriptionBalances(org.organizationId)).map((one) => [
          one.subscriptionId === later ? 'later' : 'sooner',
          one.available,
        ]),
      )
    return { org, later, left }
  }

  it('pays from the one that resets soonest, and what is missing from the next', async () => {
    const { org, left } = await twoSubscriptions(3_000, 10_000)
    await spending.held(spending.ask(org, companies(2)))
    expect(await left()).toEqual({ sooner: 1_000, later: 10_000 })
    await spending.held(spending.ask(org, companies(2)))
    expect(await left()).toEqual({ sooner: 0, later: 9_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('captures from the first one on, and gives back to each what is its own', async () => {
    const { org, left } = await twoSubscriptions(3_000, 10_000)
    const request = spending.ask(org, companies(8))
    const hold = await spending.held(request)
    expect(hold.amount).toBe(8_000)
    expect(await left()).toEqual({ sooner: 0, later: 5_000 })
    const settled = await platform.ledger.settle({ ...request, hold, lines: companies(4) })
    expect(settled).toMatchObject({ charged: 4_000, balance: { available: 9_000 } })
    expect(await left()).toEqual({ sooner: 0, later: 9_000 })
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(4) })).rejects.toThrow(HoldGone)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('refunds a request to where it was charged, what was drawn on last first', async () => {
    const { org, left } = await twoSubscriptions(3_000, 10_000)
    const request = spending.ask(org, companies(5))
    const hold = await spending.held(request)
    await platform.ledger.settle({ ...request, hold, lines: companies(5) })
    expect(await left()).toEqual({ sooner: 0, later: 8_000 })
    const refund = { organizationId: org.organizationId, refunds: request.requestId, requestId: 'act_1' }
    await platform.ledger.refundRequest({ ...refund, amount: milli(4_000) })
    expect(await left()).toEqual({ sooner: 2_000, later: 10_000 })
    await expect(platform.ledger.refundRequest({ ...refund, amount: milli(1_001) })).rejects.toThrow(
      NotEnoughCredits,
    )
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('gives a hold back in all its parts, released or left to expire', async () => {
    const { org, left } = await twoSubscriptions(3_000, 10_000)
    await platform.ledger.release(await spending.held(spending.ask(org, companies(8))))
    expect(await left()).toEqual({ sooner: 3_000, later: 10_000 })
    const hold = await spending.held(spending.ask(org, companies(8)))
    platform.clock.advance(120_000)
    await platform.ledger.expireHolds(platform.clock.now())
    expect(await left()).toEqual({ sooner: 3_000, later: 10_000 })
    await platform.ledger.release(hold)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('neither blocks nor breaks under spenders of both at once', async () => {
    const { org } = await twoSubscriptions(30_000, 30_000)
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const request = spending.ask(org, companies(4))
        const outcome = await platform.ledger.hold(request)
        if (!outcome.ok) return
        if (index % 3 === 0) await platform.ledger.release(outcome.hold)
        else await platform.ledger.settle({ ...request, hold: outcome.hold, lines: companies(index % 5) })
      }),
    )
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('sums them up in the balance, and leaves out a paused one', async () => {
    const { org, later } = await twoSubscriptions(3_000, 10_000)
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 13_000,
      allocation: 13_000,
    })
    await platform.db.query(sql`UPDATE subscriptions SET status = 'paused' WHERE id = ${later}`)
    expect(await platform.ledger.balance(org.organizationId)).toEqual({ available: 3_000, allocation: 3_000 })
    expect(await platform.ledger.hold(spending.ask(org, companies(4)))).toMatchObject({
      ok: false,
      reason: 'out-of-credits',
    })
  })
})

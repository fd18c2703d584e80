import { beforeAll, describe, expect, it } from 'vitest'
import { milli, noCredits } from '../../lib/credits.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { HoldGone } from './charging.ts'
import { NotEnoughCredits, UnknownSubscription } from './postings.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

let platform: TestPlatform
let spending: Spending

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  spending = spendingOn(platform)
})

describe('crashes', () => {
  it('gives back holds whose time is over, and those only', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    // What the tests before left behind.
    await platform.ledger.expireHolds(platform.clock.now() + 120_000)
    const request = spending.ask(org, companies(2), { expiresAtMs: platform.clock.now() + 1_000 })
    const hold = await spending.held(request)
    const longer = await spending.held(spending.ask(org, companies(3)))
    expect(await platform.ledger.expireHolds(platform.clock.now())).toBe(0)
    platform.clock.advance(1_000)
    expect(await platform.ledger.expireHolds(platform.clock.now())).toBe(1)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 7_000 })
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(1) })).rejects.toThrow(HoldGone)
    await platform.ledger.release(longer)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('gives back at start the holds of a boot that died, not those of other instances or of itself', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await spending.held(spending.ask(org, companies(2)))
    const next = openTestPlatform(platform.db, { clock: platform.clock, bootId: 'boot-2' })
    const own = await next.ledger.hold(spending.ask(org, companies(3)))
    await platform.db.query(
      sql`UPDATE ledger_holds SET instance_id = 'elsewhere' WHERE organization_id <> ${org.organizationId}`,
    )
    expect(await next.ledger.abandonHolds()).toBe(1)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 7_000 })
    expect(
      own.ok && (await next.ledger.settle({ ...spending.ask(org, []), hold: own.hold, lines: companies(3) })),
    ).toMatchObject({
      charged: 3_000,
    })
  })

  it('keeps rows of closed holds for a week, and open ones for ever', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await platform.ledger.release(await spending.held(spending.ask(org, companies(1))))
    await spending.held(spending.ask(org, companies(2)))
    const week = 7 * 86_400_000
    const rows = async () =>
      (await platform.db.query(sql`SELECT FROM ledger_holds WHERE organization_id = ${org.organizationId}`))
        .length
    await platform.ledger.purgeHolds(platform.clock.now() + week - 1)
    expect(await rows()).toBe(2)
    await platform.ledger.purgeHolds(platform.clock.now() + week + 1)
    expect(await rows()).toBe(1)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })
})

describe("operators' entries", () => {
  it('grant, refund and revoke move between the accounts and never below zero', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(4))
    await platform.ledger.settle({ ...request, hold: await spending.held(request), lines: companies(4) })
    const act = { organizationId: org.organizationId, subscriptionId: org.subscriptionId, requestId: 'act_1' }
    await platform.ledger.grant({ ...act, amount: milli(1_000) })
    await platform.ledger.refund({ ...act, amount: milli(500) })
    await platform.ledger.revoke({ ...act, amount: milli(2_000) })
    expect(await platform.ledger.subscriptionBalances(org.organizationId)).toMatchObject([
      { available: 5_500, used: 3_500, held: 0, max: 9_000 },
    ])
    await expect(platform.ledger.revoke({ ...act, amount: milli(5_501) })).rejects.toThrow(NotEnoughCredits)
    await expect(platform.ledger.refund({ ...act, amount: milli(3_501) })).rejects.toThrow(NotEnoughCredits)
    await expect(platform.ledger.grant({ ...act, amount: noCredits })).rejects.toThrow(RangeError)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('refund a request at most what it was charged, and its key gets the room back', async () => {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 4_000 })
    const request = spending.ask(org, companies(4))
    await platform.ledger.settle({ ...request, hold: await spending.held(request), lines: companies(4) })
    expect(await platform.ledger.chargedSubscription(org.organizationId, request.requestId)).toBe(
      org.subscriptionId,
    )
    const refund = { ...org, requestId: 'act_2', refunds: request.requestId }
    await platform.ledger.refund({ ...refund, amount: milli(3_000) })
    await expect(platform.ledger.refund({ ...refund, amount: milli(1_001) })).rejects.toMatchObject({
      reachable: 1_000,
    })
    expect(await spending.creditsUsed(org)).toBe(1_000)
    expect(await spending.held(spending.ask(org, companies(3)))).toMatchObject({ amount: 3_000 })
  })

  it("do not reach another organization's subscription", async () => {
    const [mine, other] = [await anOrg(platform), await anOrg(platform)]
    const posting = { ...mine, subscriptionId: other.subscriptionId, amount: milli(1), requestId: 'act_3' }
    await expect(platform.ledger.grant(posting)).rejects.toThrow(UnknownSubscription)
  })
})

describe('the journal', () => {
  it('can only be added to, by whatever session', async () => {
    verifies('promise.ledger.append-only')
    const org = await anOrg(platform)
    const statements = [
      sql`UPDATE ledger_transfers SET amount = 1`,
      sql`UPDATE ledger_transfers SET note = 'x' WHERE organization_id = ${org.organizationId}`,
      sql`DELETE FROM ledger_transfers WHERE organization_id = ${org.organizationId}`,
      sql`TRUNCATE ledger_transfers`,
      sql`TRUNCATE subscriptions CASCADE`,
    ]
    for (const statement of statements)
      await expect(platform.db.query(statement)).rejects.toThrow('append-only')
    const asReplica = platform.db.transact(async (tx) => {
      await tx.query(sql`SET LOCAL session_replication_role = replica`)
      await tx.query(sql`DELETE FROM ledger_transfers`)
    })
    await expect(asReplica).rejects.toThrow('append-only')
    expect(await spending.journal(org)).toHaveLength(1)
  })

  it('is paged through without gap or repeat', async () => {
    const org = await anOrg(platform, { credits: 1 })
    await platform.db.query(sql`
      INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
        request_id, created_at)
      SELECT ${org.organizationId}, ${org.subscriptionId}, 'issued', 'available', n, 'grant', 'act_' || n, now()
      FROM generate_series(2, 2500) AS n`)
    const amounts = (await spending.journal(org)).map(([, amount]) => amount)
    expect(amounts).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1))
    const some = await spending.transfers(org, { requestId: 'act_77' })
    expect(some.map((transfer) => transfer.amount)).toEqual([77])
  })

  it('shows up a balance that was changed behind its back', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    await spending.held(spending.ask(org, companies(2)))
    await platform.db.query(sql`
      UPDATE subscription_balances SET available = available + 5, issued = issued + 5
      WHERE subscription_id = ${org.subscriptionId}`)
    await platform.db.query(sql`DELETE FROM ledger_holds WHERE organization_id = ${org.organizationId}`)
    const { subscriptionId } = org
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([
      { subscriptionId, account: 'available', balance: 8_005, journal: 8_000 },
      { subscriptionId, account: 'holds', balance: 2_000, journal: 0 },
      { subscriptionId, account: 'issued', balance: 10_005, journal: 10_000 },
    ])
  })

  it('belongs to one organization', async () => {
    const [mine, other] = [await anOrg(platform), await anOrg(platform, { credits: 0 })]
    expect(await spending.journal(mine)).toHaveLength(1)
    expect(await spending.journal(other)).toEqual([])
  })
})

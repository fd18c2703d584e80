import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { OutOfCredits, type Hold, type HoldRequest } from '../../operation/index.ts'
import { sql, StoreUnavailable } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { insertCharge, isDeferred, type DeferredHold } from './charge-at-once.ts'

let platform: TestPlatform
let db: WatchedPostgres
let spending: Spending

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
  platform = openTestPlatform(db)
  spending = spendingOn(platform)
})

const reading = (org: TestOrganization, units: number, more: Partial<HoldRequest> = {}) =>
  spending.ask(org, companies(units), { mayDefer: true, ...more })

/** An organization whose balance was just seen, by a charge of one credit. */
async function seenOrg(options: { credits?: number; keyLimit?: number | null } = {}) {
  const org = await anOrg(platform, { credits: 1_001_000, ...options })
  const request = spending.ask(org, companies(1))
  await platform.ledger.settle({ ...request, hold: await spending.held(request), lines: companies(1) })
  return org
}

async function deferred(request: HoldRequest): Promise<DeferredHold> {
  const hold = await spending.held(request)
  expect(isDeferred(hold)).toBe(true)
  return hold as DeferredHold
}

const settle = (request: HoldRequest, hold: Hold, units: number) =>
  platform.ledger.settle({ ...request, hold, lines: companies(units) })
const availableTo = async ({ organizationId }: TestOrganization) =>
  (await platform.ledger.balance(organizationId)).available
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'charged',
    (error: unknown) => (error instanceof OutOfCredits ? error.code : error),
  )
async function spendAll(org: TestOrganization) {
  const { organizationId, subscriptionId } = org
  const amount = await availableTo(org)
  await platform.ledger.revoke({ organizationId, subscriptionId, amount, requestId: 'act_spent' })
}

describe('a hold is deferred', () => {
  it('once the caller was seen to have plenty: nothing is asked of the store before the charge', async () => {
    const org = await anOrg(platform, { credits: 1_001_000 })
    const first = reading(org, 1)
    const held = await spending.held(first)
    expect(isDeferred(held)).toBe(false)
    await settle(first, held, 1)
    const before = db.asked
    const request = reading(org, 10)
    expect(await deferred(request)).toMatchObject({
      amount: 10_000,
      unitPrices: { companySearchResult: 1_000 },
    })
    expect(db.asked).toBe(before)
  })

  it.each<[string, number, Partial<HoldRequest>]>([
    ['for work that does more than read', 1, { mayDefer: false }],
    ['for more than a hundredth of what was seen', 11, {}],
  ])('not %s', async (_why, units, more) => {
    const org = await seenOrg()
    expect(isDeferred(await spending.held(reading(org, units, more)))).toBe(false)
  })

  it('not when what was seen is old', async () => {
    const org = await seenOrg()
    platform.clock.advance(10_000)
    expect(isDeferred(await spending.held(reading(org, 1)))).toBe(false)
  })
})

describe('a deferred hold', () => {
  it('is charged in one statement, with the entries that hold and charge leave', async () => {
    const org = await seenOrg()
    const request = reading(org, 8)
    const hold = await deferred(request)
    const before = db.asked
    expect(await settle(request, hold, 3)).toEqual({
      charged: 3_000,
      balance: { available: 997_000, allocation: 1_001_000 },
    })
    expect(db.asked).toBe(before + 1)
    const own = await spending.transfers(org, { requestId: request.requestId })
    expect(own.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['hold', 8_000],
      ['capture', 3_000],
      ['release', 5_000],
    ])
    expect(own[1]).toMatchObject({ lines: [{ key: 'companySearchResult', units: 3, unitPrice: 1_000 }] })
    expect(await spending.creditsUsed(org)).toBe(4_000)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('of which nothing is charged writes nothing, and neither does one that is given back', async () => {
    const org = await seenOrg()
    const request = reading(org, 8)
    const hold = await deferred(request)
    const before = await spending.journal(org)
    expect(await settle(request, hold, 0)).toMatchObject({ charged: 0, balance: { available: 1_000_000 } })
    await platform.ledger.release(await deferred(reading(org, 8)))
    expect(await spending.journal(org)).toEqual(before)
  })

  it.each([0, 1])('is refused when the credit has gone meanwhile (%s units found)', async (units) => {
    const org = await seenOrg()
    const request = reading(org, 2)
    const hold = await deferred(request)
    await spendAll(org)
    const before = await spending.journal(org)
    expect(await refusal(settle(request, hold, units))).toBe('out-of-credits')
    await platform.ledger.release(hold)
    expect(await spending.journal(org)).toEqual(before)
    // From now on it is refused before it works.
    expect(await platform.ledger.hold(reading(org, 2))).toMatchObject({ ok: false, reason: 'out-of-credits' })
  })

  it('is refused when less than the worst case is left, even if the charge is covered', async () => {
    const org = await seenOrg()
    const request = reading(org, 2)
    const hold = await deferred(request)
    const { organizationId, subscriptionId } = org
    await platform.ledger.revoke({
      organizationId,
      subscriptionId,
      amount: milli(999_000),
      requestId: 'act_most',
    })
    expect(await refusal(settle(request, hold, 1))).toBe('out-of-credits')
    expect(await availableTo(org)).toBe(1_000)
  })

  it('of an answer that may be bought in part needs no more than what is delivered', async () => {
    const org = await seenOrg({ keyLimit: 4_000 })
    const page = () => reading(org, 8, { partial: true })
    const [some, more] = [page(), page()]
    const holds = [await deferred(some), await deferred(more)] as const
    expect(await settle(some, holds[0], 2)).toMatchObject({ charged: 2_000 })
    expect(await refusal(settle(more, holds[1], 3))).toBe('key-credit-limit-reached')
    await platform.ledger.release(holds[1])
    // The next page is as long as the key can pay for: it is set aside first.
    expect(await spending.held(page())).toMatchObject({ amount: 1_000 })
    expect(await spending.creditsUsed(org)).toBe(3_000)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('is refused when the key may not spend so much', async () => {
    const org = await seenOrg({ keyLimit: 2_000 })
    const request = reading(org, 2)
    expect(await refusal(settle(request, await deferred(request), 2))).toBe('key-credit-limit-reached')
    expect(await spending.creditsUsed(org)).toBe(1_000)
    expect(await platform.ledger.hold(reading(org, 2))).toMatchObject({ ok: false })
  })

  it('is never charged beyond the balance, however many there are at once', async () => {
    const org = await seenOrg({ credits: 101_000 })
    const requests = Array.from({ length: 130 }, () => reading(org, 1))
    const holds = await Promise.all(requests.map(deferred))
    const outcomes = await Promise.all(
      requests.map((each, index) => refusal(settle(each, holds[index] as Hold, 1))),
    )
    expect(outcomes.filter((outcome) => outcome === 'charged')).toHaveLength(100)
    expect(outcomes.filter((outcome) => outcome === 'out-of-credits')).toHaveLength(30)
    expect(await availableTo(org)).toBe(0)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it.each([1, 8])('leaves the rows that hold and charge leave (%s of 8 units found)', async (units) => {
    const rowsOf = async (ask: typeof reading) => {
      const org = await seenOrg({ keyLimit: 50_000 })
      const request = ask(org, 8)
      const settled = await settle(request, await spending.held(request), units)
      const of = sql`WHERE organization_id = ${org.organizationId}`
      const rows = await db.query(sql`
        SELECT 'hold' AS row, row_to_json(h)::jsonb AS told FROM ledger_holds h ${of} AND request_id = ${request.requestId}
        UNION ALL SELECT 'transfer', row_to_json(t)::jsonb FROM ledger_transfers t ${of} AND request_id = ${request.requestId}
        UNION ALL SELECT 'balance', row_to_json(b)::jsonb FROM subscription_balances b ${of}
        UNION ALL SELECT 'usage', row_to_json(u)::jsonb FROM api_key_usage u WHERE key_id = ${org.caller.keyId}`)
      const own = [org.organizationId, org.subscriptionId, org.caller.keyId, request.requestId]
      const isOwn = (name: string, value: unknown) =>
        name === 'id' || name === 'hold_id' || own.includes(value as string)
      const plain = JSON.stringify({ settled, rows }, (name, value) => (isOwn(name, value) ? name : value))
      return JSON.parse(plain) as object
    }
    expect(await rowsOf(reading)).toEqual(await rowsOf((...of) => reading(of[0], of[1], { mayDefer: false })))
  })

  it('is refused, and nothing is moved, when another request takes the room of its key at that moment', async () => {
    const org = await seenOrg({ keyLimit: 4_000 })
    const request = reading(org, 2)
    const hold = await deferred(request)
    const refused = await db.transact(async (tx) => {
      await tx.query(sql`UPDATE api_key_usage SET held = held + 2_000 WHERE key_id = ${org.caller.keyId}`)
      const charging = refusal(settle(request, hold, 1))
      // It has seen the room, drawn on the balance, and waits for this transaction.
      const isWaiting = async () =>
        (await db.query(sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`)).length >
        0
      await expect.poll(isWaiting).toBe(true)
      return () => charging
    })
    expect(await refused()).toBe('key-credit-limit-reached')
    expect(await availableTo(org)).toBe(1_000_000)
    expect(await spending.journal(org)).toHaveLength(3)
  })

  it('counts towards the tiers of its price', async () => {
    const org = await seenOrg()
    const tier = { fromUnits: 5, unitPrice: milli(500) }
    await platform.ledger.prices.setTier(org.organizationId, 'companySearchResult', tier)
    for (const price of [1_000, 500]) {
      const request = reading(org, 5)
      const hold = await deferred(request)
      expect(hold.unitPrices).toEqual({ companySearchResult: price })
      await settle(request, hold, 5)
    }
  })
})

describe('a charge at once whose answer is lost', () => {
  async function lost(absence: 'deaf' | 'away') {
    const org = await seenOrg()
    const request = reading(org, 4)
    const hold = await deferred(request)
    db[absence] = true
    await expect(settle(request, hold, 3)).rejects.toThrow(StoreUnavailable)
    db[absence] = false
    expect(await availableTo(org)).toBe(absence === 'deaf' ? 997_000 : 1_000_000)
    return { org, hold }
  }

  async function expectNothingCharged(org: TestOrganization) {
    expect(await availableTo(org)).toBe(1_000_000)
    expect(await spending.creditsUsed(org)).toBe(1_000)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  }

  it('is taken back when the failed request gives its hold back', async () => {
    const { org, hold } = await lost('deaf')
    await platform.ledger.release(hold)
    await platform.ledger.release(hold)
    await expectNothingCharged(org)
    expect((await spending.journal(org)).at(-1)).toEqual(['refund', 3_000])
  })

  it('is taken back by the next sweep when the store was away at that moment', async () => {
    const { org, hold } = await lost('deaf')
    db.away = true
    await expect(platform.ledger.release(hold)).rejects.toThrow(StoreUnavailable)
    db.away = false
    await platform.ledger.expireHolds(platform.clock.now() - 1)
    await expectNothingCharged(org)
  })

  it('is not carried out when it arrives after it was taken back', async () => {
    const { org, hold } = await lost('away')
    await platform.ledger.release(hold)
    const { organizationId } = org
    const lines = [{ key: 'companySearchResult' as const, units: 3, unitPrice: milli(1_000) }]
    const close = {
      holdId: hold.id,
      organizationId,
      charge: milli(3_000),
      lines,
      nowMs: platform.clock.now(),
    }
    const process = { instanceId: 'instance-1', bootId: 'boot-1' }
    await expect(insertCharge(db, hold, { close, process })).rejects.toThrow()
    await expectNothingCharged(org)
  })
})

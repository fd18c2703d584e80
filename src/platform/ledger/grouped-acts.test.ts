import { beforeAll, describe, expect, it } from 'vitest'
import {
  OutOfCredits,
  type Caller,
  type Hold,
  type HoldOutcome,
  type HoldRequest,
  type Settled,
} from '../../operation/index.ts'
import { milli, toCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import { sql, StoreUnavailable, UniqueViolation } from '../../store/postgres/index.ts'
import { chargedTogether, inLine } from '../../../test/support/in-line.ts'
import {
  anOrg as newOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { HoldGone } from './charging.ts'

let platform: TestPlatform
let db: WatchedPostgres
let spending: Spending

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
  platform = openTestPlatform(db)
  spending = spendingOn(platform)
})

/** An organization whose prices have been read, so that statements can be counted. */
async function anOrg(credits: number): Promise<TestOrganization> {
  const org = await newOrg(platform, { credits: credits * 1_000 })
  await platform.ledger.prices.volumePricing(org.organizationId)
  return org
}

/** A hold of which nothing is written yet, for so many units at a credit each. */
function deferred(org: TestOrganization, units: number, caller: Caller = org.caller) {
  const request: HoldRequest = spending.ask({ ...org, caller }, companies(units), { mayDefer: true })
  const unitPrices = { companySearchResult: milli(1_000) }
  const hold: Hold = {
    id: newId('hold', platform.clock),
    amount: milli(units * 1_000),
    unitPrices,
    deferred: request,
  }
  return { request, hold }
}

const settle = (held: { request: HoldRequest; hold: Hold }, units: number) =>
  platform.ledger.settle({ ...held.request, hold: held.hold, lines: companies(units) })

/** Sets `want` units aside and charges `units` of them, in one act. */
const charging = (org: TestOrganization, want: number, units = want, caller?: Caller) => {
  const held = deferred(org, want, caller)
  return () => settle(held, units)
}

const told = (outcome: PromiseSettledResult<Settled>) =>
  outcome.status === 'fulfilled'
    ? toCredits(outcome.value.balance.available)
    : outcome.reason instanceof OutOfCredits
      ? outcome.reason.code
      : (outcome.reason as Error).name

async function expectBooks(org: TestOrganization, balance: { available: number; held?: number }) {
  const { organizationId } = org
  const [found] = await platform.ledger.subscriptionBalances(organizationId)
  expect(found).toMatchObject({ available: balance.available * 1_000, held: (balance.held ?? 0) * 1_000 })
  expect(await platform.ledger.reconcile(organizationId)).toEqual([])
}

/** Another key of the organization. */
async function secondKey(org: TestOrganization, maxCredits: number): Promise<Caller> {
  const { organizationId } = org
  const { record } = await platform.keys.createKey({
    organizationId,
    name: 'second',
    maxCredits: milli(maxCredits * 1_000),
  })
  return { ...org.caller, keyId: record.id }
}

describe('charges that arrive while one is under way', () => {
  it('are one statement, one transaction and one change of the balance, with the entries that each leaves alone', async () => {
    const org = await anOrg(100)
    const before = db.asked
    const acts = [charging(org, 2), charging(org, 5, 3), charging(org, 1), charging(org, 4, 1)]
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(db.asked - before).toBe(2)
    expect(outcomes.map(told)).toEqual([98, 95, 94, 93])
    expect(await chargedTogether(platform, org.organizationId)).toEqual([{ holds: 3, statements: 1 }])
    expect(await spending.journal(org)).toEqual([
      ['grant', 100_000],
      ['hold', 2_000],
      ['capture', 2_000],
      ['hold', 5_000],
      ['capture', 3_000],
      ['release', 2_000],
      ['hold', 1_000],
      ['capture', 1_000],
      ['hold', 4_000],
      ['capture', 1_000],
      ['release', 3_000],
    ])
    expect(await spending.creditsUsed(org)).toBe(7_000)
    await expectBooks(org, { available: 93 })
  })

  it('leave the same rows as one after the other, but for ids and moments', async () => {
    const rowsOf = async ({ organizationId }: TestOrganization) => ({
      holds: await db.query(sql`
        SELECT amount, charged, state, unit_prices, operation_id, instance_id, boot_id, created_at, expires_at,
          closed_at, span_of FROM ledger_holds WHERE organization_id = ${organizationId} ORDER BY amount, charged`),
      transfers: await db.query(sql`
        SELECT debit_account, credit_account, amount, kind, operation_id, lines, note, created_at,
          hold_id IS NULL AS outside FROM ledger_transfers WHERE organization_id = ${organizationId} ORDER BY id`),
      balances: await db.query(sql`
        SELECT available, held, spent, issued FROM subscription_balances WHERE organization_id = ${organizationId}`),
      usage: await db.query(sql`
        SELECT u.used, u.held FROM api_key_usage u JOIN api_keys k ON k.id = u.key_id
        WHERE k.organization_id = ${organizationId} ORDER BY k.created_at`),
    })
    const acts = async (org: TestOrganization) => {
      const held: { request: HoldRequest; hold: Hold }[] = []
      for (const request of [7, 3, 2].map((units) => spending.ask(org, companies(units)))) {
        held.push({ request, hold: await spending.held(request) })
      }
      return [
        charging(org, 6, 2),
        () => settle(held[0]!, 4),
        charging(org, 3),
        () => settle(held[1]!, 3),
        () => settle(held[2]!, 0),
        charging(org, 2),
      ]
    }
    const [one, other] = [await anOrg(90), await anOrg(90)]
    const alone = []
    for (const act of await acts(one)) alone.push(await act())
    const together = await inLine(platform, other.organizationId, await acts(other))
    expect(together.map((outcome) => outcome.status === 'fulfilled' && outcome.value)).toEqual(alone)
    expect(await chargedTogether(platform, other.organizationId)).toEqual([{ holds: 4, statements: 1 }])
    expect(await rowsOf(other)).toEqual(await rowsOf(one))
  })

  it('are granted or refused in their order, each by what those before it left', async () => {
    const org = await anOrg(10)
    const acts = [
      charging(org, 1),
      charging(org, 4),
      charging(org, 8),
      charging(org, 5, 2),
      charging(org, 4),
      charging(org, 3),
      charging(org, 1),
    ]
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(outcomes.map(told)).toEqual([9, 5, 'out-of-credits', 3, 'out-of-credits', 0, 'out-of-credits'])
    expect(await chargedTogether(platform, org.organizationId)).toEqual([{ holds: 3, statements: 3 }])
    await expectBooks(org, { available: 0 })
  })

  it('serve exactly one of 1,000 calls on one credit, wherever it stands', async () => {
    const org = await anOrg(1)
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => Promise.allSettled([charging(org, 1)()])),
    )
    const counts = Map.groupBy(outcomes.flat().map(told), (what) => what)
    expect([...counts].map(([what, all]) => [what, all.length])).toEqual([
      [0, 1],
      ['out-of-credits', 999],
    ])
    await expectBooks(org, { available: 0 })
  })

  it('are refused by the limit of their own key alone', async () => {
    const org = await anOrg(100)
    const limited = await secondKey(org, 5)
    const acts = [
      charging(org, 1),
      charging(org, 3, 3, limited),
      charging(org, 6),
      charging(org, 3, 1, limited),
      charging(org, 2, 2, limited),
      charging(org, 9),
    ]
    const outcomes = await inLine(platform, org.organizationId, acts)
    const limit = 'key-credit-limit-reached'
    expect(outcomes.map(told)).toEqual([99, 96, 90, limit, 88, 79])
    expect(await spending.creditsUsed({ ...org, caller: limited })).toBe(5_000)
    expect(await spending.creditsUsed(org)).toBe(16_000)
    await expectBooks(org, { available: 79 })
  })

  it('draw on several subscriptions as one after the other would', async () => {
    const org = await anOrg(6)
    platform.clock.advance(86_400_000)
    const later = await platform.organizations.addSubscription(org.organizationId, milli(20_000))
    const acts = [
      charging(org, 1),
      charging(org, 2),
      charging(org, 5, 4),
      charging(org, 3),
      charging(org, 40),
    ]
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(outcomes.map(told)).toEqual([25, 23, 19, 16, 'out-of-credits'])
    expect(await chargedTogether(platform, org.organizationId)).toEqual([{ holds: 4, statements: 4 }])
    const balances = await platform.ledger.subscriptionBalances(org.organizationId)
    expect(balances.map(({ subscriptionId, available }) => [subscriptionId === later, available])).toEqual([
      [false, 0],
      [true, 16_000],
    ])
    // While the first one has enough for all, it alone is drawn on, and the answers tell of both.
    await platform.ledger.grant({ ...org, amount: milli(9_000), requestId: 'act' })
    const more = await inLine(
      platform,
      org.organizationId,
      [1, 2, 3].map((units) => charging(org, units)),
    )
    expect(more.map(told)).toEqual([24, 22, 19])
    expect(await chargedTogether(platform, org.organizationId)).toContainEqual({ holds: 2, statements: 1 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('are all refused where the subscription may not be used any more', async () => {
    const org = await anOrg(6)
    await platform.subscriptions.pause({
      organizationId: org.organizationId,
      subscriptionId: org.subscriptionId,
      by: { actor: 'operator:test' },
    })
    const outcomes = await inLine(
      platform,
      org.organizationId,
      [1, 2, 3].map((units) => charging(org, units)),
    )
    expect(outcomes.map(told)).toEqual(['restricted', 'restricted', 'restricted'])
  })
})

describe('one that fails', () => {
  it('fails alone: its neighbours are charged, in their order', async () => {
    const org = await anOrg(20)
    const gone = deferred(org, 2)
    // As after a charge whose answer was lost.
    await platform.db.query(sql`
      SELECT ledger_void(${gone.hold.id}, ${org.organizationId}, ${org.caller.keyId}, ${gone.request.requestId}, 'x',
        2000, 'instance-1', 'boot-1', ${new Date(platform.clock.now())})`)
    const acts = [
      charging(org, 1),
      charging(org, 15),
      () => settle(gone, 2),
      charging(org, 5),
      charging(org, 4),
    ]
    const before = db.asked
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(outcomes.map(told)).toEqual([19, 4, UniqueViolation.name, 'out-of-credits', 0])
    // The first, all together, and then each.
    expect(db.asked - before).toBe(6)
    await expectBooks(org, { available: 0 })
    // From then on they go together again.
    await platform.ledger.grant({ ...org, amount: milli(9_000), requestId: 'act' })
    await inLine(
      platform,
      org.organizationId,
      [1, 2, 3].map((units) => charging(org, units)),
    )
    expect(await chargedTogether(platform, org.organizationId)).toEqual([{ holds: 2, statements: 1 }])
  })

  it('of a key that does not exist leaves nothing behind', async () => {
    const org = await anOrg(20)
    const nobody = { ...org.caller, keyId: 'key_of_nobody' }
    const acts = [charging(org, 1), charging(org, 2, 2, nobody), charging(org, 3)]
    expect((await inLine(platform, org.organizationId, acts)).map(told)).toEqual([19, 'StatementFailed', 16])
    await expectBooks(org, { available: 16 })
  })

  it('closes a hold that another one has just closed', async () => {
    const org = await anOrg(20)
    const request = spending.ask(org, companies(5))
    const held = { request, hold: await spending.held(request) }
    const acts = [charging(org, 1), () => settle(held, 2), () => settle(held, 3), charging(org, 4)]
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(outcomes.map(told)).toEqual([14, 17, HoldGone.name, 13])
    await expectBooks(org, { available: 13 })
  })
})

describe('holds and settlements that arrive together', () => {
  const holding =
    (org: TestOrganization, units: number, more: Partial<HoldRequest> = {}) =>
    () =>
      platform.ledger.hold(spending.ask(org, companies(units), more))

  const toldOf = (outcome: PromiseSettledResult<HoldOutcome | Settled>) => {
    if (outcome.status === 'rejected') return (outcome.reason as Error).name
    if ('charged' in outcome.value) return toCredits(outcome.value.balance.available)
    return outcome.value.ok ? `holds ${toCredits(outcome.value.hold.amount)}` : outcome.value.reason
  }

  it('are decided in their order: what one gives back the next may hold', async () => {
    const org = await anOrg(10)
    const request = spending.ask(org, companies(8))
    const held = { request, hold: await spending.held(request) }
    const acts: (() => Promise<HoldOutcome | Settled>)[] = [
      holding(org, 1),
      holding(org, 4),
      () => settle(held, 3),
      holding(org, 4),
      holding(org, 4, { partial: true }),
      holding(org, 1),
    ]
    const outcomes = await inLine(platform, org.organizationId, acts)
    expect(outcomes.map(toldOf)).toEqual([
      'holds 1',
      'out-of-credits',
      6,
      'holds 4',
      'holds 2',
      'out-of-credits',
    ])
    await expectBooks(org, { available: 0, held: 7 })
  })

  it('take two statements for as many as there are', async () => {
    const org = await anOrg(100)
    const requests = Array.from({ length: 20 }, (_, index) => spending.ask(org, companies(1 + (index % 3))))
    const before = db.asked
    const outcomes = await inLine(
      platform,
      org.organizationId,
      requests.map((request) => () => platform.ledger.hold(request)),
    )
    const holds = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' && outcome.value.ok ? outcome.value.hold : undefined,
    )
    expect(db.asked - before).toBe(2)
    const settled = await inLine(
      platform,
      org.organizationId,
      requests.map((request, index) => () => settle({ request, hold: holds[index]! }, index % 3)),
    )
    expect(db.asked - before).toBe(4)
    expect(
      settled.map((outcome) => outcome.status === 'fulfilled' && toCredits(outcome.value.charged)),
    ).toEqual(requests.map((_, index) => index % 3))
    await expectBooks(org, { available: 100 - 19 })
  })

  it('draw on what one of them has just given back to a subscription that was empty', async () => {
    const org = await anOrg(3)
    platform.clock.advance(86_400_000)
    await platform.organizations.addSubscription(org.organizationId, milli(10_000))
    await platform.ledger.prices.volumePricing(org.organizationId)
    const request = spending.ask(org, companies(3))
    const held = { request, hold: await spending.held(request) }
    const acts = [charging(org, 1), () => settle(held, 1), charging(org, 5)]
    expect((await inLine(platform, org.organizationId, acts)).map(toldOf)).toEqual([9, 11, 6])
    const balances = await platform.ledger.subscriptionBalances(org.organizationId)
    expect(balances.map(({ available }) => available)).toEqual([0, 6_000])
    // The last one's hold has two parts.
    expect(await chargedTogether(platform, org.organizationId)).toEqual([{ holds: 3, statements: 3 }])
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('close holds of parts and of a paused subscription', async () => {
    const org = await anOrg(3)
    platform.clock.advance(86_400_000)
    await platform.organizations.addSubscription(org.organizationId, milli(10_000))
    const requests = [2, 4, 3].map((units) => spending.ask(org, companies(units)))
    const held: { request: HoldRequest; hold: Hold }[] = []
    for (const request of requests) held.push({ request, hold: await spending.held(request) })
    await platform.subscriptions.pause({
      organizationId: org.organizationId,
      subscriptionId: org.subscriptionId,
      by: { actor: 'operator:test' },
    })
    const acts = held.map((each) => () => settle(each, 2))
    expect((await inLine(platform, org.organizationId, acts)).map(toldOf)).toEqual([4, 6, 7])
    const balances = await platform.ledger.subscriptionBalances(org.organizationId)
    expect(balances.map(({ used, held: still }) => [used, still])).toEqual([
      [3_000, 0],
      [3_000, 0],
    ])
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })
})

describe('a store that is away', () => {
  it('loses the answers of all that went together: each is taken back by its own request', async () => {
    const org = await anOrg(50)
    const held = [2, 3, 4].map((units) => deferred(org, units))
    const [first, ...others] = held.map((each) => () => settle(each, 1))
    const before = db.asked
    const untilDeaf = async () => {
      const settled = await first?.()
      db.deaf = true
      return settled as Settled
    }
    const outcomes = await inLine(platform, org.organizationId, [untilDeaf, ...others]).finally(
      () => (db.deaf = false),
    )
    expect(outcomes.map(told)).toEqual([49, StoreUnavailable.name, StoreUnavailable.name])
    // Nothing is tried again of which nobody knows whether it was done.
    expect(db.asked - before).toBe(2)
    expect(await spending.creditsUsed(org)).toBe(3_000)
    for (const { hold } of held) await platform.ledger.release(hold)
    await expectBooks(org, { available: 49 })
    expect(await spending.creditsUsed(org)).toBe(1_000)
  })

  it('fails those in line with the one that found out, instead of each after the other', async () => {
    const org = await anOrg(50)
    await platform.ledger.prices.volumePricing(org.organizationId)
    const before = db.asked
    db.away = true
    const outcomes = await Promise.allSettled([1, 2, 3].map((units) => charging(org, units)())).finally(
      () => (db.away = false),
    )
    expect(outcomes.map(told)).toEqual(outcomes.map(() => StoreUnavailable.name))
    expect(db.asked - before).toBe(1)
    expect(await charging(org, 1)()).toMatchObject({ charged: 1_000 })
  })
})

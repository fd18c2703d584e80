import { beforeAll, describe, expect, it } from 'vitest'
import { milli, noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { PriceLine } from '../../operation/index.ts'
import { SerializationFailure, StoreUnavailable } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import {
  anOrg,
  openTestPlatform,
  type TestOrganization,
  type TestPlatform,
} from '../../../test/support/platform.ts'
import { companies, spendingOn, type Spending } from '../../../test/support/spending.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { SlotLost } from '../idempotency/index.ts'
import { ChargeAboveHold, HoldGone } from './charging.ts'

let platform: TestPlatform
let db: WatchedPostgres
let spending: Spending

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
  platform = openTestPlatform(db)
  spending = spendingOn(platform)
})

describe('hold and settle', () => {
  it('captures what was delivered and gives the rest back', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(8))
    const hold = await spending.held(request)
    expect(hold).toMatchObject({ amount: 8_000, unitPrices: { companySearchResult: 1_000 } })
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 2_000,
      allocation: 10_000,
    })
    const settled = await platform.ledger.settle({ ...request, hold, lines: companies(3) })
    expect(settled).toEqual({ charged: 3_000, balance: { available: 7_000, allocation: 10_000 } })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
    expect(await spending.journal(org)).toEqual([
      ['grant', 10_000],
      ['hold', 8_000],
      ['capture', 3_000],
      ['release', 5_000],
    ])
    expect(await spending.creditsUsed(org)).toBe(3_000)
  })

  it('decides again where its transaction lost against another, and charges once', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(8))
    const hold = await spending.held(request)
    let tries = 0
    const decide = () => {
      tries += 1
      if (tries < 3) throw new SerializationFailure('deadlock detected')
      return Promise.resolve(companies(2))
    }
    const settled = await platform.ledger.settle({ ...request, hold, lines: companies(8), decide })
    expect([tries, settled.charged]).toEqual([3, 2_000])
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 8_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('keeps with the charge what was bought, by whom and at which price', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    await platform.ledger.settle({ ...request, hold: await spending.held(request), lines: companies(2) })
    expect((await spending.transfers(org)).at(-1)).toMatchObject({
      kind: 'capture',
      debitAccount: 'held',
      creditAccount: 'spent',
      requestId: request.requestId,
      operationId: 'companySearch',
      keyId: org.caller.keyId,
      lines: [{ key: 'companySearchResult', units: 2, unitPrice: 1_000 }],
    })
  })

  it('charges nothing for nothing', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(8))
    const hold = await spending.held(request)
    expect(await platform.ledger.settle({ ...request, hold, lines: [] })).toEqual({
      charged: 0,
      balance: { available: 10_000, allocation: 10_000 },
    })
    expect(await spending.journal(org)).toEqual([
      ['grant', 10_000],
      ['hold', 8_000],
      ['release', 8_000],
    ])
  })

  it('settles a hold once: the second time nothing is charged and it throws', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    const hold = await spending.held(request)
    const both = await Promise.allSettled(
      [1, 2].map(() => platform.ledger.settle({ ...request, hold, lines: companies(2) })),
    )
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(HoldGone)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 8_000 })
  })

  it('may be asked again for when the hold went with the database, which charged nothing', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    const hold = await spending.held(request)
    // As if it had been in the memory of a server that was killed: holds do not wait for the disk.
    await platform.ledger.release(hold)
    const settling = platform.ledger.settle({ ...request, hold, lines: companies(2) })
    await expect(settling).rejects.toThrow(HoldGone)
    await expect(settling).rejects.toMatchObject({
      code: 'unavailable',
      kind: { status: 503, retryable: true },
    })
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 10_000 })
  })

  it('refuses a charge above the hold and leaves the hold as it is', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    const hold = await spending.held(request)
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(3) })).rejects.toThrow(
      ChargeAboveHold,
    )
    const forged = { ...hold, amount: milli(5_000) }
    await expect(platform.ledger.settle({ ...request, hold: forged, lines: companies(3) })).rejects.toThrow(
      ChargeAboveHold,
    )
    expect(await platform.ledger.settle({ ...request, hold, lines: companies(2) })).toMatchObject({
      charged: 2_000,
    })
  })

  it('releases a hold once however often it is asked', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const hold = await spending.held(spending.ask(org, companies(2)))
    await Promise.all([1, 2, 3].map(() => platform.ledger.release(hold)))
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 10_000 })
    expect(await spending.journal(org)).toHaveLength(3)
  })

  it('keeps the price of the hold when the price changes before the charge', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(4))
    const hold = await spending.held(request)
    await platform.ledger.prices.setPrice(org.organizationId, 'companySearchResult', milli(9_000))
    expect(await platform.ledger.settle({ ...request, hold, lines: companies(4) })).toMatchObject({
      charged: 4_000,
    })
  })

  it('writes nothing for units that cost the organization nothing', async () => {
    const org = await anOrg(platform, { credits: 0 })
    await platform.ledger.prices.setPrice(org.organizationId, 'companySearchResult', noCredits)
    const request = spending.ask(org, companies(25))
    const hold = await spending.held(request)
    expect(hold.amount).toBe(0)
    expect(await platform.ledger.settle({ ...request, hold, lines: companies(25) })).toMatchObject({
      charged: 0,
    })
    await platform.ledger.release(hold)
    expect(await spending.journal(org)).toEqual([])
  })

  it('throws on units without a price in the hold and on units that are no count', async () => {
    const org = await anOrg(platform)
    const request = spending.ask(org, companies(2))
    const hold = await spending.held(request)
    const other: PriceLine[] = [{ key: 'peopleSearchResult', units: 1 }]
    await expect(platform.ledger.settle({ ...request, hold, lines: other })).rejects.toThrow(RangeError)
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(-1) })).rejects.toThrow(
      RangeError,
    )
    await expect(platform.ledger.hold(spending.ask(org, companies(0.5)))).rejects.toThrow(RangeError)
  })
})

describe('what a short balance buys', () => {
  it('is nothing when the worst case must be covered', async () => {
    const org = await anOrg(platform, { credits: 1_999 })
    expect(await platform.ledger.hold(spending.ask(org, companies(2)))).toEqual({
      ok: false,
      reason: 'out-of-credits',
      balance: { available: 1_999, allocation: 1_999 },
    })
    expect(await spending.journal(org)).toHaveLength(1)
  })

  it('is everything there is when a part will do', async () => {
    const org = await anOrg(platform, { credits: 2_500 })
    expect(await spending.held(spending.ask(org, companies(25), { partial: true }))).toMatchObject({
      amount: 2_500,
    })
  })

  it('is nothing when not even the cheapest unit can be paid', async () => {
    const org = await anOrg(platform, { credits: 999 })
    const lines: PriceLine[] = [{ key: 'kitchenSinkPerson', units: 3 }, ...companies(3)]
    const refused = await platform.ledger.hold(spending.ask(org, lines, { partial: true }))
    expect(refused).toMatchObject({ ok: false, reason: 'out-of-credits' })
    await platform.ledger.grant({ ...org, amount: milli(1), requestId: 'act_1' })
    expect(await spending.held(spending.ask(org, lines, { partial: true }))).toMatchObject({ amount: 1_000 })
  })

  it('is nothing for an organization nobody knows', async () => {
    const org = await anOrg(platform)
    const caller = { ...org.caller, organizationId: 'org_unknown' }
    expect(await platform.ledger.hold(spending.ask(org, companies(1), { caller }))).toMatchObject({
      ok: false,
      reason: 'out-of-credits',
      balance: { available: 0, allocation: 0 },
    })
  })
})

describe("a key's credit limit", () => {
  it('is told apart from an empty balance', async () => {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 3_000 })
    expect(await platform.ledger.hold(spending.ask(org, companies(4)))).toMatchObject({
      ok: false,
      reason: 'key-credit-limit-reached',
      balance: { available: 10_000 },
    })
    expect(await platform.ledger.hold(spending.ask(org, companies(11)))).toMatchObject({
      ok: false,
      reason: 'out-of-credits',
    })
  })

  it('counts what is held besides what is used, and bounds partial holds', async () => {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 3_000 })
    const first = spending.ask(org, companies(2))
    const hold = await spending.held(first)
    expect(await spending.held(spending.ask(org, companies(5), { partial: true }))).toMatchObject({
      amount: 1_000,
    })
    expect(await platform.ledger.hold(spending.ask(org, companies(1)))).toMatchObject({
      reason: 'key-credit-limit-reached',
    })
    await platform.ledger.settle({ ...first, hold, lines: companies(1) })
    expect(await spending.held(spending.ask(org, companies(1)))).toMatchObject({ amount: 1_000 })
  })

  it('holds for one key only and from the next request on', async () => {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 0 })
    const { record } = await platform.keys.createKey({ organizationId: org.organizationId, name: 'other' })
    const caller = { ...org.caller, keyId: record.id }
    expect(await spending.held(spending.ask(org, companies(1), { caller }))).toMatchObject({ amount: 1_000 })
    expect(await platform.ledger.hold(spending.ask(org, companies(1)))).toMatchObject({
      reason: 'key-credit-limit-reached',
    })
    await platform.keys.setCreditLimit(org.organizationId, org.caller.keyId, null)
    expect(await spending.held(spending.ask(org, companies(1)))).toMatchObject({ amount: 1_000 })
  })

  it('is never passed by requests at the same time', async () => {
    const org = await anOrg(platform, { credits: 100_000, keyLimit: 7_000 })
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => platform.ledger.hold(spending.ask(org, companies(2)))),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(3)
  })
})

describe('charge and stored answer', () => {
  const fingerprint = 'abc'
  async function claimed(org: TestOrganization, requestId: string) {
    const claim = await platform.idempotency.claim({
      organizationId: org.organizationId,
      key: 'k1',
      fingerprint,
      requestId,
      expiresAtMs: platform.clock.now() + 1_000,
    })
    if (claim.state !== 'claimed') throw new Error(claim.state)
    return claim.slot
  }

  it('are one transaction: the answer tells the charge and is replayed byte for byte', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    const slot = await claimed(org, request.requestId)
    const hold = await spending.held(request)
    const answer = (settled: { charged: MilliCredits }) => ({
      status: 200,
      body: `{"é\u0000":${settled.charged}}`,
      creditsCharged: settled.charged,
    })
    await platform.ledger.settle({ ...request, hold, lines: companies(2), replay: { slot, answer } })
    const again = await platform.idempotency.claim({
      ...slot,
      fingerprint,
      requestId: 'req_again',
      expiresAtMs: 0,
    })
    expect(again).toEqual({
      state: 'replay',
      claimedAtMs: expect.any(Number),
      answer: { status: 200, body: '{"é\u0000":2000}', creditsCharged: 2_000 },
    })
  })

  it('charge nothing when another request has taken the key over, or when the answer cannot be made', async () => {
    const org = await anOrg(platform, { credits: 10_000 })
    const request = spending.ask(org, companies(2))
    const slot = await claimed(org, request.requestId)
    const hold = await spending.held(request)
    const broken = platform.ledger.settle({
      ...request,
      hold,
      lines: companies(2),
      replay: {
        slot,
        answer: () => {
          throw new Error('no answer')
        },
      },
    })
    await expect(broken).rejects.toThrow('no answer')
    platform.clock.advance(2_000)
    await claimed(org, 'req_retry')
    const answer = () => ({ status: 200, body: '{}', creditsCharged: milli(2_000) })
    const late = platform.ledger.settle({ ...request, hold, lines: companies(2), replay: { slot, answer } })
    await expect(late).rejects.toThrow(SlotLost)
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
    await platform.ledger.release(hold)
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 10_000 })
    expect(await spending.creditsUsed(org)).toBe(0)
  })
})

describe('a charge whose answer is lost', () => {
  async function lost() {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 9_000 })
    const request = spending.ask(org, companies(4))
    const hold = await spending.held(request)
    db.deaf = true
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(3) })).rejects.toThrow(
      StoreUnavailable,
    )
    db.deaf = false
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 7_000 })
    return { org, hold }
  }

  async function expectNothingCharged(org: TestOrganization) {
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 10_000,
      allocation: 10_000,
    })
    expect(await spending.creditsUsed(org)).toBe(0)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  }

  it('is taken back when the failed request gives its hold back', async () => {
    const { org, hold } = await lost()
    await platform.ledger.release(hold)
    await platform.ledger.release(hold)
    await expectNothingCharged(org)
    expect((await spending.journal(org)).at(-1)).toEqual(['refund', 3_000])
  })

  it('is taken back by the next sweep when the store was away at that moment', async () => {
    const { org, hold } = await lost()
    db.away = true
    await expect(platform.ledger.release(hold)).rejects.toThrow(StoreUnavailable)
    db.away = false
    await platform.ledger.expireHolds(platform.clock.now() - 1)
    await expectNothingCharged(org)
  })

  it('was perhaps never made: then the hold is given back', async () => {
    const org = await anOrg(platform, { credits: 10_000, keyLimit: 9_000 })
    const request = spending.ask(org, companies(4))
    const hold = await spending.held(request)
    db.away = true
    await expect(platform.ledger.settle({ ...request, hold, lines: companies(3) })).rejects.toThrow(
      StoreUnavailable,
    )
    db.away = false
    await platform.ledger.release(hold)
    await expectNothingCharged(org)
    expect((await spending.journal(org)).map(([kind]) => kind)).toEqual(['grant', 'hold', 'release'])
  })
})

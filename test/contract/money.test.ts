import { beforeAll, describe, expect, test } from 'vitest'
import { toCredits, toMilli } from '../../src/lib/credits.ts'
import {
  chargeInfo,
  errorBody,
  priceList,
  type AnyOperation,
  type PriceKey,
} from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import { anOrg, aSandboxKey, inOneMinute, type TestOrganization } from '../support/platform.ts'
import {
  chargingOperations,
  independentOperations,
  requestOf,
  startingOperations,
} from './example-request.ts'
import { registry } from './registry.ts'
import { sampledAlmanac, type SampledAlmanac } from './sampled-almanac.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampledAlmanac()
})

const send = (operation: AnyOperation, org: TestOrganization, input = operation.examples[0]?.input) => {
  const { route, body } = requestOf(operation, { input })
  return service.send(route, { key: org.rawKey, body })
}

/** Credits an answer says it cost. */
const charged = ({ body }: TestAnswer): number => {
  const info = chargeInfo.parse(body.chargeInfo)
  return info.method === 'charged-now' ? info.creditsCharged : 0
}

async function available({ organizationId }: TestOrganization): Promise<number> {
  return (await service.almanac.ledger.balance(organizationId)).available
}

async function expectSound({ organizationId }: TestOrganization): Promise<void> {
  expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
  const held = await service.db.query(
    sql`SELECT 1 FROM ledger_holds WHERE organization_id = ${organizationId} AND state = 'held'`,
  )
  expect(held).toEqual([])
}

const answering = independentOperations.filter(([, { price }]) => price.kind !== 'per-job')

describe.each(answering)('%s', (_id, operation) => {
  test('chargeInfo, the headers, the balance and the journal tell one amount: the price of what came back', async () => {
    verifies('charge-info.authoritative', 'charge-info.method-discriminates', 'charge-info.charged-now')
    verifies('charge-info.free', 'envelope.charge-info-present', 'envelope.output-object')
    verifies('header.x-credits-charged', 'header.x-credits-remaining', 'promise.api.output-checked')
    for (const { name, input } of operation.examples) {
      const org = await service.org()
      const before = await available(org)
      const answer = await send(operation, org, input)
      expect(answer.status, name).toBe(200)
      const amount = toMilli(charged(answer))
      expect(await service.spent(org.organizationId)).toBe(amount)
      const bought = await service.bought(org.organizationId)
      expect(before + bought - (await available(org))).toBe(amount)
      expect(answer.headers.get('x-credits-charged')).toBe(String(toCredits(amount)))
      expect(answer.headers.get('x-credits-remaining')).toBe(String(toCredits(before + bought - amount)))
      const lines = operation.price.charge(answer.body.output as never, operation.input.parse(input) as never)
      const listed = lines.reduce((sum, { key, units }) => sum + priceList[key].credits * units, 0)
      expect(charged(answer)).toBe(listed)
      expect(answer.body.chargeInfo.method).toBe(amount > 0 ? 'charged-now' : 'free')
      await expectSound(org)
    }
  })
})

describe.each(chargingOperations)('%s', (_id, operation) => {
  test('its first example finds something on the sample, so the amounts above are not all zero', async () => {
    expect(charged(await send(operation, await service.org()))).toBeGreaterThan(0)
  })

  test('with an empty balance it answers 402 with where to get more, and leaves the ledger alone', async () => {
    verifies('error.402-out-of-credits', 'error.402-alert-purchase-url', 'error.rule.empty-balance-402')
    const org = await service.org(0)
    const answer = await send(operation, org)
    expect(answer.status).toBe(402)
    const body = errorBody.parse(answer.body)
    expect(body).toMatchObject({ code: 'out_of_credits', outOfCreditsAlert: { availableCredits: 0 } })
    expect(body.outOfCreditsAlert?.getMoreCreditsUrl).toBe('http://almanac.test/billing/credits')
    expect(answer.headers.get('x-credits-remaining')).toBe('0')
    expect((await service.traces(org.organizationId)).transfers).toBe(0)
    await expectSound(org)
  })

  test('a key that reached its credit limit answers 402 while other keys of the organization go on', async () => {
    verifies('auth.key.credit-limit-enforced')
    const org = await anOrg(service.almanac, { credits: 1_000_000, keyLimit: 0 })
    const { rawKey } = await service.almanac.keys.createKey({
      organizationId: org.organizationId,
      name: 'without limit',
    })
    const answer = await send(operation, org)
    expect(answer.status).toBe(402)
    expect(answer.body).toMatchObject({ code: 'key_credit_limit_reached' })
    expect(await service.spent(org.organizationId)).toBe(0)
    expect((await send(operation, { ...org, rawKey })).status).toBe(200)
  })

  test("an organization's own price is the one charged, a fraction of a credit exactly", async () => {
    verifies('price.organization-price-supersedes', 'price.fractional', 'promise.ledger.exact-milli-credits')
    const org = await service.org()
    const { prices } = service.almanac.ledger
    for (const key of operation.price.keys) await prices.setPrice(org.organizationId, key, 1_501)
    const answer = await send(operation, org)
    const input = operation.input.parse(operation.examples[0]?.input)
    const own = Object.fromEntries(operation.price.keys.map((key) => [key, 1_501]))
    const units = operation.price
      .charge(answer.body.output as never, input as never, own)
      .reduce((sum, line) => sum + line.units, 0)
    expect(charged(answer)).toBe((units * 1_501) / 1_000)
    expect(await service.spent(org.organizationId)).toBe(units * 1_501)
    await expectSound(org)
  })

  test('a test key is served and never charged', async () => {
    const org = await service.org(0)
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const answer = await send(operation, { ...org, rawKey })
    expect(answer.body.chargeInfo.method).toBe('free')
    expect((await service.traces(org.organizationId)).transfers).toBe(0)
    // The first sandbox call of a process loads the sandbox's corpus.
  }, 90_000)
})

describe.each(startingOperations)('%s', (_id, operation) => {
  test('sets its worst case aside, charges what the job delivers, and gives the rest back', async () => {
    for (const { input } of operation.examples) {
      const org = await service.org()
      const before = await available(org)
      const dry = await service.send(requestOf(operation, { input }).route, {
        ...{ key: org.rawKey, body: requestOf(operation, { input }).body, headers: { 'x-dry-run': '1' } },
      })
      const worst = toMilli(dry.body.output.dryRun.maxCredits as number)
      const answer = await send(operation, org, input)
      const { method } = chargeInfo.parse(answer.body.chargeInfo)
      expect(['charging-later', 'charged-for-async-process']).toContain(method)
      expect(before - (await available(org))).toBe(worst)
      await service.almanac.jobs.workNow()
      const spent = await service.spent(org.organizationId)
      expect(spent).toBeGreaterThan(0)
      expect(spent).toBeLessThanOrEqual(worst)
      expect(await available(org)).toBe(before - spent)
      await expectSound(org)
    }
  })

  test('with an empty balance it answers 402 and starts nothing', async () => {
    const org = await service.org(0)
    expect((await send(operation, org)).status).toBe(402)
    expect(await service.almanac.jobs.workNow()).toBe(0)
  })
})

const freeOperations = independentOperations.filter(([, { price }]) => price.kind === 'free')

// A purchase answers, too, and then the balance is not empty any more.
const unpaid = freeOperations.filter(([, operation]) => operation.dryRun !== false)

test.each(unpaid)('%s answers with an empty balance and shows the alert', async (_id, operation) => {
  verifies('free.balance-limits-health', 'free.counts', 'charge-info.reference-data-free')
  const org = await service.org(0)
  const answer = await send(operation, org)
  expect(answer.status).toBe(200)
  expect(answer.body.chargeInfo).toMatchObject({ method: 'free', lowCreditAlert: { availableCredits: 0 } })
  expect((await service.traces(org.organizationId)).transfers).toBe(0)
})

const companySearch = registry.find('companySearch') as AnyOperation
const page = (pageSize: number, searchParams: object = {}) => ({ searchParams, pageSize })

test('a page costs one credit for each company on it, and an empty page nothing', async () => {
  verifies('charge-info.per-item', 'price.company-search-result', 'error.rule.empty-search-free')
  const org = await service.org()
  const found = await send(companySearch, org, page(7))
  expect(found.body.output.data).toHaveLength(7)
  expect(charged(found)).toBe(7)
  const nothing = await send(companySearch, org, page(7, { domains: ['nobody-has-this-domain.example'] }))
  expect(nothing.body.output.data).toEqual([])
  expect(nothing.body.chargeInfo.method).toBe('free')
  expect(await service.spent(org.organizationId)).toBe(7_000)
})

test('with less credit than a page costs, the page holds what the balance pays and the cursor goes on', async () => {
  verifies('promise.ledger.partial-page', 'convention.cursor-pagination', 'envelope.advice-shape')
  const [org, rich] = [await service.org(3), await service.org()]
  const short = await send(companySearch, org, page(5))
  expect(short.body.output.data).toHaveLength(3)
  expect(short.body.chargeInfo).toMatchObject({ creditsCharged: 3, lowCreditAlert: { availableCredits: 0 } })
  expect(short.body.advice).toHaveLength(1)
  const cursor = short.body.output.nextCursor
  const next = { ...page(5), cursor }
  expect((await send(companySearch, org, next)).status).toBe(402)
  await service.almanac.ledger.grant({
    organizationId: org.organizationId,
    subscriptionId: org.subscriptionId,
    amount: 2_000,
    requestId: 'top up',
  })
  const rest = await send(companySearch, org, next)
  const whole = await send(companySearch, rich, page(5))
  expect([...short.body.output.data, ...rest.body.output.data]).toEqual(whole.body.output.data)
  await expectSound(org)
})

test('a key that may spend two credits more gets a page of two', async () => {
  verifies('auth.key.credit-limit-enforced')
  const org = await anOrg(service.almanac, { credits: 1_000_000, keyLimit: 2_000 })
  const answer = await send(companySearch, org, page(5))
  expect(answer.body.output.data).toHaveLength(2)
  const refused = await send(companySearch, org, page(1))
  expect(refused.body).toMatchObject({ code: 'key_credit_limit_reached' })
  expect(refused.body.outOfCreditsAlert).toMatchObject({ availableCredits: 998 })
  const record = await service.almanac.keys.getKey(org.organizationId, org.caller.keyId)
  expect(record?.creditsUsed).toBe(2_000)
})

/** Spends without searching. */
async function spend(org: TestOrganization, credits: number): Promise<void> {
  const { ledger } = service.almanac
  const lines = [{ key: 'companySearchResult' as PriceKey, units: credits }]
  const requestId = `spend ${org.organizationId}`
  const request = { caller: org.caller, requestId, operationId: 'companySearch', lines }
  const expiresAtMs = inOneMinute(service.clock)
  const outcome = await ledger.hold({ ...request, partial: false, expiresAtMs })
  if (!outcome.ok) throw new Error(outcome.reason)
  await ledger.settle({ ...request, hold: outcome.hold })
}

test.each([
  // Allocation, spent before, and whether the alert is due once one more credit is spent.
  [5_000, 4_498, false],
  [5_000, 4_499, true],
  [100_000, 89_998, false],
  [100_000, 89_999, true],
])('of %i credits with %i and one more spent the alert is due: %s', async (credits, before, due) => {
  verifies('bound.low-balance-500', 'bound.low-balance-tenth')
  verifies('charge-info.low-credit-alert-members', 'charge-info.low-credit-alert-credits-left')
  const org = await service.org(credits)
  await spend(org, before)
  const { body } = await send(companySearch, org, page(1))
  const left = credits - before - 1
  if (!due) expect(body.chargeInfo.lowCreditAlert ?? null).toBeNull()
  else {
    expect(body.chargeInfo.lowCreditAlert).toEqual({
      getMoreCreditsUrl: 'http://almanac.test/billing/credits',
      message: expect.stringContaining(String(left)),
      availableCredits: left,
    })
  }
})

test('refused and failed requests cost nothing', async () => {
  verifies('promise.ledger.failure-free', 'promise.ledger.hold-released')
  const org = await service.org(10)
  const { rawKey: key } = org
  const search = 'POST /v1/company-search'
  const before = (await service.traces(org.organizationId)).transfers
  const outcomes: [number, Promise<TestAnswer>][] = [
    [400, service.send(search, { key, body: { pageSize: 0 } })],
    [400, service.send(search, { key, body: { ...page(5), cursor: 'not a cursor' } })],
    [401, service.send(search, { body: page(5) })],
    [402, service.send(search, { key, body: page(5), headers: { 'x-max-credits': '1' } })],
    [404, service.send('POST /v1/no-such-search', { key, body: page(5) })],
    [405, service.send('PUT /v1/company-search', { key, body: page(5) })],
    [413, service.send(search, { key, body: ' '.repeat(1_100_000) })],
  ]
  for (const [status, answer] of outcomes) expect((await answer).status).toBe(status)
  await expectSound(org)
  expect(await service.spent(org.organizationId)).toBe(0)
  expect(await available(org)).toBe(10_000)
  // Whatever was set aside for the request with the bad cursor was given back.
  const after = (await service.traces(org.organizationId)).transfers
  expect((after - before) % 2).toBe(0)
})

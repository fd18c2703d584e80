import { beforeAll, expect, test } from 'vitest'
import { countMilli, milli } from '../../src/lib/credits.ts'
import { chargeInfo, type AnyOperation, type PriceKey } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import { anOrg, inOneMinute, type TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { chargingOperations, requestOf } from './example-request.ts'
import { firstOfEach } from './members.ts'
import { registry } from './registry.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
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
  return countMilli((await service.almanac.ledger.balance(organizationId)).available)
}

async function expectSound({ organizationId }: TestOrganization): Promise<void> {
  expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
  const held = await service.db.query(
    sql`SELECT 1 FROM ledger_holds WHERE organization_id = ${organizationId} AND state = 'held'`,
  )
  expect(held).toEqual([])
}

test.each(representatives(chargingOperations))(
  '%s answers 402 to a key that reached its credit limit, while other keys of the organization go on',
  async (_id, operation) => {
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
  },
)

// Once for all that charge the same units.
test.each(firstOfEach(chargingOperations, ([, { price }]) => `${price.kind} ${price.keys.join()}`))(
  "%s charges an organization's own price, a fraction of a credit exactly",
  async (_id, operation) => {
    verifies('price.organization-price-supersedes', 'price.fractional', 'promise.ledger.exact-milli-credits')
    const org = await service.org()
    const { prices } = service.almanac.ledger
    for (const key of operation.price.keys) await prices.setPrice(org.organizationId, key, milli(1_501))
    const answer = await send(operation, org)
    const input = operation.input.parse(operation.examples[0]?.input)
    const own = Object.fromEntries(operation.price.keys.map((key) => [key, 1_501]))
    const lines = operation.price.charge?.(answer.body.output as never, input as never, own)
    // Where the output does not tell what it costs, it is one person, revealed in the cheapest way.
    const units = lines?.reduce((sum, line) => sum + line.units, 0) ?? 1
    expect(charged(answer)).toBe((units * 1_501) / 1_000)
    expect(await service.spent(org.organizationId)).toBe(units * 1_501)
    await expectSound(org)
  },
)

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
  expect(short.body.advice).toContainEqual(
    expect.stringMatching(/^The balance covered 3 of the 5 requested records/),
  )
  const cursor = short.body.output.nextCursor
  const next = { ...page(5), cursor }
  expect((await send(companySearch, org, next)).status).toBe(402)
  await service.almanac.ledger.grant({
    organizationId: org.organizationId,
    subscriptionId: org.subscriptionId,
    amount: milli(2_000),
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
  expect(refused.body.outOfCreditsAlert).toMatchObject({
    availableCredits: 998,
    // The balance of the organization is no answer to what the key may spend.
    message: expect.stringMatching(/It needs up to 1 credit; getCurrentApiKey shows/),
  })
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
    [413, service.send(search, { key, body: ' '.repeat(2_200_000) })],
  ]
  for (const [status, answer] of outcomes) expect((await answer).status).toBe(status)
  await expectSound(org)
  expect(await service.spent(org.organizationId)).toBe(0)
  expect(await available(org)).toBe(10_000)
  // Whatever was set aside for the request with the bad cursor was given back.
  const after = (await service.traces(org.organizationId)).transfers
  expect((after - before) % 2).toBe(0)
})

test('a page that crosses a step of a volume price pays each row by its place in the month', async () => {
  const org = await service.org()
  const { prices } = service.almanac.ledger
  await prices.setPrice(org.organizationId, 'companySearchResult', milli(1_500))
  await prices.setTier(org.organizationId, 'companySearchResult', { fromUnits: 10, unitPrice: milli(333) })
  const search = (pageSize: number) =>
    service.send('POST /v1/company-search', { key: org.rawKey, body: { searchParams: {}, pageSize } })
  expect(charged(await search(7))).toBe(10.5)
  expect(charged(await search(5))).toBe(3 * 1.5 + 2 * 0.333)
  const shown = await service.send('GET /v1/get-org-credits', { key: org.rawKey })
  expect(shown.body.output.balances[0].creditsPerOperation.getCompanyFromDb.levels).toEqual([
    { limit: 10, centiCreditCost: 150 },
    { limit: null, centiCreditCost: 33.3 },
  ])
  await expectSound(org)
})

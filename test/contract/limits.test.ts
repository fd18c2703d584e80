import { beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { keyedOperations, readsQuery, requestOf } from './example-request.ts'
import { registry } from './registry.ts'
import { sampledAlmanac, type SampledAlmanac } from './sampled-almanac.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampledAlmanac()
})

/** The cheapest request that is admitted: limits are decided before a body is looked at. */
function cheapest(operation: AnyOperation, key: string): Promise<TestAnswer> {
  const { route } = requestOf(operation)
  return service.send(route, { key, ...(readsQuery(operation) ? {} : { body: '{' }) })
}

/** Sends `count` requests, sixteen at a time. */
async function flood(operation: AnyOperation, key: string, count: number): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = []
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      answers.push(await cheapest(operation, key))
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return answers
}

const refused = (answers: TestAnswer[]) => answers.filter(({ status }) => status === 429)
const retryAfter = (answer: TestAnswer | undefined) => Number(answer?.headers.get('retry-after'))

/** What the organization is told its limit is. */
async function toldLimit(org: TestOrganization, { method, path }: AnyOperation) {
  const { body } = await service.send('GET /v1/rate-limits', { key: org.rawKey })
  const limits = body.output.rateLimits as { method: string; path: string; max: number; isCustom: boolean }[]
  return limits.find((limit) => limit.method === method && limit.path === path)
}

/**
 * Limits that differ in a slice, each in one operation: using one up takes as many requests as it admits. Every
 * operation is held to a limit of three below, and to what it is told about its own.
 */
const fullLimits = new Map(
  keyedOperations.map(([id, { slice, limit }]) => [`${slice} ${limit.max} ${limit.windowSeconds}`, id]),
)
const usedUp = new Set(fullLimits.values())

test.each(keyedOperations.filter(([id]) => usedUp.has(id)))(
  '%s admits exactly what getRateLimits says, refuses the next, and admits again after Retry-After',
  async (_id, operation) => {
    verifies(
      'error.429-message',
      'error.429-retry-after',
      'error.body.retry-after-seconds',
      'header.retry-after',
    )
    verifies('header.rate-limit-policy', 'header.rate-limit', 'rate-limits.enforced-values')
    verifies('promise.limits.truthful-retry-after', 'limit.fixed-under-load')
    const [org, informed] = [await service.org(), await service.org()]
    const limit = await toldLimit(informed, operation)
    const max = limit?.max ?? 0
    const answers = await flood(operation, org.rawKey, max)
    expect(refused(answers)).toEqual([])
    const remaining = answers.map(({ headers }) => headers.get('ratelimit')?.match(/r=(\d+)/)?.[1])
    expect(remaining.map(Number).toSorted((a, b) => b - a)).toEqual([...Array(max).keys()].toReversed())
    const over = await cheapest(operation, org.rawKey)
    expect(over.status).toBe(429)
    expect(errorBody.parse(over.body)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
    expect(over.body.message).toMatch(/rate limit was exceeded.*again later/i)
    expect(over.headers.get('ratelimit-policy')).toBe(`"default";q=${max};w=60`)
    expect(over.headers.get('ratelimit')).toBe('"default";r=0;t=60')
    service.clock.advance(retryAfter(over) * 1000 - 1)
    expect((await cheapest(operation, org.rawKey)).status).toBe(429)
    service.clock.advance(1)
    expect((await cheapest(operation, org.rawKey)).status).not.toBe(429)
  },
)

describe.each(keyedOperations)('%s', (id, operation) => {
  test('tells what getRateLimits says, and counts down from it', async () => {
    verifies('header.rate-limit-policy', 'header.rate-limit', 'rate-limits.enforced-values')
    const [org, informed] = [await service.org(), await service.org()]
    const max = (await toldLimit(informed, operation))?.max ?? 0
    expect(max).toBe(operation.limit.max)
    for (const remaining of [max - 1, max - 2]) {
      const { headers } = await cheapest(operation, org.rawKey)
      expect(headers.get('ratelimit-policy')).toBe(`"default";q=${max};w=60`)
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=`))
    }
  })

  test('a refusal leaves no trace, holds for every key of the organization and for nobody else', async () => {
    verifies(
      'auth.key.one-budget-per-organization',
      'promise.limits.shared-by-keys',
      'promise.limits.no-trace',
    )
    verifies('error.429-before-work', 'error.429-never-charged', 'limit.per-organization-and-endpoint')
    verifies('limit.custom', 'rate-limits.is-custom')
    const [org, other] = [await service.org(), await service.org()]
    const { organizationId } = org
    await service.almanac.limits.setLimit({ organizationId, operationId: id, max: 3 })
    expect(await toldLimit(org, operation)).toMatchObject({ max: 3, isCustom: true })
    expect(await toldLimit(other, operation)).toMatchObject({ max: operation.limit.max, isCustom: false })
    const second = await service.almanac.keys.createKey({ organizationId, name: 'second' })
    // Reading the limits above counts where that is the operation in question.
    if (id === 'getRateLimits') service.clock.advance(60_000)
    const statuses: number[] = []
    for (const key of [org.rawKey, second.rawKey, org.rawKey])
      statuses.push((await cheapest(operation, key)).status)
    expect(statuses).not.toContain(429)
    const before = await service.traces(organizationId)
    for (const key of [org.rawKey, second.rawKey]) {
      const { route, body } = requestOf(operation)
      const answer = await service.send(route, { key, body, headers: { 'idempotency-key': `over ${id}` } })
      expect(answer.status).toBe(429)
      expect(answer.headers.get('x-credits-charged')).toBe('0')
    }
    expect(await service.traces(organizationId)).toEqual(before)
    expect((await cheapest(operation, other.rawKey)).status).not.toBe(429)
    const next = registry.operations.find((one) => one.access === 'key' && one.id !== id) as AnyOperation
    expect((await cheapest(next, org.rawKey)).status).not.toBe(429)
  })
})

test('every window of 60 s holds at most the limit, and a steady caller gets all of it', async () => {
  verifies('promise.limits.no-over-admission', 'promise.limits.admits-95-percent')
  const org = await service.org()
  const operation = registry.find('companyCount') as AnyOperation
  const { max } = operation.limit
  const admitted: number[] = []
  // Twice the load for three minutes, unevenly: a request every 250 ms with a burst now and then.
  for (let step = 0; step < 720; step++) {
    const burst = step % 60 === 0 ? 3 : 1
    for (let i = 0; i < burst; i++) {
      const { status } = await cheapest(operation, org.rawKey)
      if (status !== 429) admitted.push(service.clock.now())
    }
    service.clock.advance(250)
  }
  for (const [index, at] of admitted.entries()) {
    const within = admitted.slice(index).filter((later) => later < at + 60_000).length
    expect(within).toBeLessThanOrEqual(max)
  }
  expect(admitted.length).toBeGreaterThanOrEqual(0.95 * 3 * max)
})

test('a limit that an operator lowers or lifts holds from then on', async () => {
  verifies('limit.custom')
  const org = await service.org()
  const { organizationId } = org
  const operation = registry.find('companyCount') as AnyOperation
  const { limits } = service.almanac
  await limits.setLimit({ organizationId, operationId: 'companyCount', max: 200 })
  expect(refused(await flood(operation, org.rawKey, 201))).toHaveLength(1)
  await limits.setLimit({ organizationId, operationId: 'companyCount', max: 1 })
  service.clock.advance(60_000)
  expect(refused(await flood(operation, org.rawKey, 3))).toHaveLength(2)
  await limits.clearLimit(organizationId, 'companyCount')
  expect(await toldLimit(org, operation)).toMatchObject({ max: operation.limit.max, isCustom: false })
  expect(refused(await flood(operation, org.rawKey, operation.limit.max))).toHaveLength(1)
})

/** Requests a minute of SPEC.md "Rate limits" and SHAPES.md 22. */
const specified: [string[], number][] = [
  [['paginatedCombinedSearch'], 30],
  [['getOrgCredits', 'getRateLimits'], 120],
  [['companySearch', 'peopleSearch'], 180],
  [['companyCount', 'peopleSearchCount', 'combinedSearchCount'], 120],
  [['getAllApiKeys', 'getCurrentApiKey', 'listApiRequests'], 60],
  [['getSubdivisions'], 250],
  [['getRegions', 'getIndustries', 'getSkills'], 60],
]

const specifiedLookUps: [string[], number][] = [
  [['KitchenSinkProfile'], 120],
  [['quickCompanyResolve', 'quickPersonResolve'], 120],
  [['kitchenSinkCompany'], 60],
]

async function expectTold(limits: [string[], number][]): Promise<void> {
  const org = await service.org()
  for (const [ids, max] of limits) {
    for (const id of ids) {
      const operation = registry.find(id)
      expect(operation && (await toldLimit(org, operation)), id).toMatchObject({ max })
    }
  }
}

test('getRateLimits shows the limits of the specification', async () => {
  verifies('limit.paginated-combined-search', 'limit.balance-and-limits-reads', 'limit.enums')
  verifies('limit.company-and-people-search', 'limit.counts', 'limit.keys-and-requests')
  await expectTold(specified)
})

test('getRateLimits shows the limits of the look-ups', async () => {
  verifies('limit.kitchen-sink-profile', 'limit.quick-resolves', 'limit.kitchen-sink-company')
  await expectTold(specifiedLookUps)
})

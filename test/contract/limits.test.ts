import { beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, readsQuery, requestOf } from './example-request.ts'
import { inProcess, type Heard, type InProcess } from './in-process.ts'
import { firstOfEach } from './members.ts'
import { registry } from './registry.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
/** The pipeline with the keys, the limits and the time of the service, without HTTP and without work. */
let direct: InProcess
beforeAll(async () => {
  service = await sampleWorld()
  const { keys, limits } = service.almanac
  direct = inProcess({ authenticator: keys, limiter: limits, clock: service.clock })
})

/** The cheapest request that is admitted: limits are decided before a body is looked at. */
function cheapest(operation: AnyOperation, key: string): Promise<TestAnswer> {
  const { route } = requestOf(operation)
  return service.send(route, { key, ...(readsQuery(operation) ? {} : { body: '{' }) })
}

function ask(operation: AnyOperation, key: string): Promise<Heard> {
  return direct.ask(operation, { request: { body: '{' }, headers: { 'x-api-key': key } })
}

/** Sends `count` requests, sixteen at a time. */
async function flood<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      answers.push(await send())
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return answers
}

const refused = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429)
const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** What the organization is told its limits are, by route. */
async function toldLimits(org: TestOrganization): Promise<Map<string, { max: number; isCustom: boolean }>> {
  const { body } = await service.send('GET /v1/rate-limits', { key: org.rawKey })
  const limits = body.output.rateLimits as { method: string; path: string; max: number; isCustom: boolean }[]
  return new Map(limits.map((limit) => [routeOf(limit), limit]))
}

/** What holds of the last of `max` requests and of those after it; `send` answers status, headers and body. */
async function expectWindow(
  { limit: { max, windowSeconds } }: AnyOperation,
  send: () => Promise<{ status: number; body: unknown; header(name: string): string | null | undefined }>,
): Promise<void> {
  const answers = await flood(max, send)
  expect(refused(answers)).toEqual([])
  const remaining = answers.map(({ header }) => header('ratelimit')?.match(/r=(\d+)/)?.[1])
  expect(remaining.map(Number).toSorted((a, b) => b - a)).toEqual([...Array(max).keys()].toReversed())
  const over = await send()
  expect(over.status).toBe(429)
  const body = errorBody.parse(over.body)
  expect(body).toMatchObject({ code: 'rate_limited', retryAfterSeconds: windowSeconds })
  expect(body.message).toMatch(/rate limit was exceeded.*again later/i)
  expect(over.header('ratelimit-policy')).toBe(`"default";q=${max};w=${windowSeconds}`)
  expect(over.header('ratelimit')).toBe(`"default";r=0;t=${windowSeconds}`)
  service.clock.advance(Number(over.header('retry-after')) * 1000 - 1)
  expect((await send()).status).toBe(429)
  service.clock.advance(1)
  expect((await send()).status).not.toBe(429)
}

const windows = firstOfEach(keyedOperations, ([, { limit }]) => `${limit.max} ${limit.windowSeconds}`)
/** Over HTTP one window is enough: the least that a flood of sixteen at a time does not fit into at once. */
const [least] = windows
  .filter(([, { limit }]) => limit.max > 16)
  .toSorted(([, a], [, b]) => a.limit.max - b.limit.max)

test.each(windows)(
  '%s admits exactly its limit, refuses the next, and admits again after Retry-After',
  async (_id, operation) => {
    verifies('error.429-message', 'error.429-retry-after', 'error.body.retry-after-seconds')
    verifies('header.retry-after', 'header.rate-limit-policy', 'header.rate-limit')
    verifies('promise.limits.truthful-retry-after', 'limit.fixed-under-load')
    const { rawKey } = await service.org()
    await expectWindow(operation, async () => {
      const { headers, ...answer } = await ask(operation, rawKey)
      return { ...answer, header: (name) => headers[name] }
    })
  },
)

test('over HTTP a limit is used up like that, too', async () => {
  verifies('error.429-retry-after', 'header.retry-after', 'header.rate-limit', 'rate-limits.enforced-values')
  const operation = least?.[1] as AnyOperation
  const { rawKey } = await service.org()
  await expectWindow(operation, async () => {
    const { headers, ...answer } = await cheapest(operation, rawKey)
    return { ...answer, header: (name) => headers.get(name) }
  })
})

test('every operation enforces what it declares, tells it with each answer, and is told of by getRateLimits', async () => {
  verifies('header.rate-limit-policy', 'header.rate-limit', 'rate-limits.enforced-values')
  const [org, informed] = [await service.org(), await service.org()]
  const told = await toldLimits(informed)
  for (const [id, operation] of keyedOperations) {
    const { max, windowSeconds } = operation.limit
    expect(told.get(routeOf(operation)), id).toMatchObject({ max, isCustom: false })
    for (const remaining of [max - 1, max - 2]) {
      const { headers } = await ask(operation, org.rawKey)
      expect(headers['ratelimit-policy'], id).toBe(`"default";q=${max};w=${windowSeconds}`)
      expect(headers['ratelimit'], id).toMatch(new RegExp(`^"default";r=${remaining};t=`))
    }
  }
})

test('every operation refuses over its limit before it reads, does or notes anything', async () => {
  verifies('error.429-before-work', 'promise.limits.no-trace', 'error.429-never-charged')
  for (const [id, operation] of keyedOperations) {
    const { ask: askAlone, ports, reached } = inProcess()
    ports.limited.add(id)
    for (const request of [{}, { body: '{' }]) {
      const { status, headers } = await askAlone(operation, { request })
      expect(status, id).toBe(429)
      expect(headers).toMatchObject({ 'retry-after': '7', 'x-credits-charged': '0' })
    }
    expect([reached, ports.records, ports.errors], id).toEqual([[], [], []])
  }
})

describe.each(representatives(keyedOperations))('%s', (id, operation) => {
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
    const toldOf = async (whose: TestOrganization) => (await toldLimits(whose)).get(routeOf(operation))
    expect(await toldOf(org)).toMatchObject({ max: 3, isCustom: true })
    expect(await toldOf(other)).toMatchObject({ max: operation.limit.max, isCustom: false })
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
      const { status } = await ask(operation, org.rawKey)
      if (status !== 429) admitted.push(service.clock.now())
    }
    service.clock.advance(250)
  }
  for (const [index, admittedMs] of admitted.entries()) {
    const within = admitted.slice(index).filter((later) => later < admittedMs + 60_000).length
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
  const floodOf = (count: number) => flood(count, () => ask(operation, org.rawKey))
  await limits.setLimit({ organizationId, operationId: 'companyCount', max: 200 })
  expect(refused(await floodOf(201))).toHaveLength(1)
  await limits.setLimit({ organizationId, operationId: 'companyCount', max: 1 })
  service.clock.advance(60_000)
  expect(refused(await floodOf(3))).toHaveLength(2)
  await limits.clearLimit(organizationId, 'companyCount')
  const told = (await toldLimits(org)).get(routeOf(operation))
  expect(told).toMatchObject({ max: operation.limit.max, isCustom: false })
  expect(refused(await floodOf(operation.limit.max))).toHaveLength(1)
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
  const told = await toldLimits(await service.org())
  for (const [ids, max] of limits) {
    for (const id of ids) {
      const operation = registry.find(id)
      expect(operation && told.get(routeOf(operation)), id).toMatchObject({ max })
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

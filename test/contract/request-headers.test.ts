import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { chargingOperations, independentOperations, requestOf } from './example-request.ts'
import { sampledAlmanac, type SampledAlmanac } from './sampled-almanac.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampledAlmanac()
})

function send(
  operation: AnyOperation,
  org: TestOrganization,
  { headers, members = {} }: { headers: Record<string, string>; members?: Record<string, unknown> },
): Promise<TestAnswer> {
  const { route, body } = requestOf(operation, { members })
  return service.send(route, { key: org.rawKey, body, headers })
}

const writing = independentOperations.filter(([, { method }]) => method !== 'GET')
const reading = independentOperations.filter(([, { method }]) => method === 'GET')

describe.each(writing)('Idempotency-Key of %s', (id, operation) => {
  const headers = { 'idempotency-key': `key of ${id}` }

  test('the same request answers the same bytes and is charged once', async () => {
    verifies('header.idempotency-key.replay', 'promise.ledger.one-charge-per-key')
    const org = await service.org()
    const first = await send(operation, org, { headers })
    expect(first.status).toBe(200)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const spent = await service.spent(org.organizationId)
    for (let again = 0; again < 2; again++) {
      service.clock.advance(60_000)
      const answer = await send(operation, org, { headers })
      expect(answer.text).toBe(first.text)
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
      expect(answer.headers.get('x-credits-charged')).toBe(first.headers.get('x-credits-charged'))
      expect(answer.headers.get('x-credits-remaining')).toBe(first.headers.get('x-credits-remaining'))
      expect(answer.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
    expect(await service.spent(org.organizationId)).toBe(spent)
  })

  test('another body answers 422, another organization is served on its own', async () => {
    verifies('header.idempotency-key.conflict')
    const [org, other] = [await service.org(), await service.org()]
    const first = await send(operation, org, { headers })
    const spent = await service.spent(org.organizationId)
    const changed = await send(operation, org, { headers, members: { unknownMember: 1 } })
    expect(changed.status).toBe(422)
    expect(changed.body.code).toBe('idempotency_conflict')
    expect(await service.spent(org.organizationId)).toBe(spent)
    const elsewhere = await send(operation, other, { headers })
    expect(elsewhere.headers.get('idempotent-replayed')).toBeNull()
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.body.chargeInfo.method).toBe(first.body.chargeInfo.method)
  })
})

test.each(reading)('%s reads anew whatever Idempotency-Key says', async (_id, operation) => {
  const org = await service.org()
  for (const key of ['k', 'k', 'x'.repeat(300)]) {
    const answer = await send(operation, org, { headers: { 'idempotency-key': key } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  }
  expect((await service.traces(org.organizationId)).idempotencyKeys).toBe(0)
})

const search = chargingOperations.find(([id]) => id === 'companySearch')?.[1] as AnyOperation
const page = (pageSize: number) => ({ members: { searchParams: {}, pageSize } })

test('Idempotency-Key has 1 to 255 characters', async () => {
  verifies('header.idempotency-key.bounds')
  const org = await service.org()
  for (const [key, status] of [
    ['', 400],
    ['a', 200],
    ['b'.repeat(255), 200],
    ['c'.repeat(256), 400],
  ] as const) {
    const answer = await send(search, org, { headers: { 'idempotency-key': key }, ...page(1) })
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.issues).toMatchObject([{ path: 'Idempotency-Key' }])
  }
  expect(await service.spent(org.organizationId)).toBe(2_000)
})

test('the order of members and the place of the key do not make another request', async () => {
  const org = await service.org()
  const headers = { 'idempotency-key': 'order' }
  const key = org.rawKey
  const one = await service.send('POST /v1/company-search', {
    ...{ key, headers },
    body: '{"searchParams":{},"pageSize":1}',
  })
  const other = await service.send('POST /v1/company-search', {
    headers,
    body: `{"pageSize":1, "apiKey":"${key}", "searchParams":{}}`,
  })
  expect(other.text).toBe(one.text)
  expect(other.headers.get('idempotent-replayed')).toBe('true')
})

test('a refused request frees its key: the repaired one runs', async () => {
  const org = await service.org(0)
  const headers = { 'idempotency-key': 'retry' }
  expect((await send(search, org, { headers, ...page(1) })).status).toBe(402)
  expect((await service.traces(org.organizationId)).idempotencyKeys).toBe(0)
  const { organizationId, subscriptionId } = org
  await service.almanac.ledger.grant({ organizationId, subscriptionId, amount: 1_000, requestId: 'grant' })
  const paid = await send(search, org, { headers, ...page(1) })
  expect(paid.status).toBe(200)
  expect(paid.headers.get('idempotent-replayed')).toBeNull()
})

test('while the first request runs the same key answers 409, and its answer afterwards', async () => {
  verifies('header.idempotency-key.running')
  const org = await service.org()
  const headers = { 'idempotency-key': 'running' }
  let first: Promise<TestAnswer> | undefined
  await service.db.transact(async (tx) => {
    // Stands in the way of the hold: the request has its key and cannot go on.
    await tx.query(
      sql`SELECT 1 FROM subscription_balances WHERE organization_id = ${org.organizationId} FOR UPDATE`,
    )
    first = send(search, org, { headers, ...page(1) })
    await expect
      .poll(async () => (await service.traces(org.organizationId)).idempotencyKeys, {
        interval: 5,
        timeout: 15_000,
      })
      .toBe(1)
    const second = await send(search, org, { headers, ...page(1) })
    expect(second.status).toBe(409)
    expect(second.body.code).toBe('idempotency_conflict')
    expect(second.headers.get('retry-after')).toBe('1')
    const changed = await send(search, org, { headers, ...page(2) })
    expect(changed.status).toBe(422)
  })
  const answered = await first
  expect(answered?.status).toBe(200)
  expect((await send(search, org, { headers, ...page(1) })).text).toBe(answered?.text)
  expect(await service.spent(org.organizationId)).toBe(1_000)
})

test('fifty requests at once with one key run once', async () => {
  verifies('promise.ledger.one-charge-per-key')
  const org = await service.org()
  const headers = { 'idempotency-key': 'fifty' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => send(search, org, { headers, ...page(3) })),
  )
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  const served = answers.filter(({ status }) => status === 200)
  expect(served.filter(({ headers: told }) => told.get('idempotent-replayed') === null)).toHaveLength(1)
  expect(new Set(served.map(({ text }) => text)).size).toBe(1)
  expect(await service.spent(org.organizationId)).toBe(3_000)
})

test('an answer is replayed for 72 hours and not longer', async () => {
  const org = await service.org()
  const headers = { 'idempotency-key': 'old' }
  await send(search, org, { headers, ...page(1) })
  service.clock.advance(72 * 3_600_000 - 1)
  expect((await send(search, org, { headers, ...page(1) })).headers.get('idempotent-replayed')).toBe('true')
  service.clock.advance(1)
  expect((await send(search, org, { headers, ...page(1) })).headers.get('idempotent-replayed')).toBeNull()
  expect(await service.spent(org.organizationId)).toBe(2_000)
})

const quoted = independentOperations.filter(([, operation]) => operation.dryRun !== false)

describe.each(quoted)('X-Dry-Run of %s', (id, operation) => {
  test('quotes the worst case, charges nothing and changes nothing', async () => {
    verifies('header.x-dry-run.quote', 'header.x-dry-run.changes-nothing')
    const org = await service.org()
    const headers = { 'x-dry-run': '1', 'idempotency-key': `dry ${id}` }
    const before = await service.traces(org.organizationId)
    const { status, body } = await send(operation, org, { headers })
    expect(status).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    const { maxCredits, breakdown } = body.output.dryRun as {
      maxCredits: number
      breakdown: { operation: string; units: number; creditsPerUnit: number }[]
    }
    expect(maxCredits).toBe(breakdown.reduce((sum, line) => sum + line.units * line.creditsPerUnit, 0))
    expect(breakdown.length > 0).toBe(operation.price.kind !== 'free')
    const after = await service.traces(org.organizationId)
    expect(after).toEqual({ ...before, requests: before.requests + 1 })
    // Really worth its word: the answer itself never costs more.
    const real = await send(operation, org, { headers: {} })
    expect(real.body.chargeInfo.creditsCharged ?? 0).toBeLessThanOrEqual(maxCredits)
  })
})

test('X-Dry-Run validates, works with an empty balance, and is not silently ignored when misspelt', async () => {
  const org = await service.org(0)
  const dry = await send(search, org, { headers: { 'x-dry-run': '1' }, ...page(7) })
  expect(dry.body.output.dryRun).toEqual({
    maxCredits: 7,
    breakdown: [{ operation: 'companySearchResult', units: 7, creditsPerUnit: 1 }],
  })
  expect((await send(search, org, { headers: { 'x-dry-run': '1' }, ...page(0) })).status).toBe(400)
  const rich = await service.org()
  for (const value of ['true', 'yes', '2', '1, 1']) {
    const answer = await send(search, rich, { headers: { 'x-dry-run': value }, ...page(1) })
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path: 'X-Dry-Run' }])
  }
  expect(await service.spent(rich.organizationId)).toBe(0)
  expect(
    (await send(search, rich, { headers: { 'x-dry-run': '0' }, ...page(1) })).body.output.data,
  ).toHaveLength(1)
})

describe.each(chargingOperations)('X-Max-Credits of %s', (_id, operation) => {
  test('refuses a quote above it before any work and serves one at it', async () => {
    verifies('header.x-max-credits.guard')
    const org = await service.org()
    const dry = await send(operation, org, { headers: { 'x-dry-run': '1' } })
    const max = dry.body.output.dryRun.maxCredits as number
    const before = await service.traces(org.organizationId)
    const refused = await send(operation, org, { headers: { 'x-max-credits': String(max - 0.001) } })
    expect(refused.status).toBe(402)
    expect(refused.body.code).toBe('spend_guard')
    const after = await service.traces(org.organizationId)
    expect(after).toEqual({ ...before, requests: before.requests + 1 })
    expect((await send(operation, org, { headers: { 'x-max-credits': String(max) } })).status).toBe(200)
  })
})

test.each(['x', '-1', '1.2345', '1e3', ' ', 'Infinity', '1,5', '5, 5'])(
  'X-Max-Credits %j answers 400 and does no work',
  async (value) => {
    const org = await service.org()
    const answer = await send(search, org, { headers: { 'x-max-credits': value }, ...page(1) })
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path: 'X-Max-Credits' }])
    expect(await service.spent(org.organizationId)).toBe(0)
  },
)

import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import type { AnyOperation } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { chargingOperations, independentOperations, sendExample } from './example-request.ts'
import { inProcess, testKey } from './in-process.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

type Given = Parameters<typeof sendExample>[3]
const send = (operation: AnyOperation, org: TestOrganization, given: Given) =>
  sendExample(service, operation, org, given)

const writing = independentOperations.filter(([, { method }]) => method !== 'GET')
const reading = independentOperations.filter(([, { method }]) => method === 'GET')
const withHeaders = (headers: Record<string, string>) => ({ headers: { 'x-api-key': testKey, ...headers } })

test.each(writing)('%s works once for an Idempotency-Key', async (id, operation) => {
  verifies('header.idempotency-key.replay')
  const { ask, reached } = inProcess()
  const question = withHeaders({ 'idempotency-key': `key of ${id}` })
  const first = await ask(operation, question)
  const second = await ask(operation, question)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.text).toBe(first.text)
  const replayed = [first, second].map(({ headers }) => headers['idempotent-replayed'])
  expect(replayed).toEqual([undefined, 'true'])
  expect(reached).toHaveLength(1)
})

test.each(reading)('%s reads anew whatever Idempotency-Key says', async (_id, operation) => {
  const { ask, reached } = inProcess()
  for (const key of ['k', 'k', 'x'.repeat(300)]) {
    const { status, headers } = await ask(operation, withHeaders({ 'idempotency-key': key }))
    expect(status).toBe(200)
    expect(headers['idempotent-replayed']).toBeUndefined()
  }
  expect(reached).toHaveLength(3)
})

describe.each(representatives(writing))('Idempotency-Key of %s', (id, operation) => {
  const headers = { 'idempotency-key': `key of ${id}` }

  test('the same request answers the same bytes and is charged once', async () => {
    verifies('header.idempotency-key.replay', 'promise.ledger.one-charge-per-key')
    const org = await service.org()
    const first = await send(operation, org, { headers })
    expect(first.status).toBe(200)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const spent = await service.spent(org.organizationId)
    for (const age of [60, 120]) {
      service.clock.advance(60_000)
      const answer = await send(operation, org, { headers })
      expect(answer.text).toBe(first.text)
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
      expect(answer.headers.get('age')).toBe(String(age))
      expect(answer.headers.get('x-credits-charged')).toBe('0')
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
    // What spends later or repeatedly takes no member it does not know, whatever its key.
    expect([changed.status, changed.body.code]).toEqual(
      operation.refusesUnknown ? [400, 'invalid_request'] : [422, 'idempotency_conflict'],
    )
    expect(await service.spent(org.organizationId)).toBe(spent)
    const elsewhere = await send(operation, other, { headers })
    expect(elsewhere.headers.get('idempotent-replayed')).toBeNull()
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.body.chargeInfo.method).toBe(first.body.chargeInfo.method)
  })
})

test.each(representatives(reading))('%s keeps no Idempotency-Key', async (_id, operation) => {
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
    key,
    headers,
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
  await service.almanac.ledger.grant({
    organizationId,
    subscriptionId,
    amount: milli(1_000),
    requestId: 'grant',
  })
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

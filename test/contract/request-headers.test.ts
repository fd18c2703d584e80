import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
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

const search = chargingOperations.find(([id]) => id === 'companySearch')?.[1] as AnyOperation
const page = (pageSize: number) => ({ members: { searchParams: {}, pageSize } })
const withHeaders = (headers: Record<string, string>) => ({ headers: { 'x-api-key': testKey, ...headers } })

const quoted = independentOperations.filter(([, operation]) => operation.dryRun !== false)

test.each(quoted)('X-Dry-Run of %s does no work', async (id, operation) => {
  verifies('header.x-dry-run.quote', 'header.x-dry-run.changes-nothing')
  const { ask, reached, ports } = inProcess()
  const { status, body } = await ask(operation, withHeaders({ 'x-dry-run': '1', 'idempotency-key': id }))
  expect(status).toBe(200)
  expect(body.output.dryRun.breakdown.length > 0).toBe(operation.price.kind !== 'free')
  expect([reached, ports.balanceView.available]).toEqual([[], 1_000_000_000])
  // It kept no key either: the same request works now.
  await ask(operation, withHeaders({ 'idempotency-key': id }))
  expect(reached).toHaveLength(1)
})

// What a dry run answers, and that it leaves no trace, is tried with each operation in every-operation.test.ts.
describe.each(representatives(quoted))('X-Dry-Run of %s', (id, operation) => {
  test('charges nothing and changes nothing', async () => {
    verifies('header.x-dry-run.changes-nothing')
    const org = await service.org()
    const headers = { 'x-dry-run': '1', 'idempotency-key': `dry ${id}` }
    const before = await service.traces(org.organizationId)
    expect((await send(operation, org, { headers })).status).toBe(200)
    const after = await service.traces(org.organizationId)
    expect(after).toEqual({ ...before, requests: before.requests + 1 })
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

test.each(chargingOperations)('X-Max-Credits of %s is looked at before any work', async (_id, operation) => {
  verifies('header.x-max-credits.guard')
  const { ask, reached } = inProcess()
  const dry = await ask(operation, withHeaders({ 'x-dry-run': '1' }))
  const max = dry.body.output.dryRun.maxCredits as number
  const refused = await ask(operation, withHeaders({ 'x-max-credits': String(max - 0.001) }))
  expect([refused.status, refused.body.code]).toEqual([402, 'spend_guard'])
  expect(reached).toEqual([])
  expect((await ask(operation, withHeaders({ 'x-max-credits': String(max) }))).status).toBe(200)
})

describe.each(representatives(chargingOperations))('X-Max-Credits of %s', (_id, operation) => {
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

import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { memoryPorts, testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { countThings, getHealth, searchThings } from '../../../test/support/surfaces/test-operations.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import type { AnyOperation } from '../define.ts'
import { chargeInfo, errorBody } from '../envelope.ts'
import { Failure } from '../failure.ts'
import { readText } from '../raw-json.ts'
import { createPipeline } from './run.ts'

/** Calls an operation through the pipeline with ports in memory. */
function kernel(credits = 1_000) {
  const ports = memoryPorts(credits)
  const pipeline = createPipeline(ports)
  const calls: unknown[] = []
  const deps = { onCall: (_id: string, input: unknown) => void calls.push(input) }
  return {
    ports,
    calls,
    async call(operation: AnyOperation, body: object, headers: Record<string, string> = {}, parsed = false) {
      const given: Record<string, string> = { 'x-api-key': testKey, ...headers }
      const members = parsed
        ? { members: body as Record<string, unknown> }
        : { body: new TextEncoder().encode(JSON.stringify(body)) }
      const answer = await pipeline(operation, deps, {
        ...members,
        query: {},
        pathParameters: {},
        header: (name) => given[name],
        address: '127.0.0.1',
      })
      return { ...answer, json: JSON.parse(readText(answer.body)) as Record<string, unknown> }
    },
  }
}
const search = { searchParams: {}, pageSize: 2 }

describe('the envelope', () => {
  test('has output, chargeInfo, warnings and advice only', async () => {
    verifies(
      'envelope.no-additional-members',
      'envelope.output-object',
      'envelope.charge-info-present',
      'envelope.warnings-shape',
    )
    const { call } = kernel()
    const plain = await call(searchThings, search)
    expect(Object.keys(plain.json)).toEqual(['output', 'chargeInfo'])
    expect(plain.json['output']).toBeTypeOf('object')
    const warned = await call(searchThings, { ...search, pagesize: 3 })
    expect(Object.keys(warned.json)).toEqual(['output', 'chargeInfo', 'warnings'])
    expect(warned.json['warnings']).toEqual([{ field: 'pagesize', message: expect.any(String) as string }])
    expect(chargeInfo.safeParse(plain.json['chargeInfo']).success).toBe(true)
  })

  test('says free where nothing is charged, and why', async () => {
    const { call } = kernel()
    const { json } = await call(countThings, { searchParams: {} })
    expect(json['chargeInfo']).toMatchObject({ method: 'free', message: 'Counting is free.' })
  })
})

describe('X-Max-Credits', () => {
  test('refuses a quote above it before any work and lets one equal to it through', async () => {
    verifies('header.x-max-credits.guard')
    const { call, calls, ports } = kernel()
    const refused = await call(searchThings, search, { 'x-max-credits': '1.999' })
    expect(refused.status).toBe(402)
    expect(refused.json).toMatchObject({
      code: 'spend_guard',
      issues: [{ path: 'X-Max-Credits', message: 'The request may cost up to 2 credits.' }],
    })
    expect(calls).toEqual([])
    expect(ports.balanceView.available).toBe(1_000_000)
    expect((await call(searchThings, search, { 'x-max-credits': '2' })).status).toBe(200)
  })

  test.each(['9'.repeat(20), '9'.repeat(400)])('of any size is a number: %s', async (limit) => {
    const { call } = kernel()
    expect((await call(searchThings, search, { 'x-max-credits': limit })).status).toBe(200)
  })

  test.each(['', '-1', '1e3', 'NaN', '0x1', '1.2345'])('that is no amount answers 400: %j', async (limit) => {
    const { call } = kernel()
    const { status, json } = await call(searchThings, search, { 'x-max-credits': limit })
    expect(status).toBe(400)
    expect(json['issues']).toMatchObject([{ path: 'X-Max-Credits' }])
  })
})

describe('X-Strict', () => {
  const misspelt = { ...search, searchParams: { zzUnknown: 1 } }

  test('refuses what is not understood by its path, before any work and any charge', async () => {
    const { call, calls, ports } = kernel()
    const refused = await call(searchThings, misspelt, { 'x-strict': '1' })
    expect(refused.status).toBe(400)
    expect(refused.json['issues']).toEqual([
      { path: 'searchParams.zzUnknown', message: 'Unknown member.', code: 'unknown_member' },
    ])
    expect(calls).toEqual([])
    expect(ports.balanceView.available).toBe(1_000_000)
    expect((await call(searchThings, search, { 'x-strict': '1' })).status).toBe(200)
  })

  test('is offered where a filter that was not understood is paid for, and nowhere else', async () => {
    const { call } = kernel()
    const { json } = await call(searchThings, misspelt, { 'x-strict': '0' })
    expect(json['warnings']).toHaveLength(1)
    expect(json['advice']).toEqual([expect.stringMatching(/searchParams\.zzUnknown.*X-Strict: 1/)])
    const free = await call(countThings, { searchParams: { zzUnknown: 1 } })
    expect(free.json).not.toHaveProperty('advice')
  })

  test.each(['', 'true', '2'])('that is neither yes nor no answers 400: %j', async (value) => {
    const { call, calls } = kernel()
    const { status, json } = await call(searchThings, search, { 'x-strict': value })
    expect([status, json['issues']]).toMatchObject([400, [{ path: 'X-Strict' }]])
    expect(calls).toEqual([])
  })
})

describe('X-Dry-Run', () => {
  test('answers the worst case with its breakdown, and runs and charges nothing', async () => {
    verifies('header.x-dry-run.quote', 'header.x-dry-run.changes-nothing')
    const { call, calls, ports } = kernel()
    const { status, json } = await call(searchThings, search, { 'x-dry-run': '1' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      output: {
        dryRun: {
          maxCredits: 2,
          breakdown: [{ operation: 'companySearchResult', units: 2, creditsPerUnit: 1 }],
        },
      },
      chargeInfo: { method: 'free' },
    })
    expect(calls).toEqual([])
    expect(ports.balanceView.available).toBe(1_000_000)
  })

  test('validates first', async () => {
    const { call } = kernel()
    expect((await call(searchThings, { pageSize: 0 }, { 'x-dry-run': '1' })).status).toBe(400)
  })
})

describe('answer headers', () => {
  test('say what was charged and what is left, as numbers of credits', async () => {
    verifies('header.x-credits-charged', 'header.x-credits-remaining')
    const { call } = kernel(10)
    const { headers } = await call(searchThings, search)
    expect(headers).toMatchObject({ 'x-credits-charged': '2', 'x-credits-remaining': '8' })
  })

  test('of errors charge 0', async () => {
    const { call } = kernel()
    const { headers, status } = await call(searchThings, {})
    expect(status).toBe(400)
    expect(headers).toMatchObject({ 'x-credits-charged': '0', 'cache-control': 'no-store' })
  })
})

describe('errors', () => {
  test('of an empty balance say where to get more', async () => {
    verifies('error.402-alert-purchase-url')
    const { call } = kernel(0)
    const { status, json } = await call(searchThings, search)
    expect(status).toBe(402)
    expect(errorBody.parse(json).outOfCreditsAlert).toMatchObject({
      getMoreCreditsUrl: 'http://localhost:8080/credits',
      availableCredits: 0,
      message: expect.stringMatching(/It needs up to \d+ credits?, 0 are available; getOrgCredits shows/),
    })
  })

  test('of the rate limit come before work and leave no record', async () => {
    verifies('error.429-before-work')
    const { call, calls, ports } = kernel()
    ports.limited.add('searchThings')
    expect((await call(searchThings, search)).status).toBe(429)
    expect(calls).toEqual([])
    expect(ports.records).toEqual([])
  })

  test('of public operations have the same body', async () => {
    const { call, ports } = kernel()
    ports.limited.add('getHealth')
    const { status, json } = await call(getHealth, {})
    expect(status).toBe(429)
    expect(errorBody.safeParse(json).success).toBe(true)
  })
})

describe('parsed members', () => {
  const ask = async (parsed: boolean, ...requests: [body: object, headers?: Record<string, string>][]) => {
    const { call, calls, ports } = kernel(10)
    const heard = []
    for (const [body, headers] of requests) {
      const answer = await call(searchThings, body, headers, parsed)
      const { requestId: _id, errorCode: _code, ...json } = answer.json
      heard.push({ status: answer.status, json, headers: { ...answer.headers, 'x-request-id': '' } })
    }
    const log = ports.records.map(({ id: _id, errorCode, ...entry }) => ({
      ...entry,
      failed: errorCode !== null,
    }))
    return { heard, calls, log, left: ports.balanceView.available }
  }
  const wide = { searchParams: {}, list: Array.from({ length: 10_001 }, () => 1) }

  test.each([
    ['charged', [[search]]],
    ['warned of', [[{ ...search, pagesize: 3 }]]],
    ['refused', [[{ pageSize: 0 }]]],
    ['refused for their width', [[wide]]],
    ['quoted', [[search, { 'x-dry-run': '1' }]]],
    [
      'replayed',
      [
        [search, { 'idempotency-key': 'k' }],
        [search, { 'idempotency-key': 'k' }],
      ],
    ],
  ] satisfies [string, [object, Record<string, string>?][]][])(
    'are %s as bytes are',
    async (_name, requests) => {
      const asBytes = await ask(false, ...requests)
      expect(asBytes.log.length).toBeGreaterThan(0)
      expect(await ask(true, ...requests)).toEqual(asBytes)
    },
  )
})

test('an answer against its own schema is a 500 where answers are checked, not a wrong answer', async () => {
  const { call, ports } = kernel()
  const wrong: AnyOperation = { ...countThings, handle: () => ({ count: 'many' }) }
  expect((await call(wrong, { searchParams: {} })).status).toBe(500)
  expect(String(ports.errors[0]?.cause)).toContain(
    'countThings answered something its own schema does not allow',
  )
})

describe('a failure and the key of its request', () => {
  const failWith = (thrown: Error): AnyOperation => ({
    ...searchThings,
    handle: () => Promise.reject(thrown),
  })

  test('is answered once the key is free, so that a retry at once does not meet its own first try', async () => {
    const { ports, call } = kernel()
    const freed = Promise.withResolvers<void>()
    const steps: string[] = []
    ports.idempotency.abandon = async () => {
      await freed.promise
      steps.push('freed')
    }
    const answering = call(failWith(new Failure('unavailable')), search, { 'idempotency-key': 'one' })
    const answered = answering.then(() => steps.push('answered'))
    setImmediate(freed.resolve)
    await answered
    expect(steps).toEqual(['freed', 'answered'])
    expect((await answering).status).toBe(503)
  })

  test('of a store that is away is answered without waiting for it again', async () => {
    const { ports, call } = kernel()
    ports.idempotency.abandon = () => new Promise(() => {})
    const { status } = await call(failWith(new StoreUnavailable('away')), search, {
      'idempotency-key': 'one',
    })
    expect(status).toBe(503)
  })
})

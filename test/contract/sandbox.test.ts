import { beforeAll, describe, expect, test } from 'vitest'
import { provocable } from '../../src/operation/pipeline/sandbox.ts'
import { failures } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { aSandboxKey, type TestOrganization } from '../support/platform.ts'
import { keyedOperations, requestOf } from './example-request.ts'

let service: TestAlmanac
let org: TestOrganization
let key: string
let sandboxId: string

beforeAll(async () => {
  service = await testAlmanac()
  const observedAt = new Date(service.clock.now())
  const items = [{ line: 1, record: { preferred_name: 'Real Ltd', domains: ['real-customer.example'] } }]
  await service.almanac.writer.write('companies', items, { source: 'test', observedAt })
  org = await service.org(1_000)
  const made = await aSandboxKey(service.almanac, org.organizationId)
  key = made.rawKey
  sandboxId = made.sandboxId
  // The first call makes the sandbox.
  await search(key, {})
})

const search = (by: string, searchParams: object, headers: Record<string, string> = {}) =>
  service.send('POST /v1/company-search', { key: by, body: { searchParams, pageSize: 5 }, headers })

describe('the corpus', () => {
  test('holds synthetic companies, and none of the real ones', async () => {
    verifies('auth.sandbox.synthetic-corpus')
    const real = { domains: ['real-customer.example'] }
    expect((await search(org.rawKey, real)).body.output.data).toHaveLength(1)
    expect((await search(key, real)).body.output.data).toEqual([])
    const found = await search(key, {})
    expect(found.body.output.data).toHaveLength(5)
    expect((await search(org.rawKey, {})).body.output.data).toHaveLength(1)
    const [domain] = found.body.output.data[0].domains
    expect((await search(key, { domains: [domain] })).body.output.data).toHaveLength(1)
    expect((await search(org.rawKey, { domains: [domain] })).body.output.data).toEqual([])
  })

  test('pages by cursors that no live key can use', async () => {
    const first = await search(key, {})
    const next = (by: string) =>
      service.send('POST /v1/company-search', {
        key: by,
        body: { searchParams: {}, pageSize: 5, cursor: first.body.output.nextCursor },
      })
    const second = await next(key)
    const ids = [...first.body.output.data, ...second.body.output.data].map((one) => JSON.stringify(one))
    expect(new Set(ids).size).toBe(10)
    expect((await next(org.rawKey)).status).toBe(400)
  })
})

describe.each(keyedOperations)('%s', (_id, operation) => {
  test('is answered in the sandbox, for nothing, and refuses what it refuses a live key', async () => {
    verifies('auth.sandbox.every-operation', 'auth.sandbox.never-charged')
    const balance = await service.almanac.ledger.balance(org.organizationId)
    const { route, body } = requestOf(operation, {})
    const answer = await service.send(route, { key, body })
    // Examples name things of the larger sample, which may be unknown here.
    expect([200, 404], answer.text).toContain(answer.status)
    if (answer.status === 200) {
      const { method, message } = answer.body.chargeInfo
      expect([method, message]).toEqual(['free', 'Sandbox keys are never charged.'])
    }
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    expect(await service.almanac.ledger.balance(org.organizationId)).toEqual(balance)
    const members = Object.fromEntries(Object.keys(operation.input.shape).map((name) => [name, '\u0001']))
    const bad = requestOf(operation, { members })
    const ask = (by: string) => service.send(bad.route, { key: by, body: bad.body })
    // Some may be asked twice a minute only.
    service.clock.advance(60_000)
    const [live, sandboxed] = [await ask(org.rawKey), await ask(key)]
    if (live.status === 400) expect(sandboxed.body.issues).toEqual(live.body.issues)
  })
})

describe('scenarios', () => {
  test.each(provocable.filter((code) => code !== 'internal'))('%s is answered on request', async (code) => {
    const { status, slug } = failures[code]
    const inText = await search(key, { domains: [`sandbox-${code}.example`] })
    const inHeader = await service.send('GET /v1/get-org-credits', {
      key,
      headers: { 'x-sandbox-scenario': code },
    })
    for (const answer of [inText, inHeader]) {
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ code: slug, message: failures[code].message })
      expect(answer.headers.get('retry-after')).toBe(failures[code].retryable ? '1' : null)
      expect(answer.body.outOfCreditsAlert === undefined).toBe(status !== 402)
    }
  })

  test('internal is answered with 500 and reported to nobody', async () => {
    const response = await fetch(`${service.url}/v1/get-org-credits`, {
      headers: { 'x-api-key': key, 'x-sandbox-scenario': 'internal' },
    })
    expect(response.status).toBe(500)
  })

  test('a delay is waited for', async () => {
    const startedMs = performance.now()
    expect((await search(key, {}, { 'x-sandbox-scenario': 'delay-150' })).status).toBe(200)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145)
  })

  test('live keys are not answered by scenarios, and unknown ones are refused', async () => {
    const real = await search(
      org.rawKey,
      { domains: ['sandbox-rate-limited.example'] },
      { 'x-sandbox-scenario': 'internal' },
    )
    expect(real.status).toBe(200)
    for (const wrong of ['x', 'delay', 'delay-', 'rate-limited-now', 'delay-999999']) {
      expect((await search(key, {}, { 'x-sandbox-scenario': wrong })).status).toBe(400)
    }
    // Not a scenario: the word goes on.
    expect((await search(key, { domains: ['sandbox-rate-limited-x.example'] })).status).toBe(200)
  })
})

describe('the clock', () => {
  test('is put forward by a request, stays there, and is of this sandbox alone', async () => {
    const other = await aSandboxKey(service.almanac, (await service.org()).organizationId)
    const timeOf = async (by: string, headers: Record<string, string> = {}) =>
      Date.parse((await search(by, {}, headers)).headers.get('x-sandbox-time') ?? '') - service.clock.now()
    expect(await timeOf(key)).toBe(0)
    expect(await timeOf(key, { 'x-sandbox-advance': '7d' })).toBe(7 * 86_400_000)
    expect(await timeOf(key)).toBe(7 * 86_400_000)
    expect(await timeOf(key, { 'x-sandbox-advance': '90s' })).toBe(7 * 86_400_000 + 90_000)
    expect(await timeOf(other.rawKey)).toBe(0)
    expect((await search(org.rawKey, {})).headers.get('x-sandbox-time')).toBeNull()
    expect((await search(key, {}, { 'x-sandbox-advance': '-1d' })).status).toBe(400)
    expect(await timeOf(key, { 'x-sandbox-advance': '999999d' })).toBe(3_650 * 86_400_000)
  })
})

test('what a sandbox key does is logged in the sandbox, not in the log of the organization', async () => {
  await search(key, {})
  const logOf = async (by: string) => {
    const { body } = await service.send('POST /v1/api-requests', { key: by, body: { pageSize: 500 } })
    return body.output.apiRequests as { organizationId: string; creditsCharged: number }[]
  }
  const [mine, live] = [await logOf(key), await logOf(org.rawKey)]
  expect(new Set(mine.map((one) => one.organizationId))).toEqual(new Set([sandboxId]))
  expect(new Set(mine.map((one) => one.creditsCharged))).toEqual(new Set([0]))
  expect(new Set(live.map((one) => one.organizationId))).toEqual(new Set([org.organizationId]))
})

test('a job that a sandbox key starts works in the sandbox, and costs nothing', async () => {
  const [company] = (await search(key, {})).body.output.data
  const run = async (by: string) => {
    const companyInfo = [{ name: company.preferred_name }]
    const started = await service.send('POST /v1/domain-lookup/trigger', { key: by, body: { companyInfo } })
    await service.almanac.jobs.workNow()
    const { domainAgentRunId } = started.body.output
    const { text } = await service.send('POST /v1/domain-lookup/polling', {
      key: by,
      body: { domainAgentRunId },
    })
    return text
  }
  const before = await service.almanac.ledger.balance(sandboxId)
  expect(await run(key)).toContain(company.domains[0])
  expect(await service.almanac.ledger.balance(sandboxId)).toEqual(before)
  expect(await run(org.rawKey)).not.toContain(company.domains[0])
})

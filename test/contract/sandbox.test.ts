import { beforeAll, describe, expect, test } from 'vitest'
import { provocable } from '../../src/operation/pipeline/sandbox.ts'
import { failures } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { aSandboxKey, type TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, requestOf } from './example-request.ts'
import { inProcess } from './in-process.ts'

let service: SampledAlmanac
let org: TestOrganization
let key: string
let sandboxId: string

beforeAll(async () => {
  service = await sampleWorld()
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
    const domainsOf = async (by: string) => {
      const { data } = (await search(by, {})).body.output
      expect(data).toHaveLength(5)
      return data.flatMap((one: { domains: string[] }) => one.domains.slice(0, 1)) as string[]
    }
    const foundBy = async (by: string, domain: string) =>
      (await search(by, { domains: [domain] })).body.output.data.length
    for (const [by, other] of [
      [key, org.rawKey],
      [org.rawKey, key],
    ] as const) {
      for (const domain of await domainsOf(by)) {
        expect(await foundBy(by, domain)).toBe(1)
        expect(await foundBy(other, domain)).toBe(0)
      }
    }
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

test('a dry run that reads what was sent names one price, with a sandbox key and a live one', async () => {
  const quoteBy = async (by: string) => {
    const headers = { 'x-dry-run': '1' }
    const inlineCsv = 'Company,Website\nAcme,acme.example\n,\nGlobex,globex.example\n'
    const body = { inlineCsv, as: 'companies' }
    return (await service.send('POST /v1/enrich/start', { key: by, body, headers })).body.output.dryRun
  }
  const live = await quoteBy(org.rawKey)
  expect(live.maxCredits).toBe(4)
  expect(await quoteBy(key)).toEqual(live)
})

describe('every operation', () => {
  let own: TestOrganization
  let sandboxKey: Awaited<ReturnType<typeof aSandboxKey>>
  beforeAll(async () => {
    own = await service.org(1_000)
    sandboxKey = await aSandboxKey(service.almanac, own.organizationId)
  })

  test.each(keyedOperations)('%s is answered in the sandbox, for nothing', async (_id, operation) => {
    verifies('auth.sandbox.every-operation', 'auth.sandbox.never-charged')
    const { route, body } = requestOf(operation, {})
    const answer = await service.send(route, { key: sandboxKey.rawKey, body })
    // Examples name things of the larger sample, which may be unknown here, and tokens that were never given out.
    const unmade = operation.follows === undefined ? [404] : [404, 400]
    expect([200, ...unmade], answer.text).toContain(answer.status)
    if (answer.status === 200) {
      const { method, message } = answer.body.chargeInfo
      expect([method, message]).toEqual(['free', 'Sandbox keys are never charged.'])
    }
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    expect((await service.almanac.ledger.balance(own.organizationId)).available).toBe(1_000_000)
  })

  test('moves no credit of the sandbox either', async () => {
    verifies('auth.sandbox.never-charged')
    for (const organizationId of [own.organizationId, sandboxKey.sandboxId]) {
      expect(await service.spent(organizationId)).toBe(0)
      expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
    }
  })
})

test('every operation refuses a sandbox key what it refuses a live one', async () => {
  const caller = (mode: 'live' | 'test') => ({ organizationId: 'o', keyId: 'k', keyPrefix: 'p', mode })
  const { ask, reached } = inProcess({
    authenticator: { authenticate: async (by) => caller(by === 'live' ? 'live' : 'test') },
    sandbox: { advance: async () => 0, openDeps: async () => ({}), run: (_nowMs, work) => work() },
  })
  let refused = 0
  for (const [id, operation] of keyedOperations) {
    const members = Object.fromEntries(Object.keys(operation.input.shape).map((name) => [name, '\u0001']))
    const askBy = (by: string) => ask(operation, { members, headers: { 'x-api-key': by } })
    const [live, sandboxed] = [await askBy('live'), await askBy('test')]
    expect(sandboxed.status, id).toBe(live.status)
    expect(sandboxed.body.issues, id).toEqual(live.body.issues)
    if (live.status === 400) refused += 1
  }
  expect(refused).toBeGreaterThan(keyedOperations.length / 2)
  // Those that take anything ran on both sides.
  expect(reached).toHaveLength(2 * (keyedOperations.length - refused))
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { agentAt } from '../../../../support/surfaces/mcp-client.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { dayMs } from '../../../../../src/lib/time.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'

let service: TestAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await emptyWorld()
})
beforeEach(async () => {
  org = await service.org()
})

interface Logged {
  id: string
  routePath: string
  statusCode: number
  creditsCharged: number
  request: unknown
}

const search = (body: object, key = org.rawKey) => service.send('POST /v1/company-search', { key, body })
const count = (body: object) => service.send('POST /v1/company-count', { key: org.rawKey, body })
const ask = (body: object, key = org.rawKey) => service.send('POST /v1/api-requests', { key, body })

async function logged(body: object = {}): Promise<Logged[]> {
  return (await ask(body)).body.output.apiRequests
}

describe('listApiRequests 200', () => {
  test('answers each request with its members, the newest first', async () => {
    verifies('op.list-api-requests', 'api-requests.members')
    const first = await search({ searchParams: {} })
    service.clock.advance(1_000)
    const second = await count({ searchParams: 7 })
    service.clock.advance(1_000)
    const { body } = await ask({})
    expect(body.output).toMatchObject({ hasMore: false, nextCursor: null, retentionDays: 7 })
    expect(body.output.apiRequests).toEqual([
      {
        id: second.headers.get('x-request-id'),
        organizationId: org.organizationId,
        keyId: org.caller.keyId,
        source: 'api',
        operationId: 'companyCount',
        createdAt: new Date(service.clock.now() - 1_000).toISOString(),
        actor: `key:${org.caller.keyId}`,
        effect: 'reads',
        method: 'POST',
        routePath: '/v1/company-count',
        statusCode: 400,
        durationMs: expect.any(Number),
        errorCode: second.body.errorCode,
        creditsCharged: 0,
        request: { searchParams: 7 },
        curl: expect.stringContaining('/v1/company-count'),
      },
      expect.objectContaining({
        id: first.headers.get('x-request-id'),
        statusCode: 200,
        errorCode: null,
        request: { searchParams: {} },
      }),
    ])
  })

  test('gives each request back as a command that does the same again, without a key in it', async () => {
    const run = promisify(execFile)
    await search({ searchParams: { companyName: "O'Brien $HOME `x`" }, pageSize: 1, apiKey: org.rawKey })
    service.clock.advance(1)
    await service.send('GET /v1/ledger?pageSize=3', { key: org.rawKey })
    const [ledger, searched] = (await logged()) as (Logged & { curl: string })[]
    for (const request of [ledger, searched]) {
      expect(request?.curl).not.toContain('alm_')
      // The command names the address clients use; the server of this test listens at another.
      const command = request?.curl.replace('http://almanac.test', service.url) ?? ''
      const { stdout } = await run('sh', ['-c', command], {
        env: { ...process.env, ALMANAC_API_KEY: org.rawKey, HOME: '/home' },
      })
      expect(JSON.parse(stdout)).toHaveProperty('output')
    }
    const repeated = await logged({ routePath: '/v1/company-search' })
    expect(repeated.map(({ request }) => request)).toEqual([searched?.request, searched?.request])
  })

  test('gives no command for what was not kept, and one with masks for what was masked', async () => {
    await search({ searchParams: {}, note: 'x'.repeat(20_000) })
    service.clock.advance(1)
    await service.send('POST /v1/email-to-person/single', {
      key: org.rawKey,
      body: { email: 'ada@acme.example' },
    })
    const curls = (await logged()).map((request) => (request as Logged & { curl: string | null }).curl)
    expect(curls).toEqual([expect.stringContaining('[redacted]'), null])
    expect(curls[0]).not.toContain('ada@')
  })

  test('filters by time, route, method, status and error code, alone and together', async () => {
    verifies('api-requests.filters')
    await search({ searchParams: {} })
    await service.send('GET /v1/get-org-credits', { key: org.rawKey })
    service.clock.advance(60_000)
    const middle = new Date(service.clock.now()).toISOString()
    const bad = await count({ searchParams: 7 })
    service.clock.advance(60_000)
    const routes = async (filter: object) =>
      (await logged({ ...filter, to: new Date(service.clock.now() - 1).toISOString() })).map(
        ({ routePath }) => routePath,
      )
    const [credits, companies, counted] = ['/v1/get-org-credits', '/v1/company-search', '/v1/company-count']
    expect((await routes({})).toSorted()).toEqual([counted, companies, credits].toSorted())
    expect(await routes({ from: middle })).toEqual([counted])
    expect(await routes({ from: middle.replace('Z', '+00:00') })).toEqual([counted])
    expect(await routes({ routePath: companies })).toEqual([companies])
    expect(await routes({ method: 'GET' })).toEqual([credits])
    expect(await routes({ statusCode: 400 })).toEqual([counted])
    expect(await routes({ errorCode: bad.body.errorCode })).toEqual([counted])
    expect(await routes({ errorCode: 'E-000000' })).toEqual([])
    expect(await routes({ method: 'POST', statusCode: 200 })).toEqual([companies])
    service.clock.advance(60_000)
    const until = new Date(Date.parse(middle) - 1).toISOString()
    expect((await logged({ to: until })).map(({ routePath }) => routePath)).not.toContain(counted)
  })

  test('pages by cursor, each request once, while new ones keep coming', async () => {
    verifies('api-requests.paging')
    const ids: (string | null)[] = []
    for (let sent = 0; sent < 7; sent++) {
      ids.push((await count({ searchParams: sent })).headers.get('x-request-id'))
      if (sent % 3 === 0) service.clock.advance(1)
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await ask({ pageSize: 2, routePath: '/v1/company-count', ...(cursor && { cursor }) })
      seen.push(...body.output.apiRequests.map(({ id }: Logged) => id))
      expect(body.output.hasMore).toBe(body.output.nextCursor !== null)
      cursor = body.output.nextCursor ?? undefined
      await count({ searchParams: 'new' })
    } while (cursor !== undefined)
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  test('narrows by key, operation, source, class of status and whether it was charged', async () => {
    const second = await service.almanac.keys.createKey({ organizationId: org.organizationId, name: 'other' })
    await count({ searchParams: {} })
    await count({ searchParams: 7 })
    await service.send('GET /v1/get-org-credits', { key: second.rawKey })
    const agent = await agentAt({ url: service.url, path: '/mcp/core', headers: { 'x-api-key': org.rawKey } })
    await agent.call('call_operation', { operation: 'companyCount', arguments: { searchParams: {} } })
    const seen = async (body: object) => (await logged(body)).map(({ routePath }) => routePath).toSorted()
    const [counts, credits] = ['/v1/company-count', '/v1/get-org-credits']
    expect(await seen({ keyId: second.record.id })).toEqual([credits])
    expect(await seen({ operationId: 'companyCount' })).toEqual([counts, counts, counts])
    expect(await seen({ source: ['agent'] })).toEqual([counts])
    expect(await seen({ source: ['console'] })).toEqual([])
    expect(await seen({ statusClass: '4xx' })).toEqual([counts])
    expect(await seen({ isCharged: true })).toEqual([])
    expect(await seen({ isCharged: false, operationId: 'companyCount', statusClass: '2xx' })).toHaveLength(2)
  })

  test('lists what programs and agents sent, and the console and people where they are named', async () => {
    const { organizationId } = org
    const { sessions } = service.almanac
    const code = await sessions.makeCode({ organizationId, account: 'ann' })
    const signedIn = await sessions.signInByCode(code, {
      address: '127.0.0.1',
      browser: undefined,
      requestId: 'req_1',
    })
    const ann = await sessions.findSession(signedIn?.token ?? '')
    const annKey = ann?.caller.keyId ?? ''
    const memberId = ann?.caller.person?.memberId ?? ''
    for (let sent = 0; sent < 3; sent++) await count({ searchParams: {} })
    await service.almanac.requests.flush()
    await service.db.query(sql`
      WITH chosen AS (SELECT id FROM api_requests WHERE organization_id = ${organizationId} ORDER BY id LIMIT 2)
      UPDATE api_requests SET source = 'console', key_id = ${annKey} WHERE id IN (SELECT id FROM chosen)`)
    const only = { operationId: 'companyCount' }
    const numbers = async (more: object) => (await logged({ ...only, ...more })).length
    expect(await numbers({})).toBe(1)
    expect(await numbers({ origin: 'api' })).toBe(1)
    expect(await numbers({ origin: 'console' })).toBe(2)
    expect(await numbers({ origin: 'all' })).toBe(3)
    expect(await numbers({ source: ['console'] })).toBe(2)
    expect(await numbers({ source: ['console'], origin: 'api' })).toBe(0)
    expect(await numbers({ memberId: [memberId] })).toBe(2)
    expect(await numbers({ memberId: [memberId], origin: 'api' })).toBe(0)
    expect(await numbers({ keyId: annKey })).toBe(2)
    const { body } = await ask({ ...only, memberId: [memberId], pageSize: 1 })
    const { nextCursor: cursor } = body.output
    expect((await ask({ ...only, memberId: [memberId], pageSize: 1, cursor })).body.output).toMatchObject({
      apiRequests: [{ keyId: annKey, source: 'console' }],
      hasMore: false,
    })
    expect((await ask({ ...only, origin: 'all', pageSize: 1, cursor })).status).toBe(400)
    const other = await service.org()
    const foreign = await ask({ memberId: [memberId] }, other.rawKey)
    expect([foreign.status, foreign.body.issues[0].path]).toEqual([400, 'memberId[0]'])
  })

  test('hides what the console asked for free, and keeps what failed or cost', async () => {
    await count({ searchParams: {} })
    await count({ searchParams: 7 })
    await service.almanac.requests.flush()
    const { organizationId } = org
    await service.db.query(sql`
      UPDATE api_requests SET source = 'console' WHERE organization_id = ${organizationId}`)
    const statuses = async (freeOfConsole: string) =>
      (await logged({ freeOfConsole, operationId: 'companyCount' })).map(({ statusCode }) => statusCode)
    expect((await statuses('shown')).toSorted()).toEqual([200, 400])
    expect(await statuses('hidden')).toEqual([400])
    await service.db.query(sql`
      UPDATE api_requests SET credits_charged = 1000 WHERE organization_id = ${organizationId}`)
    expect((await statuses('hidden')).toSorted()).toEqual([200, 400])
  })

  test('hides that the console asked whether something is paid for or there, and no such question of a key', async () => {
    const ask402 = { key: org.rawKey, body: { searchParams: {} }, headers: { 'x-max-credits': '0' } }
    expect((await service.send('POST /v1/company-search', ask402)).status).toBe(402)
    const status = '/v1/audiences/aud_01JZZZZZZZZZZZZZZZZZZZZZZZ/enrichment/status'
    expect((await service.send(`GET ${status}`, { key: org.rawKey })).status).toBe(404)
    const statuses = async () =>
      (await logged({ freeOfConsole: 'hidden', statusClass: '4xx' })).map(({ statusCode }) => statusCode)
    expect((await statuses()).toSorted()).toEqual([402, 404])
    const { organizationId } = org
    await service.db.query(sql`
      UPDATE api_requests SET source = 'console' WHERE organization_id = ${organizationId}`)
    expect(await statuses()).toEqual([])
  })

  test('getApiRequest shows one by its id, and none of another organization', async () => {
    verifies('op.get-api-request')
    const { headers } = await count({ searchParams: {} })
    const id = headers.get('x-request-id')
    const read = (key: string) => service.send(`GET /v1/api-requests/${id}`, { key })
    const [listed] = await logged({ routePath: '/v1/company-count' })
    expect((await read(org.rawKey)).body.output).toEqual(listed)
    expect((await read((await service.org()).rawKey)).status).toBe(404)
  })

  test('shows requests of the last seven days and no older ones', async () => {
    verifies('api-requests.retention')
    await count({ searchParams: {} })
    service.clock.advance(7 * dayMs - 1_000)
    expect(await logged()).toHaveLength(1)
    service.clock.advance(2_000)
    expect((await logged({ routePath: '/v1/company-count' })).length).toBe(0)
    expect(await logged({ routePath: '/v1/company-count', from: '2020-01-01T00:00:00Z' })).toEqual([])
  })

  test('masks keys and personal data wherever they are in a request', async () => {
    verifies('api-requests.redacted')
    await count({
      apiKey: org.rawKey,
      searchParams: { domains: ['acme.example'] },
      emailAddress: 'jane.roe@acme.example',
      phoneNumbers: ['+49 30 1234567'],
      personName: { value: 'Jane Roe', looseMatch: true },
      note: `mail jane.roe@acme.example with ${org.rawKey}`,
    })
    const [{ request }] = (await logged({ routePath: '/v1/company-count' })) as [Logged]
    const text = JSON.stringify(request)
    for (const secret of [org.rawKey, 'jane.roe', 'Jane', '1234567']) expect(text).not.toContain(secret)
    expect(request).toMatchObject({
      searchParams: { domains: ['acme.example'] },
      personName: { looseMatch: true },
    })
  })

  test('shows nothing of another organization, and no request over a limit', async () => {
    const other = await service.org()
    const { organizationId } = org
    await service.almanac.limits.setLimit({ organizationId, operationId: 'companyCount', max: 1 })
    await search({ searchParams: {} }, other.rawKey)
    const statuses = [await count({ searchParams: {} }), await count({ searchParams: {} })].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 429])
    expect((await logged()).map(({ statusCode }) => statusCode)).toEqual([200])
  })
})

describe('listApiRequests 400', () => {
  test.each([
    ['from', { from: 'yesterday' }],
    ['to', { to: '2026-01-01' }],
    ['to', { from: '2026-12-01T00:00:00Z', to: '2026-11-30T23:59:59+00:00' }],
    ['method', { method: 'HEAD' }],
    ['statusCode', { statusCode: 99 }],
    ['pageSize', { pageSize: 501 }],
    ['pageSize', { pageSize: 0 }],
  ])('names %s in %j', async (path, body) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path }])
  })

  test('refuses a cursor that is damaged or of another operation', async () => {
    await count({ searchParams: {} })
    await count({ searchParams: {} })
    const cursor = (await ask({ pageSize: 1 })).body.output.nextCursor as string
    expect((await ask({ pageSize: 1, cursor })).status).toBe(200)
    for (const bad of [cursor.slice(0, -2), `${cursor}AA`, 'x']) {
      const { status, body } = await ask({ cursor: bad })
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    }
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../../src/store/postgres/index.ts'
import { aBrowser, type TestBrowser } from '../../../support/browser.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { operatorToken, peopleWorld } from '../../../worlds/people.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await peopleWorld()).service
})
// Sign-ins of one address are limited to some a minute.
beforeEach(() => service.clock.advance(61_000))

const current = 'POST /v1/api-keys/current'

/** A browser whose person came from the terminal: an owner. */
async function ownerOf({ organizationId }: Pick<TestOrganization, 'organizationId'>): Promise<TestBrowser> {
  const code = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
  const browser = aBrowser(service)
  expect((await browser.signIn({ code })).status).toBe(200)
  return browser
}

async function codeFor(email: string): Promise<string> {
  service.clock.advance(1_000)
  await service.send('POST /v1/account/send-otp', { body: { email } })
  return /code is (\d{6})/.exec((await service.mailTo(email)).at(-1) ?? '')?.[1] ?? ''
}

describe('a code of the terminal', () => {
  test('opens a session of the account, as an owner, once', async () => {
    const { organizationId } = await service.org()
    const code = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
    const browser = aBrowser(service)
    const { status, body, headers } = await browser.signIn({ code })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      actor: 'operator:root',
      organization: { organizationId },
      person: { email: null, name: 'root', role: 'owner' },
      key: null,
      mode: 'live',
    })
    const [cookie = ''] = headers.getSetCookie()
    expect(cookie).toMatch(
      /^almanac_[0-9a-f]{8}=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await browser.send('GET /v1/get-org-credits')).body.output.balances).toHaveLength(1)
    expect((await aBrowser(service).signIn({ code })).status).toBe(400)
  })

  test('expires after fifteen minutes, to the millisecond', async () => {
    const { organizationId } = await service.org()
    const make = () => service.almanac.sessions.makeCode({ organizationId, account: 'root' })
    const [late, justInTime] = [await make(), await make()]
    service.clock.advance(15 * 60_000 - 1)
    expect((await aBrowser(service).signIn({ code: justInTime })).status).toBe(200)
    service.clock.advance(1)
    expect((await aBrowser(service).signIn({ code: late })).status).toBe(400)
  })

  test('of four uses at once one succeeds', async () => {
    const { organizationId } = await service.org()
    const code = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => aBrowser(service).signIn({ code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })
})

describe('an API key', () => {
  test('is exchanged for a session that can do what it can, and ends with it', async () => {
    const { organizationId } = await service.org()
    const { keys } = service.almanac
    const made = await keys.createKey({ organizationId, name: 'narrow', scopes: ['getCurrentApiKey'] })
    const browser = aBrowser(service)
    const { body } = await browser.signIn({ apiKey: made.rawKey })
    expect(body.session).toMatchObject({
      actor: `key:${made.record.id}`,
      person: null,
      key: { name: 'narrow', isReadOnly: false },
    })
    const looking = await keys.createKey({ organizationId, name: 'looking', isReadOnly: true })
    const { body: looked } = await aBrowser(service).signIn({ apiKey: looking.rawKey })
    expect(looked.session.key).toMatchObject({ name: 'looking', isReadOnly: true })
    expect((await browser.send(current)).body.output.id).toBe(made.record.id)
    expect((await browser.send('GET /v1/get-org-credits')).status).toBe(403)
    await keys.revokeKey(organizationId, made.record.id)
    expect((await browser.send(current)).status).toBe(401)
    expect((await aBrowser(service).signIn({ apiKey: made.rawKey })).status).toBe(401)
  })

  test('of the sandbox reaches the sandbox alone', async () => {
    const { organizationId } = await service.org()
    const sandboxId = await service.almanac.organizations.openSandbox(organizationId)
    const made = await service.almanac.keys.createKey({ organizationId: sandboxId, name: 's', mode: 'test' })
    const browser = aBrowser(service)
    expect((await browser.signIn({ apiKey: made.rawKey })).body.session.mode).toBe('test')
    const switched = await browser.send('PUT /console/session/mode', { body: { mode: 'live' } })
    expect(switched.status).toBe(403)
  })
})

describe('mail and a code', () => {
  test('lead to the organization of the address, as its person, without a new API key', async () => {
    const email = 'ann@acme.example'
    const first = await service.send('POST /v1/account/verify-otp', {
      body: { email, otp: await codeFor(email) },
    })
    const { organizationId } = first.body.output
    const browser = aBrowser(service)
    const { body } = await browser.signIn({ email: 'Ann@ACME.example', otp: await codeFor(email) })
    expect(body.session).toMatchObject({
      actor: 'person:ann@acme.example',
      organization: { organizationId },
      person: { email, role: 'owner' },
    })
    expect(body.organizations).toEqual([{ organizationId, name: 'acme.example', role: 'owner' }])
    expect((await browser.send('POST /v1/api-keys', { body: {} })).body.output.apiKeys).toHaveLength(1)
  })

  test('a wrong code opens nothing', async () => {
    const otp = await codeFor('bob@acme.example')
    const wrong = otp === '000000' ? '000001' : '000000'
    const { status, body } = await aBrowser(service).signIn({ email: 'bob@acme.example', otp: wrong })
    expect({ status, issues: body.issues }).toMatchObject({ status: 400, issues: [{ path: 'otp' }] })
  })
})

describe('a request with a cookie', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await ownerOf(await service.org())
  })

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 'another site'],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site' }, 'another site'],
    ['from no page', { 'sec-fetch-site': 'none' }, 'another site'],
    ['without the header of the console', { 'x-almanac-console': '' }, 'x-almanac-console'],
    ['with another value of it', { 'x-almanac-console': 'true' }, 'x-almanac-console'],
  ])('%s is refused with 403', async (_from, headers, sentence) => {
    for (const route of ['GET /v1/get-org-credits', 'DELETE /console/session', 'GET /console/sessions']) {
      const { status, body } = await browser.send(route, { headers })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'forbidden' })
      expect(body.message).toContain(sentence)
    }
    expect((await browser.send('GET /v1/get-org-credits')).status).toBe(200)
  })

  test('without Sec-Fetch-Site counts by Origin, or by Referer, where these are ours', async () => {
    const plain = (headers: Record<string, string>) =>
      service.send('GET /v1/get-org-credits', {
        headers: { cookie: browser.cookies(), 'x-almanac-console': '1', ...headers },
      })
    expect((await plain({ origin: service.url })).status).toBe(200)
    expect((await plain({ origin: 'http://almanac.test' })).status).toBe(200)
    expect((await plain({ referer: `${service.url}/console/lists` })).status).toBe(200)
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', referer: service.url },
      { referer: 'https://evil.example/?http://almanac.test' },
    ]
    for (const headers of foreign) expect((await plain(headers)).status).toBe(403)
  })

  test('reads events without the header, as EventSource sends them, and only from our pages', async () => {
    const ask = (site: string) =>
      fetch(`${service.url}/v1/events`, {
        headers: { cookie: browser.cookies(), accept: 'text/event-stream', 'sec-fetch-site': site },
      })
    const own = await ask('same-origin')
    expect(own.status).toBe(200)
    await own.body?.cancel()
    expect((await ask('cross-site')).status).toBe(403)
  })

  test('and a key is one of the key: the cookie is not looked at', async () => {
    const { rawKey, caller } = await service.org()
    const { body } = await browser.send(current, {
      headers: { 'x-api-key': rawKey, 'sec-fetch-site': 'cross-site', 'x-almanac-console': '' },
    })
    expect(body.output.id).toBe(caller.keyId)
    const bad: Record<string, string>[] = [{ 'x-api-key': 'alm_live_bad' }, { authorization: 'Bearer bad' }]
    for (const headers of bad) expect((await browser.send(current, { headers })).status).toBe(401)
    expect((await browser.send(current, { body: { apiKey: 'bad' } })).status).toBe(401)
  })

  test('of another installation is no session', async () => {
    const cookie = browser.cookies().replace(/^almanac_\w+/, 'almanac_00000000')
    expect((await browser.send(current, { headers: { cookie } })).status).toBe(401)
  })
})

test('a foreign name that was pointed at this machine is refused', async () => {
  const browser = await ownerOf(await service.org())
  const { request } = await import('node:http')
  const { port } = new URL(service.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      host: 'evil.example',
      cookie: browser.cookies(),
      'sec-fetch-site': 'same-origin',
      'x-almanac-console': '1',
    }
    request({ port, host: '127.0.0.1', path: '/v1/get-org-credits', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

describe('a session', () => {
  test('ends after twelve hours without use, after seven days in all, and when it is ended', async () => {
    const org = await service.org()
    const idle = await ownerOf(org)
    const busy = await ownerOf(org)
    const answered = async (browser: TestBrowser) => (await browser.send(current)).status
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      service.clock.advance(11 * 3_600_000)
      expect(await answered(busy)).toBe(200)
    }
    expect(await answered(idle)).toBe(401)
    service.clock.advance(11 * 3_600_000)
    expect(await answered(busy)).toBe(401)
    const ended = await ownerOf(org)
    const cookie = ended.cookies()
    expect((await ended.send('DELETE /console/session')).body).toEqual({ isEnded: true })
    expect(ended.cookies()).toBe('')
    expect((await ended.send(current, { headers: { cookie } })).status).toBe(401)
  })

  test('is shown with what it can do, and its page to whoever has none', async () => {
    const browser = await ownerOf(await service.org())
    expect((await browser.send('GET /console/session')).body.session.person.role).toBe('owner')
    const { body } = await aBrowser(service).send('GET /console/session')
    expect(body).toMatchObject({
      session: null,
      offers: expect.objectContaining({ mail: false, operator: true, purchases: true }),
    })
  })

  test('switches to the sandbox and back: other data, no charge, another key', async () => {
    const browser = await ownerOf(await service.org())
    const search = (searchParams: object) =>
      browser.send('POST /v1/company-search', { body: { searchParams, pageSize: 1 } })
    const switched = await browser.send('PUT /console/session/mode', { body: { mode: 'test' } })
    expect(switched.body.session.mode).toBe('test')
    const inSandbox = await search({})
    const [{ domains }] = inSandbox.body.output.data
    expect(domains).toHaveLength(1)
    expect(inSandbox.headers.get('x-credits-charged')).toBe('0')
    await browser.send('PUT /console/session/mode', { body: { mode: 'live' } })
    expect((await search({ domains })).body.output.data).toEqual([])
  })

  test('all of a person are listed and ended together, those of others are not', async () => {
    const org = await service.org()
    const first = await ownerOf(org)
    service.clock.advance(1)
    const second = await ownerOf(org)
    const other = aBrowser(service)
    await other.signIn({ apiKey: org.rawKey })
    const { sessions } = (await second.send('GET /console/sessions')).body
    expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({ actor: 'operator:root', address: '127.0.0.1', browser: 'Testfox 1' })
    expect((await first.send('DELETE /console/sessions')).body).toEqual({ endedCount: 2 })
    expect((await second.send(current)).status).toBe(401)
    expect((await other.send(current)).status).toBe(200)
  })

  test('leaves neither code nor cookie in the database', async () => {
    const { organizationId } = await service.org()
    const code = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
    const browser = aBrowser(service)
    await browser.signIn({ code })
    const other = await service.almanac.sessions.makeCode({ organizationId, account: 'root' })
    const token = browser.cookies().split('=')[1] ?? ''
    const rows = await service.db.query<{ text: string }>(sql`
      SELECT console_sessions::text AS text FROM console_sessions
      UNION ALL SELECT console_codes::text FROM console_codes UNION ALL SELECT audit_entries::text FROM audit_entries`)
    const texts = rows.map(({ text }) => text).join('\n')
    expect(token).toHaveLength(43)
    for (const secret of [code, other, token])
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret, 'base64url').toString('hex'),
      ])
        expect(texts.includes(form)).toBe(false)
  })

  test('acts as a key that no list shows, no request changes and no rotation reaches', async () => {
    const org = await service.org()
    const browser = await ownerOf(org)
    const own = (await browser.send(current)).body.output
    expect(own.prefix).toBe('console')
    const { keys } = service.almanac
    const listed = await keys.listKeys(org.organizationId, { includeRevoked: true })
    expect(listed.map(({ id }) => id)).toEqual([org.caller.keyId])
    expect(await keys.rotateKey(org.organizationId, own.id, { overlapMs: 0 })).toBeUndefined()
    for (const keyId of [own.id, undefined]) {
      const body = { ...(keyId && { keyId }), operation: 'set', credits: 0 }
      expect((await browser.send('POST /v1/api-keys/limit', { body })).status).toBe(404)
    }
    expect((await browser.send(current)).status).toBe(200)
  })

  test('is told of in the audit, and names its person in what it changes', async () => {
    const { organizationId, rawKey } = await service.org()
    const browser = await ownerOf({ organizationId })
    await browser.send('POST /v1/api-keys/create-sandbox', { body: { name: 'by hand' } })
    await browser.send('DELETE /console/session')
    const entries = []
    for await (const entry of service.almanac.audit.list(organizationId)) entries.push(entry)
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['system', 'key.created'],
      ['operator:root', 'session.started'],
      ['operator:root', 'key.created'],
      ['operator:root', 'session.ended'],
    ])
    expect(rawKey).not.toBe('')
  })
})

describe('a session of the operator', () => {
  const operate = (body: object, browser = aBrowser(service)) =>
    browser.send('POST /console/operator-session', { body }).then((answer) => ({ ...answer, browser }))

  test('has the token, or a code of the machine, and no other code', async () => {
    const { organizationId } = await service.org()
    const { sessions } = service.almanac
    const ofMachine = await sessions.makeCode({ organizationId: null, account: 'root' })
    const ofOrganization = await sessions.makeCode({ organizationId, account: 'root' })
    expect((await operate({ token: operatorToken })).body.session.actor).toBe('operator:token')
    expect((await operate({ code: ofOrganization })).status).toBe(401)
    expect((await operate({ token: 'wrong' })).status).toBe(401)
    expect((await aBrowser(service).signIn({ code: ofMachine })).status).toBe(400)
    expect((await operate({ code: ofMachine })).body.session.actor).toBe('operator:root')
  })

  test('reaches operations of the operator, from our pages alone, for thirty minutes without use', async () => {
    const { browser, headers } = await operate({ token: operatorToken })
    const paths = headers.getSetCookie().map((line) => /Path=([^;]+)/.exec(line)?.[1])
    expect(paths).toEqual(expect.arrayContaining(['/operator', '/metrics', '/console/operator-session']))
    expect(paths).not.toContain('/')
    expect((await browser.send('GET /metrics')).status).toBe(200)
    expect((await browser.send('GET /metrics', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    )
    expect((await browser.send(current)).status).toBe(401)
    expect((await browser.send('GET /console/operator-session')).body.session.actor).toBe('operator:token')
    service.clock.advance(29 * 60_000)
    expect((await browser.send('GET /metrics')).status).toBe(200)
    service.clock.advance(30 * 60_000)
    expect((await browser.send('GET /metrics')).status).toBe(401)
  })

  test('is stored as a digest, out of reach of scripts, and counts with what our pages alone send', async () => {
    const { browser, headers } = await operate({ token: operatorToken })
    for (const line of headers.getSetCookie()) expect(line).toMatch(/; HttpOnly.*; SameSite=Strict/)
    const token = /=([^;]+)/.exec(browser.cookies())?.[1] ?? ''
    const rows = await service.db.query<{ text: string }>(sql`
      SELECT console_sessions::text AS text FROM console_sessions`)
    const stored = rows.map(({ text }) => text).join()
    expect(token.length).toBeGreaterThan(40)
    for (const secret of [token, operatorToken]) expect(stored).not.toContain(secret)
    expect((await browser.send('GET /operator/v1/settings')).status).toBe(200)
    const foreign: Record<string, string>[] = [
      { 'x-almanac-console': '' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const others of foreign) {
      const name = JSON.stringify(others)
      const read = await browser.send('GET /operator/v1/settings', { headers: others })
      expect(read.status, name).toBe(403)
      const entry = await aBrowser(service).send('POST /console/operator-session', {
        body: { token: operatorToken },
        headers: others,
      })
      expect(entry.status, name).toBe(403)
    }
  })

  test('twenty sign-ins a minute from one address, then 429', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await operate({ token: operatorToken })).status)
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([200]))
    expect(statuses[20]).toBe(429)
  })

  test('ends when it is ended; a person reaches none of its operations', async () => {
    const { browser } = await operate({ token: operatorToken })
    const cookie = browser.cookies()
    expect((await browser.send('DELETE /console/operator-session')).body).toEqual({ isEnded: true })
    expect((await browser.send('GET /metrics', { headers: { cookie } })).status).toBe(401)
    const owner = await ownerOf(await service.org())
    expect((await owner.send('GET /metrics')).status).toBe(401)
  })
})

test('twenty sign-ins a minute from one address, then 429', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await aBrowser(service).signIn({ code: 'wrong' })).status)
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([400]))
  expect(statuses[20]).toBe(429)
})

test('texts that are no sign-in are 400 at their member', async () => {
  const browser = aBrowser(service)
  for (const body of [
    '',
    '{',
    [],
    {},
    { code: 1 },
    { code: '' },
    { code: 'a', apiKey: 'b' },
    { email: 'x', otp: '1' },
  ])
    expect((await browser.signIn(body as object)).status).toBe(400)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { doTask } from '../../../support/surfaces/agent-task.ts'
import { agentAt, transportTo } from '../../../support/surfaces/mcp-client.ts'
import { pkce } from '../../../support/surfaces/sign-in.ts'
import { agentSignIns, baseUrl, redirect } from '../../../support/surfaces/agent-sign-in.ts'
import { signInsWorld } from '../../../worlds/sign-ins.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { checkedRegistration } from '../../../../src/surfaces/oauth/registration.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await signInsWorld()
})

const {
  send,
  register,
  aClient,
  there,
  authorizeUrl,
  allow,
  exchange,
  refresh,
  signedIn,
  reaches,
  elsewhere,
} = agentSignIns(() => service)

describe('signing in', () => {
  test('with the official client: discovered, registered, allowed, called, refreshed', async () => {
    verifies('auth.agent-protocol.oauth')
    const org = await service.org()
    let [address, verifier] = ['', '']
    let information: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0] | undefined
    let tokens: Parameters<OAuthClientProvider['saveTokens']>[0] | undefined
    const provider: OAuthClientProvider = {
      redirectUrl: redirect,
      clientMetadata: { client_name: 'Official <b>client</b>', redirect_uris: [redirect] },
      state: () => 'state-1',
      clientInformation: () => information as never,
      saveClientInformation: (given) => void (information = given),
      tokens: () => tokens,
      saveTokens: (given) => void (tokens = given),
      redirectToAuthorization: (given) => void (address = given.href),
      saveCodeVerifier: (given) => void (verifier = given),
      codeVerifier: () => verifier,
    }
    const connection = { url: service.url, baseUrl, path: '/mcp/oauth', authProvider: provider }
    await expect(agentAt(connection)).rejects.toBeInstanceOf(UnauthorizedError)
    expect(new URL(address).searchParams.get('resource')).toBe(`${baseUrl}/mcp/oauth`)
    const answer = await allow(address, org.rawKey)
    expect(answer.get('state')).toBe('state-1')
    expect(answer.get('iss')).toBe(baseUrl)
    const finishing = transportTo(connection)
    await finishing.finishAuth(answer)
    const agent = await agentAt(connection)
    expect((await agent.call('getOrgCredits')).isError).toBe(false)
    const created = await agent.call('createAudience', { name: 'By an agent' })
    expect(created.isError).toBe(false)
    const listed = await service.send('GET /v1/audiences', { key: org.rawKey })
    expect(listed.text).toContain('By an agent')
    // A token that no longer works is renewed without anybody being asked.
    const before = tokens
    tokens = { ...(tokens as NonNullable<typeof tokens>), access_token: 'expired' }
    expect((await (await agentAt(connection)).call('getOrgCredits')).isError).toBe(false)
    expect(tokens.access_token).not.toBe('expired')
    expect(tokens.refresh_token).not.toBe(before?.refresh_token)
  })

  test('a task from end to end costs whoever gave the key what it costs over HTTP', async () => {
    const names = ['Tokenry A', 'Tokenry B', 'Tokenry C']
    const domains = names.map((name) => `${name.toLowerCase().replace(' ', '-')}.example`)
    await service.write(
      'companies',
      names.map((preferred_name, index) => ({
        preferred_name,
        domains: [domains[index]],
        li_org_id: String(883_000 + index),
      })),
    )
    await service.write(
      'people',
      ['ada', 'ben'].map((slug) => ({
        primary_slug: `${slug}-tokenry`,
        name: `${slug} Tokenry`,
        emails: [{ email: `${slug}@tokenry-a.example`, type: 'work' }],
        experiences: [{ pnet_company_id: '883000', title: 'Agent', is_current: true }],
      })),
    )
    const org = await service.org()
    const { tokens } = await signedIn(org)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const agent = await agentAt({ url: service.url, baseUrl, path: '/mcp/oauth', headers })
    const result = await doTask((operation, given) => agent.call(operation, given), {
      companies: { domains },
    })
    expect([result.count, result.companies.toSorted()]).toEqual([3, names])
    expect(result.revealed.flatMap(({ emails }) => emails)).toHaveLength(2)
    expect([result.used, await service.captured(org)]).toEqual([3 + 2 + 4 + 2, 11_000])
  })

  test('the page says who asks and where it leads, as text, and cannot be framed', async () => {
    const clientId = await aClient({ client_name: '<script>alert(1)</script>' })
    const opened = there()
    const asked = await opened.open(authorizeUrl(clientId, pkce().challenge))
    const page = await opened.open(asked.headers.get('location') ?? '')
    const html = await page.text()
    expect(html).toContain('&#60;script&#62;')
    expect(html).not.toContain('<script>')
    expect(html).toContain('<strong>agent.example</strong>')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(asked.headers.getSetCookie().join()).toMatch(/httponly/i)
    expect(asked.headers.getSetCookie().join()).toMatch(/secure/i)
  })

  test('takes no key that does not work, and no page of another site', async () => {
    const org = await service.org()
    const clientId = await aClient()
    const opened = there()
    const asked = await opened.open(authorizeUrl(clientId, pkce().challenge))
    const consent = asked.headers.get('location') ?? ''
    for (const key of ['', 'alm_live_x', `${org.rawKey}x`])
      expect((await opened.open(consent, { key, decision: 'allow' })).status).toBe(401)
    const evil = { origin: 'https://evil.example' }
    expect((await opened.open(consent, { key: org.rawKey, decision: 'allow' }, evil)).status).toBe(403)
    // Another browser has not the cookie of this sign-in.
    expect((await there().open(consent, { key: org.rawKey, decision: 'allow' })).status).toBe(400)
    expect((await there().open('/oauth/consent/nothing')).status).toBe(400)
    const refused = await opened.open(consent, { decision: 'refuse' })
    const back = await opened.follow(refused.headers.get('location') ?? '')
    expect(back.headers.get('location')).toContain('error=access_denied')
  })

  test('asks for the key each time, whoever signed in before', async () => {
    const [one, two] = [await service.org(), await service.org()]
    const opened = there()
    const clientId = await aClient()
    const [first, second] = [pkce(), pkce()]
    await allow(authorizeUrl(clientId, first.challenge), one.rawKey, opened)
    const asked = await opened.open(authorizeUrl(clientId, second.challenge))
    expect(asked.headers.get('location')).toContain('/oauth/consent/')
    expect(two.rawKey).not.toBe(one.rawKey)
  })

  test('leaves no key, code or token in the database', async () => {
    const org = await service.org()
    const { code, tokens } = await signedIn(org)
    const rows = await service.db.query<{ text: string }>(
      sql`SELECT model || encode(id, 'escape') || encode(payload, 'escape') AS text FROM oauth_records`,
    )
    expect(rows.length).toBeGreaterThan(3)
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [code, tokens.access_token, tokens.refresh_token, org.rawKey, 'agent.example'])
      expect(all.includes(secret)).toBe(false)
  })
})

describe('a token', () => {
  test('is good for the resource it was asked for, and for no other', async () => {
    const { tokens } = await signedIn(await service.org(), { resource: `${baseUrl}/mcp/oauth/core` })
    expect((await reaches(tokens.access_token, '/mcp/oauth/core')).status).toBe(200)
    for (const path of ['/mcp/oauth', '/mcp/oauth/all', '/mcp', '/mcp/core'])
      expect((await reaches(tokens.access_token, path)).status, path).toBe(401)
    const byKey = await service.send('GET /v1/get-org-credits', { key: tokens.access_token })
    expect(byKey.status).toBe(401)
  })

  test('is asked for with an address that says where to get one', async () => {
    const none = await send(`${baseUrl}/mcp/oauth`, { method: 'POST' })
    expect([none.status, none.headers.get('cache-control'), none.headers.get('www-authenticate')]).toEqual([
      401,
      'no-store',
      `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp/oauth", scope="operations"`,
    ])
    expect((await reaches('nonsense')).challenge).toContain('error="invalid_token"')
    const metadata = await send(`${baseUrl}/.well-known/oauth-protected-resource/mcp/oauth`)
    expect(await metadata.json()).toMatchObject({
      resource: `${baseUrl}/mcp/oauth`,
      authorization_servers: [baseUrl],
    })
    const server = await send(`${baseUrl}/.well-known/oauth-authorization-server`)
    expect(await server.json()).toMatchObject({
      issuer: baseUrl,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('is not read from the address, nor is a key taken in its place', async () => {
    const org = await service.org()
    const { tokens } = await signedIn(org)
    const query = `/mcp/oauth?access_token=${tokens.access_token}`
    expect((await reaches(tokens.access_token, query)).status).toBe(400)
    expect((await reaches(org.rawKey)).status).toBe(401)
    expect((await reaches('x', '/mcp/oauth', { 'x-api-key': org.rawKey })).status).toBe(401)
    const evil = { origin: 'https://evil.example' }
    expect((await reaches(tokens.access_token, '/mcp/oauth', evil)).status).toBe(403)
  })

  test('ends with its key, and when it is revoked', async () => {
    const org = await service.org()
    const [one, two] = [await signedIn(org), await signedIn(org)]
    await send(`${baseUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: one.clientId, token: one.tokens.access_token }),
    })
    expect((await reaches(one.tokens.access_token)).status).toBe(401)
    expect((await reaches(two.tokens.access_token)).status).toBe(200)
    await service.almanac.keys.revokeKey(org.organizationId, org.caller.keyId)
    expect((await reaches(two.tokens.access_token)).status).toBe(401)
    expect((await refresh(two.clientId, two.tokens.refresh_token)).error).toBe('invalid_grant')
  })
})

describe('the audit', () => {
  const told = async ({ organizationId }: TestOrganization) => {
    const entries = []
    for await (const entry of service.almanac.audit.list(organizationId))
      if (entry.action.startsWith('agent.')) entries.push(entry)
    return entries
  }

  test('tells of a sign-in, of its revocation and of its end by misuse, once each', async () => {
    const org = await service.org()
    const one = await signedIn(org)
    await send(`${baseUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: one.clientId, token: one.tokens.refresh_token }),
    })
    const two = await signedIn(org)
    await exchange(two.clientId, two.code, two.verifier)
    await exchange(two.clientId, two.code, two.verifier)
    const by = { actor: `key:${org.caller.keyId}`, address: expect.any(String), subject: org.caller.keyId }
    const entered = { redirectUri: redirect, resources: expect.any(Array) }
    expect(await told(org)).toMatchObject([
      { ...by, action: 'agent.signed-in', detail: entered },
      { ...by, action: 'agent.signed-out', detail: { clientId: one.clientId, reason: 'revoked' } },
      { ...by, action: 'agent.signed-in', detail: entered },
      { ...by, action: 'agent.signed-out', detail: { reason: 'a code or token was used twice' } },
    ])
  })

  test('tells nothing of a sign-in that was refused', async () => {
    const org = await service.org()
    const opened = there()
    const asked = await opened.open(authorizeUrl(await aClient(), pkce().challenge))
    await opened.open(asked.headers.get('location') ?? '', { key: org.rawKey, decision: 'refuse' })
    expect(await told(org)).toEqual([])
  })
})

describe('misuse', () => {
  test('a code is good once; used again, all that came of it ends', async () => {
    const { clientId, code, verifier, tokens } = await signedIn(await service.org())
    expect(tokens.token_type).toBe('Bearer')
    expect((await exchange(clientId, code, verifier)).error).toBe('invalid_grant')
    expect((await reaches(tokens.access_token)).status).toBe(401)
    expect((await refresh(clientId, tokens.refresh_token)).error).toBe('invalid_grant')
  })

  test('of two who use a code at the same moment at most one is served', async () => {
    const clientId = await aClient()
    const { verifier, challenge } = pkce()
    const org = await service.org()
    const code = (await allow(authorizeUrl(clientId, challenge), org.rawKey)).get('code') ?? ''
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(clientId, code, verifier)))
    expect(answers.filter(({ error }) => error === undefined).length).toBeLessThanOrEqual(1)
  })

  test('a refresh token is good once; used again, the sign-in ends', async () => {
    const { clientId, tokens } = await signedIn(await service.org())
    const next = await refresh(clientId, tokens.refresh_token)
    expect((await reaches(next.access_token)).status).toBe(200)
    expect((await refresh(clientId, tokens.refresh_token)).error).toBe('invalid_grant')
    expect((await reaches(next.access_token)).status).toBe(401)
    expect((await refresh(clientId, next.refresh_token)).error).toBe('invalid_grant')
  })

  test('of two who use a refresh token at the same moment nobody stays signed in', async () => {
    const org = await service.org()
    // Whether both have read it before either has used it is up to the moment.
    for (let round = 0; round < 6; round++) {
      const { clientId, tokens } = await signedIn(org)
      const answers = await Promise.all([1, 2].map(() => refresh(clientId, tokens.refresh_token)))
      const served = answers.filter(({ error }) => error === undefined)
      expect(served.length).toBeLessThanOrEqual(1)
      for (const each of [tokens, ...served]) {
        expect((await reaches(each.access_token)).status).toBe(401)
        expect((await refresh(clientId, each.refresh_token)).error).toBe('invalid_grant')
      }
    }
  })

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['a resource with more behind it', { resource: `${baseUrl}/mcp/oauth/../all` }, 'invalid_target'],
    ['an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s is told to the client', async (_name, more, error) => {
    const clientId = await aClient()
    const response = await there().open(authorizeUrl(clientId, pkce().challenge, more))
    const location = response.headers.get('location') ?? ''
    expect(location.startsWith(redirect)).toBe(true)
    expect(location).toContain(`error=${error}`)
    expect(location).not.toContain('code=')
  })

  test.each([
    ['a suffix', `${redirect}/more`],
    ['a query', `${redirect}?next=https://evil.example`],
    ['another case', 'https://agent.example/Callback'],
    ['another host', 'https://agent.example.evil.example/callback'],
    ['a port', 'https://agent.example:8443/callback'],
    ['no redirect', undefined],
  ])('a redirect with %s is told to nobody but the browser', async (_name, uri) => {
    // Of several registered ones none is meant unless it is named.
    const clientId = await aClient({ redirect_uris: [redirect, 'https://agent.example/other'] })
    const response = await there().open(authorizeUrl(clientId, pkce().challenge, { redirect_uri: uri }))
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  test('an unknown client is refused, and a known one with the code of another', async () => {
    const response = await there().open(authorizeUrl('unknown', pkce().challenge))
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    const clientId = await aClient()
    const { verifier, challenge } = pkce()
    const org = await service.org()
    const code = (await allow(authorizeUrl(clientId, challenge), org.rawKey)).get('code') ?? ''
    const other = await aClient()
    expect((await exchange(other, code, verifier)).error).toBe('invalid_grant')
    expect((await exchange('unknown', code, verifier)).error).toBe('invalid_client')
  })

  test.each([
    ['another verifier', { code_verifier: pkce().verifier }, 'invalid_grant'],
    ['another redirect', { redirect_uri: `${redirect}/` }, 'invalid_grant'],
    ['another resource', { resource: `${baseUrl}/mcp/oauth/all` }, 'invalid_target'],
  ])('a code with %s is refused', async (_name, more, error) => {
    const clientId = await aClient()
    const { verifier, challenge } = pkce()
    const org = await service.org()
    const code = (await allow(authorizeUrl(clientId, challenge), org.rawKey)).get('code') ?? ''
    expect((await exchange(clientId, code, verifier, more as Record<string, string>)).error).toBe(error)
  })
})

describe('registration', () => {
  test.each([
    ['http elsewhere', { redirect_uris: ['http://agent.example/cb'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://agent.example/#x'] }],
    ['no redirect', { redirect_uris: [] }],
    ['a wildcard', { redirect_uris: ['https://*.agent.example/cb'] }],
    ['a wildcard in a path', { redirect_uris: ['https://agent.example/*'] }],
    ['an encoded wildcard', { redirect_uris: ['https://agent.example/%2A'] }],
    ['a name over two lines', { client_name: 'An agent\nof the bank' }],
    ['a name that turns its direction', { client_name: 'An agent \u202Eknab eht fo' }],
    ['a name with marks of direction', { client_name: 'An\u200F agent' }],
    ['a name without an end', { client_name: 'a'.repeat(300) }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['keys to be fetched', { jwks_uri: 'http://169.254.169.254/latest' }],
    ['an address to be fetched', { sector_identifier_uri: 'https://127.0.0.1/' }],
  ])('refuses %s', async (_name, metadata) => {
    const { status, body } = await register(metadata)
    expect([status, body['error']]).toEqual([400, expect.stringMatching(/^invalid_/)])
  })

  test.each([
    [['http://localhost:3334/cb'], 'native'],
    [['cursor://auth/callback'], 'native'],
    [['https://agent.example/cb', 'http://127.0.0.1:1/cb'], 'web'],
  ])('takes %s as what it is', (uris, type) => {
    expect(checkedRegistration({ redirect_uris: uris })).toMatchObject({ application_type: type })
  })

  test('takes an app of this machine, at whatever port it listens on later', async () => {
    const { status, body } = await register({ redirect_uris: ['http://127.0.0.1:3334/cb'] })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('client_secret')
    const to = (uri: string) =>
      there().open(authorizeUrl(String(body['client_id']), pkce().challenge, { redirect_uri: uri }))
    expect((await to('http://127.0.0.1:4444/cb')).headers.get('location')).toContain('/oauth/consent/')
    expect((await to('http://127.0.0.1:4444/cb/more')).status).toBe(400)
  })

  test('is limited for each address, and reads no more than a body may have', async () => {
    elsewhere()
    const ask = (body: string) =>
      send(`${baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    expect((await ask('{')).status).toBe(400)
    expect((await ask('x'.repeat(1_100_000))).status).toBe(413)
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await ask('{}')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

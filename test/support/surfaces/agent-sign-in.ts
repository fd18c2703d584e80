import { expect } from 'vitest'
import type { TestAlmanac } from '../harness.ts'
import type { TestOrganization } from '../platform.ts'
import { fetchThere } from './mcp-client.ts'
import { browser, pkce, type Browser } from './sign-in.ts'

/** The address of the service in tests of signing in. */
export const baseUrl = 'https://almanac.test'
export const redirect = 'https://agent.example/callback'

export interface Tokens {
  access_token: string
  refresh_token: string
  token_type: string
  error?: string
}

/** What a client does to sign in, and the server of agents it then reaches. */
export function agentSignIns(service: () => TestAlmanac) {
  const send: ReturnType<typeof fetchThere> = (address, init) =>
    fetchThere(service().url, baseUrl)(address, init)

  // A test makes more registrations than an address may in a minute.
  const elsewhere = () => service().clock.advance(61_000)

  async function register(metadata: object = {}): Promise<{ status: number; body: Record<string, unknown> }> {
    elsewhere()
    const response = await send(`${baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirect], client_name: 'An agent', ...metadata }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const aClient = async (metadata?: object) => String((await register(metadata)).body['client_id'])

  const there = (): Browser => browser(send, baseUrl)

  function authorizeUrl(
    clientId: string,
    challenge: string,
    more: Record<string, string | undefined> = {},
  ): string {
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${baseUrl}/mcp/oauth`,
      scope: 'operations',
      state: 'x1',
      ...more,
    }
    const pairs = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `/oauth/authorize?${new URLSearchParams(pairs).toString()}`
  }

  /** Allows with a key; answers the parameters that the client gets. */
  async function allow(address: string, key: string, opened = there()): Promise<URLSearchParams> {
    const authorization = await opened.open(address)
    const consent = authorization.headers.get('location') ?? ''
    const decided = await opened.open(consent, { key, decision: 'allow' })
    expect(decided.status).toBe(303)
    const back = await opened.follow(decided.headers.get('location') ?? '')
    const target = new URL(back.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe(redirect)
    return target.searchParams
  }

  async function token(parameters: Record<string, string>): Promise<Tokens> {
    const response = await send(`${baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(parameters),
    })
    return (await response.json()) as Tokens
  }

  const exchange = (clientId: string, code: string, verifier: string, more: Record<string, string> = {}) =>
    token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
      ...more,
    })

  const refresh = (clientId: string, refreshToken: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more })

  async function signedIn(org: TestOrganization, more: Record<string, string> = {}) {
    const clientId = await aClient()
    const { verifier, challenge } = pkce()
    const answer = await allow(authorizeUrl(clientId, challenge, more), org.rawKey)
    const code = answer.get('code') ?? ''
    return { clientId, code, verifier, answer, tokens: await exchange(clientId, code, verifier) }
  }

  /** Status of a request to a server of agents. */
  async function reaches(accessToken: string, path = '/mcp/oauth', headers: Record<string, string> = {}) {
    const response = await send(baseUrl + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
    return { status: response.status, challenge: response.headers.get('www-authenticate') }
  }

  return {
    send,
    elsewhere,
    register,
    aClient,
    there,
    authorizeUrl,
    allow,
    exchange,
    refresh,
    signedIn,
    reaches,
  }
}

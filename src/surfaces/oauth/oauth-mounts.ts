import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Failure, type Authenticator, type Limiter } from '../../operation/index.ts'
import { readHeader, readBody, type Mount, type MountRequest } from '../http/index.ts'
import { consentPage, nothingToDecide, type ConsentPage } from './consent-page.ts'
import { checkedRegistration } from './registration.ts'

/** The part of the authorization server that its surface uses. */
export interface AuthorizationServer {
  issuer: string
  scope: string
  paths: Record<'authorization' | 'token' | 'registration' | 'revocation' | 'consent', `/${string}`>
  /** Writes the answer itself. URLs in it use the Host and protocol of the request. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>
  findConsent(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Omit<ConsentPage, 'fault'> | undefined>
  decide(
    request: IncomingMessage,
    response: ServerResponse,
    by: { keyId: string; keyPrefix: string; address: string } | undefined,
  ): Promise<string>
}

export interface OAuthOptions {
  oauth: AuthorizationServer
  authenticator: Authenticator
  limiter: Limiter
  /** Address clients reach the service at, without a slash at the end. */
  baseUrl: string
}

/** Requests a minute from one address. */
const maxPerMinute = { registration: 10, token: 60, authorization: 60 }

/** All HTTP paths of the sign-in: metadata, the server's own paths, and the consent page. */
export function oauthMounts(options: OAuthOptions): Mount[] {
  const { paths } = options.oauth
  return [
    ...metadataMounts(options),
    served(options, 'GET', paths.authorization, maxPerMinute.authorization),
    served(options, 'GET', `${paths.authorization}/{uid}`, maxPerMinute.authorization),
    served(options, 'POST', paths.token, maxPerMinute.token),
    served(options, 'POST', paths.revocation, maxPerMinute.token),
    registrationMount(options),
    { method: 'GET', path: `${paths.consent}/{uid}`, answer: (request) => askConsent(options, request) },
    { method: 'POST', path: `${paths.consent}/{uid}`, answer: (request) => takeConsent(options, request) },
  ]
}

/** RFC 8414 and, for each agent server, RFC 9728. */
function metadataMounts({ oauth, baseUrl }: OAuthOptions): Mount[] {
  const { issuer, scope, paths } = oauth
  const server = {
    issuer,
    authorization_endpoint: issuer + paths.authorization,
    token_endpoint: issuer + paths.token,
    registration_endpoint: issuer + paths.registration,
    revocation_endpoint: issuer + paths.revocation,
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/llms.txt`,
  }
  const document = (path: `/${string}`, body: object): Mount => ({
    method: 'GET',
    path,
    answer: () => Response.json(body, { headers: { 'cache-control': 'public, max-age=300' } }),
  })
  const resources = ['', '/all', '/core'].map((rest) => {
    const path = `/mcp/oauth${rest}`
    return document(`/.well-known/oauth-protected-resource${path}`, {
      resource: baseUrl + path,
      resource_name: 'Almanac',
      authorization_servers: [issuer],
      scopes_supported: [scope],
      bearer_methods_supported: ['header'],
    })
  })
  return [document('/.well-known/oauth-authorization-server', server), ...resources]
}

function served(options: OAuthOptions, method: 'GET' | 'POST', path: `/${string}`, max: number): Mount {
  return {
    method,
    path,
    async answer({ request, response, address }) {
      admit(options, address, { path, max })
      addressed(request, options)
      await options.oauth.handle(request, response, address)
      return RESPONSE_ALREADY_SENT
    },
  }
}

function registrationMount(options: OAuthOptions): Mount {
  const path = options.oauth.paths.registration
  return {
    method: 'POST',
    path,
    async answer({ request, response, address }) {
      admit(options, address, { path, max: maxPerMinute.registration })
      const bytes = (await readBody(request)) ?? new Uint8Array()
      const metadata = checkedRegistration(parsed(bytes))
      if ('error' in metadata && 'error_description' in metadata)
        return Response.json(metadata, { status: 400, headers: { 'cache-control': 'no-store' } })
      addressed(request, options)
      await options.oauth.handle(withBody(request, JSON.stringify(metadata)), response, address)
      return RESPONSE_ALREADY_SENT
    },
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The same request with another body; its own was read. */
function withBody(request: IncomingMessage, text: string): IncomingMessage {
  const { method, url, socket, httpVersionMajor, httpVersionMinor } = request
  const headers = {
    ...request.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }
  const parts = { method, url, socket, headers, httpVersionMajor, httpVersionMinor }
  return Object.assign(Readable.from([Buffer.from(text)]), parts) as unknown as IncomingMessage
}

/** The library builds URLs from the request's own host, so that host is replaced by the configured one. */
function addressed(request: IncomingMessage, { baseUrl, oauth }: OAuthOptions): void {
  const { host, protocol } = new URL(baseUrl)
  for (const name of ['x-forwarded-host', 'x-forwarded-port']) delete request.headers[name]
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  // There is only one scope, so a client that names none means it.
  const url = new URL(request.url ?? '', baseUrl)
  if (url.pathname !== oauth.paths.authorization || url.searchParams.has('scope')) return
  url.searchParams.set('scope', oauth.scope)
  request.url = url.pathname + url.search
}

function admit(
  { limiter }: OAuthOptions,
  address: string,
  { path, max }: { path: string; max: number },
): void {
  const { admitted, retryAfterSeconds } = limiter.admitAddress(address, path, { max, windowSeconds: 60 })
  if (!admitted) throw new Failure('rate-limited', { retryAfterSeconds })
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Without a referrer the form would have no origin and be refused.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // No form-action: browsers hold the redirect to the client against it.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
}

const page = (html: string, status: number) => new Response(html, { status, headers: pageHeaders })

async function askConsent(options: OAuthOptions, { request, response }: MountRequest): Promise<Response> {
  addressed(request, options)
  const consent = await options.oauth.findConsent(request, response)
  return consent === undefined ? page(nothingToDecide, 400) : page(consentPage(consent), 200)
}

async function takeConsent(options: OAuthOptions, mounted: MountRequest): Promise<Response> {
  const { request, response, address } = mounted
  const { oauth, authenticator, limiter, baseUrl } = options
  const origin = readHeader(request, 'origin')
  if (origin !== undefined && origin !== new URL(baseUrl).origin) throw new Failure('foreign-origin')
  const form = new URLSearchParams(Buffer.from((await readBody(request)) ?? []).toString())
  addressed(request, options)
  const consent = await oauth.findConsent(request, response)
  if (consent === undefined) return page(nothingToDecide, 400)
  const goOn = (location: string) => new Response(null, { status: 303, headers: { location } })
  if (form.get('decision') !== 'allow') return goOn(await oauth.decide(request, response, undefined))
  const caller = await authenticator.authenticate(form.get('key') ?? '')
  // The agent would outlast a secret that a rotation replaced.
  if (caller !== undefined && caller.isOutgoing !== true)
    return goOn(
      await oauth.decide(request, response, { keyId: caller.keyId, keyPrefix: caller.keyPrefix, address }),
    )
  const { admitted, retryAfterSeconds } = limiter.admitFailure(address)
  if (!admitted) throw new Failure('rate-limited', { retryAfterSeconds })
  return page(consentPage({ ...consent, fault: 'This key is not valid.' }), 401)
}

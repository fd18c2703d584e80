import { createMcpHandler, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server'
import { bearerToken } from '../../lib/http-headers.ts'
import {
  authenticate,
  Failure,
  longListBodyBytes,
  type Authenticator,
  type Caller,
  type Limiter,
} from '../../operation/index.ts'
import {
  readHeader,
  readBody,
  refuseForeignHost,
  surfaceError,
  type Mount,
  type MountRequest,
  type SurfaceErrorPorts,
} from '../http/index.ts'
import { makeServer } from './server.ts'
import type { ToolSet } from './tool-set.ts'
import { toolSets, type ToolSetPorts } from './tool-sets.ts'

export interface McpOptions extends Omit<ToolSetPorts, 'describeFailure'> {
  authenticator: Authenticator
  limiter: Limiter
  errors: SurfaceErrorPorts
  /** Address clients reach the service at, without a slash at the end. */
  baseUrl: string
  /** Of this program. */
  version: string
  /** Checks the tokens of signed-in clients; when left out, there are no servers for them. */
  oauth?: TokenKeeper
}

/** Knows who calls with a token. */
export interface TokenKeeper {
  /** The scope that its tokens have. */
  scope: string
  /** Undefined unless the token is valid now and for that resource. */
  findCaller(token: string, resource: string): Promise<Caller | undefined>
}

/** The caller of a server, identified as its variant does it; a Response means refusal. */
type Gate = (request: MountRequest, path: string) => Promise<Caller | undefined | Response>

/** Server versions that clients of similar services have in their settings; all lead to the same servers here. */
const clientVersions = ['v2', 'v3'] as const

/** The longest arguments of any operation, in an envelope. Each call is then checked against the limit of its operation. */
const maxBytes = longListBodyBytes + 64 * 1024

/**
 * The agent-protocol servers: `/mcp` with a few tools, `/mcp/all` with every operation, `/mcp/core` with three; the same
 * below `/mcp/oauth` for signed-in clients, and below `/mcp/v2` and `/mcp/v3`, where clients of similar services look.
 */
export function mcpMounts(options: McpOptions): Mount[] {
  const sets = toolSets({
    ...options,
    describeFailure: (failure, { id }) => surfaceError(options.errors, failure, { operationId: id }),
  })
  const { oauth } = options
  const byKey = [
    { at: '', sets: sets.own },
    ...clientVersions.map((version) => ({ at: `/${version}`, sets: sets.ofClients })),
  ].flatMap(({ at, sets: offered }) =>
    offered.map((set) => serverMount(options, set, { path: `/mcp${at}${set.path}`, gate: keyGate(options) })),
  )
  if (oauth === undefined) return byKey
  const gate = tokenGate(options, oauth)
  return [
    ...byKey,
    ...sets.own.map((set) => serverMount(options, set, { path: `/mcp/oauth${set.path}`, gate })),
  ]
}

/** A key identifies the caller as in HTTP: `x-api-key`, then a bearer key. Each call checks again, with its operation. */
function keyGate(ports: Pick<McpOptions, 'authenticator' | 'limiter'>): Gate {
  return async ({ request, address }) => {
    const header = (name: string) => readHeader(request, name)
    await authenticate(ports, { body: null, query: {}, pathParameters: {}, header, address }, undefined)
    return undefined
  }
}

/** A token identifies the caller, and its audience must be this server. Refusals say where to get a token (RFC 9728). */
function tokenGate({ baseUrl, limiter }: McpOptions, { scope, findCaller }: TokenKeeper): Gate {
  return async ({ request, address }, path) => {
    const token = bearerToken(readHeader(request, 'authorization'))
    const isBearer = token !== undefined
    const caller = isBearer ? await findCaller(token, baseUrl + path) : undefined
    if (caller !== undefined) return caller
    const { admitted, retryAfterSeconds } = limiter.admitFailure(address)
    if (!admitted) throw new Failure('rate-limited', { retryAfterSeconds })
    const parts = [
      ...(isBearer ? ['error="invalid_token"'] : []),
      `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${path}"`,
      `scope="${scope}"`,
    ]
    const error = isBearer ? 'invalid_token' : 'unauthorized'
    return Response.json(
      { error },
      {
        status: 401,
        headers: { 'www-authenticate': `Bearer ${parts.join(', ')}`, 'cache-control': 'no-store' },
      },
    )
  }
}

function serverMount(
  options: McpOptions,
  set: ToolSet,
  { path, gate }: { path: `/${string}`; gate: Gate },
): Mount {
  const { baseUrl, version, errors } = options
  const onFault = (cause: unknown) => {
    surfaceError(errors, new Failure('internal', { cause }))
  }
  const handler = createMcpHandler((context) => makeServer(set, { version, onFault }, context), {
    responseMode: 'auto',
    // Nothing here changes while the service runs, so no notifications are needed.
    maxSubscriptions: 0,
  })
  const origins = listOrigins(baseUrl)
  return {
    method: 'POST',
    path,
    mostBytes: maxBytes,
    async answer(mountRequest) {
      const { request, address, signal } = mountRequest
      refuseOrigin(readHeader(request, 'origin'), origins)
      refuseForeignHost(readHeader(request, 'host'), origins)
      refuseSecretsInQuery(request.url ?? '')
      const caller = await gate(mountRequest, path)
      if (caller instanceof Response) return caller
      const body = await readBody(request, maxBytes)
      const header = (name: string) => readHeader(request, name)
      const sent = new Request(new URL(path, baseUrl), {
        method: 'POST',
        headers: protocolHeaders(header),
        body: body === null ? null : new Uint8Array(body),
        signal,
      })
      const origin = { header, address, caller }
      const authInfo = { token: '', clientId: '', scopes: [], extra: { origin } }
      const response = await asAccepted(await handler.fetch(sent, { authInfo }), header('accept'))
      response.headers.set('x-request-id', mountRequest.requestId)
      return response
    },
  }
}

/**
 * The 2025 revision answers as a stream of one message. A client that does not accept streams gets that message as JSON; no
 * tool here reports progress, so there is never another message.
 */
async function asAccepted(response: Response, accept: string | undefined): Promise<Response> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || accept?.includes('text/event-stream') === true) return response
  const lines = (await response.text()).split(/\r?\n/).filter((line) => /^data: ?./.test(line))
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  return new Response(lines.at(-1)?.replace(/^data: ?/, '') ?? '', { status: response.status, headers })
}

/** The headers of the protocol. Headers with secrets are not passed on. */
function protocolHeaders(header: (name: string) => string | undefined): Record<string, string> {
  const names = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name']
  return {
    ...Object.fromEntries(names.flatMap((name) => [[name, header(name)]].filter(hasText))),
    accept: acceptedTypes(header('accept')),
  }
}

const bothTypes = 'application/json, text/event-stream'

/**
 * The protocol requires clients to accept both types. Clients that accept anything, or only JSON, are answered as well.
 */
function acceptedTypes(accept: string | undefined): string {
  const types = (accept ?? '*/*').split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase())
  return types.some((type) => type === '*/*' || type === 'application/*' || type === 'application/json')
    ? bothTypes
    : (accept as string)
}

const hasText = (entry: (string | undefined)[]): entry is [string, string] => entry[1] !== undefined

/**
 * Browsers name the page a request comes from. Pages of other sites are refused, and so are pages that pretend to be on this
 * host.
 */
function refuseOrigin(origin: string | undefined, allowed: string[]): void {
  if (!validateOriginHeader(origin, allowed).ok) throw new Failure('foreign-origin')
}

/** Host names a page may come from: the service's own, including all names of this machine when it listens there. */
function listOrigins(baseUrl: string): string[] {
  const { hostname } = new URL(baseUrl)
  const local = localhostAllowedOrigins()
  return local.includes(hostname) ? local : [hostname]
}

/** URLs end up in logs and histories, so a secret in one is refused instead of ignored. */
function refuseSecretsInQuery(url: string): void {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length + 1))
  for (const name of ['access_token', 'apiKey'])
    if (query.has(name))
      throw new Failure('invalid-request', {
        issues: [{ path: name, message: 'Send it in a header, never in the URL.', code: 'custom' }],
      })
}

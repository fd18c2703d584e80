import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { newId } from '../../lib/ids.ts'
import {
  bodyLimitBytes,
  findBodyLimit,
  Failure,
  type AnyOperation,
  type Answer,
  type Pipeline,
  type Registry,
} from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'
import { isUnchanged } from './cacheable.ts'
import { chooseCoding, compressWhole, minCompressedBytes } from './compress.ts'
import { allowOrigins, corsPaths } from './cors.ts'
import { documentMounts, type Mount } from './mounts.ts'
import { fileBody, readBody } from './read-body.ts'
import { allowedMethods, decodedPath, inMatchOrder, routerPath } from './routes.ts'
import { findSession, type BrowserSessions } from './session-cookies.ts'
import { surfaceError, type SurfaceErrorPorts } from './surface-errors.ts'
import { readAddress, readHeader, toIncoming } from './to-incoming.ts'

export interface HttpAppOptions extends SurfaceErrorPorts {
  registry: Registry
  pipeline: Pipeline
  documents: Documents
  /** Paths answered in addition to operations and documents. */
  mounts?: readonly Mount[]
  /** Proxies, as addresses and ranges in normal form, whose `X-Forwarded-For` is trusted; default none. */
  trustedProxies?: readonly string[]
  /** Origins whose pages may call the service from a browser; `*` is every one; default none. */
  corsOrigins?: readonly string[]
  /** Sessions of browsers, which stand for a key; without them cookies are not looked at. */
  sessions?: BrowserSessions
  /** Dependencies of an operation's slice. */
  openDeps(operation: AnyOperation): unknown
}

type Bindings = { Bindings: HttpBindings }

/** Every route of the service. Never throws and never rejects: every outcome becomes an answer. */
export interface HttpApp {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>
  /** The largest body a request may have, bytes. */
  findBodyLimit(request: IncomingMessage): number
  /** The answer to a request that could not be read, or to whatever was thrown outside an operation. */
  refuse(thrown: unknown, request?: IncomingMessage): Answer
  /** Ends answers that stay open, now and from now on; their clients reconnect. */
  endStreams(): void
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { registry, documents } = options
  // A slash at the end of a path changes nothing.
  const app = new Hono<Bindings>({ strict: false })
  const ending = new AbortController()
  // Every open answer listens.
  setMaxListeners(0, ending.signal)
  const { corsOrigins = [] } = options
  if (corsOrigins.length > 0) for (const path of corsPaths) app.use(path, allowOrigins(corsOrigins))
  for (const operation of inMatchOrder(registry)) {
    const serve = serveOperation(options, operation, ending.signal)
    app.on(operation.method, routerPath(operation.path), (context) => serve(context))
  }
  const mounts = [...(options.mounts ?? []), ...documentMounts(documents)]
  for (const mount of mounts) {
    app.on(mount.method, routerPath(mount.path), (context) => serveMount(options, mount, context))
  }
  const allowed = allowedMethods([...registry.operations, ...mounts])
  const refuse = (thrown: unknown, request?: IncomingMessage) =>
    surfaceError(options, thrown, request === undefined ? {} : { request })
  app.onError((error, context) => respond(refuse(error, context.env.incoming), context.env.incoming))
  app.notFound((context) => {
    const request = context.env.incoming
    const methods = allowed(decodedPath(request.url ?? '') ?? '')
    if (methods.length === 0 || methods.includes(request.method ?? '')) {
      return respond(refuse(new Failure('not-found'), request), request)
    }
    const headers = { allow: methods.join(', ') }
    return respond(surfaceError(options, new Failure('method-not-allowed'), { request, headers }), request)
  })
  const bodyLimits = new Map<string, number>([
    ...registry.operations.map(
      (operation) =>
        [
          `${operation.method} ${operation.path}`,
          operation.file?.maxBytes ?? findBodyLimit(operation),
        ] as const,
    ),
    ...mounts.flatMap(({ method, path, mostBytes }) =>
      mostBytes === undefined ? [] : [[`${method} ${path}`, mostBytes] as const],
    ),
  ])
  return {
    refuse,
    endStreams: () => ending.abort(),
    findBodyLimit: ({ method, url }) =>
      bodyLimits.get(`${method} ${decodedPath(url ?? '') ?? ''}`) ?? bodyLimitBytes,
    fetch: (request, bindings) =>
      decodedPath(bindings.incoming.url ?? '') === undefined
        ? respond(refuse(new Failure('not-found'), bindings.incoming), bindings.incoming)
        : app.fetch(request, bindings),
  }
}

function serveOperation(options: HttpAppOptions, operation: AnyOperation, ending: AbortSignal) {
  const deps = options.openDeps(operation)
  const hasParameters = operation.pathParameters.length > 0
  const readsBody = operation.method !== 'GET' && operation.file === undefined
  const maxBytes = operation.file?.maxBytes
  const mostBytes = findBodyLimit(operation)
  const link = options.documents.makeLink(operation)
  const { trustedProxies = [] } = options
  return async (context: Context<Bindings>): Promise<Response> => {
    const request = context.env.incoming
    const left = leaving(context.env.outgoing)
    try {
      const body = readsBody ? await readBody(request, mostBytes) : null
      const file = maxBytes === undefined ? undefined : fileBody(request, maxBytes)
      const pathParameters = hasParameters ? context.req.param() : {}
      const answer = await options.pipeline(
        operation,
        deps,
        toIncoming(request, {
          body,
          file,
          pathParameters,
          trustedProxies,
          signal: left,
          session: findSession(request, options.sessions),
        }),
      )
      answer.headers['link'] = link
      if (operation.cacheSeconds !== undefined && isUnchanged(answer, request, operation.cacheSeconds)) {
        const { 'content-type': _, ...headers } = answer.headers
        return new Response(null, { status: 304, headers })
      }
      return answer.stream === undefined
        ? await respond(answer, request)
        : respondOpen(answer, answer.stream(AbortSignal.any([left, ending])))
    } catch (thrown) {
      return respond(surfaceError(options, thrown, { request, operationId: operation.id }), request)
    }
  }
}

/** Aborts when the connection ends before the answer was sent. */
function leaving(outgoing: HttpBindings['outgoing']): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort(new Failure('client-gone'))
  })
  return controller.signal
}

async function serveMount(
  options: HttpAppOptions,
  mount: Mount,
  context: Context<Bindings>,
): Promise<Response> {
  const request = context.env.incoming
  try {
    const requestId = newId('req', options.clock)
    const parameter = (name: string) => context.req.param(name) ?? ''
    const mountRequest = {
      request,
      response: context.env.outgoing,
      requestId,
      parameter,
      address: readAddress(request, options.trustedProxies ?? []),
      signal: leaving(context.env.outgoing),
    }
    return (await mount.answer(mountRequest)) ?? (await context.notFound())
  } catch (thrown) {
    return respond(surfaceError(options, thrown, { request }), request)
  }
}

/** Large answers are compressed where the client asks for it. */
async function respond({ body, status, headers }: Answer, request: IncomingMessage): Promise<Response> {
  if (body.length < minCompressedBytes) return new Response(body, { status, headers })
  // Node writes a text of this size in pieces that it encodes one by one.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const coding = chooseCoding(readHeader(request, 'accept-encoding'))
  const varying = { ...headers, vary: 'Accept-Encoding' }
  if (coding === undefined) return new Response(bytes, { status, headers: varying })
  return new Response(await compressWhole(coding, bytes), {
    status,
    headers: { ...varying, 'content-encoding': coding },
  })
}

/**
 * Sends the body, then its continuation, no faster than the client reads. Never compressed: each event must leave at
 * once.
 */
function respondOpen({ body, status, headers }: Answer, rest: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder()
  async function* all() {
    yield typeof body === 'string' ? encoder.encode(body) : body
    for await (const text of rest) yield encoder.encode(text)
  }
  return new Response(ReadableStream.from(all()) as ReadableStream, { status, headers })
}

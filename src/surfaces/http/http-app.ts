import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { newId } from '../../lib/ids.ts'
import {
  bodyLimitBytes,
  Failure,
  type AnyOperation,
  type Answer,
  type Pipeline,
  type Registry,
} from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'
import { fileBody, readBody } from './read-body.ts'
import { readiness, readinessPath, type StoresReachable } from './readiness.ts'
import { allowedMethods, decodedPath, inMatchOrder, routerPath } from './routes.ts'
import { downloadsPath, sendDownload, type Downloads } from './send-download.ts'
import { sendPage } from './send-page.ts'
import { surfaceError, type SurfaceErrorPorts } from './surface-errors.ts'
import { headerOf, toIncoming } from './to-incoming.ts'

export interface HttpAppOptions extends SurfaceErrorPorts {
  registry: Registry
  pipeline: Pipeline
  documents: Documents
  receivers?: readonly Receiver[]
  fileRoutes?: readonly FileRoute[]
  /** Files that links point at; without it there are none. */
  downloads?: Downloads
  /** Answered at `/ready`; without it there is no such path. */
  storesReachable?: StoresReachable
  /** Proxies, as addresses and ranges in normal form, that are believed whom they speak for; default none. */
  trustedProxies?: readonly string[]
  /** Dependencies of an operation's slice. */
  depsOf(operation: AnyOperation): unknown
}

/** An address that takes messages of another service, outside the registry: no key, no envelope, not in the documents. */
export interface Receiver {
  path: `/${string}`
  /** Whatever it throws is answered 500. */
  receive(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Promise<{ status: number; body: object }>
}

/** Small public files by id, outside the registry: no key. An id names one content for ever. */
export interface FileRoute {
  /** What the id follows. */
  path: `/${string}`
  /** Undefined for an id that names none. */
  read(id: string): Promise<{ mediaType: string; body: Uint8Array } | undefined>
}

type Bindings = { Bindings: HttpBindings }

/** Every route of the service. Never throws and never rejects: whatever happens becomes an answer. */
export interface HttpApp {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>
  /** The largest body a request may have, bytes. */
  bodyLimitOf(request: IncomingMessage): number
  /** The answer to a request that could not be read, or to whatever was thrown outside an operation. */
  refuse(thrown: unknown, request?: IncomingMessage): Answer
}

export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { registry, documents } = options
  const app = new Hono<Bindings>()
  for (const operation of inMatchOrder(registry)) {
    const serve = serveOperation(options, operation)
    app.on(operation.method, routerPath(operation.path), (context) => serve(context))
  }
  for (const path of documents.paths) app.get(routerPath(path), (context) => serveDocument(options, context))
  for (const receiver of options.receivers ?? []) {
    app.post(receiver.path, (context) => serveReceiver(options, receiver, context.env.incoming))
  }
  for (const route of options.fileRoutes ?? [])
    app.get(`${route.path}/:id`, (context) => serveFile(options, route, context))
  const { downloads } = options
  if (downloads !== undefined)
    app.get(routerPath(downloadsPath), (context) => serveDownload(options, downloads, context))
  const { storesReachable, clock } = options
  if (storesReachable !== undefined) app.get(readinessPath, () => readiness(storesReachable, clock))
  const allowed = allowedMethods(routesOf(options))
  const refuse = (thrown: unknown, request?: IncomingMessage) =>
    surfaceError(options, thrown, request === undefined ? {} : { request })
  app.onError((error, context) => respond(refuse(error, context.env.incoming)))
  app.notFound((context) => {
    const request = context.env.incoming
    const methods = allowed(decodedPath(request.url ?? '') ?? '')
    if (methods.length === 0 || methods.includes(request.method ?? '')) {
      return respond(refuse(new Failure('not-found'), request))
    }
    const headers = { allow: methods.join(', ') }
    return respond(surfaceError(options, new Failure('method-not-allowed'), { request, headers }))
  })
  const fileLimits = new Map<string, number>(
    registry.operations.flatMap(({ method, path, file }) =>
      file === undefined ? [] : [[`${method} ${path}`, file.maxBytes] as const],
    ),
  )
  return {
    refuse,
    bodyLimitOf: ({ method, url }) =>
      fileLimits.get(`${method} ${decodedPath(url ?? '') ?? ''}`) ?? bodyLimitBytes,
    fetch: (request, bindings) =>
      decodedPath(bindings.incoming.url ?? '') === undefined
        ? respond(refuse(new Failure('not-found'), bindings.incoming))
        : app.fetch(request, bindings),
  }
}

/** Everything that is answered, for `Allow`. */
function routesOf({ registry, documents, ...options }: HttpAppOptions): { method: string; path: string }[] {
  return [
    ...(options.storesReachable === undefined ? [] : [{ method: 'GET', path: readinessPath }]),
    ...(options.fileRoutes ?? []).map(({ path }) => ({ method: 'GET', path: `${path}/{id}` })),
    ...(options.downloads === undefined ? [] : [{ method: 'GET', path: downloadsPath }]),
    ...(options.receivers ?? []).map(({ path }) => ({ method: 'POST', path })),
    ...registry.operations,
    ...documents.paths.map((path) => ({ method: 'GET', path })),
  ]
}

function serveOperation(options: HttpAppOptions, operation: AnyOperation) {
  const deps = options.depsOf(operation)
  const hasParameters = operation.pathParameters.length > 0
  const readsBody = operation.method !== 'GET' && operation.file === undefined
  const maxBytes = operation.file?.maxBytes
  const link = options.documents.linkOf(operation)
  const { trustedProxies = [] } = options
  return async (context: Context<Bindings>): Promise<Response> => {
    const request = context.env.incoming
    try {
      const body = readsBody ? await readBody(request) : null
      const file = maxBytes === undefined ? undefined : fileBody(request, maxBytes)
      const pathParameters = hasParameters ? context.req.param() : {}
      const answer = await options.pipeline(
        operation,
        deps,
        toIncoming(request, {
          ...{ body, file, pathParameters, trustedProxies },
          signal: leaving(context.env.outgoing),
        }),
      )
      answer.headers['link'] = link
      return respond(answer)
    } catch (thrown) {
      return respond(surfaceError(options, thrown, { request, operationId: operation.id }))
    }
  }
}

/** Aborts when the connection ends before the answer went out. */
function leaving(outgoing: HttpBindings['outgoing']): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort(new Failure('client-gone'))
  })
  return controller.signal
}

async function serveReceiver(
  options: HttpAppOptions,
  receiver: Receiver,
  request: IncomingMessage,
): Promise<Response> {
  try {
    const bytes = (await readBody(request)) ?? new Uint8Array()
    const { status, body } = await receiver.receive(bytes, (name) => headerOf(request, name))
    return Response.json(body, { status })
  } catch (thrown) {
    return respond(surfaceError(options, thrown, { request }))
  }
}

async function serveFile(
  options: HttpAppOptions,
  route: FileRoute,
  context: Context<Bindings>,
): Promise<Response> {
  const request = context.env.incoming
  try {
    const file = await route.read(context.req.param('id') ?? '')
    if (file === undefined) return context.notFound() as Response
    return new Response(Buffer.from(file.body), {
      headers: {
        'content-type': file.mediaType,
        'cache-control': 'public, max-age=604800, immutable',
        // The content is somebody else's: nothing in it may run here.
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-request-id': newId('req', options.clock),
      },
    })
  } catch (thrown) {
    return respond(surfaceError(options, thrown, { request }))
  }
}

async function serveDownload(
  options: HttpAppOptions,
  downloads: Downloads,
  context: Context<Bindings>,
): Promise<Response> {
  const request = context.env.incoming
  try {
    const found = await downloads.open(context.req.param('token') ?? '')
    if (found === undefined) throw new Failure('not-found')
    if (found === 'withdrawn') throw new Failure('withdrawn')
    return sendDownload(found, request, newId('req', options.clock))
  } catch (thrown) {
    return respond(surfaceError(options, thrown, { request }))
  }
}

function serveDocument(options: HttpAppOptions, context: Context<Bindings>): Response | Promise<Response> {
  const request = context.env.incoming
  const page = options.documents.find(decodedPath(request.url ?? '') ?? '', headerOf(request, 'accept'))
  if (page === undefined) return context.notFound()
  return sendPage(page, request, newId('req', options.clock))
}

function respond(answer: Answer): Response {
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}

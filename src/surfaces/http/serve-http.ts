import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'
import { Failure, type Answer } from '../../operation/index.ts'
import { refuseConnection } from './client-error.ts'
import type { HttpApp } from './http-app.ts'

/** The longest a request may take to arrive completely, so that a slow sender cannot hold a connection. */
const requestTimeoutMs = 30_000
const headersTimeoutMs = 10_000
/** A time longer than the idle time of common load balancers would suit them better, but idle connections cost memory. */
const keepAliveMs = 10_000
const maxDrainMs = 25_000

export interface HttpServer {
  readonly host: string
  /** The port actually in use. */
  readonly port: number
  /**
   * Stops accepting, lets running calls finish for at most `graceMs` (25 s at most), then closes what is left.
   * Resolves with the number of calls that were cut off.
   */
  close(graceMs: number): Promise<number>
}

export interface ServeOptions {
  app: HttpApp
  host: string
  port: number
  timeouts?: { requestMs?: number; headersMs?: number; keepAliveMs?: number }
}

/** Listens; rejects when the address is taken. */
export async function serveHttp({ app, host, port, timeouts = {} }: ServeOptions): Promise<HttpServer> {
  const server = createServer(serverOptions(timeouts))
  const running = new Set<ServerResponse>()
  let draining = false
  const listener = makeListener(app)
  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    running.add(outgoing)
    outgoing.once('close', () => {
      running.delete(outgoing)
      // An answer whose headers were out when draining began left its connection open.
      if (draining) setImmediate(() => server.closeIdleConnections())
    })
    if (draining) outgoing.shouldKeepAlive = false
    void listener(incoming, outgoing)
  }
  server.on('request', onRequest)
  server.on('checkExpectation', onRequest)
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Without the go-ahead the client does not send a body that would be refused anyway.
    if (Number(incoming.headers['content-length'] ?? 0) <= app.findBodyLimit(incoming))
      outgoing.writeContinue()
    onRequest(incoming, outgoing)
  })
  server.on('clientError', refuseConnection(app))
  await listen(server, { host, port })
  let closing: Promise<number> | undefined
  const drain = async (graceMs: number): Promise<number> => {
    draining = true
    app.endStreams()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    // Set while the headers are unsent, so that the connection ends with the answer.
    for (const outgoing of running) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
    let cut = 0
    const timer = setTimeout(
      () => {
        cut = running.size
        server.closeAllConnections()
      },
      Math.min(graceMs, maxDrainMs),
    )
    await closed
    clearTimeout(timer)
    return cut
  }
  return {
    host,
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => (closing ??= drain(graceMs)),
  }
}

function serverOptions(timeouts: NonNullable<ServeOptions['timeouts']>): ServerOptions {
  const requestMs = timeouts.requestMs ?? requestTimeoutMs
  return {
    requestTimeout: requestMs,
    headersTimeout: Math.min(timeouts.headersMs ?? headersTimeoutMs, requestMs),
    keepAliveTimeout: timeouts.keepAliveMs ?? keepAliveMs,
    // Node looks for late requests only this often (30 s by default, which would double the limit).
    connectionsCheckingInterval: Math.min(1_000, requestMs),
    // A missing Host is refused by the listener, with an error body.
    requireHostHeader: false,
  }
}

function listen(server: Server, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function makeListener(app: HttpApp) {
  const listen = getRequestListener(
    (request, bindings) => app.fetch(request, bindings as HttpBindings),
    // Raised for an invalid target or Host, from which no request could be made.
    { errorHandler: (error) => toResponse(app.refuse(error instanceof RequestError ? invalid() : error)) },
  )
  return (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // HTTP/1.0 has no Host, and old health checks speak it.
    if (incoming.httpVersionMinor === 0) incoming.headers.host ??= 'localhost'
    // Node keeps the first of several; a proxy in front may have judged another one.
    if ((incoming.headersDistinct['host']?.length ?? 0) > 1) delete incoming.headers.host
    const credentials = incoming.headersDistinct['authorization'] ?? []
    if (credentials.length > 1) incoming.headers.authorization = credentials.join(', ')
    return listen(incoming, outgoing)
  }
}

const invalid = () => new Failure('invalid-request')

function toResponse({ body, status, headers }: Answer): Response {
  return new Response(body, { status, headers })
}

import { Agent as HttpAgent, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { lookup as systemLookup } from 'node:dns'
import { connect, type Socket } from 'node:net'
import { inSpan } from '../../lib/tracing.ts'
import {
  checkLiteral,
  guardedLookup,
  isAddress,
  isLoopback,
  mayConnect,
  type AddressRules,
  type GuardedLookup,
} from './address-guard.ts'
import { exchange, type Compose, type Trace } from './exchange.ts'
import { OutboundFailed, OutboundRefused } from './failures.ts'
import { createPace } from './pace.ts'

const agentName = 'almanac'
/** Requests to one host at a time, whoever makes them; those of lanes by lane, and all of them together. */
const atOncePerHost = 16
const lanesPerHost = 512
const defaultDeadlineMs = 15_000
const defaultMaxBytes = 1024 * 1024
const maxHeaderBytes = 32 * 1024
/** The longest look-up of a name before it counts as unknown. */
const resolveMs = 2_000

export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Asked for headers and body when the connection stands, so that what is sent is as of then; `body` is left out. */
  compose?: Compose
  /** Milliseconds for everything: waiting, resolving, connecting, the whole answer. Default 15 s. */
  deadlineMs?: number
  /** Most bytes of the answer's body. Default 1 MiB. */
  maxBytes?: number
  /** Requests of one lane wait for each other alone, not for all others to the same host: for callers whose hosts hang. */
  lane?: string
  /** Slows requests that share a key down to so many a second; the wait counts towards the deadline. */
  rate?: { key: string; perSecond: number }
  signal?: AbortSignal
}

export interface OutboundAnswer {
  /** A 3xx is an answer like any other: redirects are never followed. */
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
}

/** The address that answered. */
interface Reached {
  /** Addresses the host stands for, or the one that was reached. */
  resolvedTo: readonly string[]
}

/** The only way out to the network. */
export interface Outbound {
  /** The whole answer. Throws OutboundRefused before anything is connected, else OutboundFailed. */
  request(order: OutboundRequest): Promise<OutboundAnswer & Reached & { body: Buffer }>
  /**
   * The answer while it arrives, for what is too large to hold. Deadline and size hold for the whole of it; the same
   * errors are thrown by reading it. A caller that stops reading early leaves the loop.
   */
  stream(order: OutboundRequest): Promise<OutboundAnswer & Reached & { body: AsyncIterable<Buffer> }>
  /** A connection for protocols other than HTTP (mail servers), to addresses that may be reached. The caller ends it. */
  connect(order: { host: string; port: number; deadlineMs?: number; signal?: AbortSignal }): Promise<Socket>
  /**
   * Judges an address that is kept for later as a request to it would be, and looks its name up. False where nobody knows
   * the name now. Throws OutboundRefused.
   */
  mayAsk(url: string): Promise<boolean>
  close(): void
}

/** `resolve` stands in for the system's resolver in tests. */
export function openOutbound(rules: AddressRules, resolve?: typeof systemLookup): Outbound {
  const guardLookup = (port: number, note?: (addresses: readonly string[]) => void) =>
    guardedLookup(rules, resolve, { port, ...(note === undefined ? {} : { note }) })
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: lanesPerHost + atOncePerHost, timeout: 30_000 }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: lanesPerHost + atOncePerHost, timeout: 30_000 }),
  }
  const pace = createPace()

  async function sendOut(order: OutboundRequest): Promise<Exchange> {
    const url = checkedUrl(order.url, rules)
    const trace: Trace = { step: isAddress(url.hostname) ? 'connection' : 'name', resolvedTo: [] }
    const limit = startLimit(order, trace)
    const lookup = guardLookup(readPort(url), (addresses) => (trace.resolvedTo = addresses))
    const leaves: (() => void)[] = []
    const leave = () => {
      limit.clear()
      for (const done of leaves.splice(0)) done()
    }
    try {
      for (const [name, bounds] of listTurns(order, url.host))
        leaves.push(await pace.turn(name, bounds, limit.signal))
      const protocol = url.protocol as 'http:' | 'https:'
      const options = { ...requestOptions(order), agent: agents[protocol], lookup, signal: limit.signal }
      const { body, compose } = order
      const message = await exchange(url, options as RequestOptions, { body, compose }, trace)
      // Also when nobody reads the body to its end.
      message.once('close', leave)
      return { message, trace, leave, toFailure: (cause) => limit.failureOf(cause) }
    } catch (error) {
      leave()
      throw limit.failureOf(error)
    }
  }

  const send = traced(sendOut)
  return {
    async request(order) {
      const { message, trace, ...running } = await send(order)
      const chunks: Buffer[] = []
      for await (const chunk of readBody(message, order.maxBytes, running)) chunks.push(chunk)
      return { ...readHead(message, trace), body: Buffer.concat(chunks) }
    },
    async stream(order) {
      const { message, trace, ...running } = await send(order)
      return { ...readHead(message, trace), body: readBody(message, order.maxBytes, running) }
    },
    connect: ({ port, ...order }) => connectWithin({ port, ...order }, rules, guardLookup(port)),
    async mayAsk(text) {
      const url = checkedUrl(text, rules)
      return isAddress(url.hostname) || (await resolves(url.hostname, guardLookup(readPort(url))))
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/**
 * The span of a request, until the head of its answer. No part of its address: hosts are what customers ask about. Nor does the
 * request carry a `traceparent`: strangers learn nothing of our traces.
 */
const outboundSpan = ({ method = 'GET' }: OutboundRequest) => ({
  name: `${method} outside`,
  kind: 'client' as const,
  attributes: { 'http.request.method': method },
})

const traced = (send: (order: OutboundRequest) => Promise<Exchange>) => (order: OutboundRequest) =>
  inSpan(
    () => outboundSpan(order),
    async (span) => {
      const running = await send(order)
      span.add({ 'http.response.status_code': running.message.statusCode })
      return running
    },
  )

/** A connection to an address that may be reached, within the time of the order. */
async function connectWithin(
  { host, port, ...order }: Parameters<Outbound['connect']>[0],
  rules: AddressRules,
  lookup: GuardedLookup,
): Promise<Socket> {
  checkLiteral(host, port, rules)
  const limit = startLimit(order)
  try {
    return await connected(host, port, { lookup, rules, signal: limit.signal })
  } catch (error) {
    throw limit.failureOf(error)
  } finally {
    limit.clear()
  }
}

/** The lines a request waits in, one after the other, and how many of each may go at a time. */
function listTurns({ rate, lane }: OutboundRequest, host: string): [name: string, bounds: PaceBounds][] {
  const turns: [string, PaceBounds][] = []
  if (rate !== undefined) turns.push([`rate ${rate.key}`, { atOnce: 1_000, perSecond: rate.perSecond }])
  if (lane === undefined) return [...turns, [`host ${host}`, { atOnce: atOncePerHost }]]
  turns.push([`host ${host} ${lane}`, { atOnce: atOncePerHost }], [`lanes ${host}`, { atOnce: lanesPerHost }])
  return turns
}

type PaceBounds = Parameters<ReturnType<typeof createPace>['turn']>[1]

interface Exchange extends Running {
  message: IncomingMessage
  trace: Trace
}

interface Running {
  leave(): void
  toFailure(cause: unknown): Error
}

/** https only, no credentials in the address, no address or port that may not be reached. */
function checkedUrl(text: string, rules: AddressRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || url.hostname === '')
    throw new OutboundRefused('bad-url')
  const bare = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isOwn = rules.allowLoopback && (bare === 'localhost' || isLoopback(bare))
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || !isOwn))
    throw new OutboundRefused('not-https')
  checkLiteral(url.hostname, readPort(url), rules)
  // An address given by a customer must not reach other people's mail servers and databases.
  const isOpen = url.port === '' || isOwn || rules.ports?.includes(Number(url.port)) === true
  if (!isOpen) throw new OutboundRefused('closed-port')
  return url
}

function readPort({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** Whether the name is known; a resolver that takes its time is not waited for. Throws OutboundRefused. */
async function resolves(hostname: string, lookup: GuardedLookup): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), resolveMs)
  lookup(hostname, { all: true }, (error) => {
    if (error instanceof OutboundRefused) reject(error)
    else resolve(error === null)
  })
  return promise.finally(() => clearTimeout(timer))
}

function requestOptions({ method, headers, body }: OutboundRequest): RequestOptions {
  return {
    method: method ?? 'GET',
    // No compression, so that the counted size is the real size.
    headers: {
      'user-agent': agentName,
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
    maxHeaderSize: maxHeaderBytes,
  }
}

/** One limit for all of a request: its deadline and its caller's signal. */
function startLimit(
  { deadlineMs = defaultDeadlineMs, signal }: Pick<OutboundRequest, 'deadlineMs' | 'signal'>,
  trace?: Trace,
) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new OutboundFailed('deadline')), deadlineMs)
  const stop = () => controller.abort(new OutboundFailed('aborted', signal?.reason))
  if (signal?.aborted === true) stop()
  else signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
    failureOf(cause: unknown): Error {
      const failure = toFailure(cause, controller.signal)
      if (failure instanceof OutboundFailed && trace !== undefined)
        failure.place ??= { ...trace, code: (cause as { code?: string }).code }
      return failure
    },
  }
}

function toFailure(cause: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason as Error
  if (cause instanceof OutboundRefused || cause instanceof OutboundFailed) return cause
  return new OutboundFailed('connection', cause)
}

async function* readBody(
  message: IncomingMessage,
  maxBytes = defaultMaxBytes,
  running: Running,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw new OutboundFailed('too-large')
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new OutboundFailed('too-large')
      yield chunk
    }
  } catch (error) {
    throw running.toFailure(error)
  } finally {
    // Frees the socket for the next one only if everything was read.
    if (!message.complete) message.destroy()
    running.leave()
  }
}

function readHead(message: IncomingMessage, { resolvedTo }: Trace): OutboundAnswer & Reached {
  const headers = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
  return { status: message.statusCode ?? 0, headers: Object.fromEntries(headers), resolvedTo }
}

function connected(
  host: string,
  port: number,
  { lookup, rules, signal }: { lookup: GuardedLookup; rules: AddressRules; signal: AbortSignal },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: lookup as never })
    const stop = () => socket.destroy(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop)
      socket.removeListener('error', reject)
      if (mayConnect(socket.remoteAddress ?? '', rules)) return resolve(socket)
      socket.destroy()
      return reject(new OutboundRefused('private-address'))
    })
  })
}

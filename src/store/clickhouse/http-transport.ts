import { Agent, request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import { EngineUnavailable, engineFailure } from './errors.ts'
import type { InsertBody } from './contract.ts'

/** Where an engine answers and as whom it is asked. */
export interface Endpoint {
  /** http://host:port or https://host:port */
  origin: string
  user: string
  password: string
  database: string
}

export interface Exchange {
  /** Members of the URL: settings, parameters, the interface's own. */
  members: URLSearchParams
  body: InsertBody
  headers?: Record<string, string>
  /** Time for the answer's first byte (`until: 'headers'`) or its last one, ms. The engine's own limits are lower. */
  deadlineMs: number
  until: 'headers' | 'end'
  signal?: AbortSignal
  /** Whether sending it twice does no harm: a kept connection that the other end has just closed is replaced. */
  repeatable: boolean
}

/** Keeps connections to one endpoint and speaks the engine's HTTP interface over them. */
export class HttpTransport {
  readonly #endpoint: Endpoint
  readonly #agent: Agent
  readonly #base: RequestOptions
  readonly #request: typeof httpRequest

  constructor(endpoint: Endpoint) {
    const tls = endpoint.origin.startsWith('https:')
    const options = {
      keepAlive: true,
      maxSockets: 256,
      maxFreeSockets: 64,
      noDelay: true,
      scheduling: 'lifo' as const,
    }
    this.#endpoint = endpoint
    this.#agent = tls ? new TlsAgent(options) : new Agent(options)
    this.#request = tls ? httpsRequest : httpRequest
    const { hostname, port } = new URL(endpoint.origin)
    this.#base = {
      agent: this.#agent,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || (tls ? 443 : 80),
      method: 'POST',
    }
  }

  /** The answer's stream once its status is good. Rejects with a typed error, or the signal's reason. */
  async send(exchange: Exchange): Promise<IncomingMessage> {
    const { signal } = exchange
    signal?.throwIfAborted()
    try {
      return await this.#attempt(exchange)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof StaleConnection && exchange.repeatable) return this.#attempt(exchange)
      throw error
    }
  }

  /** True when /ping answers in time. Says nothing of credentials or the engine behind it. */
  async ping(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const req = this.#request(
        { ...this.#base, path: '/ping', method: 'GET', timeout: timeoutMs },
        (res) => {
          res.resume()
          resolve(res.statusCode === 200)
        },
      )
      const timer = setTimeout(() => req.destroy(new Error('no answer')), timeoutMs)
      req.on('close', () => clearTimeout(timer))
      req.on('error', () => resolve(false))
      req.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #attempt(exchange: Exchange): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { user, password, database } = this.#endpoint
      const headers: Record<string, string | number> = {
        'x-clickhouse-user': user,
        'x-clickhouse-key': password,
        'x-clickhouse-database': database,
        ...exchange.headers,
      }
      const { body } = exchange
      const whole = typeof body === 'string' || Buffer.isBuffer(body)
      if (whole) headers['content-length'] = Buffer.byteLength(body)
      const req = this.#request({ ...this.#base, headers, path: `/?${exchange.members.toString()}` })
      const { signal } = exchange
      const abort = () => req.destroy(new Error('aborted'))
      const timer = setTimeout(
        () => req.destroy(new EngineUnavailable('no answer in time')),
        exchange.deadlineMs,
      )
      signal?.addEventListener('abort', abort, { once: true })
      let ownFailure: unknown
      req.on('close', () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      })
      req.on('error', (error: NodeJS.ErrnoException) => {
        if (signal?.aborted) reject(signal.reason)
        else reject(ownFailure ?? connectionFailure(error, req.reusedSocket))
      })
      req.on('response', (res) => {
        if (exchange.until === 'headers') clearTimeout(timer)
        if (res.statusCode === 200) return resolve(res)
        readFailure(res).then(reject, reject)
      })
      // As bytes: headers and body then leave in one write
      if (whole) req.end(typeof body === 'string' ? Buffer.from(body) : body)
      else {
        pump(body, req).catch((error: unknown) => {
          ownFailure = error
          req.destroy(new Error('body failed'))
        })
      }
    })
  }
}

/** The other end had closed a kept connection before it saw the request. */
class StaleConnection extends EngineUnavailable {}

function connectionFailure(error: NodeJS.ErrnoException, reused: boolean): Error {
  if (error instanceof EngineUnavailable) return error
  if (reused && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) {
    return new StaleConnection(`engine connection lost (${error.code})`, { cause: error })
  }
  return new EngineUnavailable(`engine not reached (${error.code ?? error.message})`, { cause: error })
}

async function pump(
  body: AsyncIterable<Buffer | string>,
  req: NodeJS.WritableStream & { destroyed: boolean },
): Promise<void> {
  for await (const part of body) {
    if (req.destroyed) return
    if (part.length > 0 && !req.write(part)) {
      await new Promise<void>((resolve) => {
        const go = () => {
          req.off('drain', go)
          req.off('close', go)
          resolve()
        }
        req.on('drain', go)
        req.on('close', go)
      })
    }
  }
  if (!req.destroyed) req.end()
}

async function readFailure(res: IncomingMessage): Promise<Error> {
  const text = (await readAll(res)).toString()
  const code = Number(res.headers['x-clickhouse-exception-code'] ?? 0)
  if (code) return engineFailure(text, code)
  if (/Code: \d+/.test(text)) return engineFailure(text)
  return new EngineUnavailable(`engine answered ${res.statusCode}`, { cause: new Error(text.slice(0, 1000)) })
}

/** All bytes of an answer. A connection that breaks before the end is a failure, never a short answer. */
export async function readAll(res: IncomingMessage, signal?: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = []
  try {
    for await (const part of res) parts.push(part as Buffer)
  } catch (error) {
    signal?.throwIfAborted()
    throw new EngineUnavailable('engine connection lost within an answer', { cause: error })
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

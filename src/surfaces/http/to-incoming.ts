import type { IncomingMessage } from 'node:http'
import type { Incoming } from '../../operation/index.ts'
import { clientAddress } from './client-address.ts'

const nothing: Record<string, string[]> = Object.freeze({})

/** A Node request as the pipeline takes it; `pathParameters` come decoded from the router. */
export function toIncoming(
  request: IncomingMessage,
  parts: {
    body: Uint8Array | null
    file?: AsyncIterable<Uint8Array> | undefined
    pathParameters: Record<string, string>
    signal: AbortSignal
    /** Addresses and ranges, in normal form, whose `X-Forwarded-For` is believed. */
    trustedProxies: readonly string[]
    session?: Incoming['session']
  },
): Incoming {
  return {
    body: parts.body,
    file: parts.file,
    query: readQuery(request.url ?? ''),
    pathParameters: parts.pathParameters,
    header: (name) => readHeader(request, name),
    address: readAddress(request, parts.trustedProxies),
    signal: parts.signal,
    session: parts.session,
  }
}

export const readAddress = (request: IncomingMessage, trustedProxies: readonly string[]): string =>
  clientAddress(request.socket.remoteAddress ?? '', readHeader(request, 'x-forwarded-for'), trustedProxies)

/** Node joins repeated headers with a comma, keeps the first of headers that may appear once, and lists only cookies. */
export function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

/** Every value of every name, in order. Without a prototype: `constructor` and `__proto__` are names like others. */
function readQuery(url: string): Record<string, string[]> {
  const start = url.indexOf('?')
  if (start === -1 || start === url.length - 1) return nothing
  const query = Object.create(null) as Record<string, string[]>
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    const values = query[name]
    if (values === undefined) query[name] = [value]
    else values.push(value)
  }
  return query
}

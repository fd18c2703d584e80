import { settingsFiles } from '../../src/sources/settings-file.ts'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { frozenClock } from '../../src/lib/clock.ts'
import { defaultNetworkHosts } from '../../src/lib/network-url.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import {
  readLines,
  type Answerings,
  type SourceCall,
  type SourceHost,
  type SourceKind,
} from '../../src/sources/index.ts'

/** A request as a vendor got it. */
export interface VendorRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  text: string
  // Tests look into bodies of every shape; their assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

export interface VendorAnswer {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** Instead of `json`. */
  text?: string
}

export interface Vendor {
  url: string
  requests: VendorRequest[]
}

/** A vendor on this machine for the running test, which answers as `answer` says; listed answers are given in order. */
export async function vendorServer(
  answer: ((request: VendorRequest) => VendorAnswer) | VendorAnswer[],
): Promise<Vendor> {
  const requests: VendorRequest[] = []
  const answers = Array.isArray(answer) ? [...answer] : []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor')
    const text = Buffer.concat(chunks).toString()
    const got: VendorRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      text,
      json: jsonOf(text),
    }
    requests.push(got)
    const reply = Array.isArray(answer) ? (answers.shift() ?? { status: 599 }) : answer(got)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const vendorNowMs = Date.parse('2026-01-15T12:00:00Z')

/** One call to a source, straight to this machine: no pace, no cache, no time limit. */
export function vendorCall(): SourceCall {
  const outbound = openOutbound({ allowLoopback: true })
  onTestFinished(() => outbound.close())
  const read: SourceCall['read'] = (schema, body) => readLines(schema, body).answer
  return { outbound, signal: new AbortController().signal, nowMs: vendorNowMs, read }
}

/** What adapters are given that read neither the corpus nor other sources. */
export const sourceHost: SourceHost = {
  name: 'tested',
  clock: frozenClock(),
  readFile: settingsFiles('/'),
  corpus: {
    search: undefined as never,
    network: defaultNetworkHosts,
  },
  ask: async () => ({
    answers: [],
    attempts: [],
  }),
}

/** A kind of source opened with settings, which are checked and completed as those of a sources file are. */
export async function openKind(
  kind: SourceKind,
  settings: Record<string, unknown>,
  directory = '/',
): Promise<Answerings> {
  return kind.open(kind.settings.parse(settings), { ...sourceHost, readFile: settingsFiles(directory) })
}

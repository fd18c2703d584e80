import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import {
  capabilityIds,
  defineSource,
  failureOfStatus,
  type Answering,
  type Answerings,
  type Capability,
} from '../../src/sources/index.ts'
import { atEnd } from './at-end.ts'

/** One request to a local server, its body parsed when it is JSON. */
export interface ServerRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  // Whatever a source sends; the test's assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** What a local server answers: JSON with a status, or anything it does to the response. */
export type ServerAnswer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((response: ServerResponse) => void)

export interface LocalServer {
  url: string
  /** Requests so far, oldest first. */
  requests: ServerRequest[]
}

/** An HTTP server on loopback that stands for an outside source until the test file ends. */
export async function localServer(
  answer: (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>,
): Promise<LocalServer> {
  const requests: ServerRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = incoming
    const isJson = headers['content-type']?.includes('json') === true
    const request = { method, path, headers, body: isJson ? (JSON.parse(text) as unknown) : text }
    requests.push(request)
    const reply = await answer(request)
    if (typeof reply === 'function') return reply(response)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Ways in which a server does not answer as it should, by what the attempts log calls them. */
export const faults: Record<string, { outcome: string; answer: ServerAnswer }> = {
  hangs: { outcome: 'timeout', answer: () => {} },
  'hangs after the head': {
    outcome: 'timeout',
    answer: (response) => void response.writeHead(200).flushHeaders(),
  },
  'drips a byte at a time': {
    outcome: 'timeout',
    answer: (response) => {
      const timer = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(timer))
    },
  },
  'answers no JSON': { outcome: 'failed', answer: { text: '<html>hello</html>' } },
  'answers JSON of another form': { outcome: 'failed', answer: { json: { found: 'yes', answer: [1, 2] } } },
  redirects: { outcome: 'failed', answer: { status: 302, headers: { location: 'http://169.254.169.254/' } } },
  'announces 1 GB': {
    outcome: 'failed',
    answer: (response) => void response.writeHead(200, { 'content-length': '1000000000' }).write('{'),
  },
  'sends without end': {
    outcome: 'failed',
    answer: (response) => {
      const block = Buffer.alloc(256 * 1024, 0x20)
      const more = () => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', more)
      more()
    },
  },
  'dies half-way': {
    outcome: 'failed',
    answer: (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"found":')
      setImmediate(() => response.destroy())
    },
  },
  'closes without a word': { outcome: 'failed', answer: (response) => void response.destroy() },
  'asks to wait': { outcome: 'rate_limited', answer: { status: 429, headers: { 'retry-after': '7' } } },
  'refuses the key': { outcome: 'failed', answer: { status: 401 } },
  'is down': { outcome: 'failed', answer: { status: 503 } },
}

/** A source of any capability that posts the question to `url/<capability>`; 404 is not found. Costs 1 and 2. */
export const testSource = defineSource({
  id: 'test-source',
  summary: 'Asks a local server.',
  settings: z.object({ url: z.string(), key: z.string().default('') }),
  secrets: ['key'],
  perSecond: 1_000,
  timeoutMs: 10_000,
  open: ({ url, key }) =>
    Object.fromEntries(
      capabilityIds.map((capability) => [capability, posting(capability, url, key)]),
    ) as Answerings,
  probe: () => ({ capability: 'email.verify', question: { email: 'probe@acme.example' } }),
})

function posting(capability: Capability, url: string, key: string): Answering<Capability> {
  return {
    cost: { perCall: 1, perFound: 2 },
    async fetch(question, { outbound, nowMs }) {
      const answer = await outbound.request({
        url: `${url}/${capability}`,
        method: 'POST',
        body: JSON.stringify(question),
        headers: {
          'content-type': 'application/json',
          authorization: key,
        },
      })
      const failure = failureOfStatus(answer, nowMs)
      if (failure !== undefined) throw failure
      if (answer.status === 404) return { found: false }
      return JSON.parse(answer.body.toString()) as Awaited<ReturnType<Answering<Capability>['fetch']>>
    },
  }
}

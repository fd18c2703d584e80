import { createHash } from 'node:crypto'
import {
  createPipeline,
  readText,
  type AnyOperation,
  type Files,
  type Incoming,
  type PipelinePorts,
} from '../../src/operation/index.ts'
import { memoryPorts, testKey, type MemoryPorts } from '../support/surfaces/memory-ports.ts'
import { requestOf, type ExampleRequest } from './example-request.ts'

export { testKey }

/** An answer of the pipeline, its body parsed. */
export interface Heard {
  status: number
  headers: Record<string, string>
  // Tests look into answers of every shape; their assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

/** One request: the operation's first example with the test key, but for what is given. */
export interface Question {
  members?: Record<string, unknown>
  request?: { route?: string; body?: unknown }
  /** Members as a surface parsed them, in place of a body, a query and a path. */
  parsed?: Record<string, unknown>
  /** Replaces the header with the key. */
  headers?: Record<string, string>
}

export interface InProcess {
  ports: MemoryPorts
  /** Inputs that reached a handler, oldest first. */
  reached: unknown[]
  ask(operation: AnyOperation, question?: Question): Promise<Heard>
}

/**
 * Every operation of the service behind the pipeline of production, without HTTP and, but for the ports given, without
 * stores: for what is decided before a handler works. The handlers only say that they were reached, for nothing.
 */
export function inProcess(given: Partial<PipelinePorts> = {}): InProcess {
  const ports = memoryPorts(1_000_000)
  const reached: unknown[] = []
  const pipeline = createPipeline({ ...ports, checkOutputs: false, files: forgetful, ...given })
  const reaching = (operation: AnyOperation): AnyOperation => {
    // What a dry run reads for its price lies in stores.
    const { read: _read, ...price } = operation.price
    return {
      ...operation,
      price: { ...price, charge: () => [] },
      handle({ input }) {
        reached.push(input)
        return {}
      },
    }
  }
  return {
    ports,
    reached,
    async ask(operation, { members = {}, request, parsed, headers = { 'x-api-key': testKey } } = {}) {
      const whole = { ...requestOf(operation, { members }), ...request }
      const sent = incomingOf(operation, whole, headers)
      const incoming =
        parsed === undefined
          ? sent
          : { ...sent, body: undefined, query: {}, pathParameters: {}, members: parsed }
      const { body: content, ...answer } = await pipeline(reaching(operation), {}, incoming)
      const text = readText(content)
      return { ...answer, text, body: JSON.parse(text) as unknown }
    },
  }
}

/** Takes files in and keeps none. */
const forgetful: Files = {
  async receive(content) {
    const digest = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      digest.update(chunk)
      bytes += chunk.length
    }
    return { blobId: digest.digest('hex'), bytes }
  },
  keep: async () => {},
}

/** What the HTTP surface makes of a request. */
function incomingOf(
  operation: AnyOperation,
  { route, body }: Pick<ExampleRequest, 'route'> & { body?: unknown },
  headers: Record<string, string>,
): Incoming {
  const url = new URL(route.slice(route.indexOf(' ') + 1), 'http://almanac.test')
  const query = Object.create(null) as Record<string, string[]>
  for (const [name, value] of url.searchParams) (query[name] ??= []).push(value)
  const bytes = body === undefined ? null : bytesOf(body)
  const isFile = operation.file !== undefined
  return {
    query,
    address: '127.0.0.1',
    body: isFile || operation.method === 'GET' ? null : bytes,
    file: isFile && bytes !== null ? oneChunk(bytes) : undefined,
    pathParameters: pathParametersOf(operation, url.pathname),
    header: (name) => headers[name],
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function pathParametersOf({ path, pathParameters }: AnyOperation, given: string): Record<string, string> {
  if (pathParameters.length === 0) return {}
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const found = pattern.exec(given)?.groups ?? {}
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, decodeURIComponent(text)]))
}

/** Texts and bytes as they are, anything else as JSON. */
export function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

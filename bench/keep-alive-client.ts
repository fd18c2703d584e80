import { Agent, request, type IncomingMessage } from 'node:http'

/** The least a caller can do over HTTP: one kept connection, whole bodies, nothing parsed. */
export interface KeepAliveClient {
  /** Throws for any status but 200. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Buffer>
  /** Answers the body as it arrives. */
  stream(path: string, body: string, headers?: Record<string, string>): Promise<IncomingMessage>
  close(): void
}

/** `headers` go with every request. */
export function keepAliveClient(origin: string, headers: Record<string, string>): KeepAliveClient {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const stream = (path: string, body: string, more: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const bytes = Buffer.from(body)
      const sent = request(
        {
          agent,
          host: hostname,
          port,
          path,
          method: 'POST',
          headers: {
            ...headers,
            ...more,
            'content-length': bytes.length,
          },
        },
        resolve,
      )
      sent.on('error', reject)
      sent.end(bytes)
    })
  return {
    stream,
    async post(path, body, more) {
      const answer = await stream(path, body, more)
      const bytes = await whole(answer)
      if (answer.statusCode === 200) return bytes
      throw new Error(`${path} answered ${answer.statusCode}: ${bytes.toString().slice(0, 2000)}`)
    },
    close: () => agent.destroy(),
  }
}

function whole(answer: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => resolve(Buffer.concat(parts)))
    answer.on('error', reject)
  })
}

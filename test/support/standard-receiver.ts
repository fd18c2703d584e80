/**
 * A receiver as a customer would write it, in a process of its own: it has the secrets and the library `standardwebhooks`
 * and nothing of ours. Answers 204 to what verifies, 400 to what does not, and tells its parent of each.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Verified {
  event: string
  /** Which of the secrets it was given say that it is genuine. */
  by: boolean[]
  payload: unknown
}

let secrets: string[] = []
process.on('message', (texts: string[]) => {
  secrets = texts
  process.send?.({ event: 'secrets taken', by: [], payload: null } satisfies Verified)
})

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    let payload: unknown
    const by = secrets.map((secret) => {
      try {
        payload = new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    })
    process.send?.({ event: headers['webhook-event'] ?? '', by, payload } satisfies Verified)
    response.writeHead(by.includes(true) ? 204 : 400).end()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())

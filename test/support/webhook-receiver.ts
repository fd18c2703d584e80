import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './at-end.ts'

export interface ReceivedCall {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A receiver of webhooks on the loopback; `answer` decides, by default 200. Left unanswered, a call hangs. */
export async function webhookReceiver(
  answer: (response: ServerResponse, call: ReceivedCall) => void = (response) => response.end(),
) {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const call = { path: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      answer(response, call)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  atEnd(async () => close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close }
}

/** Whether one of a call's signatures is that of a secret, by the text of the Standard Webhooks specification. */
export function isSignedBy({ headers, body }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

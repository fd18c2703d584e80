import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { OutboundFailed, type OutboundPlace } from './failures.ts'

/** What a request carries. */
export interface OutboundContent {
  headers: Record<string, string>
  body: string | Uint8Array
}

/**
 * Supplies the content to send once the connection is open, so that it is current at that moment. When it supplies nothing,
 * nothing is sent. It never rejects.
 */
export type Compose = (send: (content: OutboundContent) => void) => Promise<void>

/** How far a request has come; changed while it runs. */
export interface Trace {
  step: OutboundPlace['step']
  resolvedTo: readonly string[]
}

/** Sends and waits for the head of the answer. */
export function exchange(
  url: URL,
  options: RequestOptions,
  content: { body: string | Uint8Array | undefined; compose: Compose | undefined },
  trace: Trace,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const isTls = url.protocol === 'https:'
  const request = (isTls ? httpsRequest : httpRequest)(url, options, (message) => {
    trace.step = 'body'
    resolve(message)
  })
  request.on('error', reject)
  // 101 and CONNECT would hand the bare socket over.
  request.on('upgrade', (_message, socket) => {
    socket.destroy()
    reject(new Error('the server switched protocols'))
  })
  const { body, compose } = content
  request.once('socket', (socket) =>
    whenConnected(socket, { isTls, trace }, () => {
      if (compose !== undefined) sendComposed(request, compose, reject)
    }),
  )
  if (compose === undefined) request.end(body)
  return promise
}

/** A connection that is used again stands already. */
function whenConnected(
  // Of those with TLS.
  socket: Socket & { secureConnecting?: boolean },
  { isTls, trace }: { isTls: boolean; trace: Trace },
  then: () => void,
): void {
  const ready = () => {
    trace.step = 'status'
    if (trace.resolvedTo.length === 0 && socket.remoteAddress !== undefined)
      trace.resolvedTo = [socket.remoteAddress]
    then()
  }
  if (!socket.connecting && socket.secureConnecting !== true) return ready()
  socket.once('lookup', (error) => {
    if (error === null) trace.step = 'connection'
  })
  socket.once('connect', () => {
    trace.step = isTls ? 'tls' : 'status'
  })
  socket.once(isTls ? 'secureConnect' : 'connect', ready)
}

function sendComposed(request: ClientRequest, compose: Compose, reject: (error: Error) => void): void {
  let isSent = false
  const send = ({ headers, body }: OutboundContent) => {
    if (isSent || request.destroyed) return
    isSent = true
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    request.setHeader('content-length', Buffer.byteLength(body))
    request.end(body)
  }
  void compose(send).finally(() => {
    if (isSent) return
    reject(new OutboundFailed('withdrawn'))
    request.destroy()
  })
}

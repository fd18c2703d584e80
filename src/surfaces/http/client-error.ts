import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure, type FailureCode } from '../../operation/index.ts'
import type { HttpApp } from './http-app.ts'

const codes: Record<string, FailureCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Answers bytes that are not an HTTP request with the usual error body, and closes the connection. */
export function refuseConnection(app: HttpApp) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    // Node keeps the answer in progress here; once its headers are out, anything more would corrupt it.
    const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse | null }
    if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent === true) {
      socket.destroy()
      return
    }
    const { status, headers, body } = app.refuse(new Failure(codes[error.code ?? ''] ?? 'invalid-request'))
    const lines = Object.entries({
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}

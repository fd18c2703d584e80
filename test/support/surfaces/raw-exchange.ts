import { connect, type Socket } from 'node:net'

/** A TCP connection that collects what comes back, for requests no HTTP client would send. */
export interface RawConnection {
  socket: Socket
  /** Everything received so far. */
  text(): string
  /** Resolves once what was received contains `part`; rejects when the connection ends before. */
  until(part: string): Promise<string>
  /** Resolves when the other side has closed. */
  closed: Promise<void>
}

export function openRaw(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const check of waiting) check()
  }
  let isClosed = false
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    received += chunk
    tell()
  })
  // A reset after the answer is the server's way of not reading the rest.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      tell()
      resolve()
    })
  })
  return {
    socket,
    closed,
    text: () => received,
    until: (part) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (received.includes(part)) resolve(received)
          else if (isClosed) reject(new Error(`closed after: ${received}`))
          else return
          waiting.delete(check)
        }
        waiting.add(check)
        check()
      }),
  }
}

import type { Socket } from 'node:net'
import { NotSmtp, replyReader, type Reply } from './reply.ts'

/** The other side hung up, or the connection broke. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** A conversation with a mail server: one command, one reply, in turn. */
export interface Dialogue {
  /** The next reply. Throws NotSmtp, ConnectionLost, or what the signal aborted with. */
  reply(): Promise<Reply>
  say(command: string): Promise<Reply>
  /** Says QUIT and waits for nothing. */
  end(): void
}

const maxBytes = 64 * 1024
const goodbyeMs = 2_000

/** Holds at most 64 KiB of what the other side says. The signal ends the connection. */
export function openDialogue(socket: Socket, signal: AbortSignal): Dialogue {
  const reader = replyReader()
  const replies: Reply[] = []
  let bytes = 0
  let ended: Error | undefined
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined

  function fail(error: Error): void {
    ended ??= error
    waiting?.reject(ended)
    waiting = undefined
    socket.destroy()
  }
  const stop = () => fail(signal.reason as Error)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  socket.on('error', (cause) => fail(new ConnectionLost('the connection broke', { cause })))
  socket.on('close', () => {
    signal.removeEventListener('abort', stop)
    fail(new ConnectionLost('the server hung up'))
  })
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) return fail(new NotSmtp('too many words'))
    try {
      replies.push(...reader.push(chunk.toString('latin1')))
    } catch (error) {
      return fail(error as Error)
    }
    if (waiting === undefined) return
    const next = replies.shift()
    if (next === undefined) return
    waiting.resolve(next)
    waiting = undefined
  })

  function reply(): Promise<Reply> {
    const next = replies.shift()
    if (next !== undefined) return Promise.resolve(next)
    if (ended !== undefined) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject }
    })
  }
  return {
    reply,
    say(command) {
      // A reply that nothing was asked for would be taken for the answer to this command.
      if (replies.length > 0) fail(new NotSmtp('the server replied without a command'))
      if (ended !== undefined) return Promise.reject(ended)
      socket.write(`${command}\r\n`)
      return reply()
    },
    end() {
      if (ended !== undefined) return
      socket.setTimeout(goodbyeMs, () => socket.destroy())
      socket.end('QUIT\r\n')
    },
  }
}

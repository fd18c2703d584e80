import { createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { atEnd } from './at-end.ts'
import { frozenClock, type FrozenClock } from '../../src/lib/clock.ts'
import { openOutbound, type Outbound } from '../../src/platform/outbound/index.ts'
import { openEmailVerifier, type Verification } from '../../src/sources/email-verification/email-verifier.ts'
import type { MailResolver } from '../../src/sources/email-verification/mail-routes.ts'

/** Addresses of the mail server. */
export const known = new Set(['ann@acme.example', 'bob@acme.example'])

/** An SMTP refusal. */
export const failure = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

export interface MailServer {
  port: number
  /** Recipients asked for, in order. */
  asked: string[]
  senders: string[]
  connections: { total: number; most: number }
  delivered: number
}

/** A real mail server that knows Ann and Bob, unless told otherwise. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const seen = {
    asked: [] as string[],
    senders: [] as string[],
    connections: { total: 0, most: 0 },
    delivered: 0,
  }
  let now = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      seen.connections.total += 1
      seen.connections.most = Math.max(seen.connections.most, ++now)
      done()
    },
    onClose() {
      now -= 1
    },
    onMailFrom({ address }, _session, done) {
      seen.senders.push(address)
      done()
    },
    onRcptTo({ address }, _session, done) {
      seen.asked.push(address)
      done(known.has(address) ? null : failure(550, '5.1.1 User unknown'))
    },
    onData(stream, _session, done) {
      seen.delivered += 1
      stream.resume().on('end', () => done())
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return Object.assign(seen, { port: (server.server.address() as { port: number }).port })
}

/** A server that says what it likes. */
export async function oddServer(
  talk: (socket: Socket) => void,
): Promise<{ port: number; connections: Socket[] }> {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    socket.on('error', () => undefined)
    talk(socket)
    // A socket that nobody reads never learns that the other side is gone.
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const socket of connections) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { port: (server.address() as { port: number }).port, connections }
}

/** Answers each line with the next reply. */
export const script =
  (...replies: string[]) =>
  (socket: Socket): void => {
    const rest = [...replies]
    const next = () => {
      const reply = rest.shift()
      if (reply === undefined) socket.destroy()
      else socket.write(`${reply}\r\n`)
    }
    next()
    socket.on('data', next)
  }

/** As name servers fail. */
export const dnsFailure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

/** Whose mail all goes to this machine. */
export const toLoopback: MailResolver = {
  mx: async () => [{ exchange: '127.0.0.1', priority: 10 }],
  addresses: async () => ['127.0.0.1'],
  knowsSuffix: async () => true,
}

export interface VerifierWay {
  port?: number
  resolver?: MailResolver
  clock?: FrozenClock
  withoutSmtp?: boolean
  loopback?: boolean
  patienceMs?: number
}

/** The verifier over one of the servers. */
export function openTestVerifier(way: VerifierWay): {
  verify(email: string, withinMs?: number): Promise<Verification>
  outbound: Outbound
} {
  const { port = 1, resolver = toLoopback, clock = frozenClock(), withoutSmtp, loopback = true } = way
  const { patienceMs = 20_000 } = way
  const outbound = openOutbound({ allowLoopback: loopback })
  atEnd(async () => outbound.close())
  const smtp = { helo: 'probe.example', mailFrom: '', port, gapMs: 0, greylistMs: 300_000, patienceMs }
  const verifier = openEmailVerifier({ resolver, clock, smtp: withoutSmtp === true ? undefined : smtp })
  return {
    outbound,
    verify: (email, withinMs = 20_000) =>
      verifier.verify(email, { outbound, signal: AbortSignal.timeout(withinMs) }),
  }
}

import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openOutbound, type Outbound, type OutboundRequest } from './open-outbound.ts'

interface LocalServer {
  port: number
  /** Connections made to it so far. */
  connections(): number
}

async function listening(server: Server): Promise<LocalServer> {
  let connections = 0
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

const http = (listener: RequestListener) => listening(createHttpServer(listener))
/** A server that speaks whatever `onSocket` says. */
const raw = (onSocket: (socket: Socket) => void) => listening(createServer(onSocket))

function outbound({
  allowLoopback = true,
  addresses = ['127.0.0.1'],
  ports = [] as number[],
} = {}): Outbound {
  const resolve = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as typeof lookup
  const opened = openOutbound({ allowLoopback, ports }, resolve)
  onTestFinished(() => opened.close())
  return opened
}

const ask = (to: LocalServer, order: Partial<OutboundRequest> = {}) =>
  outbound().request({ url: `http://127.0.0.1:${to.port}/path?q=1`, deadlineMs: 5_000, ...order })

describe('a port', () => {
  it.each([22, 25, 80, 5432, 6379, 8443])('%i of a host is not asked over https', async (port) => {
    const opened = outbound({ allowLoopback: false, addresses: ['93.184.216.34'] })
    await expect(opened.request({ url: `https://acme.example:${port}/` })).rejects.toMatchObject({
      reason: 'closed-port',
    })
  })

  it('is asked where the operator names it', async () => {
    const opened = outbound({ allowLoopback: false, ports: [8443] })
    const signal = AbortSignal.abort()
    await expect(opened.request({ url: 'https://acme.example:8443/', signal })).rejects.toMatchObject({
      reason: 'aborted',
    })
    await expect(opened.request({ url: 'https://acme.example:8444/', signal })).rejects.toMatchObject({
      reason: 'closed-port',
    })
  })
})

describe('a request', () => {
  it('brings the answer, its status and its headers', async () => {
    const server = await http((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(201, { 'X-Kind': 'test' })
        response.end(`${request.method} ${request.url} ${request.headers['x-own']}`)
      })
    })
    const answer = await ask(server, { method: 'POST', body: 'hello', headers: { 'x-own': 'yes' } })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-kind': 'test' } })
    expect(answer.body.toString()).toBe('POST /path?q=1 yes')
  })

  it('never follows a redirect', async () => {
    const target = await http((_request, response) => response.end('reached'))
    const server = await http((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${target.port}/` }).end()
    })
    expect((await ask(server)).status).toBe(302)
    expect(target.connections()).toBe(0)
  })

  it('arrives in pieces when it is streamed, and reading may stop early', async () => {
    let aborted = false
    const server = await http((_request, response) => {
      const more = () => response.write(Buffer.alloc(65_536, 97)) && setImmediate(more)
      response.on('drain', more).on('close', () => (aborted = true))
      more()
    })
    const { status, body } = await outbound().stream({
      url: `http://127.0.0.1:${server.port}/`,
      maxBytes: 1_000_000_000,
    })
    let read = 0
    for await (const chunk of body) {
      read += chunk.length
      if (read > 1_000_000) break
    }
    expect(status).toBe(200)
    expect(read).toBeLessThan(2_000_000)
    await expect.poll(() => aborted).toBe(true)
  })
})

describe('another side that misbehaves', () => {
  it.each([
    ['says nothing', (_socket: Socket) => undefined],
    ['begins an answer and stops', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
    [
      'drips a byte at a time',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ])('and %s is left at the deadline', async (_what, onSocket) => {
    const server = await raw(onSocket)
    await expect(ask(server, { deadlineMs: 300 })).rejects.toMatchObject({ reason: 'deadline' })
  })

  it.each([
    ['garbage', (socket: Socket) => void socket.end('\u0000\u0001 not http at all\r\n\r\n')],
    ['nothing but a reset', (socket: Socket) => void socket.destroy()],
    [
      'half of what it announced',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    ],
    [
      'headers without end',
      (socket: Socket) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('and answers %s is a failed connection', async (_what, onSocket) => {
    const server = await raw(onSocket)
    await expect(ask(server)).rejects.toMatchObject({ name: 'OutboundFailed', reason: 'connection' })
  })

  it('and sends 1 GB is cut off at the limit, whether it announces it or not', async () => {
    let sent = 0
    const endless = await http((_request, response) => {
      const more = () => {
        if (response.destroyed || sent >= 1024 ** 3) return
        sent += 1024 * 1024
        if (response.write(Buffer.alloc(1024 * 1024))) setImmediate(more)
      }
      response.on('drain', more)
      more()
    })
    await expect(ask(endless, { maxBytes: 2_000_000 })).rejects.toMatchObject({ reason: 'too-large' })
    expect(sent).toBeLessThan(100 * 1024 * 1024)
    const announced = await raw((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1024 ** 3}\r\n\r\n`),
    )
    await expect(ask(announced)).rejects.toMatchObject({ reason: 'too-large' })
  })

  it('is left when the caller leaves', async () => {
    const server = await raw(() => undefined)
    const caller = new AbortController()
    const asked = ask(server, { signal: caller.signal })
    const failed = expect(asked).rejects.toMatchObject({ reason: 'aborted' })
    caller.abort()
    await failed
  })
})

const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '①②⑦.0.0.1',
  'localhost',
  'localhost.',
  'anything.example',
]

describe('an address that may not be reached', () => {
  it.each(spellings)('is refused without a connection when it is spelled %s', async (host) => {
    const server = await raw(() => undefined)
    const out = outbound({ allowLoopback: false })
    for (const scheme of ['https', 'http'])
      await expect(out.request({ url: `${scheme}://${host}:${server.port}/` })).rejects.toMatchObject({
        name: 'OutboundRefused',
      })
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    // Mail servers are named by name or by address, never by the other spellings, which no resolver knows.
    await expect(out.connect({ host: bare, port: server.port })).rejects.toMatchObject({
      name: 'OutboundRefused',
    })
    expect(server.connections()).toBe(0)
  })

  it('is refused when it is one of several of a name, and when the name answered better before', async () => {
    const server = await raw(() => undefined)
    const addresses = ['93.184.216.34', '127.0.0.1']
    const out = outbound({ allowLoopback: false, addresses, ports: [server.port] })
    const url = `https://rebinding.example:${server.port}/`
    await expect(out.request({ url })).rejects.toMatchObject({ reason: 'private-address' })
    addresses.shift()
    await expect(out.request({ url })).rejects.toMatchObject({ reason: 'private-address' })
    expect(server.connections()).toBe(0)
  })

  it.each([
    ['http://example.org/', 'not-https'],
    ['ftp://example.org/', 'not-https'],
    ['file:///etc/passwd', 'bad-url'],
    ['https://user:secret@example.org/', 'bad-url'],
    ['not a url', 'bad-url'],
    ['https://10.0.0.1/', 'private-address'],
    ['https://169.254.169.254/latest/meta-data', 'private-address'],
  ])('%s is refused: %s', async (url, reason) => {
    await expect(outbound().request({ url })).rejects.toMatchObject({ name: 'OutboundRefused', reason })
  })
})

describe('many requests', () => {
  it('to one host are made 16 at a time', async () => {
    let most = 0
    let now = 0
    const waiting: (() => void)[] = []
    const server = await http((_request, response) => {
      most = Math.max(most, (now += 1))
      waiting.push(() => {
        now -= 1
        response.end()
      })
      // Everybody who may be here is here: let them go.
      if (waiting.length === 16) for (const go of waiting.splice(0)) go()
    })
    const out = outbound()
    const url = `http://127.0.0.1:${server.port}/`
    await Promise.all(Array.from({ length: 64 }, () => out.request({ url })))
    expect(most).toBe(16)
  })

  it('of one rate wait for their turn, and give up at their deadline', async () => {
    const server = await http((_request, response) => response.end())
    const out = outbound()
    const url = `http://127.0.0.1:${server.port}/`
    const rate = { key: 'slow', perSecond: 0.01 }
    await out.request({ url, rate })
    await expect(out.request({ url, rate, deadlineMs: 200 })).rejects.toMatchObject({ reason: 'deadline' })
  })
})

describe('a bare connection', () => {
  it('is made to what may be reached, and is left at its deadline', async () => {
    const server = await raw((socket) => void socket.write('220 hello\r\n'))
    const socket = await outbound().connect({ host: 'mail.example', port: server.port })
    const [hello] = (await once(socket, 'data')) as [Buffer]
    expect(hello.toString()).toBe('220 hello\r\n')
    socket.destroy()
  })
})

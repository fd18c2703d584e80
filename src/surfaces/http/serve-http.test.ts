import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { openRaw } from '../../../test/support/surfaces/raw-exchange.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { errorBody } from '../../operation/index.ts'

const started: TestService[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close(0)))
})

async function start(options: Parameters<typeof startTestService>[0] = {}): Promise<TestService> {
  const service = await startTestService(options)
  started.push(service)
  return service
}

const mebibyte = 1024 * 1024
const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', `x-api-key: ${testKey}`, ...headers, '', ''].join('\r\n')

/** The parsed body of the last raw answer. */
const bodyOf = (text: string) => JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4)) as unknown

describe('the body cap', () => {
  test('lets 1 MiB through and refuses one byte more', async () => {
    verifies('promise.api.body-caps')
    const { url } = await start()
    const send = (size: number) =>
      fetch(`${url}/v1/things/count`, {
        method: 'POST',
        headers: { 'x-api-key': testKey },
        body: `{"searchParams":{}${' '.repeat(size - 19)}}`,
      })
    expect((await send(mebibyte)).status).toBe(200)
    const refused = await send(mebibyte + 1)
    expect(refused.status).toBe(413)
    expect(errorBody.parse(await refused.json()).code).toBe('invalid_request')
  })

  test('refuses a body by its declared length before any of it is sent', async () => {
    const { port } = await start()
    const raw = openRaw(port)
    raw.socket.write(head('/v1/things/count', 'Content-Length: 10000000000'))
    expect(await raw.until('requestId')).toMatch(/^HTTP\/1.1 413 /)
    raw.socket.destroy()
  })

  test('gives no go-ahead for a body it would refuse, and gives it for others', async () => {
    const { port } = await start()
    const large = openRaw(port)
    large.socket.write(head('/v1/things/count', 'Content-Length: 2000000', 'Expect: 100-continue'))
    expect(await large.until('requestId')).toMatch(/^HTTP\/1.1 413 /)
    large.socket.destroy()
    const small = openRaw(port)
    small.socket.write(head('/v1/things/count', 'Content-Length: 19', 'Expect: 100-continue'))
    await small.until('HTTP/1.1 100 Continue')
    small.socket.write('{"searchParams":{}}')
    expect(await small.until('chargeInfo')).toContain('HTTP/1.1 200 ')
    small.socket.destroy()
  })

  test('answers an endless chunked body once it is over the cap, and closes instead of reading on', async () => {
    const { port } = await start()
    const socket = connect({ port, host: '127.0.0.1' })
    let sent = 0
    let answer = ''
    const block = Buffer.alloc(65_536, 0x20)
    const frame = Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')])
    const more = () => {
      while (!socket.destroyed && socket.write(frame)) sent += block.length
      sent += block.length
    }
    socket.on('drain', more)
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(head('/v1/things/count', 'Transfer-Encoding: chunked'))
    more()
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    // What is discarded after the answer is bounded, too.
    expect(sent).toBeLessThan(100 * mebibyte)
  })
})

describe('a slow or broken client', () => {
  test('that does not finish its body in time is answered 408 and disconnected', async () => {
    const { port } = await start({ timeouts: { requestMs: 300, headersMs: 300 } })
    const raw = openRaw(port)
    raw.socket.write(`${head('/v1/things/count', 'Content-Length: 19')}{"search`)
    await raw.closed
    expect(raw.text()).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
    expect(errorBody.safeParse(bodyOf(raw.text())).success).toBe(true)
  })

  test('that does not finish its headers in time is answered 408 and disconnected', async () => {
    const { port } = await start({ timeouts: { requestMs: 300, headersMs: 300 } })
    const raw = openRaw(port)
    raw.socket.write('POST /v1/things/count HTTP/1.1\r\nHost: loc')
    await raw.closed
    expect(raw.text()).toMatch(/^HTTP\/1.1 408 /)
  })

  test('that leaves in the middle of its body changes nothing for others', async () => {
    const { port, url, ports } = await start()
    for (let i = 0; i < 20; i++) {
      const raw = openRaw(port)
      raw.socket.write(`${head('/v1/things/count', 'Content-Length: 19')}{"se`)
      raw.socket.end()
      raw.socket.destroy()
      await raw.closed
    }
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect(ports.errors).toEqual([])
  })

  test.each([
    ['bytes that are no HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['a request without Host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['a Host that is no host', 'GET /health HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    [
      'two different lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('that sends %s is answered in the error body', async (_what, bytes, status) => {
    const { port } = await start()
    const raw = openRaw(port)
    raw.socket.write(bytes)
    const text = await raw.until('requestId')
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(errorBody.safeParse(bodyOf(text)).success).toBe(true)
    raw.socket.destroy()
  })

  test('that speaks HTTP/1.0 without a Host is served', async () => {
    const { port } = await start()
    const raw = openRaw(port)
    raw.socket.write('GET /health HTTP/1.0\r\n\r\n')
    expect(await raw.until('healthy')).toContain(' 200 ')
    await raw.closed
  })
})

describe('closing', () => {
  /** A service whose operation runs until `finish` is called. */
  async function withRunningCall() {
    let finish = () => {}
    let entered = () => {}
    const inside = new Promise<void>((resolve) => (entered = resolve))
    const service = await start({
      onCall: () => {
        entered()
        return new Promise<void>((resolve) => (finish = resolve))
      },
    })
    const agent = new Agent({ keepAlive: true })
    const answer = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
      const request = httpRequest(`${service.url}/v1/things/x`, { agent, headers: { 'x-api-key': testKey } })
      request.on('response', (response) => {
        response.resume()
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
        )
      })
      request.on('error', reject)
      request.end()
    })
    answer.catch(() => {})
    await inside
    return { service, finish: () => finish(), answer }
  }

  test('lets the running call finish, tells its client to reconnect, and accepts nobody new', async () => {
    const { service, finish, answer } = await withRunningCall()
    const idle = openRaw(service.port)
    idle.socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await idle.until('healthy')
    const closing = service.close(20_000)
    await idle.closed
    await expect(fetch(`${service.url}/health`)).rejects.toThrow()
    finish()
    expect(await answer).toEqual({ status: 200, connection: 'close' })
    expect(await closing).toBe(0)
  })

  test('cuts off what runs longer than the grace and says how many', async () => {
    const { service, finish, answer } = await withRunningCall()
    expect(await service.close(50)).toBe(1)
    await expect(answer).rejects.toThrow()
    finish()
  })

  test('may be asked twice', async () => {
    const service = await start()
    expect(await Promise.all([service.close(0), service.close(0)])).toEqual([0, 0])
  })
})

test('a client that leaves aborts the signal of its call, which costs nothing and is no error of the service', async () => {
  let entered = () => {}
  const inside = new Promise<void>((resolve) => (entered = resolve))
  let left: (reason: unknown) => void = () => {}
  const aborted = new Promise<unknown>((resolve) => (left = resolve))
  const service = await start({
    onCall: (_id, _input, { signal }) => {
      entered()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          left(signal.reason)
          reject(signal.reason as Error)
        })
      })
    },
  })
  const raw = openRaw(service.port)
  raw.socket.write(`${head('/v1/things/search', 'Content-Length: 19')}{"searchParams":{}}`)
  await inside
  raw.socket.destroy()
  expect(await aborted).toMatchObject({ code: 'client-gone' })
  await service.close(1_000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(service.ports.records).toMatchObject([{ statusCode: 408, creditsCharged: 0 }])
  expect(service.ports.errors).toEqual([])
  expect(service.ports.balanceView.available).toBe(1_000_000)
})

test('an address in use is an error of serveHttp, not of the process', async () => {
  const { port } = await start()
  const { serveHttp } = await import('./serve-http.ts')
  const refuse = () => ({ status: 500, headers: {}, body: '' })
  const app = { fetch: () => new Response(), endStreams: () => undefined, findBodyLimit: () => 0, refuse }
  await expect(serveHttp({ app, host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
})

test('an answer that stays open ends when the server drains, and is not cut off', async () => {
  const { serveHttp } = await import('./serve-http.ts')
  const open = new TransformStream<Uint8Array, Uint8Array>()
  const writer = open.writable.getWriter()
  const app = {
    fetch: () => new Response(open.readable),
    endStreams: () => void writer.close(),
    findBodyLimit: () => 0,
    refuse: () => ({ status: 500, headers: {}, body: '' }),
  }
  const server = await serveHttp({ app, host: '127.0.0.1', port: 0 })
  void writer.write(Buffer.from('first'))
  const answer = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(await Promise.all([answer.text(), server.close(20_000)])).toEqual(['first', 0])
})

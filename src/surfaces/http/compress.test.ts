import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { chooseCoding } from './compress.ts'
import { downloadMount } from './mounts.ts'

const files: Record<string, { contentType: string; content: Buffer }> = {
  csv: { contentType: 'text/csv; charset=utf-8', content: Buffer.from('name,place\n'.repeat(50_000)) },
  parquet: { contentType: 'application/vnd.apache.parquet', content: Buffer.alloc(5_000, 1) },
  small: { contentType: 'text/csv; charset=utf-8', content: Buffer.from('name\n') },
}
const downloads = downloadMount({
  async open(token) {
    const file = files[token]
    if (file === undefined) return undefined
    const { contentType, content } = file
    return { fileName: token, contentType, bytes: content.length, content: Readable.from([content]) }
  },
})

let service: TestService
beforeAll(async () => {
  service = await startTestService({ mounts: [downloads], corsOrigins: ['https://app.example'] })
})
afterAll(() => service.close(0))

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
type Coding = keyof typeof decoders

/** Asked without `fetch`, which decompresses by itself and hides the headers. */
async function send(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body }: { method?: string; body?: object } = {},
) {
  const sent = ask(service.url + path, { method, headers: { 'x-api-key': testKey, ...headers } })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

const page = (pageSize: number, headers: Record<string, string>) =>
  send(
    '/v1/things/search',
    { 'content-type': 'application/json', ...headers },
    { method: 'POST', body: { searchParams: {}, pageSize } },
  )

describe('a large answer', () => {
  test.each(['zstd', 'br', 'gzip'] as const)(
    'is compressed as %s where the client asks for it',
    async (coding) => {
      const plain = await page(50, {})
      const compressed = await page(50, { 'accept-encoding': coding })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(compressed.headers['content-encoding']).toBe(coding)
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(Number(compressed.headers['content-length'])).toBe(compressed.bytes.length)
      expect(Number(plain.headers['content-length'])).toBe(plain.bytes.length)
      const { output } = JSON.parse(String(decoders[coding as Coding](compressed.bytes))) as {
        output: unknown
      }
      expect(output).toEqual((JSON.parse(String(plain.bytes)) as { output: unknown }).output)
      for (const { headers } of [plain, compressed])
        expect(headers.vary?.toLowerCase()).toContain('accept-encoding')
    },
  )

  test('is not compressed for who refuses it, nor below a packet', async () => {
    for (const value of ['identity', 'gzip;q=0', '*;q=0', 'deflate'])
      expect((await page(50, { 'accept-encoding': value })).headers['content-encoding']).toBeUndefined()
    expect((await page(1, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
  })

  test('varies with the origin as well, where origins may call', async () => {
    const { headers } = await page(50, { 'accept-encoding': 'br', origin: 'https://app.example' })
    expect(headers['access-control-allow-origin']).toBe('https://app.example')
    expect(headers.vary?.toLowerCase().split(/, */).toSorted()).toEqual(['accept-encoding', 'origin'])
    expect(headers['content-encoding']).toBe('br')
  })
})

describe('a file', () => {
  test('of text is compressed as it is read', async () => {
    const { headers, bytes } = await send('/downloads/csv', { 'accept-encoding': 'gzip, br;q=0.5' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers['content-length']).toBeUndefined()
    expect(gunzipSync(bytes).equals(files['csv']!.content)).toBe(true)
  })

  test.each(['parquet', 'small'])('that gains nothing is sent as it is: %s', async (name) => {
    const { headers, bytes } = await send(`/downloads/${name}`, { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(Number(headers['content-length'])).toBe(files[name]!.content.length)
    expect(bytes.equals(files[name]!.content)).toBe(true)
  })
})

test('of several codings the client likes alike the cheapest is chosen', () => {
  const choices: [string | undefined, Coding | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.1', 'br'],
  ]
  for (const [header, coding] of choices) expect([header, chooseCoding(header)]).toEqual([header, coding])
  expect(chooseCoding('br, gzip;q=0.5', ['gzip'])).toBe('gzip')
})

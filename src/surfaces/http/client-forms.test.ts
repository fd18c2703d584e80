import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { InvalidSettings, loadConfig } from '../../config.ts'

let service: TestService
let open: TestService
const site = 'https://app.example'
beforeAll(async () => {
  service = await startTestService()
  open = await startTestService({ corsOrigins: [site] })
})
afterAll(() => Promise.all([service.close(0), open.close(0)]))

const question = '{"searchParams":{}}'

async function post(
  body: Uint8Array | string,
  headers: Record<string, string> = {},
  path = '/v1/things/count',
) {
  const init = { method: 'POST', headers: { 'x-api-key': testKey, ...headers }, body: Buffer.from(body) }
  const response = await fetch(service.url + path, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a compressed body', () => {
  test.each([
    ['gzip', gzipSync(question)],
    ['GZIP', gzipSync(question)],
    ['x-gzip', gzipSync(question)],
    ['deflate', deflateSync(question)],
    ['br', brotliCompressSync(question)],
    ['identity', question],
  ])('%s is read', async (encoding, body) => {
    verifies('client.http.gzip')
    expect((await post(body, { 'content-encoding': encoding })).status).toBe(200)
  })

  test.each<[string, Uint8Array | string, number, RegExp]>([
    ['zstd', question, 415, /Content-Encoding/],
    ['gzip, gzip', gzipSync(gzipSync(question)), 415, /Content-Encoding/],
    ['gzip', question, 400, /match its Content-Encoding/],
    ['gzip', gzipSync(question).subarray(0, 20), 400, /match its Content-Encoding/],
    ['gzip', gzipSync('[]'), 400, /not a JSON object/],
    // 100 KB that would be 100 MiB.
    ['gzip', gzipSync(Buffer.alloc(100 * 1024 * 1024, ' ')), 413, /larger|large/],
  ])('%s: what cannot be read is told', async (encoding, body, ...[code, message]) => {
    verifies('client.http.gzip')
    const { status, body: answer } = await post(body, { 'content-encoding': encoding })
    expect([status, answer['message']]).toEqual([code, expect.stringMatching(message)])
  })
})

describe('a slash at the end of a path', () => {
  test.each(['/v1/things/count/', '/v1/things/count'])('%s', async (path) => {
    verifies('client.http.slash')
    expect((await post(question, {}, path)).status).toBe(200)
  })

  test('leaves parameters, documents, limits and Allow as they are', async () => {
    verifies('client.http.slash')
    const found = async (path: string, init: RequestInit = {}) => fetch(service.url + path, init)
    expect((await found('/llms.txt/')).status).toBe(200)
    expect((await found('/')).status).toBe((await found('')).status)
    const wrong = await found('/v1/things/count/', { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await found('/v1/things/count//', { method: 'POST' })).status).toBe(404)
  })
})

describe('ALMANAC_CORS_ORIGINS', () => {
  const preflight = (url: string, origin: string) =>
    fetch(`${url}/v1/things/count`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,content-type',
      },
    })
  const call = (url: string, origin: string, path = '/v1/things/count') =>
    fetch(url + path, { method: 'POST', headers: { origin, 'x-api-key': testKey }, body: question })

  test('pages of a listed origin may call and read; others may not', async () => {
    verifies('client.http.cors')
    const allowed = await preflight(open.url, site)
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(site)
    expect(allowed.headers.get('access-control-allow-headers')).toContain('x-api-key')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await call(open.url, site)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, site])
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-credits-charged')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    // A refusal can be read by the page as well.
    const refused = await fetch(`${open.url}/v1/nothing`, { method: 'POST', headers: { origin: site } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, site])
    for (const other of ['https://other.example', 'http://app.example', 'null']) {
      const answered = await call(open.url, other)
      expect(answered.headers.get('access-control-allow-origin')).toBeNull()
      expect((await preflight(open.url, other)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('without the setting no page may', async () => {
    verifies('client.http.cors')
    for (const answer of [await preflight(service.url, site), await call(service.url, site)])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('the setting takes origins and nothing else', () => {
    const read = (text: string) => loadConfig({ ALMANAC_CORS_ORIGINS: text }).ALMANAC_CORS_ORIGINS
    expect(read(' https://app.example/, http://localhost:3000')).toEqual([site, 'http://localhost:3000'])
    expect(read('*')).toEqual(['*'])
    expect(read('')).toBeUndefined()
    for (const text of ['app.example', 'https://app.example/path', 'https://*.example,x'])
      expect(() => read(text)).toThrow(InvalidSettings)
  })
})

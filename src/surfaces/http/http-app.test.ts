import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { testKey } from '../../../test/support/surfaces/memory-ports.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { errorBody, Failure } from '../../operation/index.ts'

let service: TestService
let onCall: (operationId: string, input: unknown) => unknown = () => undefined

beforeAll(async () => {
  service = await startTestService({ onCall: (operationId, input) => onCall(operationId, input) })
})
afterAll(() => service.close(0))

const withKey = { 'x-api-key': testKey }

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(service.url + path, init)
  const text = await response.text()
  const body = (response.headers.get('content-type') ?? '').includes('json')
    ? (JSON.parse(text) as Record<string, unknown>)
    : {}
  return { status: response.status, headers: response.headers, text, body }
}

describe('an operation', () => {
  test('answers its envelope with the headers of every answer', async () => {
    verifies('header.x-request-id', 'header.rate-limit-policy', 'header.rate-limit')
    const { status, headers, body } = await ask('/v1/things/search', {
      method: 'POST',
      headers: withKey,
      body: JSON.stringify({ searchParams: {}, pageSize: 2 }),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ output: { data: [{}, {}] }, chargeInfo: { creditsCharged: 2 } })
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-credits-charged')).toBe('2')
    expect(headers.get('x-credits-remaining')).toMatch(/^\d+$/)
    expect(headers.get('ratelimit-policy')).toBe('"default";q=180;w=60')
    expect(headers.get('ratelimit')).toBe('"default";r=179;t=0')
    expect(headers.get('link')).toContain('</ai-docs/searchThings.md>; rel="describedby"')
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'multipart/form-data'])(
    'takes a JSON body whatever its content type says: %s',
    async (type) => {
      const { status } = await ask('/v1/things/count', {
        method: 'POST',
        headers: { ...withKey, 'content-type': type },
        body: '{"searchParams":{}}',
      })
      expect(status).toBe(200)
    },
  )

  test('takes a missing body as an empty object', async () => {
    const { status, body } = await ask('/v1/things/count', { method: 'POST', headers: withKey })
    expect(status).toBe(400)
    expect(body['issues']).toMatchObject([{ path: 'searchParams' }])
  })

  test('gets query parameters in the types of its schema, repeated or with commas', async () => {
    for (const kinds of ['kinds=small&kinds=large', 'kinds=small,large']) {
      const { body } = await ask(`/v1/things?${kinds}&limit=3&deep=true`, { headers: withKey })
      expect(body['output']).toEqual({ given: { kinds: ['small', 'large'], limit: 3, deep: true } })
    }
  })

  test('gets its path parameter decoded', async () => {
    const { body } = await ask('/v1/things/a%20b%2Fc%C3%A9', { headers: withKey })
    expect(body['output']).toEqual({ thingId: 'a b/cé' })
  })

  test('reports query members called like what every object inherits as unknown', async () => {
    const { status, body } = await ask('/v1/things?constructor=1&__proto__=2&toString=3', {
      headers: withKey,
    })
    expect(status).toBe(200)
    const fields = (body['warnings'] as { field: string }[]).map(({ field }) => field)
    expect(fields.toSorted()).toEqual(['__proto__', 'constructor', 'toString'])
  })

  test('of method DELETE takes flat members from the query and others from the body', async () => {
    const { body } = await ask('/v1/things/t1/parts?force=true', {
      method: 'DELETE',
      headers: withKey,
      body: '{"parts":[{"name":"lid"}]}',
    })
    expect(body['output']).toEqual({ given: { thingId: 't1', force: true, parts: [{ name: 'lid' }] } })
  })

  test('that needs no key is answered without one, bare if declared so', async () => {
    const { status, body, headers } = await ask('/health')
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'healthy' })
    expect(headers.get('x-credits-charged')).toBe('0')
  })

  test('passes a failure on as its status and body', async () => {
    onCall = () => new Failure('not-found')
    const { status, body } = await ask('/v1/things/unknown', { headers: withKey })
    onCall = () => undefined
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', docsUrl: 'http://localhost:8080/ai-docs/getThing.md' })
  })

  test('that throws answers 500 with an errorCode the log knows, and nothing of the cause', async () => {
    verifies('promise.api.no-internals', 'error.500-error-code', 'error.body.error-code-form')
    onCall = () => {
      throw new Error('secret /var/lib/path')
    }
    const { status, body, text } = await ask('/v1/things/x', { headers: withKey })
    onCall = () => undefined
    expect(status).toBe(500)
    expect(errorBody.safeParse(body).success).toBe(true)
    expect(text).not.toContain('secret')
    expect(body['errorCode']).toMatch(/^E-[2-9A-Z]{6}$/)
    expect(service.ports.errors.at(-1)).toMatchObject({
      errorCode: body['errorCode'],
      requestId: body['requestId'],
      cause: expect.objectContaining({ message: 'secret /var/lib/path' }),
    })
    expect(service.ports.records.at(-1)?.errorCode).toBe(body['errorCode'])
  })
})

describe('an address without an answer', () => {
  test.each(['/v1', '/v1/nothing', '/V1/things', '/v1/things//', '/v1/things/a/b', '//v1/things'])(
    'is 404 in the error body: %s',
    async (path) => {
      verifies('error.404-not-found', 'error.body.members', 'version.unlisted-operation-unsupported')
      const { status, body, headers } = await ask(path, { headers: withKey })
      expect(status).toBe(404)
      expect(errorBody.safeParse(body).success).toBe(true)
      expect(body).toMatchObject({ code: 'not_found', requestId: headers.get('x-request-id') })
      expect(headers.get('x-credits-charged')).toBe('0')
    },
  )

  test.each([
    '/v1/things/%',
    '/v1/things/%zz',
    '/v1/things/%c3%28',
    '/v1/things/%00',
    '/%ff',
    '/v1/things/%E0%A4%A',
  ])('is 404 when its percent-encoding is broken: %s', async (path) => {
    const { status, body } = await ask(path, { headers: withKey })
    expect(status).toBe(404)
    expect(body['code']).toBe('not_found')
  })

  test('is 404 whatever the method', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND']) {
      expect((await ask('/v1/nothing', { method, headers: withKey })).status).toBe(404)
    }
  })
})

describe('a known path with another method', () => {
  test.each([
    ['PUT', '/v1/things', 'GET, HEAD'],
    ['PATCH', '/v1/things/count', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/things/count', 'GET, HEAD, POST'],
    ['GET', '/v1/things/t1/parts', 'DELETE'],
    ['POST', '/llms.txt', 'GET, HEAD'],
    ['DELETE', '/ai-docs/index.md', 'GET, HEAD'],
  ])('answers what the path allows: %s %s', async (method, path, allow) => {
    verifies('error.405-method')
    const { status, headers, body } = await ask(path, { method, headers: withKey })
    expect(status).toBe(405)
    expect(errorBody.safeParse(body).success).toBe(true)
    // A fixed path shares its place with a parameter: GET /v1/things/count reads the thing called count.
    expect(headers.get('allow')).toBe(allow)
  })

  test('allows no other origin: no CORS header on any answer', async () => {
    const { headers } = await ask('/health', { headers: { origin: 'https://elsewhere.example' } })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('an error', () => {
  test('has the members of RFC 9457 for a client that asks for them', async () => {
    verifies('error.body.problem-json')
    const { status, headers, body } = await ask('/v1/nothing', {
      headers: { accept: 'application/problem+json' },
    })
    expect(status).toBe(404)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(body).toMatchObject({
      title: 'Not found',
      status: 404,
      type: 'http://localhost:8080/llms.txt#not_found',
      code: 'not_found',
    })
    expect(body['detail']).toBe(body['message'])
  })

  test('of the rate limit says when to come back', async () => {
    verifies('error.429-message', 'error.body.retry-after-seconds', 'header.retry-after')
    service.ports.limited.add('getThing')
    const { status, headers, body } = await ask('/v1/things/x', { headers: withKey })
    service.ports.limited.delete('getThing')
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('7')
    expect(body).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 })
    expect(String(body['message'])).toMatch(/exceeded.*try again later/i)
  })
})

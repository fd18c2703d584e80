import { beforeAll, describe, expect, test } from 'vitest'
import { errorBody, failures, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, readsQuery, requestOf } from './example-request.ts'
import { inProcess, type Question } from './in-process.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org(5)
})

const search = 'POST /v1/company-search'
const slugs = new Set<string>(Object.values(failures).map(({ slug }) => slug))

type Send = (headers: Record<string, string>) => Promise<TestAnswer>

/** How to get each error a client can cause; 503 is in test/faults. */
const causes: [number, string, Send][] = [
  [400, 'invalid_request', (headers) => service.send(search, { key: org.rawKey, body: {}, headers })],
  [401, 'unauthorized', (headers) => service.send(search, { body: { searchParams: {} }, headers })],
  [
    402,
    'spend_guard',
    (headers) =>
      service.send(search, {
        key: org.rawKey,
        body: {
          searchParams: {},
          pageSize: 2,
        },
        headers: {
          ...headers,
          'x-max-credits': '1',
        },
      }),
  ],
  [404, 'not_found', (headers) => service.send('POST /v1/nowhere', { key: org.rawKey, body: {}, headers })],
  [405, 'method_not_allowed', (headers) => service.send('GET /v1/company-search', { headers })],
  [
    413,
    'invalid_request',
    (headers) => service.send(search, { key: org.rawKey, body: `{${' '.repeat(2_097_151)}}`, headers }),
  ],
  [
    422,
    'idempotency_conflict',
    async (headers) => {
      const ask = (pageSize: number) =>
        service.send(search, {
          key: org.rawKey,
          body: {
            searchParams: {},
            pageSize,
          },
          headers: {
            ...headers,
            'idempotency-key': 'twice',
          },
        })
      await ask(1)
      return ask(2)
    },
  ],
  [
    429,
    'rate_limited',
    async (headers) => {
      const { organizationId } = org
      await service.almanac.limits.setLimit({ organizationId, operationId: 'companyCount', max: 1 })
      const ask = () =>
        service.send('POST /v1/company-count', { key: org.rawKey, body: { searchParams: {} }, headers })
      await ask()
      return ask()
    },
  ],
]

describe.each(causes)('%i %s', (status, code, cause) => {
  test('answers the error body, with the id of its header, and no internals', async () => {
    verifies('error.body.members', 'error.body.machine-code', 'error.body.error-code-form')
    verifies('header.x-request-id', 'promise.api.no-internals')
    const answer = await cause({})
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = errorBody.parse(answer.body)
    expect(body.code).toBe(code)
    expect(slugs).toContain(body.code)
    expect(body.errorCode).toMatch(/^E-[0-9A-Z]{6}$/)
    expect(body.requestId).toBe(answer.headers.get('x-request-id'))
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    expect(answer.text).not.toMatch(/\bat \/|node_modules|\.ts\b|SELECT|alm_live_/)
  })

  test('is a problem document for those who accept one, and for nobody else', async () => {
    verifies('error.body.problem-json')
    const answer = await cause({ accept: 'application/problem+json' })
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    const { type, title, status: told, detail, instance, ...rest } = answer.body
    const { message, requestId } = errorBody.parse(rest)
    expect({ type, told, detail, instance }).toEqual({
      type: `http://almanac.test/llms.txt#${code}`,
      told: status,
      detail: message,
      instance: `urn:almanac:request:${requestId}`,
    })
    expect(title.toLowerCase().replaceAll(' ', '_')).toBe(code)
    const plain = await cause({ accept: 'application/json' })
    expect(Object.keys(plain.body)).not.toEqual(expect.arrayContaining(['type']))
    errorBody.parse(plain.body)
  })
})

test('the error code of an answer is the one in the request log', async () => {
  verifies('error.body.error-code-form')
  const { body } = await service.send(search, { key: org.rawKey, body: { pageSize: 'x' } })
  const log = await service.send('POST /v1/api-requests', {
    key: org.rawKey,
    body: { errorCode: body.errorCode },
  })
  expect(log.body.output.apiRequests).toMatchObject([{ id: body.requestId, statusCode: 400 }])
})

test('a 400 names each fault with its path, a sentence and a code', async () => {
  verifies('error.body.issues', 'error.400-invalid-request')
  const { status, body } = await service.send(search, {
    key: org.rawKey,
    body: { searchParams: { domains: ['a.example', 7], foundedOn: { strategy: 'x' } }, pageSize: 0 },
  })
  expect(status).toBe(400)
  const paths = errorBody.parse(body).issues?.map(({ path }) => path)
  expect(paths?.toSorted()).toEqual([
    'pageSize',
    'searchParams.domains[1]',
    'searchParams.foundedOn.strategy',
  ])
  for (const issue of body.issues) expect(issue.message).toMatch(/\w/)
})

/** What the path of an operation names, which no request can leave out. */
function inPath({ path, examples }: AnyOperation): Record<string, unknown> {
  const members = Object.entries((examples[0]?.input ?? {}) as Record<string, unknown>)
  return Object.fromEntries(members.filter(([name]) => path.includes(`{${name}}`)))
}

/** Operations that want more than their path names. */
const demanding = keyedOperations.filter(
  ([, operation]) => !operation.input.safeParse(inPath(operation)).success,
)

test.each(demanding)('%s answers 400 to a request without its required members', async (_id, operation) => {
  verifies('error.400-invalid-request')
  const { ask, reached } = inProcess()
  const { route } = requestOf(operation, { input: inPath(operation) })
  const { status, body } = await ask(operation, { request: { route, body: {} } })
  expect(status).toBe(400)
  expect(errorBody.parse(body).issues?.length).toBeGreaterThan(0)
  expect(reached).toEqual([])
})

/** What no operation takes, whatever it does. */
function badRequestOf(operation: AnyOperation): Required<Question>['request'] {
  const { route } = requestOf(operation)
  return readsQuery(operation) ? { route: `${route.split('?')[0]}?x=%00` } : { route, body: '{' }
}

const rateOf = ({ limit }: AnyOperation, left: number) => ({
  'ratelimit-policy': `"default";q=${limit.max};w=${limit.windowSeconds}`,
  ratelimit: expect.stringMatching(`^"default";r=${limit.max - left};t=`) as string,
})

test.each(keyedOperations)(
  '%s tells what is left with its answer and with its 400',
  async (_id, operation) => {
    verifies('header.x-credits-remaining', 'header.x-request-id')
    const { ask } = inProcess()
    const answers = [await ask(operation), await ask(operation, { request: badRequestOf(operation) })]
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'x-credits-remaining': '1000000',
        'x-credits-charged': '0',
        ...rateOf(operation, 1),
        'x-request-id': expect.stringMatching(/^req_/) as string,
      })
  },
)

test.each(representatives(keyedOperations))(
  '%s tells what is left with its 400 over HTTP',
  async (_id, operation) => {
    verifies('header.x-credits-remaining', 'header.x-request-id')
    const { rawKey: key } = await service.org(1_234)
    const { route = '', body } = badRequestOf(operation)
    const refused = await service.send(route, { key, body })
    expect(refused.status).toBe(400)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'x-credits-remaining': '1234',
      ...rateOf(operation, 1),
      'x-request-id': expect.stringMatching(/^req_/) as string,
    })
  },
)

test('an unknown path answers 404 with or without a key, and an unlisted operation is none', async () => {
  verifies('error.404-not-found', 'version.unlisted-operation-unsupported')
  for (const route of [
    'GET /nowhere',
    'POST /v1/search',
    'GET /v1/',
    'POST /v1/company-search//',
    'GET /%zz',
    'GET /V1/regions',
  ]) {
    const answer = await service.send(route, { key: org.rawKey })
    expect(answer.status, route).toBe(404)
    expect(errorBody.parse(answer.body).code).toBe('not_found')
  }
})

import { beforeAll, describe, expect, test } from 'vitest'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { openRaw } from '../support/surfaces/raw-exchange.ts'
import { keyedOperations, readsQuery } from './example-request.ts'
import { distinctMembers, inTurn } from './members.ts'
import { sampledAlmanac, type SampledAlmanac } from './sampled-almanac.ts'

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampledAlmanac()
  org = await service.org(1_000_000)
  const { organizationId } = org
  for (const [operationId] of keyedOperations)
    await service.almanac.limits.setLimit({ organizationId, operationId, max: 100_000 })
})

const port = () => Number(new URL(service.url).port)

async function sendBytes(path: string, body: Uint8Array<ArrayBuffer> | string): Promise<number> {
  const headers = { 'x-api-key': org.rawKey }
  const answer = await fetch(service.url + path, { method: 'POST', headers, body })
  const text = await answer.text()
  if (answer.status !== 200) errorBody.parse(JSON.parse(text))
  return answer.status
}

const bodies = keyedOperations.filter(([, operation]) => !readsQuery(operation))
const queries = keyedOperations.filter(([, { method }]) => method === 'GET' || method === 'DELETE')

/** Values no member expects, or expects only here and there. */
const odd: unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  '',
  'x'.repeat(20_000),
  '\ud800',
  "'; DROP TABLE companies; --",
  [],
  [[]],
  {},
  { anyOf: 1 },
  { ['__proto__']: { polluted: true } },
  Array.from({ length: 1_000 }, () => null),
]

type Path = (string | number)[]

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    yield* pathsOf(member, [...path, Array.isArray(value) ? Number(name) : name])
}

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? replaced(item, rest, by) : item))
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, by) }
}

const refusals = new Set([200, 400, 402, 404, 422])

/** How many of the odd values are tried where the same member was tried with all of them in the same slice. */
const fewer = 5

/**
 * Where odd values go in each operation. A member gets all of them in the first operation of its slice that takes it;
 * elsewhere, and inside of the example, every place gets some, the next place the next ones.
 */
function placesOfAll(): Map<string, { place: Path; values: unknown[] }[]> {
  const first = new Set(distinctMembers(bodies).map(({ id, member }) => `${id} ${member}`))
  let turn = 0
  const some = (place: Path) => ({ place, values: inTurn(odd, turn++, fewer) })
  return new Map(
    bodies.map(([id, operation]) => {
      const members = Object.keys(operation.input.shape).map((member) =>
        first.has(`${id} ${member}`) ? { place: [member], values: odd } : some([member]),
      )
      const inside = [...pathsOf(operation.examples[0]?.input)].filter((place) => place.length > 1)
      return [id, [...members, ...inside.map(some)]]
    }),
  )
}

const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
const padded = (bytes: number) => `{"x":"${'y'.repeat(bytes - 8)}"}`

/** What is no body, or nearly none, and how it may be answered. */
const wrong: [string | Uint8Array<ArrayBuffer>, number[]][] = [
  ['', [200, 400]],
  ['{', [400]],
  ['[{}]', [400]],
  ['"x"', [400]],
  ['{} {}', [400]],
  ['\uFEFF[]', [400]],
  [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), [400]],
  [new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), [400]],
  [nested(33), [400]],
  [nested(500_000), [400]],
  [nested(32), [200, 400]],
  [padded(1_048_577), [413]],
  [padded(1_048_576), [200, 400]],
  [String.raw`{"x":"\u0000"}`, [400]],
  ['{"searchParams":{"domains":["a"],"domains":7},"x":1,"x":2}', [200, 400]],
  ['{"__proto__":{"pageSize":1},"constructor":{"prototype":{}},"toString":1}', [200, 400]],
]

/** All of them for the first operation of a slice, some for the others: a body is read before its operation counts. */
function wrongOf(id: string): typeof wrong {
  const turn = bodies.findIndex(([one]) => one === id)
  const slice = bodies[turn]?.[1].slice
  const isFirst = bodies.findIndex(([, operation]) => operation.slice === slice) === turn
  return isFirst ? wrong : inTurn(wrong, turn, fewer)
}

const placesOf = placesOfAll()

test('every operation gets odd values in place of each of its members, each place some and each value somewhere', () => {
  for (const [id, operation] of bodies) {
    const places = placesOf.get(id) ?? []
    const tried = new Set(places.filter(({ place }) => place.length === 1).map(({ place }) => place[0]))
    expect([...tried], id).toEqual(Object.keys(operation.input.shape))
    for (const { values } of places) expect(new Set(values).size).toBeGreaterThanOrEqual(fewer)
  }
  const inside = [...placesOf.values()].flat().filter(({ place }) => place.length > 1)
  expect(new Set(inside.flatMap(({ values }) => values)).size).toBe(odd.length)
})

describe.each(bodies)('%s', (id, operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'x')

  test('takes or refuses odd values in place of every member, and never fails', async () => {
    verifies('promise.api.no-5xx')
    const { input } = operation.examples[0] as { input: object }
    for (const { place, values } of placesOf.get(id) ?? []) {
      const statuses = await Promise.all(
        values.map((value) => sendBytes(path, JSON.stringify(replaced(input, place, value)))),
      )
      for (const [index, status] of statuses.entries())
        expect(refusals, `${place.join('.')}: ${JSON.stringify(values[index])?.slice(0, 50)}`).toContain(
          status,
        )
      expect(statuses).toHaveLength(values.length)
    }
  })

  test('refuses what is no JSON object of 32 levels and 1 MiB', async () => {
    verifies('promise.api.body-caps')
    for (const [body, statuses] of wrongOf(id))
      expect(statuses, String(body).slice(0, 40)).toContain(await sendBytes(path, body))
    expect(Object.hasOwn(Object.prototype, 'pageSize')).toBe(false)
  })
})

test('a body one level or one byte over the cap is named as such; at the cap it is not', async () => {
  verifies('promise.api.body-caps')
  const codeOf = async (body: string) =>
    ((await service.send('POST /v1/api-keys/current', { key: org.rawKey, body })).body.message ??
      'served') as string
  const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect(await codeOf(nested(33))).toMatch(/deeper than 32/)
  expect(await codeOf(nested(32))).toBe('served')
  expect(await codeOf(`{"x":"${'y'.repeat(1_048_569)}"}`)).toMatch(/larger than 1 MiB/)
  expect(await codeOf(`{"x":"${'y'.repeat(1_048_568)}"}`)).toBe('served')
})

test.each(queries)('%s takes or refuses any query', async (_id, operation: AnyOperation) => {
  verifies('promise.api.no-5xx')
  const names = [...Object.keys(operation.input.shape), '__proto__', 'constructor', 'x[]', '']
  const values = [
    '',
    '%00',
    '%ff%fe',
    '%ED%A0%80',
    'x'.repeat(8_000),
    '%F0%9F%98%80',
    '[]',
    '{}',
    'NaN',
    '-0',
  ]
  for (const name of names) {
    for (const value of values) {
      const path = `${operation.path}?${encodeURIComponent(name)}=${value}&${encodeURIComponent(name)}=2`
      const answer = await fetch(service.url + path, { headers: { 'x-api-key': org.rawKey } })
      expect([200, 400], path.slice(0, 80)).toContain(answer.status)
      const text = await answer.text()
      if (answer.status !== 200) errorBody.parse(JSON.parse(text))
    }
  }
})

test('a header value of 10 MB is refused with 431 before it is read whole', async () => {
  verifies('promise.api.no-5xx')
  for (const name of ['x-api-key', 'idempotency-key', 'cookie']) {
    const connection = openRaw(port())
    connection.socket.write(
      `GET /v1/get-org-credits HTTP/1.1\r\nhost: x\r\n${name}: ${'a'.repeat(10_000_000)}\r\n\r\n`,
    )
    const answer = await connection.until('\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    await connection.closed
  }
  expect((await service.send('GET /v1/get-org-credits', { key: org.rawKey })).status).toBe(200)
})

test('header values of odd characters are taken as they are, or refused', async () => {
  verifies('promise.api.no-5xx')
  for (const value of ['\u00ff\u00fe', 'a'.repeat(8_000), '\t', "'; --", '%00', ',,,', '1,1']) {
    for (const name of [
      'x-api-key',
      'authorization',
      'idempotency-key',
      'x-max-credits',
      'x-dry-run',
      'accept',
    ]) {
      const headers = { 'x-api-key': org.rawKey, [name]: value }
      const { status } = await service.send('POST /v1/company-search', {
        body: { searchParams: {} },
        headers,
      })
      expect([200, 400, 401], `${name}: ${value}`).toContain(status)
    }
    service.clock.advance(60_000)
  }
})

test('after all of it every credit is accounted for', async () => {
  verifies('promise.ledger.sum-equals-balance')
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  const { available, allocation } = await service.almanac.ledger.balance(org.organizationId)
  // Jobs that were started and not worked on hold what they may cost.
  const [jobs] = await service.db.query<{ held: number }>(sql`
    SELECT COALESCE(sum(amount - charged), 0)::bigint AS held FROM ledger_holds
    WHERE organization_id = ${org.organizationId} AND state = 'held' AND instance_id = 'job'`)
  expect(allocation - available).toBe((await service.spent(org.organizationId)) + (jobs?.held ?? 0))
})

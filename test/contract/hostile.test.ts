import { beforeAll, describe, expect, test } from 'vitest'
import { countMilli, minus } from '../../src/lib/credits.ts'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { isLong } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import { openRaw } from '../support/surfaces/raw-exchange.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, readsQuery } from './example-request.ts'
import {
  fewer,
  odd,
  oddQueries,
  placesOfAll,
  replaced,
  wrongBodies,
  type OddPlace,
} from './hostile-values.ts'
import { inProcess } from './in-process.ts'
import { inTurn } from './members.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org(1_000_000)
  const { organizationId } = org
  await service.db.transact(async (tx) => {
    for (const [operationId] of keyedOperations)
      await service.almanac.limits.setLimit({ organizationId, operationId, max: 100_000 }, tx)
  })
  // The process follows changes in other transactions within a second.
  service.clock.advance(1_000)
})

const port = () => Number(new URL(service.url).port)

/** Status of an answer over HTTP, and that an error has the error body. */
async function statusOf(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(service.url + url, { ...init, headers: { 'x-api-key': org.rawKey } })
  const text = await answer.text()
  if (answer.status !== 200) errorBody.parse(JSON.parse(text))
  return answer.status
}

const sendBytes = (path: string, body: Uint8Array<ArrayBuffer> | string, method = 'POST') =>
  statusOf(path, { method, body })

/** Statuses of an operation that is asked about something by its id: nobody has it. */
const orUnknown = ({ pathParameters, fails }: AnyOperation, statuses: readonly number[]) =>
  pathParameters.length > 0 || fails.some(({ code }) => code === 'not-found') ? [...statuses, 404] : statuses

const bodies = keyedOperations.filter(([, operation]) => !readsQuery(operation))
const queries = keyedOperations.filter(([, { method }]) => method === 'GET' || method === 'DELETE')

/** The same in the pipeline alone. */
async function heardOf(
  operation: AnyOperation,
  request: { route?: string; body?: unknown },
): Promise<number> {
  const { ask, ports } = inProcess()
  const { status, body } = await ask(operation, { request })
  if (status !== 200) errorBody.parse(body)
  expect(ports.errors).toEqual([])
  return status
}

const refusals = new Set([200, 400, 402, 404, 422])
const placesOf = placesOfAll(bodies)

/**
 * Values that go over HTTP. What a schema refuses does not get beyond the pipeline, which is asked alone; what it takes
 * reaches the handler and the stores: all of it where the schema or the place is new, and one in any member.
 */
async function goingFurther(operation: AnyOperation, { place, values, isNew }: OddPlace): Promise<unknown[]> {
  if (isLong) return values
  const { input } = operation.examples[0] as { input: object }
  const taken: unknown[] = []
  for (const value of values) {
    const status = await heardOf(operation, { body: replaced(input, place, value) })
    expect([200, 400], `${place.join('.')}: ${JSON.stringify(value)?.slice(0, 50)}`).toContain(status)
    if (status === 200) taken.push(value)
  }
  if (place.length > 1) return isNew ? taken : []
  return isNew ? taken : taken.slice(0, 1)
}

test('every operation gets odd values in place of each of its members, each place some and each schema all of them', () => {
  for (const [id, operation] of bodies) {
    const places = placesOf.get(id) ?? []
    const tried = new Set(places.filter(({ place }) => place.length === 1).map(({ place }) => place[0]))
    expect([...tried], id).toEqual(Object.keys(operation.input.shape))
    for (const { values } of places) expect(new Set(values).size).toBeGreaterThanOrEqual(fewer)
  }
  const all = [...placesOf.values()].flat()
  for (const { place, values, isNew } of all) if (isNew && place.length === 1) expect(values).toEqual(odd)
  const inside = all.filter(({ place }) => place.length > 1)
  expect(new Set(inside.flatMap(({ values }) => values)).size).toBe(odd.length)
})

/** Those of a MiB take their time: they are for the representatives. */
const small = wrongBodies.filter(([body]) => body.length < 1_000_000)

describe.each(bodies)('%s', (id, operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, 'x')

  test('takes or refuses odd values in place of every member, and never fails', async () => {
    verifies('promise.api.no-5xx')
    const { input } = operation.examples[0] as { input: object }
    for (const odds of placesOf.get(id) ?? []) {
      const values = await goingFurther(operation, odds)
      const statuses = await Promise.all(
        values.map((value) =>
          sendBytes(path, JSON.stringify(replaced(input, odds.place, value)), operation.method),
        ),
      )
      for (const [index, status] of statuses.entries())
        expect(refusals, `${odds.place.join('.')}: ${JSON.stringify(values[index])?.slice(0, 50)}`).toContain(
          status,
        )
    }
  })

  test('refuses what is no JSON object of 32 levels and 1 MiB', async () => {
    verifies('promise.api.body-caps')
    // Reading takes place before the operation counts, so each gets some, the next one the next ones.
    const turn = bodies.findIndex(([one]) => one === id)
    for (const [body, statuses] of isLong ? wrongBodies : inTurn(small, turn, fewer))
      expect(statuses, String(body).slice(0, 40)).toContain(await heardOf(operation, { body }))
    expect(Object.hasOwn(Object.prototype, 'pageSize')).toBe(false)
  })
})

test.each(representatives(bodies))(
  '%s refuses over HTTP what is no JSON object of 32 levels and 1 MiB',
  async (id, operation) => {
    verifies('promise.api.body-caps')
    const turn = representatives(bodies).findIndex(([one]) => one === id)
    const isAll = isLong || turn === 0
    for (const [body, statuses] of isAll ? wrongBodies : inTurn(wrongBodies, turn, fewer))
      expect(orUnknown(operation, statuses), String(body).slice(0, 40)).toContain(
        await sendBytes(operation.path, body, operation.method),
      )
    expect(Object.hasOwn(Object.prototype, 'pageSize')).toBe(false)
  },
)

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

/** Requests to an operation with odd values of its query members, and of some it does not have. */
function oddQueriesOf({ path, input }: AnyOperation): string[] {
  const names = [...Object.keys(input.shape), '__proto__', 'constructor', 'x[]', '']
  return names.flatMap((name) =>
    oddQueries.map((value) => `${path}?${encodeURIComponent(name)}=${value}&${encodeURIComponent(name)}=2`),
  )
}

test.each(queries)('%s takes or refuses any query', async (_id, operation: AnyOperation) => {
  verifies('promise.api.no-5xx')
  const members = Object.keys(operation.input.shape).length * oddQueries.length
  for (const [index, path] of oddQueriesOf(operation).entries()) {
    const status = await heardOf(operation, { route: `${operation.method} ${path}` })
    expect([200, 400], path.slice(0, 80)).toContain(status)
    // Handlers are given the members they have, and no others.
    if (isLong || (status === 200 && index < members))
      expect(orUnknown(operation, [200, 400]), path.slice(0, 80)).toContain(
        await statusOf(path, { method: operation.method }),
      )
  }
})

const [oneOfTheQueries] = queries

test('any query is taken or refused over HTTP', async () => {
  verifies('promise.api.no-5xx')
  const operation = oneOfTheQueries?.[1] as AnyOperation
  for (const path of oddQueriesOf(operation))
    expect(orUnknown(operation, [200, 400]), path.slice(0, 80)).toContain(await statusOf(path, {}))
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
  expect(countMilli(minus(allocation, available))).toBe(
    (await service.spent(org.organizationId)) + (jobs?.held ?? 0),
  )
})

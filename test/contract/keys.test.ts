import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { formatKey } from '../../src/platform/keys/index.ts'
import { errorBody, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, requestOf } from './example-request.ts'
import { registry } from './registry.ts'
import { representatives } from './representatives.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})
// Failed authentications of one address are limited: each test has a minute of its own.
beforeEach(() => service.clock.advance(120_000))

type Placement = 'first' | 'x-api-key' | 'bearer'

/** Sends the operation's example with keys in the places given; `first` is the body, or the query of GET. */
function sendWith(operation: AnyOperation, keys: Partial<Record<Placement, string>>): Promise<TestAnswer> {
  const members = keys.first === undefined ? {} : { apiKey: keys.first }
  const { route, body } = requestOf(operation, { members })
  const headers: Record<string, string> = {}
  if (keys['x-api-key'] !== undefined) headers['x-api-key'] = keys['x-api-key']
  if (keys.bearer !== undefined) headers['authorization'] = `Bearer ${keys.bearer}`
  return service.send(route, { body, headers })
}

function expectRefused(answer: TestAnswer): void {
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(errorBody.parse(answer.body)).toMatchObject({ code: 'unauthorized' })
  expect(answer.headers.get('x-credits-remaining')).toBeNull()
}

const damaged = (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')

// All operations are tried in key-places.test.ts, without HTTP.
describe.each(representatives(keyedOperations))('%s', (_id, operation) => {
  let org: TestOrganization
  beforeAll(async () => {
    org = await service.org()
    const { organizationId } = org
    await service.almanac.limits.setLimit({ organizationId, operationId: operation.id, max: 1_000 })
  })

  test('takes the key in the first place, in x-api-key and as Bearer, and answers alike', async () => {
    verifies('auth.key.x-api-key-header', 'auth.key.bearer-header')
    const answers = [
      await sendWith(operation, { first: org.rawKey }),
      await sendWith(operation, { 'x-api-key': org.rawKey }),
      await sendWith(operation, { bearer: org.rawKey }),
    ]
    const [first, ...others] = answers.map(({ status, body }) => ({ status, warnings: body.warnings }))
    // What another operation made before is not there: an unknown id, or a token that was never given out.
    if (operation.follows === undefined) expect(first?.status).toBe(200)
    else expect([404, 400]).toContain(first?.status)
    // A purchase made again says that it is the same one.
    if (operation.id !== 'buyCredits') expect(others).toEqual([first, first])
  })

  test('answers 401 to no key, a damaged, an unknown, an expired and a revoked one, and charges nobody', async () => {
    verifies('auth.key.required', 'auth.key.invalid-401', 'error.401-invalid-key')
    verifies('auth.key.expired-401', 'auth.key.revoked-401')
    const { organizationId } = org
    const { keys } = service.almanac
    const before = await service.traces(organizationId)
    const soon = new Date(service.clock.now() + 1_000)
    const expired = await keys.createKey({ organizationId, name: 'expired', expiresAt: soon })
    service.clock.set(soon.getTime())
    const revoked = await keys.createKey({ organizationId, name: 'revoked' })
    await keys.revokeKey(organizationId, revoked.record.id)
    const bad = ['', 'x', damaged(org.rawKey), formatKey('live'), expired.rawKey, revoked.rawKey]
    for (const [turn, key] of bad.entries()) {
      // Each in one place, all places in turn: they are tried together in key-places.test.ts.
      const places: Placement[] = key === '' ? ['first', 'x-api-key'] : ['first', 'x-api-key', 'bearer']
      expectRefused(await sendWith(operation, { [places[turn % places.length] ?? 'first']: key }))
    }
    expectRefused(await sendWith(operation, {}))
    expect(await service.traces(organizationId)).toEqual(before)
  })
})

/** A free operation of each kind whose answer tells whose key was used. */
const telling: [string, (answer: TestAnswer) => string, (org: TestOrganization) => string][] = [
  ['getCurrentApiKey', ({ body }) => body.output.id, (org) => org.caller.keyId],
  ['getOrgCredits', ({ body }) => body.output.balances[0].subscriptionId, (org) => org.subscriptionId],
]

test.each(telling)('the first place of %s that has a key decides alone', async (id, told, expected) => {
  verifies('auth.key.x-api-key-over-bearer', 'auth.key.no-fallback')
  const operation = registry.find(id) as AnyOperation
  const [one, other] = [await service.org(), await service.org()]
  const bad = damaged(one.rawKey)
  const owners: [Partial<Record<Placement, string>>, TestOrganization | undefined][] = [
    [{ first: one.rawKey, 'x-api-key': other.rawKey, bearer: bad }, one],
    [{ first: other.rawKey, bearer: one.rawKey }, other],
    [{ 'x-api-key': one.rawKey, bearer: other.rawKey }, one],
    [{ 'x-api-key': other.rawKey, bearer: bad }, other],
    [{ bearer: one.rawKey }, one],
    [{ first: bad, 'x-api-key': one.rawKey, bearer: one.rawKey }, undefined],
    [{ 'x-api-key': bad, bearer: one.rawKey }, undefined],
  ]
  for (const [keys, owner] of owners) {
    const answer = await sendWith(operation, keys)
    if (owner === undefined) expectRefused(answer)
    else expect(told(answer)).toBe(expected(owner))
  }
})

test('no answer shows a raw key, and none is in a table', async () => {
  verifies('auth.key.masked', 'promise.keys.nowhere-raw')
  const org = await service.org()
  const texts: string[] = []
  const asked = representatives(keyedOperations)
  for (const [, operation] of asked) {
    const members = { apiKey: org.rawKey, nowhere: org.rawKey, list: [org.rawKey] }
    const { route, body } = requestOf(operation, { members })
    texts.push((await service.send(route, { body, headers: { 'x-api-key': org.rawKey } })).text)
  }
  // A warning names the member it is about, so this answer is not looked at; the log has to be clean all the same.
  await service.send('POST /v1/api-keys', { key: org.rawKey, body: { [org.rawKey]: 1 } })
  const log = await service.send('POST /v1/api-requests', { key: org.rawKey, body: { pageSize: 500 } })
  expect(log.body.output.apiRequests).toHaveLength(asked.length + 1)
  texts.push(log.text)
  for (const text of texts) expect(text).not.toContain(org.rawKey)
  expect(await tablesHolding(org.rawKey)).toEqual([])
})

/** Names of the tables that hold the text anywhere. */
async function tablesHolding(text: string): Promise<string[]> {
  const tables = await service.db.query<{ name: string }>(
    sql`SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(8)
  const holding: string[] = []
  for (const { name } of tables) {
    const found = await service.db.query(
      sql`SELECT 1 FROM ${sql.raw(name)} AS r WHERE strpos(r::text, ${text}) > 0 LIMIT 1`,
    )
    if (found.length > 0) holding.push(name)
  }
  return holding
}

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { findExcess } from '../../../../../src/platform/keys/index.ts'
import { milli } from '../../../../../src/lib/credits.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const create = 'POST /v1/api-keys/create'
const update = 'POST /v1/api-keys/update'
const rotate = 'POST /v1/api-keys/rotate'
const current = 'POST /v1/api-keys/current'

/** An organization with a key of these settings beside its first, which may do everything. */
async function orgWithKey(settings: object) {
  const org = await service.org()
  const { organizationId } = org
  const { record, rawKey } = await service.almanac.keys.createKey({
    organizationId,
    name: 'one',
    ...settings,
  })
  const read = async (keyId: string) => {
    const key = await service.almanac.keys.getKey(organizationId, keyId)
    if (key === undefined) throw new Error(`no key ${keyId}`)
    return key
  }
  return { org, organizationId, id: record.id, rawKey, read }
}

describe('createApiKey 200', () => {
  test('answers a live key once, with the settings asked for; every change is in the audit', async () => {
    verifies('op.create-api-key')
    const org = await service.org()
    const settings = {
      name: 'CRM sync',
      maxCredits: 12.5,
      scopes: ['company*', 'getCurrentApiKey'],
      isReadOnly: true,
      allowedAddresses: ['127.0.0.0/8', '::1'],
      expiresAt: '2027-01-01T00:00:00.000Z',
    }
    const { status, body } = await service.send(create, { key: org.rawKey, body: settings })
    expect(status).toBe(200)
    const { key, ...shown } = body.output
    expect(key).toMatch(/^alm_live_[0-9A-Za-z]{36}$/)
    expect(shown).toMatchObject({ ...settings, mode: 'live', creditsUsed: 0 })
    const seen = await service.send(current, { key })
    expect(seen.body.output).toEqual(shown)
    expect(seen.text).not.toContain(key.slice(13))
    const log = await service.send('POST /v1/api-requests', { key: org.rawKey, body: {} })
    expect(log.text).not.toContain(key.slice(13))
    const entries = await service.db.query<{ action: string }>(
      sql`SELECT action FROM audit_entries WHERE subject = ${shown.id}`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['key.created'])
  })

  test('what is left out is as the asking key has it', async () => {
    const expiresAt = new Date(service.clock.now() + 86_400_000)
    const settings = { scopes: ['createApiKey', 'get*'], allowedAddresses: ['127.0.0.0/8'], expiresAt }
    const { rawKey, id, read } = await orgWithKey(settings)
    const made = await service.send(create, { key: rawKey, body: { name: 'two' } })
    expect(made.status).toBe(200)
    expect(await read(made.body.output.id)).toMatchObject(settings)
    expect(await read(id)).toMatchObject(settings)
  })

  test('a sandbox key makes a sandbox key', async () => {
    const org = await service.org()
    const sandbox = await service.send('POST /v1/api-keys/create-sandbox', { key: org.rawKey, body: {} })
    const made = await service.send(create, { key: sandbox.body.output.key, body: { name: 'more' } })
    expect(made.body.output).toMatchObject({ mode: 'test', key: expect.stringMatching(/^alm_test_/) })
  })

  test('with a limit, what the new key may spend is taken out of it, also when many are made at once', async () => {
    const { rawKey, id, read, organizationId } = await orgWithKey({ maxCredits: milli(10_000) })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.send(create, { key: rawKey, body: { name: 'part', maxCredits: 3 } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403, 403, 403])
    expect((await read(id)).maxCredits).toBe(1_000)
    expect((await read(id)).imposedCredits).toBe(1_000)
    expect(await service.almanac.audit.verify(organizationId)).not.toHaveProperty('bad')
    const without = await service.send(create, { key: rawKey, body: { name: 'free' } })
    expect([without.status, without.body.issues[0].path]).toEqual([400, 'maxCredits'])
  })
})

describe('createApiKey 403 and 409', () => {
  test.each([
    [{ scopes: ['createApiKey', 'get*'] }, { scopes: ['companySearch'] }],
    [{ scopes: ['createApiKey', 'get*'] }, { scopes: [] }],
    [{ allowedAddresses: ['127.0.0.0/8'] }, { allowedAddresses: ['0.0.0.0/0'] }],
    [{ expiresAt: new Date('2027-01-01') }, { expiresAt: '2027-01-01T00:00:01Z' }],
    [{ maxCredits: milli(5_000) }, { maxCredits: 5.001 }],
  ])('a key of %j makes none of %j', async (settings, wanted) => {
    const { rawKey, organizationId } = await orgWithKey(settings)
    const answer = await service.send(create, { key: rawKey, body: { name: 'more', ...wanted } })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect(await service.almanac.keys.listKeys(organizationId)).toHaveLength(2)
  })

  test('more than 100 in use are refused until one is revoked', async () => {
    const { organizationId, rawKey, id } = await orgWithKey({})
    for (let i = 0; i < 98; i++) await service.almanac.keys.createKey({ organizationId, name: `k${i}` })
    expect((await service.send(create, { key: rawKey, body: { name: 'more' } })).status).toBe(409)
    const one = (await service.almanac.keys.listKeys(organizationId)).find((key) => key.id !== id)
    await service.send('POST /v1/api-keys/revoke', { key: rawKey, body: { keyId: one?.id } })
    expect((await service.send(create, { key: rawKey, body: { name: 'more' } })).status).toBe(200)
  })
})

describe('updateApiKey', () => {
  test('renames, narrows and widens another key; the next request obeys', async () => {
    verifies('op.update-api-key')
    const { org, id, rawKey, read } = await orgWithKey({ scopes: ['get*'] })
    const change = (body: object) => service.send(update, { key: org.rawKey, body: { keyId: id, ...body } })
    expect((await change({ name: ' CRM sync ' })).body.output).toMatchObject({ id, name: 'CRM sync' })
    await change({ scopes: ['companyCount'], allowedAddresses: ['127.0.0.1', '127.0.0.1'] })
    expect((await service.send(current, { key: rawKey })).status).toBe(403)
    expect(await read(id)).toMatchObject({ allowedAddresses: ['127.0.0.1'], isReadOnly: false })
    await change({ scopes: [], allowedAddresses: [], isReadOnly: true })
    expect((await service.send(current, { key: rawKey })).status).toBe(200)
    expect((await service.send(update, { key: rawKey, body: { name: 'x' } })).status).toBe(403)
  })

  test('a key narrows itself, and cannot widen itself again', async () => {
    const { rawKey, id, read } = await orgWithKey({})
    const narrow = await service.send(update, { key: rawKey, body: { scopes: ['updateApiKey'] } })
    expect(narrow.status).toBe(200)
    const widen = await service.send(update, { key: rawKey, body: { scopes: [] } })
    expect([widen.status, widen.body.code]).toEqual([403, 'forbidden'])
    expect((await read(id)).scopes).toEqual(['updateApiKey'])
  })

  test('400 without a setting, 404 for a foreign key, 409 for a revoked one', async () => {
    const [{ org, id, organizationId }, other] = [await orgWithKey({}), await service.org()]
    const change = (body: object) => service.send(update, { key: org.rawKey, body })
    expect((await change({ keyId: id })).status).toBe(400)
    expect((await change({ keyId: other.caller.keyId, name: 'x' })).status).toBe(404)
    await service.almanac.keys.revokeKey(organizationId, id)
    expect((await change({ keyId: id, name: 'x' })).status).toBe(409)
    expect((await service.send(rotate, { key: org.rawKey, body: { keyId: id } })).status).toBe(409)
  })
})

describe('rotateApiKey', () => {
  test('answers the new secret once; the one before works for the overlap', async () => {
    verifies('op.rotate-api-key')
    const { org, id, rawKey } = await orgWithKey({ maxCredits: milli(5_000) })
    const body = { keyId: id, overlapMinutes: 1 }
    const rotated = await service.send(rotate, { key: org.rawKey, body })
    const { key, previousValidUntil, ...shown } = rotated.body.output
    expect(previousValidUntil).toBe(new Date(service.clock.now() + 60_000).toISOString())
    const statuses = async () => [
      (await service.send(current, { key: rawKey })).status,
      (await service.send(current, { key })).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    expect((await service.send(current, { key })).body.output).toEqual(shown)
    service.clock.advance(60_000)
    expect(await statuses()).toEqual([401, 200])
  })

  test('no key gets hold of a secret that can do more than itself, or spend what is not its own', async () => {
    const { org, rawKey, id } = await orgWithKey({ maxCredits: milli(5_000) })
    const second = await service.send(create, { key: rawKey, body: { name: 'part', maxCredits: 1 } })
    for (const keyId of [org.caller.keyId, second.body.output.id]) {
      expect((await service.send(rotate, { key: rawKey, body: { keyId } })).status).toBe(403)
    }
    expect((await service.send(rotate, { key: rawKey, body: { keyId: id } })).status).toBe(200)
  })
})

/** Whatever is done with keys of a narrow key, all secrets in its hands together can never do more than it could at first. */
test('with a narrow key nothing wider is ever made, loosened or got hold of', async () => {
  const act = fc.record({
    kind: fc.constantFrom('create', 'update', 'rotate', 'limit', 'expiration'),
    /** Index of the secret it is done with, and of the key it is done to. */
    by: fc.nat(5),
    to: fc.nat(5),
    scopes: fc.constantFrom(
      undefined,
      [],
      ['*'],
      ['*Api*'],
      ['createApiKey', 'updateApiKey'],
      ['companySearch'],
    ),
    allowedAddresses: fc.constantFrom(undefined, [], ['127.0.0.0/8'], ['127.0.0.1'], ['0.0.0.0/0']),
    maxCredits: fc.constantFrom(undefined, 1, 4, 50),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
      const { org, id, rawKey, organizationId, read } = await orgWithKey({
        // No scopes, as those exempt from imposed limits on purpose.
        allowedAddresses: ['127.0.0.0/8'],
        maxCredits: milli(10_000),
      })
      const limits = { maxCredits: milli(3_000), allowedAddresses: ['10.0.0.0/8'], isReadOnly: true }
      const other = await service.almanac.keys.createKey({ organizationId, name: 'other', ...limits })
      const mine = [{ id, rawKey }]
      const reach = [...mine, { id: org.caller.keyId, rawKey: '' }, { id: other.record.id, rawKey: '' }]
      for (const { kind, by, to, maxCredits, ...settings } of acts) {
        const key = mine[by % mine.length]?.rawKey ?? ''
        const keyId = reach[to % reach.length]?.id
        const requests: Record<string, [string, object]> = {
          create: [create, { name: 'next', maxCredits, ...settings }],
          update: [update, { keyId, ...settings }],
          rotate: [rotate, { keyId }],
          limit: ['POST /v1/api-keys/limit', { keyId, operation: 'set', credits: maxCredits ?? 0 }],
          expiration: ['POST /v1/api-keys/expiration', { keyId, operation: 'remove' }],
        }
        const [route, body] = requests[kind] ?? ['', {}]
        const { body: answer } = await service.send(route, { key, body })
        if (answer.output?.key === undefined) continue
        const made = { id: answer.output.id as string, rawKey: answer.output.key as string }
        mine.push(made)
        if (kind === 'create') reach.push(made)
      }
      const records = await Promise.all([...new Set(mine.map((one) => one.id))].map(read))
      const sum = records.reduce((most, key) => most + Number(key.maxCredits ?? Number.POSITIVE_INFINITY), 0)
      expect(sum).toBeLessThanOrEqual(10_000)
      for (const key of records) {
        expect(key.mode).toBe('live')
        expect(key.allowedAddresses.length).toBeGreaterThan(0)
        for (const range of key.allowedAddresses) expect(range).toMatch(/^127\./)
      }
      expect(findExcess(await read(other.record.id), other.record)).toBeUndefined()
    }),
    { numRuns: 25 },
  )
})

import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/expiration'
describe('updateApiKeyExpiration 200', () => {
  test('sets, extends, prepones and removes', async () => {
    verifies('op.update-api-key-expiration', 'auth.key.set-expiration')
    const org = await service.org()
    const nowMs = service.clock.now()
    const change = async (body: object) => {
      const answer = await service.send(route, { key: org.rawKey, body })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.output.expiresAt as string | null
    }
    const inDays = (days: number) => new Date(nowMs + days * dayMs).toISOString()
    expect(await change({ operation: 'set', days: 90 })).toBe(inDays(90))
    expect(await change({ operation: 'extend', days: 10 })).toBe(inDays(100))
    expect(await change({ operation: 'prepone', days: 40 })).toBe(inDays(60))
    expect(await change({ operation: 'extend', expiresAt: inDays(70) })).toBe(inDays(70))
    expect(await change({ operation: 'prepone', expiresAt: inDays(5) })).toBe(inDays(5))
    expect(await change({ operation: 'remove' })).toBeNull()
    expect(await change({ operation: 'prepone', expiresAt: inDays(1) })).toBe(inDays(1))
  })

  test('holds from the answer on: the key works until the instant, and not at it', async () => {
    const org = await service.org()
    const expiresAt = new Date(service.clock.now() + 1_000).toISOString()
    await service.send(route, { key: org.rawKey, body: { operation: 'set', expiresAt } })
    service.clock.advance(999)
    expect((await service.send('POST /v1/api-keys/current', { key: org.rawKey })).status).toBe(200)
    service.clock.advance(1)
    expect((await service.send('POST /v1/api-keys/current', { key: org.rawKey })).status).toBe(401)
  })
})

describe('updateApiKeyExpiration 400', () => {
  test.each([
    ['expiresAt', { operation: 'set' }],
    ['expiresAt', { operation: 'set', days: 1, expiresAt: '2027-01-01T00:00:00Z' }],
    ['expiresAt', { operation: 'set', expiresAt: '2020-01-01T00:00:00Z' }],
    ['days', { operation: 'remove', days: 1 }],
    ['days', { operation: 'prepone', days: 30 }],
    ['expiresAt', { operation: 'extend', expiresAt: '2026-01-20T00:00:00Z' }],
    ['expiresAt', { operation: 'prepone', expiresAt: '2030-01-20T00:00:00Z' }],
    ['operation', { operation: 'postpone', days: 1 }],
    ['days', { operation: 'set', days: 0 }],
  ])('names %s of %j and changes nothing', async (path, body) => {
    const org = await service.org()
    const expiresAt = new Date(service.clock.now() + 20 * dayMs)
    await service.almanac.keys.setExpiration(org.organizationId, org.caller.keyId, expiresAt)
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    const key = await service.almanac.keys.getKey(org.organizationId, org.caller.keyId)
    expect(key?.expiresAt).toEqual(expiresAt)
  })

  test('moves by days only what expires', async () => {
    const org = await service.org()
    for (const operation of ['extend', 'prepone']) {
      const answer = await service.send(route, { key: org.rawKey, body: { operation, days: 1 } })
      expect(answer.status).toBe(400)
      expect(answer.body.issues[0].path).toBe('operation')
    }
  })
})

describe('updateApiKeyExpiration 404', () => {
  test("another organization's key stays as it is", async () => {
    const [org, other] = [await service.org(), await service.org()]
    const body = { keyId: other.caller.keyId, operation: 'set', days: 1 }
    expect((await service.send(route, { key: org.rawKey, body })).status).toBe(404)
    const key = await service.almanac.keys.getKey(other.organizationId, other.caller.keyId)
    expect(key?.expiresAt).toBeNull()
  })
})

describe('updateApiKeyExpiration 403', () => {
  /** An organization whose key the operator ends, another key of it that ends, one without an end, one with the scope. */
  const limited = async () => {
    const org = await service.org()
    const { organizationId, caller } = org
    const { keys } = service.almanac
    const inDays = (days: number) => new Date(service.clock.now() + days * dayMs)
    await keys.setExpiration(organizationId, caller.keyId, inDays(30))
    const other = await keys.createKey({ organizationId, name: 'other', expiresAt: inDays(10) })
    const free = await keys.createKey({ organizationId, name: 'free' })
    const scopes = ['updateApiKeyExpiration']
    const given = await keys.createKey({ organizationId, name: 'given', scopes, expiresAt: inDays(5) })
    const endOf = async (keyId: string) => (await keys.getKey(organizationId, keyId))?.expiresAt
    return { org, other, free, given, endOf, inDays }
  }

  test.each([
    { operation: 'remove' },
    { operation: 'set', days: 31 },
    { operation: 'extend', days: 1 },
    { operation: 'extend', expiresAt: '2099-01-01T00:00:00Z' },
  ])('one that somebody else set is not put off with the key, nor that of another key: %j', async (body) => {
    const { org, other, endOf, inDays } = await limited()
    for (const keyId of [org.caller.keyId, other.record.id]) {
      const answer = await service.send(route, { key: org.rawKey, body: { ...body, keyId } })
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect(answer.body.message).toContain('Somebody else set')
    }
    expect(await endOf(org.caller.keyId)).toEqual(inDays(30))
    expect(await endOf(other.record.id)).toEqual(inDays(10))
  })

  test('it may come earlier and go back to what was set; keys without one, or with the scope, put it off', async () => {
    const { org, free, given, endOf, inDays } = await limited()
    const { keyId } = org.caller
    const change = async (key: string, body: object) =>
      (await service.send(route, { key, body: { keyId, ...body } })).status
    expect(await change(org.rawKey, { operation: 'set', days: 3 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'set', days: 30 })).toBe(200)
    expect(await change(free.rawKey, { operation: 'set', days: 60 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'set', days: 60 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'extend', days: 1 })).toBe(403)
    expect(await endOf(keyId)).toEqual(inDays(60))
    expect(await change(given.rawKey, { operation: 'remove' })).toBe(200)
    const own = { keyId: given.record.id, operation: 'set', days: 100 }
    expect((await service.send(route, { key: given.rawKey, body: own })).status).toBe(200)
    expect(await endOf(given.record.id)).toEqual(inDays(100))
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/limit'

describe('updateApiKeyLimit 200', () => {
  test('sets, increases, decreases, multiplies, divides and removes', async () => {
    verifies('op.update-api-key-limit', 'auth.key.set-credit-limit')
    const org = await service.org()
    const change = async (body: object) => {
      const answer = await service.send(route, { key: org.rawKey, body })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.output.maxCredits as number | null
    }
    expect(await change({ operation: 'set', credits: 100.5 })).toBe(100.5)
    expect(await change({ operation: 'increase', credits: 0.001 })).toBe(100.501)
    expect(await change({ operation: 'decrease', credits: 0.501 })).toBe(100)
    expect(await change({ operation: 'multiply', factor: 1.5 })).toBe(150)
    expect(await change({ operation: 'divide', factor: 3 })).toBe(50)
    expect(await change({ operation: 'decrease', credits: 50 })).toBe(0)
    expect(await change({ operation: 'remove' })).toBeNull()
  })

  test('loses none of the changes that come at the same time', async () => {
    const org = await service.org()
    await service.send(route, { key: org.rawKey, body: { operation: 'set', credits: 0 } })
    await Promise.all(
      Array.from({ length: 25 }, () =>
        service.send(route, { key: org.rawKey, body: { operation: 'increase', credits: 2 } }),
      ),
    )
    const key = await service.almanac.keys.getKey(org.organizationId, org.caller.keyId)
    expect(key?.maxCredits).toBe(50_000)
    expect(await service.almanac.audit.verify(org.organizationId)).not.toHaveProperty('bad')
  })
})

describe('updateApiKeyLimit 400', () => {
  test.each([
    ['credits', { operation: 'set' }],
    ['factor', { operation: 'set', credits: 1, factor: 2 }],
    ['factor', { operation: 'multiply' }],
    ['credits', { operation: 'remove', credits: 1 }],
    ['credits', { operation: 'decrease', credits: 11 }],
    ['factor', { operation: 'multiply', factor: 1_000_000 }, 10_000_000],
    ['credits', { operation: 'set', credits: 0.0001 }],
    ['factor', { operation: 'divide', factor: 0 }],
  ])('names %s of %j and changes nothing', async (path, body, limit = 10) => {
    const org = await service.org()
    const { keys } = service.almanac
    await keys.setCreditLimit(org.organizationId, org.caller.keyId, milli(limit * 1_000))
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect((await keys.getKey(org.organizationId, org.caller.keyId))?.maxCredits).toBe(limit * 1_000)
  })

  test('computes with no limit only when one is set', async () => {
    const org = await service.org()
    const answer = await service.send(route, { key: org.rawKey, body: { operation: 'increase', credits: 5 } })
    expect(answer.body.issues[0].path).toBe('operation')
  })
})

describe('updateApiKeyLimit 404', () => {
  test("another organization's key stays as it is", async () => {
    const [org, other] = [await service.org(), await service.org()]
    const body = { keyId: other.caller.keyId, operation: 'set', credits: 0 }
    expect((await service.send(route, { key: org.rawKey, body })).status).toBe(404)
    expect(
      (await service.almanac.keys.getKey(other.organizationId, other.caller.keyId))?.maxCredits,
    ).toBeNull()
  })
})

describe('updateApiKeyLimit 403', () => {
  const reset = 'POST /v1/api-keys/usage/reset'
  /** An organization whose key the operator limited, another key of it without a limit, and one with the scope for limits. */
  const limited = async () => {
    const org = await service.org()
    const { organizationId, caller } = org
    const { keys } = service.almanac
    await keys.setCreditLimit(organizationId, caller.keyId, milli(10_000))
    const other = await keys.createKey({ organizationId, name: 'other', maxCredits: milli(5_000) })
    const free = await keys.createKey({ organizationId, name: 'free' })
    const scopes = ['updateApiKeyLimit', 'resetApiKeyUsage']
    const given = await keys.createKey({ organizationId, name: 'given', scopes, maxCredits: milli(1_000) })
    const limitOf = async (keyId: string) => (await keys.getKey(organizationId, keyId))?.maxCredits
    return { org, other, free, given, limitOf }
  }

  test.each([
    { operation: 'remove' },
    { operation: 'set', credits: 11 },
    { operation: 'increase', credits: 1 },
    { operation: 'multiply', factor: 2 },
    { operation: 'divide', factor: 0.5 },
  ])(
    'a limit that somebody else set is not raised with the key, nor that of another key: %j',
    async (body) => {
      const { org, other, limitOf } = await limited()
      for (const keyId of [org.caller.keyId, other.record.id]) {
        const answer = await service.send(route, { key: org.rawKey, body: { ...body, keyId } })
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
        expect(answer.body.message).toContain('Somebody else set')
        expect((await service.send(reset, { key: org.rawKey, body: { keyId } })).status).toBe(403)
      }
      expect(await limitOf(org.caller.keyId)).toBe(10_000)
      expect(await limitOf(other.record.id)).toBe(5_000)
    },
  )

  test('it may be lowered, and put back to what was set, with the key; others without a limit raise it', async () => {
    const { org, free, given, limitOf } = await limited()
    const { keyId } = org.caller
    const change = async (key: string, body: object) =>
      (await service.send(route, { key, body: { keyId, ...body } })).status
    expect(await change(org.rawKey, { operation: 'set', credits: 3 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'set', credits: 10 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'set', credits: 10.001 })).toBe(403)
    expect(await change(free.rawKey, { operation: 'set', credits: 20 })).toBe(200)
    expect(await change(org.rawKey, { operation: 'set', credits: 20 })).toBe(200)
    expect(await change(given.rawKey, { operation: 'remove' })).toBe(200)
    expect(await limitOf(keyId)).toBeNull()
    const own = { keyId: given.record.id, operation: 'set', credits: 100 }
    expect((await service.send(route, { key: given.rawKey, body: own })).status).toBe(200)
    expect((await service.send(reset, { key: given.rawKey, body: {} })).status).toBe(200)
  })
})

test.each([
  ['POST /v1/api-keys/limit', { operation: 'set', credits: 1 }],
  ['POST /v1/api-keys/usage/reset', {}],
  ['POST /v1/api-keys/expiration', { operation: 'set', days: 1 }],
])('409: %s of a revoked key changes nothing', async (changing, body) => {
  const org = await service.org()
  const { organizationId } = org
  const { keys } = service.almanac
  const { record } = await keys.createKey({ organizationId, name: 'gone' })
  await keys.revokeKey(organizationId, record.id)
  const before = await keys.getKey(organizationId, record.id)
  const answer = await service.send(changing, { key: org.rawKey, body: { ...body, keyId: record.id } })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect(await keys.getKey(organizationId, record.id)).toEqual(before)
  const again = await service.send('POST /v1/api-keys/revoke', {
    key: org.rawKey,
    body: { keyId: record.id },
  })
  expect(again.status).toBe(200)
})

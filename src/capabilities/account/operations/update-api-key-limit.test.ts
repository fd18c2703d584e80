import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import type { TestAlmanac } from '../../../../test/support/harness.ts'
import { emptyWorld } from '../../../../test/worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
}, 60_000)

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
    await keys.setCreditLimit(org.organizationId, org.caller.keyId, limit * 1_000)
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

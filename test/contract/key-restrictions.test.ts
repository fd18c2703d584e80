import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAlmanac } from '../support/harness.ts'
import { spendingOn } from '../support/spending.ts'
import { anOrg } from '../support/platform.ts'
import { sampleWorld } from '../worlds/sample.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const current = 'POST /v1/api-keys/current'

async function keyWith(restrictions: object): Promise<string> {
  const { organizationId } = await service.org()
  const made = await service.almanac.keys.createKey({ organizationId, name: 'narrow', ...restrictions })
  return made.rawKey
}

describe('scopes', () => {
  test('a key reaches what its patterns cover and is refused the rest with 403', async () => {
    const key = await keyWith({ scopes: ['get*', 'companyCount'] })
    expect((await service.send(current, { key })).status).toBe(200)
    expect((await service.send('GET /v1/get-org-credits', { key })).status).toBe(200)
    const refused = await service.send('POST /v1/api-requests', { key, body: {} })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'forbidden' })
    // Refused before anything is looked at: a bad body answers the same.
    expect((await service.send('POST /v1/api-requests', { key, body: '{' })).status).toBe(403)
  })

  test('a read-only key changes nothing', async () => {
    const key = await keyWith({ isReadOnly: true })
    expect((await service.send(current, { key })).status).toBe(200)
    expect((await service.send('POST /v1/api-keys/revoke', { key })).status).toBe(403)
    expect((await service.send(current, { key })).status).toBe(200)
  })

  test('a change holds on the next request, and within a second in another process', async () => {
    const org = await service.org()
    expect((await service.send(current, { key: org.rawKey })).status).toBe(200)
    await service.almanac.keys.changeKey(org.organizationId, org.caller.keyId, () => ({
      scopes: ['companyCount'],
    }))
    expect((await service.send(current, { key: org.rawKey })).status).toBe(403)
    await service.almanac.keys.changeKey(org.organizationId, org.caller.keyId, () => ({ scopes: [] }))
    expect((await service.send(current, { key: org.rawKey })).status).toBe(200)
  })
})

describe('addresses', () => {
  test.each([
    [['127.0.0.0/8', '::1'], 200],
    [['127.0.0.1'], 200],
    [['192.0.2.0/24'], 403],
    [['::/0'], 403],
  ])('a key for %j answers %i on loopback', async (allowedAddresses, status) => {
    const key = await keyWith({ allowedAddresses })
    expect((await service.send(current, { key })).status).toBe(status)
  })
})

describe('rotation', () => {
  test('both secrets work until the overlap ends, then the new one alone; limit and id stay', async () => {
    const org = await anOrg(service.almanac, { keyLimit: 5_000 })
    const { keys } = service.almanac
    const rotated = await keys.rotateKey(org.organizationId, org.caller.keyId, { overlapMs: 60_000 })
    const next = rotated?.rawKey ?? ''
    const first = await service.send(current, { key: org.rawKey })
    const second = await service.send(current, { key: next })
    expect(first.body.output).toEqual(second.body.output)
    expect(second.body.output).toMatchObject({
      id: org.caller.keyId,
      prefix: next.slice(0, 13),
      maxCredits: 5,
    })
    service.clock.advance(60_000)
    expect((await service.send(current, { key: org.rawKey })).status).toBe(401)
    expect((await service.send(current, { key: next })).status).toBe(200)
  })

  test('a second rotation ends the oldest secret at once', async () => {
    const org = await service.org()
    const { keys } = service.almanac
    const rotate = () => keys.rotateKey(org.organizationId, org.caller.keyId, { overlapMs: 60_000 })
    const second = await rotate()
    const third = await rotate()
    const statuses = await Promise.all(
      [org.rawKey, second?.rawKey, third?.rawKey].map(
        async (key) => (await service.send(current, { key: key ?? '' })).status,
      ),
    )
    expect(statuses).toEqual([401, 200, 200])
  })

  test('revocation ends both', async () => {
    const org = await service.org()
    const { keys } = service.almanac
    const rotated = await keys.rotateKey(org.organizationId, org.caller.keyId, { overlapMs: 60_000 })
    await keys.revokeKey(org.organizationId, org.caller.keyId)
    for (const key of [org.rawKey, rotated?.rawKey ?? '']) {
      expect((await service.send(current, { key })).status).toBe(401)
    }
    expect(await keys.rotateKey('org_other', org.caller.keyId, { overlapMs: 0 })).toBeUndefined()
  })
})

describe('key limits under load, no tolerance', () => {
  test.each([
    { calls: 40, limit: 1, cost: 1, served: 1 },
    { calls: 60, limit: 25, cost: 1, served: 25 },
    { calls: 30, limit: 10, cost: 3, served: 3 },
    { calls: 20, limit: 0, cost: 1, served: 0 },
    { calls: 20, limit: 20, cost: 1, served: 20 },
  ])('$calls calls of $cost under a limit of $limit: $served', async ({ calls, limit, cost, served }) => {
    const org = await anOrg(service.almanac, { credits: 1_000_000, keyLimit: limit * 1_000 })
    const { ask, creditsUsed } = spendingOn({ ...service.almanac, clock: service.clock })
    const { ledger } = service.almanac
    const outcomes = await Promise.all(
      Array.from({ length: calls }, async () => {
        const request = {
          ...ask(org, [{ key: 'companySearchResult', units: cost }], {
            expiresAtMs: service.clock.now() + 60_000,
          }),
        }
        const outcome = await ledger.hold(request)
        if (!outcome.ok) return outcome.reason
        await ledger.settle({ ...request, hold: outcome.hold })
        return 'served'
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(served)
    expect(outcomes.filter((outcome) => outcome === 'key-credit-limit-reached')).toHaveLength(calls - served)
    expect(await creditsUsed(org)).toBe(served * cost * 1_000)
    expect(await ledger.reconcile(org.organizationId)).toEqual([])
  })
})

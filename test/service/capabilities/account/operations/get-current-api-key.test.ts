import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/current'

describe('getCurrentApiKey 200', () => {
  test('answers the record of the calling key, of which only the prefix is shown', async () => {
    verifies('op.get-current-api-key', 'auth.key.inspect', 'api-key.record', 'auth.key.masked')
    const { organizationId } = await service.org()
    const expiresAt = new Date(service.clock.now() + 86_400_000)
    const { rawKey, record } = await service.almanac.keys.createKey({
      organizationId,
      name: 'crm',
      expiresAt,
      maxCredits: milli(2500),
    })
    const { status, body, text } = await service.send(route, { key: rawKey, body: {} })
    expect(status).toBe(200)
    expect(body.output).toEqual({
      id: record.id,
      name: 'crm',
      prefix: rawKey.slice(0, 13),
      expiresAt: expiresAt.toISOString(),
      maxCredits: 2.5,
      creditsUsed: 0,
      createdAt: new Date(service.clock.now()).toISOString(),
      isRevoked: false,
      mode: 'live',
      scopes: [],
      isReadOnly: false,
      madeBy: null,
      allowedAddresses: [],
    })
    expect(text).not.toContain(rawKey.slice(13))
  })

  test('shows null where there is no expiry and no limit, and needs no body', async () => {
    const org = await service.org()
    const { body } = await service.send(route, { key: org.rawKey })
    expect(body.output).toMatchObject({ id: org.caller.keyId, expiresAt: null, maxCredits: null })
  })
})

describe('getCurrentApiKey 401', () => {
  test('a key works until the instant it expires, and not at it', async () => {
    verifies('auth.key.expired-401')
    const { organizationId } = await service.org()
    const expiresAt = new Date(service.clock.now() + 10_000)
    const { rawKey } = await service.almanac.keys.createKey({ organizationId, name: 'short', expiresAt })
    service.clock.set(expiresAt.getTime() - 1)
    expect((await service.send(route, { key: rawKey })).status).toBe(200)
    service.clock.advance(1)
    expect((await service.send(route, { key: rawKey })).status).toBe(401)
  })

  test('a revoked key is refused on the very next request', async () => {
    verifies('auth.key.revoked-401', 'promise.keys.revoke-at-once')
    const { organizationId, rawKey, caller } = await service.org()
    expect((await service.send(route, { key: rawKey })).status).toBe(200)
    await service.almanac.keys.revokeKey(organizationId, caller.keyId)
    expect((await service.send(route, { key: rawKey })).status).toBe(401)
  })
})

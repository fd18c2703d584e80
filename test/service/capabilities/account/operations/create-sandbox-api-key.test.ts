import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

import { sql } from '../../../../../src/store/postgres/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/create-sandbox'
const current = 'POST /v1/api-keys/current'

describe('createSandboxApiKey 200', () => {
  test('answers a key that works, once, with the settings asked for', async () => {
    verifies('op.create-sandbox-api-key', 'auth.key.create-sandbox')
    const org = await service.org()
    const settings = {
      name: 'ci',
      maxCredits: 12.5,
      scopes: ['company*', 'getCurrentApiKey'],
      isReadOnly: true,
      allowedAddresses: ['127.0.0.0/8', '::1'],
      expiresAt: '2027-01-01T00:00:00Z',
    }
    const { status, body } = await service.send(route, { key: org.rawKey, body: settings })
    expect(status).toBe(200)
    const { key, ...shown } = body.output
    expect(key).toMatch(/^alm_test_[0-9A-Za-z]{36}$/)
    expect(shown).toMatchObject({
      ...settings,
      expiresAt: '2027-01-01T00:00:00.000Z',
      mode: 'test',
      creditsUsed: 0,
    })
    const seen = await service.send(current, { key })
    expect(seen.body.output).toEqual(shown)
    expect(seen.text).not.toContain(key.slice(13))
    const listed = await service.send('POST /v1/api-keys', { key: org.rawKey, body: {} })
    expect(listed.body.output.apiKeys).toContainEqual(shown)
    expect(listed.text).not.toContain(key.slice(13))
  })

  test('works in a sandbox of the organization that live keys see into, and not the other way round', async () => {
    const org = await service.org()
    const made = await service.send(route, { key: org.rawKey, body: {} })
    const { key } = made.body.output
    const listed = await service.send('POST /v1/api-keys', { key, body: {} })
    expect(listed.body.output.apiKeys.map((one: { id: string }) => one.id)).toEqual([made.body.output.id])
    const live = await service.send('POST /v1/api-keys/revoke', { key, body: { keyId: org.caller.keyId } })
    expect(live.status).toBe(404)
    expect((await service.send(current, { key: org.rawKey })).status).toBe(200)
    const second = await service.send(route, { key, body: {} })
    expect(second.body.output.mode).toBe('test')
  })

  test('replays its answer for an Idempotency-Key, and stores it unreadable', async () => {
    const { rawKey } = await service.org()
    const headers = { 'idempotency-key': 'once' }
    const first = await service.send(route, { key: rawKey, body: {}, headers })
    const again = await service.send(route, { key: rawKey, body: {}, headers })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const rows = await service.db.query<{ body: Buffer }>(
      sql`SELECT body FROM idempotency_keys WHERE state = 'done'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { body } of rows) expect(body.toString()).not.toMatch(/alm_|output/)
  })
})

describe('createSandboxApiKey 400', () => {
  test.each([
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['allowedAddresses[1]', { allowedAddresses: ['10.0.0.1', '10.0.0.1/40'] }],
    ['scopes[0]', { scopes: ['company-*'] }],
    ['maxCredits', { maxCredits: 1.0005 }],
    ['name', { name: ' ' }],
  ])('names %s and makes nothing', async (path, body) => {
    const { rawKey, organizationId } = await service.org()
    const answer = await service.send(route, { key: rawKey, body })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await service.almanac.keys.listKeys(organizationId)).toHaveLength(1)
  })
})

describe('createSandboxApiKey 409', () => {
  test('more than 100 in use are refused until one is revoked', async () => {
    const org = await service.org()
    const sandbox = await service.almanac.organizations.openSandbox(org.organizationId)
    for (let i = 0; i < 100; i++) {
      await service.almanac.keys.createKey({ organizationId: sandbox, name: `k${i}`, mode: 'test' })
    }
    expect((await service.send(route, { key: org.rawKey, body: {} })).status).toBe(409)
    const [one] = await service.almanac.keys.listKeys(sandbox)
    await service.almanac.keys.revokeKey(org.organizationId, one?.id ?? '')
    expect((await service.send(route, { key: org.rawKey, body: {} })).status).toBe(200)
  })
})

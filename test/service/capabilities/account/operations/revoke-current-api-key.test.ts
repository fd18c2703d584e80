import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/revoke'
const current = 'POST /v1/api-keys/current'

describe('revokeCurrentApiKey 200', () => {
  test('ends the key of the request: the next one answers 401', async () => {
    verifies('op.revoke-current-api-key', 'auth.key.revoke')
    const org = await service.org()
    const { status, body } = await service.send(route, { key: org.rawKey })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ id: org.caller.keyId, isRevoked: true })
    expect((await service.send(current, { key: org.rawKey })).status).toBe(401)
  })

  test('ends another key and leaves its own; again changes nothing', async () => {
    const org = await service.org()
    const other = await service.almanac.keys.createKey({ organizationId: org.organizationId, name: 'other' })
    const first = await service.send(route, { key: org.rawKey, body: { keyId: other.record.id } })
    service.clock.advance(5_000)
    const again = await service.send(route, { key: org.rawKey, body: { keyId: other.record.id } })
    expect(again.body.output).toEqual(first.body.output)
    expect((await service.send(current, { key: other.rawKey })).status).toBe(401)
    expect((await service.send(current, { key: org.rawKey })).status).toBe(200)
    const record = await service.almanac.keys.getKey(org.organizationId, other.record.id)
    expect(record?.revokedAt).toEqual(new Date(service.clock.now() - 5_000))
  })

  test('leaves an entry in the audit: which key did it, from where, to which', async () => {
    const org = await service.org()
    const other = await service.almanac.keys.createKey({ organizationId: org.organizationId, name: 'other' })
    const answer = await service.send(route, { key: org.rawKey, body: { keyId: other.record.id } })
    const entries = []
    for await (const entry of service.almanac.audit.list(org.organizationId)) entries.push(entry)
    expect(entries.at(-1)).toMatchObject({
      actor: `key:${org.caller.keyId}`,
      action: 'key.revoked',
      subject: other.record.id,
      address: expect.stringMatching(/127\.0\.0\.1$/),
      requestId: answer.headers.get('x-request-id'),
    })
    expect(entries.filter((entry) => entry.action === 'key.created')).toHaveLength(2)
    expect(await service.almanac.audit.verify(org.organizationId)).not.toHaveProperty('bad')
  })

  test('requests that are under way with the key end well, those that come after it are refused', async () => {
    const org = await service.org()
    const running = Array.from({ length: 10 }, () => service.send(current, { key: org.rawKey }))
    const revoked = service.send(route, { key: org.rawKey })
    const statuses = (await Promise.all(running)).map(({ status }) => status)
    expect((await revoked).status).toBe(200)
    for (const status of statuses) expect([200, 401]).toContain(status)
    const after = await Promise.all(
      Array.from({ length: 10 }, () => service.send(current, { key: org.rawKey })),
    )
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
  })
})

describe('revokeCurrentApiKey 404', () => {
  test("another organization's key stays", async () => {
    const [org, other] = [await service.org(), await service.org()]
    const answer = await service.send(route, { key: org.rawKey, body: { keyId: other.caller.keyId } })
    expect(answer.status).toBe(404)
    expect((await service.send(current, { key: other.rawKey })).status).toBe(200)
  })
})

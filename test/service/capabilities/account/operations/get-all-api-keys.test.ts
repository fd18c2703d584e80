import { beforeAll, describe, expect, test } from 'vitest'
import { noCredits } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys'

describe('getAllApiKeys 200', () => {
  test('lists the keys of the organization, oldest first, and no raw key', async () => {
    verifies('op.get-all-api-keys', 'auth.key.list', 'auth.key.masked', 'api-key.other-organization')
    const [org, other] = [await service.org(), await service.org()]
    service.clock.advance(1_000)
    const { organizationId } = org
    const second = await service.almanac.keys.createKey({
      organizationId,
      name: 'second',
      maxCredits: noCredits,
    })
    const { body, text } = await service.send(route, { key: org.rawKey, body: {} })
    const keys = body.output.apiKeys as { id: string; name: string; maxCredits: number | null }[]
    expect(keys.map(({ id, name, maxCredits }) => [id, name, maxCredits])).toEqual([
      [org.caller.keyId, 'test key', null],
      [second.record.id, 'second', 0],
    ])
    for (const { rawKey } of [org, second, other]) expect(text).not.toContain(rawKey.slice(13))
    expect(text).not.toContain(other.caller.keyId)
  })

  test('leaves revoked keys out unless they are asked for', async () => {
    verifies('api-key.list-revoked')
    const org = await service.org()
    const { organizationId, rawKey: key } = org
    service.clock.advance(1)
    const { record } = await service.almanac.keys.createKey({ organizationId, name: 'gone' })
    await service.almanac.keys.revokeKey(organizationId, record.id)
    const listed = async (body: object) =>
      (await service.send(route, { key, body })).body.output.apiKeys.map((one: Record<string, unknown>) => [
        one['name'],
        one['isRevoked'],
      ])
    for (const body of [{}, { includeRevoked: false }, { includeRevoked: null }])
      expect(await listed(body)).toEqual([['test key', false]])
    expect(await listed({ includeRevoked: true })).toEqual([
      ['test key', false],
      ['gone', true],
    ])
  })

  test('shows what each key has spent', async () => {
    verifies('api-key.record')
    const org = await service.org()
    const { ledger } = service.almanac
    const lines = [{ key: 'companySearchResult' as const, units: 3 }]
    const request = { caller: org.caller, requestId: 'req_spent', operationId: 'companySearch', lines }
    const expiresAtMs = service.clock.now() + 60_000
    const outcome = await ledger.hold({ ...request, partial: false, expiresAtMs })
    if (!outcome.ok) throw new Error(outcome.reason)
    await ledger.settle({ ...request, hold: outcome.hold })
    const { body } = await service.send(route, { key: org.rawKey, body: {} })
    expect(body.output.apiKeys).toMatchObject([{ creditsUsed: 3 }])
  })
})

test('getAllApiKeys 400 names a flag that is no flag', async () => {
  const { rawKey: key } = await service.org()
  const { status, body } = await service.send(route, { key, body: { includeRevoked: 'yes' } })
  expect(status).toBe(400)
  expect(body.issues).toMatchObject([{ path: 'includeRevoked' }])
})

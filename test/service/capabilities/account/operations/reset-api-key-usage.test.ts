import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

import { spendingOn } from '../../../../support/spending.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'POST /v1/api-keys/usage/reset'

describe('resetApiKeyUsage 200', () => {
  test('lets a key that reached its limit spend again, and changes no balance', async () => {
    verifies('op.reset-api-key-usage', 'auth.key.reset-usage')
    const org = await service.org()
    const { keys, ledger } = service.almanac
    await keys.setCreditLimit(org.organizationId, org.caller.keyId, milli(2_000))
    const { ask, held } = spendingOn({ ...service.almanac, clock: service.clock })
    const lines = [{ key: 'companySearchResult' as const, units: 2 }]
    const request = { ...ask(org, lines), expiresAtMs: service.clock.now() + 60_000 }
    const hold = await held(request)
    await ledger.settle({ ...request, hold })
    expect((await ledger.hold({ ...request, requestId: 'req_more' })).ok).toBe(false)
    const before = await ledger.balance(org.organizationId)
    const { organizationId, caller } = org
    const { rawKey: key } = await keys.createKey({ organizationId, name: 'without a limit' })
    const { status, body } = await service.send(route, { key, body: { keyId: caller.keyId } })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ id: org.caller.keyId, creditsUsed: 0, maxCredits: 2 })
    expect(await ledger.balance(org.organizationId)).toEqual(before)
    expect((await ledger.hold({ ...request, requestId: 'req_again' })).ok).toBe(true)
  })

  test('resets another key of the organization, by its prefix', async () => {
    const org = await service.org()
    const other = await service.almanac.keys.createKey({ organizationId: org.organizationId, name: 'other' })
    const { body } = await service.send(route, { key: org.rawKey, body: { keyId: other.record.prefix } })
    expect(body.output.id).toBe(other.record.id)
  })
})

describe('resetApiKeyUsage 404', () => {
  test("another organization's key is answered like one that does not exist", async () => {
    const [org, other] = [await service.org(), await service.org()]
    const answers = await Promise.all(
      [other.caller.keyId, 'key_unknown', other.caller.keyPrefix].map((keyId) =>
        service.send(route, { key: org.rawKey, body: { keyId } }),
      ),
    )
    const plain = answers.map(({ status, body }) => ({ status, ...body, errorCode: '', requestId: '' }))
    expect(plain[0]?.status).toBe(404)
    expect(plain[1]).toEqual(plain[0])
    expect(plain[2]).toEqual(plain[0])
  })
})

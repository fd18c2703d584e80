import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'GET /v1/rate-limits'

interface Entry {
  method: string
  path: string
  max: number
  window: number
  used: number
  isCustom: boolean
}

async function limitsOf(key: string): Promise<Entry[]> {
  const { status, body } = await service.send(route, { key })
  expect(status).toBe(200)
  return body.output.rateLimits
}

describe('getRateLimits 200', () => {
  test('answers one entry for each operation that needs a key', async () => {
    verifies('op.get-rate-limits', 'rate-limits.members', 'rate-limits.every-endpoint')
    const org = await service.org()
    const keyed = service.almanac.registry.operations.filter(({ access }) => access === 'key')
    expect(await limitsOf(org.rawKey)).toEqual(
      keyed.map(({ id, method, path, limit }) => ({
        method,
        path,
        max: limit.max,
        window: limit.windowSeconds,
        // The request that asks is counted.
        used: id === 'getRateLimits' ? 1 : 0,
        isCustom: false,
      })),
    )
  })

  test('says that a limit is custom for the organization it was set for, and for no other', async () => {
    verifies('rate-limits.is-custom')
    const [org, other] = [await service.org(), await service.org()]
    const { organizationId } = org
    await service.almanac.limits.setLimit({ organizationId, operationId: 'companyCount', max: 7 })
    const custom = (await limitsOf(org.rawKey)).filter(({ isCustom }) => isCustom)
    expect(custom).toEqual([
      { method: 'POST', path: '/v1/company-count', max: 7, window: 60, used: 0, isCustom: true },
    ])
    expect((await limitsOf(other.rawKey)).filter(({ isCustom }) => isCustom)).toEqual([])
  })

  test('says what is used of each, refused requests apart, until its window is over', async () => {
    const org = await service.org()
    const { organizationId } = org
    await service.almanac.limits.setLimit({ organizationId, operationId: 'companyCount', max: 2 })
    const body = { searchParams: {} }
    for (let sent = 0; sent < 3; sent++)
      await service.send('POST /v1/company-count', { key: org.rawKey, body })
    const used = async () =>
      (await limitsOf(org.rawKey)).find(({ path }) => path === '/v1/company-count')?.used
    expect(await used()).toBe(2)
    service.clock.advance(60_000)
    expect(await used()).toBe(0)
  })

  test('is free', async () => {
    verifies('free.balance-limits-health')
    const org = await service.org(0)
    expect((await service.send(route, { key: org.rawKey })).body.chargeInfo.method).toBe('free')
  })
})

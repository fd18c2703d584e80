import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { billing } from '../../../../../src/capabilities/billing/index.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'

const enabled = { isEnabled: true, creditThreshold: 100, creditsToBuy: 5_000 }
let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac({ sandbox: true, settings: { ALMANAC_LEDGER_ONLY_PURCHASES: 'false' } })
})

describe('an installation without a payment processor', () => {
  test.each([
    ['POST /v1/buy-credits', { creditsToBuy: 1_000 }],
    ['POST /v1/cards/attach', {}],
    ['POST /v1/auto-topup/configure', enabled],
  ])('answers 403 to %s, says whom to ask, and moves nothing', async (route, body) => {
    const org = await service.org(10)
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('purchases_not_offered')
    expect(answer.body.message).toContain('Ask its operator')
    expect(await service.available(org)).toBe(10_000)
    expect(
      await service.almanac.openDeps(billing).choosePayments('live').listPurchases(org.organizationId, 10),
    ).toEqual([])
  })

  test('lets sandbox keys buy in their sandbox', async () => {
    const org = await service.org(10)
    const made = await service.send('POST /v1/api-keys/create-sandbox', { key: org.rawKey, body: {} })
    const key = made.body.output.key
    const bought = await service.send('POST /v1/buy-credits', { key, body: { creditsToBuy: 1_000 } })
    expect([bought.status, bought.body.output?.processor]).toEqual([200, 'ledger-only'])
    expect(await service.available(org)).toBe(10_000)
  })

  test('does not top up what was set before, says so, and lets it be turned off', async () => {
    const org = await service.org(10)
    const { organizationId, subscriptionId, rawKey: key } = org
    const { topUps } = service.almanac.openDeps(billing)
    await topUps.configure(
      {
        organizationId,
        subscriptionId,
        isEnabled: true,
        creditThreshold: milli(1e5),
        creditsToBuy: milli(5e6),
        maxPerDay: null,
        maxPerMonth: null,
      },
      { actor: 'key:k' },
    )
    expect(await topUps.topUp(organizationId)).toEqual([])
    const settings = () => service.send('GET /v1/auto-topup/settings', { key })
    expect((await settings()).body.output.settings).toMatchObject([
      { state: 'paused', pausedReason: 'not-offered', pausedUntil: null },
    ])
    const off = await service.send('POST /v1/auto-topup/configure', { key, body: { isEnabled: false } })
    expect(off.status).toBe(200)
    expect((await settings()).body.output.settings).toMatchObject([{ state: 'off' }])
  })
})

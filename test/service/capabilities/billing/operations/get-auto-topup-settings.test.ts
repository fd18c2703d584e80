import { beforeAll, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const route = 'GET /v1/auto-topup/settings'

test('getAutoTopupSettings 200: one entry a subscription, each with its own settings or none', async () => {
  verifies('op.get-auto-topup-settings', 'auto-topup.list', 'auto-topup.unconfigured')
  verifies('auto-topup.subscriptions-differ')
  const { rawKey: key, organizationId, subscriptionId } = await service.org()
  service.clock.advance(86_400_000)
  const second = await service.almanac.organizations.addSubscription(organizationId, milli(1_000))
  expect((await service.send(route, { key })).body.output).toEqual({
    settings: [
      { configured: false, subscriptionId },
      { configured: false, subscriptionId: second },
    ],
  })
  const body = {
    subscriptionId: second,
    isEnabled: true,
    creditThreshold: 0,
    creditsToBuy: 1_000,
    maxPerDay: 3,
  }
  await service.send('POST /v1/auto-topup/configure', { key, body })
  const answer = await service.send(route, { key })
  expect(answer.body.output.settings).toEqual([
    { configured: false, subscriptionId },
    {
      configured: true,
      ...body,
      maxPerMonth: 20,
      state: 'active',
      pausedReason: null,
      pausedUntil: null,
    },
  ])
  expect(answer.body.chargeInfo.method).toBe('free')
})

test('getAutoTopupSettings 401: without a key', async () => {
  expect((await service.send(route)).status).toBe(401)
})

test('getAutoTopupSettings 429: 120 a minute', async () => {
  const { rawKey: key } = await service.org()
  const answers = await Promise.all(Array.from({ length: 121 }, () => service.send(route, { key })))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})

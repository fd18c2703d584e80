import { beforeAll, describe, expect, test } from 'vitest'
import { noCredits } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import { billing } from '../../../../../src/capabilities/billing/index.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

const enabled = { isEnabled: true, creditThreshold: 100, creditsToBuy: 5_000 }
const configure = ({ rawKey: key }: TestOrganization, body: object) =>
  service.send('POST /v1/auto-topup/configure', { key, body })
const settings = async ({ rawKey: key }: TestOrganization) =>
  (await service.send('GET /v1/auto-topup/settings', { key })).body.output.settings

describe('updateAutoTopupSettings 200', () => {
  test('sets the default subscription; a charge that crosses the threshold then buys', async () => {
    verifies('op.update-auto-topup-settings')
    const org = await service.org(110)
    const { status, body } = await configure(org, { ...enabled, maxPerMonth: 4 })
    expect(status).toBe(200)
    expect(body.output.settings).toMatchObject({
      configured: true,
      subscriptionId: org.subscriptionId,
      ...enabled,
      maxPerDay: 3,
      maxPerMonth: 4,
      state: 'active',
    })
    const { ledger } = service.almanac
    const lines = [{ key: 'companySearchResult' as const, units: 10 }]
    const request = { caller: org.caller, requestId: 'req_fall', operationId: 'companySearch', lines }
    const expiresAtMs = service.clock.now() + 60_000
    const held = await ledger.hold({ ...request, partial: false, expiresAtMs })
    if (!held.ok) throw new Error(held.reason)
    await ledger.settle({ ...request, hold: held.hold })
    await service.almanac.openDeps(billing).balances.idle()
    expect((await ledger.balance(org.organizationId)).available).toBe(5_100_000)
  })

  test('without caps buys three times in 24 hours and twenty times a month, however often it looks', async () => {
    const org = await service.org(10)
    // The first of a month: twenty purchases take seven days.
    service.clock.set(Date.UTC(new Date(service.clock.now()).getUTCFullYear() + 1, 0, 1))
    await service.almanac.subscriptions.reset({ ...org, by: { actor: 'operator:test' } })
    // A purchase does not lift the balance to the threshold, so every look would buy again.
    await configure(org, { isEnabled: true, creditThreshold: 900_000, creditsToBuy: 1_000 })
    const { topUps } = service.almanac.openDeps(billing)
    // Counted by what arrived: the service looks by itself too, when the clock moves.
    const look = async () => {
      const before = arrived
      for (let i = 0; i < 5; i++) {
        await topUps.topUp(org.organizationId)
        service.clock.advance(60_000)
      }
      arrived = (await service.available(org)) - 10_000
      return (arrived - before) / 1_000_000
    }
    let arrived = 0
    expect(await look()).toBe(3)
    expect(await settings(org)).toMatchObject([{ state: 'paused', pausedReason: 'daily-cap' }])
    const days = [3]
    for (let day = 1; day < 9; day++) {
      service.clock.advance(86_400_000 - 300_000)
      days.push(await look())
    }
    expect(days).toEqual([3, 3, 3, 3, 3, 3, 2, 0, 0])
    expect(await settings(org)).toMatchObject([{ state: 'paused', pausedReason: 'monthly-cap' }])
    expect((await service.almanac.ledger.balance(org.organizationId)).available).toBe(20_010_000)
  })

  test('replaces what was set, and turns it off', async () => {
    const org = await service.org()
    await configure(org, { ...enabled, maxPerDay: 1 })
    await configure(org, enabled)
    expect(await settings(org)).toMatchObject([{ maxPerDay: 3, maxPerMonth: 20 }])
    await configure(org, { ...enabled, maxPerDay: null, maxPerMonth: null })
    expect(await settings(org)).toMatchObject([{ maxPerDay: null, maxPerMonth: null }])
    await configure(org, { isEnabled: false })
    expect(await settings(org)).toMatchObject([{ configured: true, isEnabled: false, state: 'off' }])
  })
})

describe('updateAutoTopupSettings 400', () => {
  test.each([
    [{ isEnabled: true, creditsToBuy: 5_000 }, 'creditThreshold'],
    [{ isEnabled: true, creditThreshold: 100 }, 'creditsToBuy'],
    [{ ...enabled, creditsToBuy: 999 }, 'creditsToBuy'],
    [{ ...enabled, creditsToBuy: 1_000_001 }, 'creditsToBuy'],
    [{ ...enabled, creditThreshold: -1 }, 'creditThreshold'],
    [{ ...enabled, maxPerDay: 0 }, 'maxPerDay'],
    [{ ...enabled, maxPerMonth: 1.5 }, 'maxPerMonth'],
    [{ creditThreshold: 1, creditsToBuy: 1_000 }, 'isEnabled'],
  ])('%j', async (body, path) => {
    verifies('auto-topup.threshold-required', 'auto-topup.credits-to-buy')
    const org = await service.org()
    const answer = await configure(org, body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path }])
    expect(await settings(org)).toMatchObject([{ configured: false }])
  })

  test('not together with automatic cycle resets; other subscriptions may differ', async () => {
    verifies('auto-topup.excludes-cycle-reset', 'auto-topup.subscriptions-differ')
    const org = await service.org()
    const { organizationId, subscriptionId } = org
    const by = { actor: 'operator:test' }
    await service.almanac.subscriptions.configure({ organizationId, subscriptionId, by }, { autoReset: true })
    const other = await service.almanac.organizations.addSubscription(organizationId, noCredits)
    expect((await configure(org, { ...enabled, subscriptionId })).status).toBe(400)
    expect((await configure(org, { ...enabled, subscriptionId: other })).status).toBe(200)
  })
})

test('updateAutoTopupSettings 401: without a key', async () => {
  expect((await service.send('POST /v1/auto-topup/configure', { body: enabled })).status).toBe(401)
})

test("updateAutoTopupSettings 404: another organization's subscription is like an unknown one", async () => {
  const [org, other] = [await service.org(), await service.org()]
  for (const subscriptionId of [other.subscriptionId, 'sub_unknown'])
    expect((await configure(org, { ...enabled, subscriptionId })).status).toBe(404)
  expect(await settings(other)).toMatchObject([{ configured: false }])
})

test('updateAutoTopupSettings 429: ten changes a minute', async () => {
  verifies('limit.auto-topup-settings')
  const org = await service.org()
  for (let i = 0; i < 10; i++) expect((await configure(org, { isEnabled: false })).status).toBe(200)
  expect((await configure(org, { isEnabled: false })).status).toBe(429)
})

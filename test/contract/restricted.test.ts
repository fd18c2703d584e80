import { beforeAll, expect, test } from 'vitest'
import { toCredits } from '../../src/lib/credits.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAlmanac } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld } from '../worlds/sample.ts'

const by = { actor: 'operator:test' }
let service: TestAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const search = { searchParams: {}, pageSize: 1 }

async function expectRestricted(org: TestOrganization): Promise<void> {
  for (const [route, body] of [
    ['POST /v1/company-search', search],
    ['POST /v1/company-count', { searchParams: {} }],
  ] as const) {
    const answer = await service.send(route, { key: org.rawKey, body })
    expect(answer.status, route).toBe(402)
    expect(answer.body.code).toBe('subscription_restricted')
    expect(answer.body.outOfCreditsAlert).toMatchObject({ availableCredits: 0 })
    expect(answer.headers.get('x-credits-charged')).toBe('0')
  }
}

test('after the grace time everything but billing and reads of own data answers 402', async () => {
  verifies('subscription.after-grace')
  const org = await service.org(1_000)
  service.clock.advance(31 * 86_400_000)
  expect((await service.send('POST /v1/company-search', { key: org.rawKey, body: search })).status).toBe(200)
  service.clock.advance(14 * 86_400_000)
  await expectRestricted(org)
  for (const route of [
    'GET /v1/get-org-credits',
    'GET /v1/rate-limits',
    'POST /v1/api-keys',
    'POST /v1/api-requests',
  ])
    expect((await service.send(route, { key: org.rawKey })).status, route).toBe(200)
  const { body } = await service.send('GET /v1/get-org-credits', { key: org.rawKey })
  // One company was found in time.
  expect(body.output.balances[0]).toMatchObject({ status: 'ended', available: 0, suspended: 999 })
  expect(toCredits((await service.almanac.ledger.balance(org.organizationId)).available)).toBe(0)
})

test('a paused subscription restricts as well, until it is reset', async () => {
  verifies('subscription.early-reset')
  const org = await service.org(1_000)
  const which = { organizationId: org.organizationId, subscriptionId: org.subscriptionId, by }
  await service.almanac.subscriptions.pause(which)
  await expectRestricted(org)
  await service.almanac.subscriptions.reset(which)
  expect((await service.send('POST /v1/company-search', { key: org.rawKey, body: search })).status).toBe(200)
})

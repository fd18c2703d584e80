import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCredits } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { setPayAsYouGo } from '../../../../../src/platform/keys/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})
let org: TestOrganization
beforeEach(async () => {
  org = await service.org(10)
})

const buy = (body: object, headers: Record<string, string> = {}) =>
  service.send('POST /v1/buy-credits', { key: org.rawKey, body, headers })
const available = async () => toCredits((await service.almanac.ledger.balance(org.organizationId)).available)

describe('buyCredits 200', () => {
  test('grants at once, without a confirmation, and says that the built-in processor charged nobody', async () => {
    verifies('op.buy-credits', 'buy-credits.immediate')
    const { status, body, headers } = await buy({ creditsToBuy: 2_500 })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({
      subscriptionId: org.subscriptionId,
      creditsBought: 2_500,
      status: 'succeeded',
      price: { amount: 50, currency: 'usd' },
      processor: 'ledger-only',
      processorNotice: expect.stringContaining('no card was charged'),
    })
    expect(body.chargeInfo.method).toBe('free')
    expect(headers.get('x-credits-remaining')).toBe('2510')
    expect(await available()).toBe(2_510)
  })

  test('answers the first purchase again: by key, in the body or the header, and within 10 minutes without one', async () => {
    verifies('buy-credits.idempotent', 'buy-credits.without-key')
    const first = await buy({ creditsToBuy: 1_000, idempotencyKey: 'k' })
    expect((await buy({ creditsToBuy: 1_000 }, { 'idempotency-key': 'k' })).body.output).toEqual(
      first.body.output,
    )
    expect(await available()).toBe(1_010)
    service.clock.advance(60_000)
    const plain = await buy({ creditsToBuy: 1_000 })
    const again = await buy({ creditsToBuy: 1_000 })
    expect(again.body.output).toEqual(plain.body.output)
    expect(again.body.warnings).toMatchObject([{ field: 'creditsToBuy' }])
    expect(plain.body.warnings ?? null).toBeNull()
    expect(await available()).toBe(2_010)
  })

  test('takes 1,000 to 1,000,000 credits, and from 100 with a pay-as-you-go key', async () => {
    verifies('buy-credits.bounds', 'buy-credits.machine-minimum')
    expect((await buy({ creditsToBuy: 1_000_000 })).status).toBe(200)
    await setPayAsYouGo(service.db, org.caller.keyId, true)
    expect((await buy({ creditsToBuy: 100 })).status).toBe(200)
    expect(await available()).toBe(1_000_110)
  })

  test('begins a period for a subscription whose grace time is over', async () => {
    service.clock.advance(60 * 86_400_000)
    const search = { searchParams: {}, pageSize: 1 }
    const ask = () => service.send('POST /v1/company-search', { key: org.rawKey, body: search })
    expect((await ask()).status).toBe(402)
    expect((await buy({ creditsToBuy: 1_000 })).status).toBe(200)
    expect(await available()).toBe(1_010)
    expect((await ask()).status).toBe(200)
  })
})

describe('buyCredits 400', () => {
  test.each([
    [{}, 'creditsToBuy'],
    [{ creditsToBuy: 999 }, 'creditsToBuy'],
    [{ creditsToBuy: 99 }, 'creditsToBuy'],
    [{ creditsToBuy: 1_000_001 }, 'creditsToBuy'],
    [{ creditsToBuy: 1_000.5 }, 'creditsToBuy'],
    [{ creditsToBuy: '1000' }, 'creditsToBuy'],
    [{ creditsToBuy: 1_000, idempotencyKey: '' }, 'idempotencyKey'],
  ])('refuses %j and grants nothing', async (body, path) => {
    verifies('buy-credits.bounds')
    const answer = await buy(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path }])
    expect(await available()).toBe(10)
  })

  test('has no dry run', async () => {
    verifies('buy-credits.immediate')
    const answer = await buy({ creditsToBuy: 1_000 }, { 'x-dry-run': '1' })
    expect(answer.status).toBe(400)
    expect(answer.body.issues).toMatchObject([{ path: 'X-Dry-Run' }])
    expect(await available()).toBe(10)
  })
})

test('buyCredits 401: without a key', async () => {
  expect((await service.send('POST /v1/buy-credits', { body: { creditsToBuy: 1_000 } })).status).toBe(401)
})

test("buyCredits 404: another organization's subscription is like an unknown one", async () => {
  const other = await service.org()
  for (const subscriptionId of [other.subscriptionId, 'sub_unknown'])
    expect((await buy({ creditsToBuy: 1_000, subscriptionId })).status).toBe(404)
  expect(await available()).toBe(10)
})

test('buyCredits 422: a key of another purchase', async () => {
  await buy({ creditsToBuy: 1_000, idempotencyKey: 'k' })
  expect((await buy({ creditsToBuy: 2_000, idempotencyKey: 'k' })).status).toBe(422)
  expect(await available()).toBe(1_010)
})

test('buyCredits 429: two a minute', async () => {
  verifies('limit.buy-credits')
  const statuses: number[] = []
  for (const creditsToBuy of [1_000, 2_000, 3_000]) statuses.push((await buy({ creditsToBuy })).status)
  expect(statuses).toEqual([200, 200, 429])
  expect(await available()).toBe(3_010)
})

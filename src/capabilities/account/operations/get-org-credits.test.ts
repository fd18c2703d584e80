import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import type { TestAlmanac } from '../../../../test/support/harness.ts'
import { emptyWorld } from '../../../../test/worlds/world.ts'
import { inOneMinute } from '../../../../test/support/platform.ts'
import { priceKeys, priceList } from '../../../operation/index.ts'
import { sql } from '../../../store/postgres/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
}, 60_000)

const route = 'GET /v1/get-org-credits'

describe('getOrgCredits 200', () => {
  test('answers max, used and available of the running period, and when it ends', async () => {
    verifies('op.get-org-credits', 'balance.members', 'balance.object-output')
    const org = await service.org(1_000)
    const { ledger } = service.almanac
    const lines = [{ key: 'companySearchResult' as const, units: 30 }]
    const request = { caller: org.caller, requestId: 'req_1', operationId: 'companySearch', lines }
    const expiresAtMs = inOneMinute(service.clock)
    const spent = await ledger.hold({ ...request, partial: false, expiresAtMs })
    if (!spent.ok) throw new Error(spent.reason)
    await ledger.settle({ ...request, hold: spent.hold })
    const running = await ledger.hold({ ...request, requestId: 'req_2', partial: false, expiresAtMs })
    if (!running.ok) throw new Error(running.reason)
    const { body } = await service.send(route, { key: org.rawKey })
    expect(body.output).toEqual({
      balances: [
        {
          subscriptionId: org.subscriptionId,
          max: 1_000,
          used: 30,
          // What a running request has set aside cannot be spent twice.
          available: 940,
          usagePeriodResetsOn: expect.any(String),
          creditsPerOperation: expect.any(Object),
        },
      ],
    })
    expect(Date.parse(body.output.balances[0].usagePeriodResetsOn)).toBeGreaterThan(service.clock.now())
    expect(body.chargeInfo.method).toBe('free')
  })

  test('answers one entry per subscription, the one that resets soonest first', async () => {
    verifies('balance.per-subscription')
    const org = await service.org(10)
    const id = `sub_soon_${org.organizationId}`
    await service.db.transact(async (tx) => {
      await tx.query(sql`
        INSERT INTO subscriptions SELECT (jsonb_populate_record(s, jsonb_build_object(
          'id', ${id}::text, 'period_resets_at', s.period_resets_at - interval '1 day'))).*
        FROM subscriptions s WHERE s.id = ${org.subscriptionId}`)
      await service.almanac.ledger.openAccount(tx, org.organizationId, id)
    })
    const { organizationId } = org
    await service.almanac.ledger.grant({
      organizationId,
      subscriptionId: id,
      amount: 5_500,
      requestId: 'grant',
    })
    const { body } = await service.send(route, { key: org.rawKey })
    const shown = body.output.balances.map(({ subscriptionId, available }: Record<string, unknown>) => [
      subscriptionId,
      available,
    ])
    expect(shown).toEqual([
      [id, 5.5],
      [org.subscriptionId, 10],
    ])
  })

  test("shows the organization's own prices over the price list", async () => {
    verifies('balance.credits-per-operation')
    const [org, other] = [await service.org(), await service.org()]
    const { prices } = service.almanac.ledger
    await prices.setPrice(org.organizationId, 'companySearchResult', 1_500)
    const listed = Object.fromEntries(priceKeys.map((key) => [key, priceList[key].credits]))
    const shown = async (key: string) =>
      (await service.send(route, { key })).body.output.balances[0].creditsPerOperation
    expect(await shown(org.rawKey)).toEqual({ ...listed, companySearchResult: 1.5 })
    expect(await shown(other.rawKey)).toEqual(listed)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../../src/lib/credits.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { shownNames } from '../../../../../src/capabilities/account/price-names.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { emptyWorld } from '../../../../worlds/world.ts'
import { inOneMinute } from '../../../../support/platform.ts'
import { priceKeys, priceList } from '../../../../../src/operation/index.ts'
import { sql } from '../../../../../src/store/postgres/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await emptyWorld()
})

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
          status: 'active',
          max: 1_000,
          used: 30,
          // What a running request has set aside cannot be spent twice.
          available: 940,
          suspended: 0,
          usagePeriodResetsOn: expect.any(String),
          organizationId: org.organizationId,
          creditsPerOperation: expect.any(Object),
        },
      ],
    })
    expect(Date.parse(body.output.balances[0].usagePeriodResetsOn)).toBeGreaterThan(service.clock.now())
    expect(body.chargeInfo.method).toBe('free')
  })

  test('keeps over a reset what was refunded for a charge of the period that ends', async () => {
    const org = await service.org(100)
    const { organizationId, subscriptionId } = org
    const { ledger, subscriptions } = service.almanac
    const lines = [{ key: 'companySearchResult' as const, units: 30 }]
    const request = {
      caller: org.caller,
      requestId: `req ${organizationId}`,
      operationId: 'companySearch',
      lines,
    }
    const spent = await ledger.hold({ ...request, partial: false, expiresAtMs: inOneMinute(service.clock) })
    if (!spent.ok) throw new Error(spent.reason)
    await ledger.settle({ ...request, hold: spent.hold })
    await ledger.refundRequest({
      organizationId,
      refunds: request.requestId,
      requestId: 'act',
      amount: milli(10_000),
    })
    await subscriptions.reset({ organizationId, subscriptionId, by: { actor: 'operator:test' } })
    const { body } = await service.send(route, { key: org.rawKey })
    expect(body.output.balances).toMatchObject([{ max: 110, used: 0, available: 110 }])
  })

  test('says what state a subscription is in, and counts as available what its calls can spend', async () => {
    const org = await service.org(107)
    const { organizationId, subscriptionId, rawKey: key } = org
    const of = { organizationId, subscriptionId, by: { actor: 'operator:test' } }
    const search = () =>
      service.send('POST /v1/company-search', { key, body: { searchParams: {}, pageSize: 1 } })
    const expectState = async (status: string, isUsable: boolean) => {
      const [available, suspended] = isUsable ? [107, 0] : [0, 107]
      const { body, headers } = await service.send(route, { key })
      expect(body.output.balances).toMatchObject([{ status, available, suspended, max: 107 }])
      expect(headers.get('x-credits-remaining')).toBe(String(available))
      expect((await search()).status).toBe(isUsable ? 200 : 402)
    }
    await expectState('active', true)
    await service.almanac.subscriptions.pause(of)
    await expectState('paused', false)
    await service.almanac.subscriptions.reset(of)
    await expectState('active', true)
    service.clock.advance(32 * 86_400_000)
    await expectState('grace', true)
    service.clock.advance(14 * 86_400_000)
    await expectState('ended', false)
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
      amount: milli(5_500),
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
    await prices.setPrice(org.organizationId, 'companySearchResult', milli(1_500))
    await prices.setTier(org.organizationId, 'phoneReveal', { fromUnits: 100, unitPrice: milli(2_345) })
    const at = (credits: number) => ({
      levels: [{ limit: null, centiCreditCost: Math.round(credits * 1_000) / 10 }],
    })
    const listed = Object.fromEntries(
      priceKeys.flatMap((key) => shownNames(key).map((name) => [name, at(priceList[key].credits)])),
    )
    const shown = async (key: string) =>
      (await service.send(route, { key })).body.output.balances[0].creditsPerOperation
    verifies('client.credits.names')
    const levels = [
      { limit: 100, centiCreditCost: 300 },
      { limit: null, centiCreditCost: 234.5 },
    ]
    expect(await shown(org.rawKey)).toEqual({ ...listed, getCompanyFromDb: at(1.5), phoneReveal: { levels } })
    expect(Object.keys(listed)).toEqual(
      expect.arrayContaining(['getPersonFromDb', 'emailToPnetUrl', 'getLiPostComments', 'workEmailReveal']),
    )
    expect(await shown(other.rawKey)).toEqual(listed)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { countMilli, milli, noCredits } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import { companies, spendingOn } from '../../../test/support/spending.ts'
import { ForeignKeyViolation } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { openPrices } from './prices.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

describe('prices', () => {
  it("puts an organization's own prices before the price list, and for that organization only", async () => {
    const [one, other] = [await anOrg(platform), await anOrg(platform)]
    const { prices } = platform.ledger
    await prices.setPrice(one.organizationId, 'kitchenSinkPerson', milli(1_500))
    const keys = ['kitchenSinkPerson', 'companySearchResult'] as const
    expect(await prices.unitPrices(one.organizationId, keys)).toEqual({
      kitchenSinkPerson: 1_500,
      companySearchResult: 1_000,
    })
    expect(await prices.unitPrices(other.organizationId, keys)).toMatchObject({ kitchenSinkPerson: 2_000 })
    const own = (await prices.listPrices(one.organizationId)).filter((price) => price.isCustom)
    expect(own).toEqual([{ key: 'kitchenSinkPerson', unitPrice: 1_500, firstPrice: 1_500, isCustom: true }])
  })

  it('goes back to the price list when cleared', async () => {
    const { organizationId } = await anOrg(platform)
    const { prices } = platform.ledger
    await prices.setPrice(organizationId, 'personResolve', noCredits)
    expect(await prices.clearPrice(organizationId, 'personResolve')).toBe(true)
    expect(await prices.clearPrice(organizationId, 'personResolve')).toBe(false)
    expect(await prices.unitPrices(organizationId, ['personResolve'])).toEqual({ personResolve: 1_000 })
  })

  it('holds at once in this process and within a second in another', async () => {
    const { organizationId } = await anOrg(platform)
    const elsewhere = openPrices(platform)
    const price = async () => (await elsewhere.unitPrices(organizationId, ['personResolve'])).personResolve
    expect(await price()).toBe(1_000)
    await platform.ledger.prices.setPrice(organizationId, 'personResolve', milli(250))
    expect(await platform.ledger.unitPrices(organizationId, ['personResolve'])).toEqual({
      personResolve: 250,
    })
    platform.clock.advance(1_000)
    expect(await price()).toBe(250)
  })

  it('refuses an organization nobody knows', async () => {
    await expect(platform.ledger.prices.setPrice('org_x', 'personResolve', milli(1))).rejects.toThrow(
      ForeignKeyViolation,
    )
  })

  it('falls by volume tier, each unit by its place, for units of this calendar month, and starts again with the next', async () => {
    verifies('price.volume-tiers')
    const org = await anOrg(platform, { credits: 1_000_000 })
    const { prices } = platform.ledger
    const { organizationId } = org
    await prices.setPrice(organizationId, 'companySearchResult', milli(1_500))
    await prices.setTier(organizationId, 'companySearchResult', { fromUnits: 100, unitPrice: milli(333) })
    await prices.setTier(organizationId, 'companySearchResult', { fromUnits: 10, unitPrice: milli(1_001) })
    const spending = spendingOn(platform)
    let spent = 0
    const buy = async (units: number, cost: number, key?: string) => {
      const request = spending.ask(org, companies(units))
      const hold = await spending.held(request)
      const slot = { organizationId, key: key ?? '', requestId: request.requestId }
      if (key !== undefined) {
        const expiresAtMs = platform.clock.now() + 60_000
        await platform.idempotency.claim({ ...slot, fingerprint: 'f', expiresAtMs })
      }
      const answer = () => ({ status: 200, body: '', creditsCharged: noCredits })
      const { charged } = await platform.ledger.settle({
        ...request,
        hold,
        lines: companies(units),
        ...(key !== undefined && {
          replay: {
            slot,
            answer,
          },
        }),
      })
      expect(charged).toBe(cost)
      spent += countMilli(charged)
    }
    await buy(9, 9 * 1_500)
    await buy(5, 1_500 + 4 * 1_001, 'with a key')
    await buy(86, 86 * 1_001)
    await buy(7, 7 * 333)
    expect((await platform.ledger.balance(organizationId)).available).toBe(1_000_000 - spent)
    expect((await prices.listPrices(organizationId)).filter(({ isCustom }) => isCustom)).toEqual([
      {
        key: 'companySearchResult',
        unitPrice: 333,
        firstPrice: 1_500,
        isCustom: true,
        tiers: [
          {
            fromUnits: 10,
            unitPrice: 1001,
          },
          {
            fromUnits: 100,
            unitPrice: 333,
          },
        ],
      },
    ])
    const now = new Date(platform.clock.now())
    platform.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime())
    await buy(1, 1_500)
    expect(await prices.clearPrice(organizationId, 'companySearchResult')).toBe(true)
    await buy(1, 1_000)
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
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
    await prices.setPrice(one.organizationId, 'kitchenSinkPerson', 1_500)
    const keys = ['kitchenSinkPerson', 'companySearchResult'] as const
    expect(await prices.unitPrices(one.organizationId, keys)).toEqual({
      kitchenSinkPerson: 1_500,
      companySearchResult: 1_000,
    })
    expect(await prices.unitPrices(other.organizationId, keys)).toMatchObject({ kitchenSinkPerson: 2_000 })
    const own = (await prices.listPrices(one.organizationId)).filter((price) => price.isCustom)
    expect(own).toEqual([{ key: 'kitchenSinkPerson', unitPrice: 1_500, isCustom: true }])
  })

  it('goes back to the price list when cleared', async () => {
    const { organizationId } = await anOrg(platform)
    const { prices } = platform.ledger
    await prices.setPrice(organizationId, 'personResolve', 0)
    expect(await prices.clearPrice(organizationId, 'personResolve')).toBe(true)
    expect(await prices.clearPrice(organizationId, 'personResolve')).toBe(false)
    expect(await prices.unitPrices(organizationId, ['personResolve'])).toEqual({ personResolve: 1_000 })
  })

  it('holds at once in this process and within a second in another', async () => {
    const { organizationId } = await anOrg(platform)
    const elsewhere = openPrices(platform)
    const price = async () => (await elsewhere.unitPrices(organizationId, ['personResolve'])).personResolve
    expect(await price()).toBe(1_000)
    await platform.ledger.prices.setPrice(organizationId, 'personResolve', 250)
    expect(await platform.ledger.unitPrices(organizationId, ['personResolve'])).toEqual({
      personResolve: 250,
    })
    platform.clock.advance(1_000)
    expect(await price()).toBe(250)
  })

  it('refuses an organization nobody knows', async () => {
    await expect(platform.ledger.prices.setPrice('org_x', 'personResolve', 1)).rejects.toThrow(
      ForeignKeyViolation,
    )
  })
})

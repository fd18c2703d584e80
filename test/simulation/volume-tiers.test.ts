import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countMilli, milli, plus, times } from '../../src/lib/credits.ts'
import { testDatabase } from '../support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { companies, spendingOn } from '../support/spending.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = openTestPlatform(await testDatabase({ poolSize: 8 }))
})

interface Tier {
  fromUnits: number
  unitPrice: number
}

/** What the units of a month cost, one after the other: the plainest arithmetic there is. */
function costOf(units: number, base: number, tiers: readonly Tier[]): number {
  const ascending = tiers.toSorted((a, b) => a.fromUnits - b.fromUnits)
  let total = 0
  for (let place = 0; place < units; place++) {
    total += ascending.findLast(({ fromUnits }) => place >= fromUnits)?.unitPrice ?? base
  }
  return total
}

const price = fc.integer({ min: 0, max: 2_000 })
const someTiers = fc.uniqueArray(
  fc.record({ fromUnits: fc.integer({ min: 1, max: 60 }), unitPrice: price }),
  {
    selector: ({ fromUnits }) => fromUnits,
    maxLength: 5,
  },
)

/** An organization with these prices, and a way to buy: held in full, charged for what was delivered. */
async function customer(base: number, tiers: readonly Tier[]) {
  const org = await anOrg(platform, { credits: 100_000_000 })
  const { organizationId } = org
  const { ledger } = platform
  await ledger.prices.setPrice(organizationId, 'companySearchResult', milli(base))
  for (const tier of tiers)
    await ledger.prices.setTier(organizationId, 'companySearchResult', {
      ...tier,
      unitPrice: milli(tier.unitPrice),
    })
  const spending = spendingOn(platform)
  const hold = async (units: number) => {
    const request = spending.ask(org, companies(units), { requestId: `${organizationId} ${(serial += 1)}` })
    return { request, hold: await spending.held(request) }
  }
  const charge = async (held: Awaited<ReturnType<typeof hold>>, units: number) => {
    const { charged } = await ledger.settle({ ...held.request, hold: held.hold, lines: companies(units) })
    return charged
  }
  const spent = async () => 100_000_000 - countMilli((await ledger.balance(organizationId)).available)
  return { organizationId, hold, charge, spent }
}
let serial = 0

describe('prices by volume', () => {
  it('charge every unit by its place in the month, however a sequence of charges is cut', async () => {
    const charges = fc.array(fc.record({ asked: fc.integer({ min: 1, max: 25 }), empty: fc.nat(3) }), {
      minLength: 1,
      maxLength: 10,
    })
    await fc.assert(
      fc.asyncProperty(price, someTiers, charges, async (base, tiers, sequence) => {
        const { organizationId, hold, charge, spent } = await customer(base, tiers)
        let bought = 0
        for (const { asked, empty } of sequence) {
          const units = Math.max(0, asked - empty)
          const expected = costOf(bought + units, base, tiers) - costOf(bought, base, tiers)
          expect(await charge(await hold(asked), units)).toBe(expected)
          bought += units
        }
        expect(await spent()).toBe(costOf(bought, base, tiers))
        const captures = await platform.ledger.pageOfTransfers(organizationId, { kinds: ['capture'] }, 100)
        for (const { amount, lines } of captures)
          expect(lines && plus(...lines.map((line) => times(line.unitPrice, line.units)))).toBe(amount)
        expect(await platform.ledger.reconcile(organizationId)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('of charges at once come to what the same units cost one after the other', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(price, someTiers, sizes, async (base, tiers, all) => {
        const { hold, charge, spent } = await customer(base, tiers)
        // All are held before any is charged: each by the prices of the beginning.
        const held = await Promise.all(all.map(hold))
        await Promise.all(held.map((one, index) => charge(one, all[index] ?? 0)))
        const units = all.reduce((sum, one) => sum + one, 0)
        expect(await spent()).toBe(costOf(units, base, tiers))
      }),
      { numRuns: 20 },
    )
  })
})

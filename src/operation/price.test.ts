import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milli } from '../lib/credits.ts'
import { makeCredit } from './call.ts'
import { isPriceKey, listedPrice, priceKeys, priceList } from './price-list.ts'
import { free, perItem, perRequest } from './price.ts'

const page = perItem<{ size: number }, { data: unknown[] }>({
  key: 'companySearchResult',
  most: ({ size }) => size,
  count: ({ data }) => data.length,
})
const lookup = perRequest<{ live: boolean }, { found: boolean }>(
  { key: 'kitchenSinkPerson', units: ({ found }) => (found ? 1 : 0) },
  { key: 'liveEnrichPerson', asked: ({ live }) => live, units: ({ found }) => (found ? 1 : 0) },
)

test('a page costs what it returns, at most what was asked for, and nothing when empty', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (size, returned) => {
      const [charge] = page.charge?.({ data: Array(Math.min(size, returned)) }, { size }) ?? []
      const [quote] = page.quote({ size })
      expect(charge?.units ?? 0).toBe(Math.min(size, returned))
      expect(charge?.units ?? 0).toBeLessThanOrEqual(quote?.units ?? 0)
    }),
  )
  expect(page.partial).toBe(true)
})

test('a request costs the units its input asks for, when its output earns them', () => {
  expect(lookup.quote({ live: false })).toEqual([{ key: 'kitchenSinkPerson', units: 1 }])
  expect(lookup.quote({ live: true })).toHaveLength(2)
  expect(lookup.charge?.({ found: true }, { live: true })).toHaveLength(2)
  expect(lookup.charge?.({ found: true }, { live: false })).toEqual([{ key: 'kitchenSinkPerson', units: 1 }])
  expect(lookup.charge?.({ found: false }, { live: true })).toEqual([])
  expect(lookup.partial).toBe(false)
})

test('a free operation quotes and charges nothing and says why', () => {
  const price = free('Counting is free.')
  expect([price.quote({}), price.charge?.({}, {})]).toEqual([[], []])
  expect(price.describe).toBe('Counting is free.')
})

test('the price sentence is made from the price list', () => {
  expect(page.describe).toBe('1 credit per company returned.')
  expect(lookup.describe).toBe(
    '2 credits per person lookup with a match plus 2 credits per live profile fetch.',
  )
})

test('a price key is a unit of the list and nothing else', () => {
  expect(priceKeys.every(isPriceKey)).toBe(true)
  expect(['toString', '__proto__', 'nothing'].some(isPriceKey)).toBe(false)
  for (const { credits } of Object.values(priceList)) expect(credits).toBeGreaterThan(0)
})

test('credit reaches as far as the hold pays, in whole units, after what is spent', () => {
  const credit = makeCredit({
    id: 'h',
    amount: milli(5_500),
    unitPrices: { companySearchResult: milli(1_500) },
  })
  expect(credit.affords('companySearchResult', 10)).toBe(3)
  expect(credit.affords('companySearchResult', 2)).toBe(2)
  expect(credit.affords('companySearchResult', 10, [{ key: 'companySearchResult', units: 3 }])).toBe(0)
  expect(credit.affords('peopleSearchResult', 10)).toBe(10)
  expect(makeCredit(undefined).affords('companySearchResult', 10)).toBe(10)
})

test('sentences tell the price of the list in its number', () => {
  const told = (['companySearchResult', 'combinedReveal', 'companyLogo'] as const).map(listedPrice)
  expect(told).toEqual(['1 credit', '5 credits', '0.33 credits'])
  expect(page.describe).toBe(`1 credit per ${priceList.companySearchResult.unit}.`)
})

import { expect, test } from 'vitest'
import { nativeCompany, nativeFundingRound } from '../../records/index.ts'
import { compileMapping } from './compile-mapping.ts'

/** Revenue that a mapping with these steps makes of a value, and what was lost on the way. */
function revenue(value: unknown, step: unknown = 'usd') {
  const mapping = compileMapping({
    kind: 'companies',
    record: { revenue_usd: { path: 'value', do: [step] } },
  })
  const lost: unknown[] = []
  const record = mapping.map({ value }, '2026-11-01', { lost: (...each) => lost.push(each) })
  return { dollars: record?.['revenue_usd'] as number | undefined, lost: lost.length }
}

test.each([
  ['$1.2M', 1_200_000],
  ['US$ 5.0M', 5_000_000],
  ['4,500,000 USD', 4_500_000],
  [{ amount: '110M', currency: '$' }, 110_000_000],
  [{ amount: 7, currency: 'usd' }, 7],
])('%j is dollars', (value, dollars) => {
  expect(revenue(value)).toEqual({ dollars, lost: 0 })
})

test('another currency is worth what it was on its day', () => {
  const now = revenue({ amount: 1_000_000, currency: 'EUR' }).dollars!
  expect(now).toBeGreaterThan(900_000)
  expect(now).toBeLessThan(1_400_000)
  expect(revenue('€1M').dollars).toBe(now)
  expect(revenue('1.000.000', { usd: 'EUR' }).dollars).toBe(now)
  expect(revenue('1.000', { usd: 'EUR' }).dollars).toBeUndefined()
  expect(revenue(1_000_000, { usd: 'EUR' }).dollars).toBe(now)
  // One that says its own keeps it.
  expect(revenue('$1M', { usd: { currency: 'EUR' } }).dollars).toBe(1_000_000)
})

test.each([
  ['1,200'],
  [1200],
  ['12 mil'],
  ['¥300'],
  [{ amount: 3, currency: 'XXX' }],
  [{ amount: 3 }],
  ['many EUR'],
])('%j says no dollars, and that is told', (value) => {
  expect(revenue(value)).toEqual({ dollars: undefined, lost: 1 })
})

test('no amount is nothing lost', () => {
  expect(revenue({ currency: 'EUR' })).toEqual({ dollars: undefined, lost: 0 })
})

test('native lines give amounts of other currencies where records have dollars', () => {
  const company = nativeCompany.parse({
    revenue_usd: { amount: 2_000_000, currency: 'eur' },
    total_funding_consensus: 5,
    latest_funding_consensus: { amount: 3, currency: 'USD' },
    full_funding_rounds: [{ round_raised_usd: { amount: 10, currency: 'USD', date: '2020-01-01' } }],
  })
  expect(company.revenue_usd).toBe(revenue('€2M').dollars)
  expect(company.latest_funding_consensus).toBe(3)
  expect(company.full_funding_rounds?.[0]?.round_raised_usd).toBe(10)
  expect(
    nativeFundingRound.parse({ round_raised_usd: { amount: 10, currency: 'USD' } }).round_raised_usd,
  ).toBe(10)
})

test('a currency without rates is said, with its place', () => {
  const { error } = nativeCompany.safeParse({ revenue_usd: { amount: 2, currency: 'ZZZ' } })
  expect(error?.issues[0]).toMatchObject({
    path: ['revenue_usd', 'currency'],
    message: 'No exchange rate for ZZZ is known.',
  })
})

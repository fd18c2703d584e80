import { expect, test } from 'vitest'
import { faultOfDates, listDated } from './dated-addresses.ts'

const dated = (address: string, day: string, earlier: number) =>
  listDated({ addresses: [address], earlier }, Date.parse(day)).map(({ addresses }) => addresses[0])

test.each([
  ['a-{year}-{month}-{day}', '2026-03-01T23:59:59Z', ['a-2026-03-01', 'a-2026-02-28', 'a-2026-02-27']],
  ['a-{year}-{month}-01', '2026-01-31T00:00:00Z', ['a-2026-01-01', 'a-2025-12-01', 'a-2025-11-01']],
  ['{year}q{quarter}', '2026-05-31T00:00:00Z', ['2026q2', '2026q1', '2025q4']],
  ['ORCID_{year}_10', '2024-02-29T00:00:00Z', ['ORCID_2024_10', 'ORCID_2023_10', 'ORCID_2022_10']],
])('%s: the period of today and those before', (address, day, wanted) => {
  expect(dated(address, day, 2)).toEqual(wanted)
})

test('an address without a period is one, however many may be earlier', () => {
  expect(dated('all.zip', '2026-05-31', 9)).toEqual(['all.zip'])
})

test('a period of another name, or without a year, is told', () => {
  expect(faultOfDates('a-{week}')).toMatch(/\{week\} is no part of a day: expected \{day\}/)
  expect(faultOfDates('q{quarter}')).toMatch(/without \{year\}/)
  expect(faultOfDates('a-{year}q{quarter}')).toBeUndefined()
})

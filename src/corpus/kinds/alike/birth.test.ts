import { expect, test } from 'vitest'
import { birthLikeness } from './birth.ts'

test.each([
  ['1860-05-17', '1860-05-17', 'day'],
  ['1860-01-01', '1860-05-17', 'year'],
  ['1860-05-17', '1862-05-17', 'slip'],
  ['1860-05-07', '1860-07-05', 'slip'],
  ['1860-05-17', '1860-05-28', 'near'],
  ['1860-05-17', '1866-09-28', 'apart'],
  ['1860-05-17', '1899-09-28', 'other'],
] as const)('days of birth %s and %s: %s', (one, other, likeness) => {
  expect([birthLikeness(one, other), birthLikeness(other, one)]).toEqual([likeness, likeness])
})

test('of two years alone another digit is no slip: everybody of one age shares three', () => {
  expect(birthLikeness('1860-01-01', '1862-01-01')).toBe('apart')
  expect(birthLikeness('1860-01-01', '1890-01-01')).toBe('other')
})

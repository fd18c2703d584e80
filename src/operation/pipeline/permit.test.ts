import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesScope } from './permit.ts'

test.each([
  ['companySearch', 'companySearch', true],
  ['companySearch', 'companySearchX', false],
  ['company*', 'companySearch', true],
  ['company*', 'company', true],
  ['*Count', 'companyCount', true],
  ['*Count', 'companyCounts', false],
  ['get*Key*', 'getCurrentApiKey', true],
  ['a*a', 'a', false],
  ['ab*ba', 'aba', false],
  ['*', 'anything', true],
])('%s covers %s: %s', (pattern, id, covered) => {
  expect(matchesScope(pattern, id)).toBe(covered)
})

test('agrees with the pattern written as a regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const ids = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, ids, (pattern, id) => {
      expect(matchesScope(pattern, id)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(id))
    }),
  )
})

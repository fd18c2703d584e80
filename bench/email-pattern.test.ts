import { expect, test } from 'vitest'
import { measureGuesses } from './email-pattern.ts'
import { byDomain, madePairs } from './email-pattern/pairs.ts'

test('on made pairs the finder is above the commonest pattern, and right as often as it says', () => {
  const { asked, first, commonest, tenths } = measureGuesses(byDomain(madePairs(600)), 3)
  expect(asked).toBeGreaterThan(500)
  expect(first).toBeGreaterThan(commonest)
  const expected = tenths.reduce((sum, tenth) => sum + tenth.expected, 0)
  expect(Math.abs(expected - first) / asked).toBeLessThan(0.08)
})

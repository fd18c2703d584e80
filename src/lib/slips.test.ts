import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slipsBetween } from './slips.ts'

/** The definition, without any shortcut. */
function naive(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const cost = a.at(-1) === b.at(-1) ? 0 : 1
  const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)]
  const found = Math.min(naive(shortA, b) + 1, naive(a, shortB) + 1, naive(shortA, shortB) + cost)
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return isSwap ? Math.min(found, naive(a.slice(0, -2), b.slice(0, -2)) + 1) : found
}

describe('slipsBetween', () => {
  test.each([
    ['motors', 'motors', 0],
    ['motors', 'mtoors', 1],
    ['motors', 'motor', 1],
    ['gneeral', 'general', 1],
    ['kwii biosciiences', 'kiwi biosciences', 2],
    ['', 'abc', 3],
  ])('of %s and %s are %i', (a, b, slips) => expect(slipsBetween(a, b, 9)).toBe(slips))

  test('are those of the definition up to the limit, in either direction', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.nat(7), (a, b, most) => {
        expect(slipsBetween(a, b, most)).toBe(Math.min(naive(a, b), most + 1))
        expect(slipsBetween(b, a, most)).toBe(slipsBetween(a, b, most))
      }),
    )
  })
})

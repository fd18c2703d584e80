import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jaroWinkler, levenshtein } from './similarity.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'é'), maxLength: 9 })

/** The definition, without any shortcut. */
function naiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const replaced = naiveDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1)
  if (a[0] === b[0]) return replaced
  return Math.min(replaced, naiveDistance(a.slice(1), b) + 1, naiveDistance(a, b.slice(1)) + 1)
}

describe('jaroWinkler', () => {
  test.each([
    // Published examples of Winkler's 1990 paper.
    ['martha', 'marhta', 0.9611],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.8133],
    ['jones', 'johnson', 0.8324],
    ['abc', 'xyz', 0],
    ['', 'a', 0],
    ['', '', 1],
  ])('of %s and %s is %f', (a, b, expected) => expect(jaroWinkler(a, b)).toBeCloseTo(expected, 4))

  test('lies between 0 and 1, is 1 for equal strings and only for them', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const similarity = jaroWinkler(a, b)
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(similarity === 1).toBe(a === b)
      }),
      { numRuns: 2000 },
    )
  })

  test('is 0 for words that share no letter', () => {
    const other = fc.string({ unit: fc.constantFrom('x', 'y', 'z'), minLength: 1 })
    fc.assert(fc.property(word, other, (a, b) => void expect(jaroWinkler(a, b)).toBe(0)))
  })

  test('a shared start of like words raises it', () => {
    expect(jaroWinkler('marta', 'marka')).toBeGreaterThan(jaroWinkler('tamar', 'kamar'))
  })
})

describe('levenshtein', () => {
  test.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['flaw', 'lawn', 2],
    ['same', 'same', 0],
  ])('of %s and %s is %i', (a, b, distance) => expect(levenshtein(a, b)).toBe(distance))

  test('equals the definition', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(fc.property(short, short, (a, b) => void expect(levenshtein(a, b)).toBe(naiveDistance(a, b))))
  })

  test('with a maximum is the distance up to it and max + 1 above', () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (a, b, max) => {
        expect(levenshtein(a, b, max)).toBe(Math.min(levenshtein(a, b), max + 1))
      }),
      { numRuns: 1000 },
    )
  })

  test('does not depend on direction and obeys the triangle inequality', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(levenshtein(a, b)).toBe(levenshtein(b, a))
        expect(levenshtein(a, c)).toBeLessThanOrEqual(levenshtein(a, b) + levenshtein(b, c))
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidates, Condition } from '../../../corpus/search/index.ts'
import { comparedRows, openComparedBefore } from './compared.ts'
import { maxComparedCompanies, type Trait } from './traits.ts'

/** Facets of rows in rank order; their ids are their places and one. */
type Rows = readonly (readonly string[])[]

/** What the engine answers: the first rows of a condition. */
function readOf(rows: Rows) {
  const asked: number[] = []
  const isIn = (facets: readonly string[], condition: Condition): boolean => {
    if (condition.kind === 'and') return condition.parts.every((part) => isIn(facets, part))
    if (condition.kind !== 'tokens') return condition.kind === 'always'
    const has = (token: string) => facets.includes(token)
    return condition.mode === 'all' ? condition.tokens.every(has) : condition.tokens.some(has)
  }
  const candidates = async (_: unknown, { condition, limit }: { condition: Condition; limit: number }) => {
    const ids: bigint[] = []
    for (const [place, facets] of rows.entries())
      if (ids.length < limit && isIn(facets, condition)) ids.push(BigInt(place + 1))
    asked.push(ids.length)
    const none = new Uint32Array(ids.length)
    const read: Candidates = {
      ids: BigUint64Array.from(ids),
      ranks: none,
      borns: none,
      traits: none,
      ends: none,
    }
    return read
  }
  return { asked, candidates }
}

const trait = (member: string, token: string): Trait => ({ member, token, weight: 0.5 })
const shared = [trait('function', 'fn:law')]
const besides = [trait('place', 'country:nor'), trait('place', 'state:oslo')]
const [isAlike, isNear] = [['fn:law'], ['fn:law', 'state:oslo']]

test('compared are the first 2,000 of those that share more where they are so many without the examples, else of all', async () => {
  const near = fc.integer({ min: maxComparedCompanies - 3, max: maxComparedCompanies + 12 })
  const others = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 20 }),
    fc.constant(maxComparedCompanies + 5),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(near, fc.integer({ min: 0, max: 5 })),
      others,
      fc.array(fc.uniqueArray(fc.nat(2 * maxComparedCompanies), { maxLength: 10 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.boolean(),
      async (nearby, elsewhere, questions, isFiltered) => {
        const rows = [
          ...Array.from({ length: nearby }, (_, place) =>
            place % 2 === 0 ? isNear : ['country:nor', 'fn:law'],
          ),
          ...Array.from({ length: elsewhere }, () => isAlike),
          ['country:nor'],
        ].toSorted((one, other) => (one.length * 7 + other.length) % 3)
        const { candidates } = readOf(rows)
        const comparedBefore = openComparedBefore()
        for (const examples of questions) {
          const ids = new Set(examples.map((place) => String(place + 1)))
          const compared = await comparedRows(
            { search: { candidates }, comparedBefore },
            {
              kind: 'people',
              traits: [...shared, ...besides],
              examples: [...ids].map((id) => ({ id })),
              shared: ['function'],
              besides: ['place'],
              asked: isFiltered ? { kind: 'and', parts: [] } : { kind: 'always' },
              snapshot: { number: 1, mayHoldLater: false, mayHoldSuperseded: false },
              signal: new AbortController().signal,
            },
          )
          const left = rows.flatMap((facets, place) =>
            ids.has(String(place + 1)) ? [] : [{ facets, place }],
          )
          const all = left.filter(({ facets }) => facets.includes('fn:law'))
          const those = all.filter(({ facets }) => facets.length > 1)
          const expected = (those.length >= maxComparedCompanies ? those : all).slice(0, maxComparedCompanies)
          expect(compared.places.map((place) => Number(compared.among.ids[place]) - 1)).toEqual(
            expected.map(({ place }) => place),
          )
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('rows of a question without filters serve the next examples of the same facets, and no other snapshot', async () => {
  const { asked, candidates } = readOf(Array.from({ length: 30 }, () => isNear))
  const comparedBefore = openComparedBefore()
  const ask = (number: number, kind: 'always' | 'and', id: string) =>
    comparedRows(
      { search: { candidates }, comparedBefore },
      {
        kind: 'people',
        traits: [...shared, ...besides],
        examples: [{ id }],
        shared: ['function'],
        besides: ['place'],
        asked: kind === 'always' ? { kind } : { kind, parts: [] },
        snapshot: { number, mayHoldLater: false, mayHoldSuperseded: false },
        signal: new AbortController().signal,
      },
    )
  const readBy = async (...of: Parameters<typeof ask>) => {
    const before = asked.length
    await ask(...of)
    return asked.length - before
  }
  expect(await readBy(1, 'always', '1')).toBeGreaterThan(0)
  expect(await readBy(1, 'always', '2')).toBe(0)
  expect(await readBy(1, 'and', '2')).toBeGreaterThan(0)
  expect(await readBy(1, 'and', '2')).toBeGreaterThan(0)
  expect(await readBy(2, 'always', '2')).toBeGreaterThan(0)
})

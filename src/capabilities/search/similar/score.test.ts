import fc from 'fast-check'
import { expect, test } from 'vitest'
import { traitNumber } from '../../../corpus/search-index/index.ts'
import { similarPage } from './page.ts'
import { byScore, measureSimilarity } from './score.ts'
import { listTraits } from './traits.ts'

const kinds = [
  { member: 'industry', sorts: ['ind'], weight: 3, most: 10 },
  { member: 'text', sorts: ['word'], weight: 2, most: 5 },
]
const tokens = ['ind:law', 'ind:farms', 'word:one', 'word:two', 'word:three', 'word:four', 'size:9']
const own = fc.subarray(tokens)

/** Rows in rank order, two of a rank. */
function candidatesOf(rows: readonly (readonly string[])[]) {
  const numbers = rows.map((row) => row.map(traitNumber))
  let end = 0
  return {
    ids: BigUint64Array.from(rows, (_, place) => BigInt(place + 7)),
    ranks: Uint32Array.from(rows, (_, place) => Math.floor(place / 2)),
    borns: Uint32Array.from(rows, () => 1),
    traits: Uint32Array.from(numbers.flat()),
    ends: Uint32Array.from(numbers, (of) => (end += of.length)),
  }
}

test('pages hold every row once, by score and then in rank order, with the score of its evidence', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray(tokens.slice(0, 6), { minLength: 1 }), { minLength: 1, maxLength: 3 }),
      fc.array(own, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      async (examples, rows, limit) => {
        const traits = listTraits(
          examples.map((each) => new Set(each)),
          kinds,
          {},
        )
        const places = rows.map((_, place) => place).filter((place) => place % 5 !== 4)
        const compared = { among: candidatesOf(rows), places }
        const bodies = async (_: unknown, keys: readonly { id: string }[]) => keys.map(({ id }) => id)
        const naive = places
          .map((place) => {
            const has = traits.filter(({ token }) => rows[place]?.includes(token))
            return { id: String(place + 7), score: has.reduce((sum, { weight }) => sum + weight, 0) }
          })
          .map((each) => ({ ...each, score: Math.round(each.score * 1_000) / 1_000 }))
          .toSorted((one, other) => other.score - one.score)
        const found: { id: string; score: number }[] = []
        for (let after; ;) {
          const page = await similarPage({ bodies } as never, 'people', {
            compared,
            traits,
            limit,
            after,
          })
          expect(page.sortKeys).toEqual(page.similarities.map(({ score }) => Math.round(score * 1_000)))
          found.push(...page.ids.map((id, at) => ({ id, score: page.similarities[at]?.score ?? -1 })))
          after = page.next
          if (after === undefined) break
        }
        // Sums of shares end on half a thousandth one way here and the other there.
        for (const [at, { id, score }] of found.entries()) {
          const same = naive.find((each) => each.id === id)
          expect(Math.abs(score - (same?.score ?? -1))).toBeLessThanOrEqual(0.0011)
          const before = found[at - 1]
          if (before !== undefined)
            expect(before.score > score || (before.score === score && Number(before.id) < Number(id))).toBe(
              true,
            )
        }
        expect(found.map(({ id }) => id).toSorted()).toEqual(naive.map(({ id }) => id).toSorted())
      },
    ),
  )
})

test('what has all traits of the examples scores 1, what has none 0', () => {
  const traits = listTraits([new Set(['ind:law', 'word:one', 'word:two'])], kinds, {})
  const all = Uint32Array.from(['ind:law', 'word:one', 'word:two'].map(traitNumber))
  expect(measureSimilarity(all, traits).score).toBe(1)
  expect(measureSimilarity(new Uint32Array(0), traits).score).toBe(0)
  const among = candidatesOf([[], ['word:two'], ['ind:law', 'word:one', 'word:two']])
  expect(byScore({ among, places: [0, 1, 2] }, traits).map(({ place }) => place)).toEqual([2, 1, 0])
})

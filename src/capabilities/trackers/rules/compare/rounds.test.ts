import { expect, test } from 'vitest'
import { newFundingRound } from '../company/new-funding-round.ts'

test.each([
  ['undisclosed', 'raised a round of a type that is not told'],
  ['series_a', 'raised a series A round'],
  ['seed', 'raised a seed round'],
  ['debt_financing', 'raised debt financing'],
  [null, 'raised a round'],
])('a new round of the type %s is told in a sentence', (type, words) => {
  const data = { kind: 'funding_round', type, amountUsd: null, date: null, investors: [] } as const
  expect(newFundingRound.summary([{ data }] as never, {} as never)).toBe(words)
})

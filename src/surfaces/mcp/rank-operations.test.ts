import { beforeAll, describe, expect, test } from 'vitest'
import { discoverOperations } from '../../capabilities/discover.ts'
import type { AnyOperation } from '../../operation/index.ts'
import {
  heldOutQuestions,
  laterQuestions,
  tunedQuestions,
} from '../../../test/support/surfaces/agent-questions.ts'
import { rankedOperations } from './rank-operations.ts'

let operations: AnyOperation[]
beforeAll(async () => {
  operations = (await discoverOperations()).filter(({ access }) => access !== 'operator')
})

const rankOf = ([query, wanted]: readonly [string, string]) =>
  rankedOperations(operations, query).findIndex(({ id }) => wanted.split('|').includes(id))

describe('a task leads to the operation that does it', () => {
  test('of sixty first in 90 of 100 cases, of each half too, and among three in 98', () => {
    const ranks = [tunedQuestions, heldOutQuestions].map((questions) => questions.map(rankOf))
    for (const half of ranks)
      expect(half.filter((rank) => rank === 0).length / half.length).toBeGreaterThanOrEqual(0.9)
    const isAmongThree = ranks.flat().map((rank) => rank >= 0 && rank < 3)
    expect(isAmongThree.filter(Boolean).length / isAmongThree.length).toBeGreaterThanOrEqual(0.98)
  })

  test('of forty in other words three in four are first, and nine of ten are among three', () => {
    const ranks = laterQuestions.map(rankOf)
    expect(ranks.filter((rank) => rank === 0).length / ranks.length).toBeGreaterThanOrEqual(0.75)
    expect(ranks.filter((rank) => rank >= 0 && rank < 3).length / ranks.length).toBeGreaterThanOrEqual(0.9)
  })

  test('forms of a verb are one word, and many of something lead to what is done in bulk', () => {
    expect(rankOf(['exclude a company', 'addCompaniesToExclusionList|createCompanyExclusionList'])).toBe(
      rankOf(['excluding a company', 'addCompaniesToExclusionList|createCompanyExclusionList']),
    )
    expect(rankOf(['cell numbers of 300 leads', 'startBatchContactDetails'])).toBe(0)
  })

  test('slips, plurals and the beginning of a word are no hindrance; words of every request say nothing', () => {
    for (const query of ['hotles', 'hotel', 'hotels please', 'find me some hote'])
      expect([query, rankOf([query, 'hotelSearch|hotelProperty|getHotelBrands'])]).toEqual([
        query,
        expect.any(Number),
      ])
    expect(rankedOperations(operations, 'please show me all of the')).toEqual([])
    expect(rankedOperations(operations, '')).toEqual([])
  })

  test('the id of an operation leads to it', () => {
    for (const { id } of operations.filter(({ isAgentTool }) => isAgentTool === true))
      expect([
        id,
        rankedOperations(operations, id)
          .slice(0, 2)
          .map((one) => one.id),
      ]).toEqual([id, expect.arrayContaining([id])])
  })
})

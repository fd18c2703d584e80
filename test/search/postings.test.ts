import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { postingFilters } from '../../src/corpus/search/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { runs } from '../support/long.ts'
import { today } from './compare.ts'
import { postingDifferences } from './compare-postings.ts'
import { matchesPosting, type PostingParams } from './naive-postings.ts'
import { oracleWorld, type OracleWorld } from './oracle-world.ts'
import { questionsAlone } from './questions-alone.ts'
import { postingQuestion } from './random-postings.ts'
import { sameAgain, seed } from './seed.ts'
import { postingTrial } from './trials.ts'

let oracle: OracleWorld
beforeAll(async () => {
  oracle = await oracleWorld()
})

async function expectRight(questions: readonly PostingParams[]): Promise<void> {
  const { world, postings: rows, companies } = oracle
  expect(await postingDifferences({ search: world.search, rows, companies }, questions), sameAgain).toEqual(
    [],
  )
}

describe('postings found are those a reading of all postings finds', () => {
  it.each(Object.keys(postingFilters) as (keyof typeof postingFilters)[])('by %s', async (name) => {
    verifies('job-search.filters')
    const trial = postingTrial(oracle, name, seed)
    const { questions, untried, telling } = questionsAlone(trial)
    expect(untried, `${name}: ${sameAgain}`).toEqual([])
    expect(telling, `${name} tells no postings apart: ${sameAgain}`).toBeGreaterThan(0)
    await expectRight([...questions, ...trial.draw(-1).slice(0, runs(2, 10))])
  })

  it('by random combinations', async () => {
    verifies('job-search.filters')
    const { companies, postings } = oracle
    const all = postings.map(({ record }) => record)
    const count = runs(30, 120)
    const drawn = fc.sample(postingQuestion(all, companies), { seed, numRuns: count * 3 })
    const finds = (params: PostingParams) =>
      all.some((each) => matchesPosting(each, params, { companies, today }))
    const finding = drawn.filter(finds).slice(0, Math.ceil((count * 2) / 3))
    expect(finding.length).toBeGreaterThan(count / 3)
    const empty = drawn.filter((params) => !finds(params)).slice(0, count - finding.length)
    await expectRight([...finding, ...empty])
  })
})

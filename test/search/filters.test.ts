import fc from 'fast-check'
import { beforeAll, describe, expect, it, test } from 'vitest'
import {
  companyFilters,
  postingSearchParams,
  profileFilters,
  profileSearchParams,
} from '../../src/corpus/search/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { runs } from '../support/long.ts'
import { differences, naiveRows, type Question } from './compare.ts'
import { oracleWorld, type OracleWorld } from './oracle-world.ts'
import { questionsAlone, type Trial } from './questions-alone.ts'
import { companyTree, profileTree, randomCompanyParams, randomPeopleQuestion } from './random-params.ts'
import { sameAgain, seed } from './seed.ts'
import { companyTrial, profileTrial } from './trials.ts'

let oracle: OracleWorld
beforeAll(async () => {
  oracle = await oracleWorld()
})

async function expectRight(questions: readonly Question[]): Promise<void> {
  expect(await differences(oracle.world.search, oracle.rows, questions), sameAgain).toEqual([])
}

/** Every branch of a filter, and random values besides. */
async function expectEveryBranchRight(name: string, trial: Trial<Question>): Promise<void> {
  const { questions, untried, telling } = questionsAlone(trial)
  expect(untried, `${name}: ${sameAgain}`).toEqual([])
  if (trial.tells) expect(telling, `${name} tells no records apart: ${sameAgain}`).toBeGreaterThan(0)
  await expectRight([...questions, ...someMore(trial)])
}

/** Whatever values, whether they tell records apart or not. */
const someMore = (trial: Trial<Question>) =>
  [-1, -2].flatMap((number) => trial.draw(number).slice(0, runs(1, 12)))

describe('one filter alone finds exactly the records that a reading of all records finds', () => {
  it.each(Object.keys(companyFilters) as (keyof typeof companyFilters)[])('companies by %s', (name) =>
    expectEveryBranchRight(name, companyTrial(oracle, name, seed)),
  )

  it.each(Object.keys(profileFilters) as (keyof typeof profileFilters)[])('people by %s', (name) =>
    expectEveryBranchRight(name, profileTrial(oracle, name, seed)),
  )
})

test('what clients send beyond the specification is among the filters compared', () => {
  verifies(
    'client.search.company-filters',
    'client.search.people-filters',
    'client.search.open-dates',
    'client.search.posting-seniority',
  )
  expect(Object.keys(companyFilters)).toEqual(
    expect.arrayContaining([
      'exactCompany',
      'technologiesV2',
      'revenueRangeUSD',
      'employeeTrendsV2',
      'investorsV2',
      'employeeCountV2',
    ]),
  )
  expect(Object.keys(profileFilters)).toEqual(expect.arrayContaining(['jobs', 'currentJobs', 'pastJobs']))
  const params = (searchParams: object) => profileSearchParams.safeParse(searchParams).success
  expect(params({ startedInRole: { strategy: 'absolute', range: null } })).toBe(true)
  expect(params({ startedInRole: { strategy: 'relative' } })).toBe(true)
  expect(params({ stealthV2: { status: 'left-stealth' } })).toBe(true)
  const seniority = [
    'senior',
    'staff',
    'principal',
    'lead',
    'manager',
    'head',
    'director',
    'vp',
    'svp',
    'c-suite',
  ]
  expect(params({ jobTitleV3: { anyOf: [{ type: 'functional', seniority }] } })).toBe(true)
  expect(postingSearchParams.safeParse({ seniorityLevel: ['Not Applicable'] }).success).toBe(true)
})

/** Random questions; of those that find nothing, which are most, at most every third is asked. */
function someThatFind(drawn: readonly Question[], count: number): Question[] {
  const [finding, empty] = [[] as Question[], [] as Question[]]
  for (const question of drawn) {
    if (finding.length + Math.min(empty.length, count / 3) >= count) break
    ;(naiveRows(oracle.rows, question).length > 0 ? finding : empty).push(question)
  }
  return [...finding, ...empty].slice(0, count)
}

const draw = <T>(from: fc.Arbitrary<T>, count: number) => fc.sample(from, { seed, numRuns: count * 3 })

describe('random combinations of filters', () => {
  it('companies found, counted and paged are those a reading of all records finds', async () => {
    verifies('company-search.matches-naive', 'company-count.equals-paging', 'company-params.combined')
    const count = runs(40, 760)
    const params = draw(randomCompanyParams(oracle.companies), count)
    await expectRight(
      someThatFind(
        params.map((each) => ({ kind: 'companies', params: each })),
        count,
      ),
    )
  })

  it('people found, counted and paged are those a reading of all records finds', async () => {
    verifies('people-search.matches-naive', 'people-count.equals-paging', 'people-params.current-company')
    const count = runs(50, 760)
    const questions = draw(randomPeopleQuestion(oracle.people, oracle.companies), count)
    await expectRight(
      someThatFind(
        questions.map((each) => ({ kind: 'people', ...each })),
        count,
      ),
    )
  })
})

describe('trees of filters in groups', () => {
  it('companies', async () => {
    const count = runs(15, 250)
    const params = draw(companyTree(oracle.companies), count)
    await expectRight(
      someThatFind(
        params.map((each) => ({ kind: 'companies', params: each })),
        count,
      ),
    )
  })

  it('people', async () => {
    const count = runs(15, 250)
    const questions = draw(profileTree(oracle.people, oracle.companies), count)
    await expectRight(
      someThatFind(
        questions.map((each) => ({ kind: 'people', ...each })),
        count,
      ),
    )
  })
})

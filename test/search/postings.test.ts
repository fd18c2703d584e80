import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyRecord, JobPosting } from '../../src/corpus/records/index.ts'
import { postingFilters } from '../../src/corpus/search/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { today } from './compare.ts'
import { postingDifferences } from './compare-postings.ts'
import { edgePostings } from './edge-postings.ts'
import { matchesPosting, type PostingParams } from './naive-postings.ts'
import { postingParameter, postingQuestion } from './random-postings.ts'
import {
  loadWorld,
  openSearchWorld,
  readRows,
  readTable,
  write,
  type Row,
  type SearchWorld,
} from './search-world.ts'

const seed = 20_261_121
const combinations = 120

let world: SearchWorld
let rows: Row<JobPosting>[]
let companies: CompanyRecord[]

beforeAll(async () => {
  world = await openSearchWorld()
  await loadWorld(world, { companies: 200, people: 200 })
  await write(world, 'postings', edgePostings)
  // Newer versions, so that searches have superseded ones to leave out.
  await write(
    world,
    'postings',
    edgePostings.slice(0, 10).map((each) => ({ ...each, company_logo_url: 'x' })),
  )
  rows = await readTable<JobPosting>(world.engine, 'job_posting_bodies')
  companies = (await readRows(world.engine)).companies.map(({ record }) => record)
}, 120_000)
afterAll(() => world.close())

const wrong = (questions: readonly PostingParams[]) =>
  postingDifferences({ search: world.search, rows, companies }, questions)

describe('postings found are those a reading of all postings finds', () => {
  it.each(Object.keys(postingFilters) as (keyof typeof postingFilters)[])('by %s', async (name) => {
    verifies('job-search.filters')
    const values = fc.sample(
      postingParameter(
        rows.map(({ record }) => record),
        companies,
      )[name] as fc.Arbitrary<unknown>,
      {
        seed,
        numRuns: 10,
      },
    )
    expect(await wrong(values.map((value) => ({ [name]: value }) as PostingParams))).toEqual([])
  })

  it(`by random combinations, seed ${seed}`, { timeout: 240_000 }, async () => {
    verifies('job-search.filters')
    const all = rows.map(({ record }) => record)
    const questions = fc.sample(postingQuestion(all, companies), { seed, numRuns: combinations })
    const finding = questions.filter((params) =>
      all.some((each) => matchesPosting(each, params, { companies, today })),
    )
    expect(finding.length).toBeGreaterThan(combinations / 3)
    expect(await wrong(fc.sample(postingQuestion(all, companies), { seed, numRuns: combinations }))).toEqual(
      [],
    )
  })
})

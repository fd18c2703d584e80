import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../src/operation/index.ts'
import { askedNow } from '../../src/capabilities/search/ask.ts'
import { postingCondition } from '../../src/capabilities/search/postings-question.ts'
import type { CompanyRecord, JobPosting } from '../../src/corpus/records/index.ts'
import { postingFilters, postingSearchParams } from '../../src/corpus/search/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { pageThrough } from './compare.ts'
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
const today = '2026-11-20'
const call = { nowMs: Date.parse(`${today}T13:00:00Z`), advise: () => {} } as unknown as Call

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

/** What is wrong with the answer to a question; undefined when it is what reading every posting gives. */
async function difference(params: PostingParams): Promise<string | undefined> {
  const wanted = rows
    .filter(({ record }) => matchesPosting(record, params, { companies, today }))
    .map(({ id }) => id)
  const none = undefined as never
  const deps = {
    search: world.search,
    network: { hosts: ['pnet.example'] },
    cursors: none,
    entitySets: none,
    mayAskAge: async () => true,
    history: none,
    sources: [],
  }
  const condition = await postingCondition(
    deps,
    call,
    postingSearchParams.parse(params),
    await askedNow(deps, call, {}),
  )
  const snapshot = await world.search.snapshots.newest('postings')
  const count = await world.search.count('postings', { condition, snapshot })
  if (count !== wanted.length) return `count ${count} of ${wanted.length}: ${JSON.stringify(params)}`
  const size = wanted.length < 5 ? 1 : wanted.length < 50 ? 7 : 400
  const found = await pageThrough(world.search, 'postings', { condition, snapshot, size })
  return found.join() === wanted.join() ? undefined : `other rows or order: ${JSON.stringify(params)}`
}

async function wrong(questions: readonly PostingParams[]): Promise<string[]> {
  const found: string[] = []
  for (const params of questions) {
    const each = await difference(params)
    if (each !== undefined) found.push(each)
    if (found.length > 2) break
  }
  return found
}

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

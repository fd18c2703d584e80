import type { Call } from '../../src/operation/index.ts'
import { askedNow } from '../../src/capabilities/search/ask.ts'
import { postingCondition } from '../../src/capabilities/search/postings-question.ts'
import type { CompanyRecord, JobPosting } from '../../src/corpus/records/index.ts'
import { postingSearchParams, type CorpusSearch } from '../../src/corpus/search/index.ts'
import { halfIfEven, orError, pageThrough, today } from './compare.ts'
import { matchesPosting, type PostingParams } from './naive-postings.ts'
import type { Row } from './search-world.ts'

/** One a question: a request has a budget of places. */
const newCall = () => ({ nowMs: Date.parse(`${today}T13:00:00Z`), advise: () => {} }) as unknown as Call

export interface PostingWorld {
  search: CorpusSearch
  rows: readonly Row<JobPosting>[]
  companies: readonly CompanyRecord[]
}

/** What is wrong with the answer to a question; undefined when it is what reading every posting gives. */
async function difference(world: PostingWorld, params: PostingParams): Promise<string | undefined> {
  const { search, rows, companies } = world
  const wanted = rows
    .filter(({ record }) => matchesPosting(record, params, { companies, today }))
    .map(({ id }) => id)
  const none = undefined as never
  const deps = {
    search,
    network: { hosts: ['pnet.example'] },
    cursors: none,
    entitySets: none,
    mayAskAge: async () => true,
    history: none,
    sources: [],
  }
  const call = newCall()
  const moment = await askedNow(deps, call, {})
  const condition = await postingCondition(deps, call, postingSearchParams.parse(params), moment)
  const snapshot = await search.snapshots.newest('postings')
  const count = await search.count('postings', { condition, snapshot })
  if (count !== wanted.length) return `count ${count} of ${wanted.length}: ${JSON.stringify(params)}`
  const size = halfIfEven(wanted.length)
  const found = await pageThrough(search, 'postings', { condition, snapshot, size })
  return found.join() === wanted.join() ? undefined : `other rows or order: ${JSON.stringify(params)}`
}

/** The first few questions that are answered otherwise than by reading every posting. */
export async function postingDifferences(
  world: PostingWorld,
  questions: readonly PostingParams[],
): Promise<string[]> {
  const found: string[] = []
  for (const params of questions) {
    const each = await orError(() => difference(world, params))
    if (each !== undefined) found.push(each)
    if (found.length > 2) break
  }
  return found
}

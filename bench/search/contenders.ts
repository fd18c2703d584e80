import type { Position } from '../../src/corpus/search/index.ts'
import type { KeepAliveClient } from '../keep-alive-client.ts'
import type { Contender } from '../measure.ts'
import type { Baseline } from './baseline.ts'
import type { SearchCase } from './cases.ts'
import type { RawEngine } from './raw-engine.ts'

export const pageSize = 25

/** Everybody who answers the questions, on the same rows. */
export interface Field {
  service: KeepAliveClient
  raw: RawEngine
  baselines: readonly Baseline[]
}

/** A question as it is timed: a count, the first page, or the hundredth. */
export interface Measured {
  question: SearchCase
  what: 'count' | 'page 1' | `page ${number}`
  contenders: Contender[]
}

const routes = {
  companies: { member: 'count', count: '/v1/company-count', page: '/v1/company-search' },
  people: { member: 'totalProfilesFound', count: '/v1/people-search/count', page: '/v1/people-search' },
} as const

export const operationIds = ['companyCount', 'companySearch', 'peopleSearchCount', 'peopleSearch'] as const

const outputOf = <T>(answer: Buffer): T => (JSON.parse(answer.toString()) as { output: T }).output

interface PageAnswer {
  data: unknown[]
  nextCursor: string | null
}

/** Systems disagree about a question: nothing about it may be timed. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
}

/** Asks everybody once and refuses to go on unless all give the same number; answers the number. */
export async function agreedCount(field: Field, question: SearchCase): Promise<number> {
  const asked = await field.raw.count(question)
  const answers = new Map<string, number>()
  const served = await field.service.post(routes[question.kind].count, JSON.stringify(question.ask))
  answers.set('Almanac', outputOf<Record<string, number>>(served)[routes[question.kind].member] ?? Number.NaN)
  // A count may be taken in parts, a line each.
  const parts = (await field.raw.client.post(asked.path, asked.sql)).toString().trimEnd().split('\n')
  const counted = parts.reduce((sum, line) => sum + Number((JSON.parse(line) as { n: string }).n), 0)
  answers.set('engine', counted)
  for (const baseline of field.baselines) answers.set(baseline.name, await baseline.count(question))
  if (new Set(answers.values()).size > 1) {
    const told = [...answers].map(([name, count]) => `${name} ${count}`).join(', ')
    throw new Disagreement(`${question.name}: counts differ: ${told}`)
  }
  return answers.get('Almanac') ?? 0
}

/** A record without the members that search adds to a stored one; tags may hold labels of the day. */
const asStored = (record: object): string =>
  JSON.stringify({ ...record, entity_id: undefined, relevance_score: null, last_sort_key: null, tags: null })

/** The same for a page: every system gives the same records in the same order. */
export async function agreePage(field: Field, question: SearchCase, start: PageStart): Promise<void> {
  const { after, cursor } = start
  const asked = await field.raw.page(question, { limit: pageSize, ...(after && { after }) })
  const lines = (await field.raw.client.post(asked.path, asked.sql)).toString().split('\n')
  const keys = lines.filter((line) => line !== '').slice(0, pageSize)
  const bodies = await field.raw.records(question, keys)
  const served = await askPage(field.service, question, { pageSize, ...(cursor && { cursor }) })
  const stored = bodies.map((body) => asStored(JSON.parse(body) as object))
  const same = (name: string, records: readonly object[]) => {
    const texts = records.map(asStored)
    if (texts.length !== stored.length || texts.some((text, index) => text !== stored[index])) {
      throw new Disagreement(`${question.name}: the page of ${name} is not the page of the engine`)
    }
  }
  same('Almanac', served.data as object[])
  for (const baseline of field.baselines) {
    const page = await baseline.page(question, { limit: pageSize, ...(after && { after }) })
    same(
      baseline.name,
      page.bodies.map((body) => JSON.parse(body) as object),
    )
  }
}

export interface PageStart {
  /** Where the page before ended; undefined for the first. */
  after?: Position
  /** The cursor that says so to the service. */
  cursor?: string
}

/** Where page `page` of a question begins, for all systems; undefined when it has not so many. */
export async function startOfPage(
  field: Field,
  question: SearchCase,
  page: number,
): Promise<Required<PageStart> | undefined> {
  const before = (page - 1) * pageSize
  const after = await field.raw.position(question, before)
  let cursor: string | null = null
  for (let left = before; left > 0; left -= 1000) {
    const answer = await askPage(field.service, question, {
      pageSize: Math.min(1000, left),
      ...(cursor !== null && { cursor }),
    })
    cursor = answer.nextCursor
    if (cursor === null) return undefined
  }
  return after === undefined || cursor === null ? undefined : { after, cursor }
}

async function askPage(
  service: KeepAliveClient,
  { kind, ask }: SearchCase,
  paging: { pageSize: number; cursor?: string },
): Promise<PageAnswer> {
  const answer = await service.post(routes[kind].page, JSON.stringify({ ...ask, ...paging }))
  return outputOf<PageAnswer>(answer)
}

export async function countContenders(field: Field, question: SearchCase): Promise<Contender[]> {
  const body = JSON.stringify(question.ask)
  const path = routes[question.kind].count
  const asked = await field.raw.count(question)
  return [
    { name: 'HTTP', run: () => field.service.post(path, body) },
    { name: 'engine', run: () => field.raw.client.post(asked.path, asked.sql) },
    ...field.baselines.map((baseline) => ({ name: baseline.name, run: () => baseline.count(question) })),
  ]
}

export async function pageContenders(
  field: Field,
  question: SearchCase,
  { after, cursor }: PageStart,
): Promise<Contender[]> {
  const body = JSON.stringify({ ...question.ask, pageSize, ...(cursor && { cursor }) })
  const path = routes[question.kind].page
  const options = { limit: pageSize, ...(after && { after }) }
  const asked = await field.raw.page(question, options)
  return [
    { name: 'HTTP', run: () => field.service.post(path, body) },
    { name: 'engine', run: () => field.raw.client.post(asked.path, asked.sql) },
    ...field.baselines.map((baseline) => ({
      name: baseline.name,
      run: () => baseline.page(question, options),
    })),
  ]
}

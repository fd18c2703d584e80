import { EngineUnavailable, QueryTooExpensive } from '../../src/store/clickhouse/index.ts'
import type { Call } from '../../src/operation/index.ts'
import { askedNow, companyCondition } from '../../src/capabilities/search/ask.ts'
import { peopleCondition } from '../../src/capabilities/search/people-question.ts'
import type { EntityKind, Snapshot } from '../../src/corpus/commits/index.ts'
import {
  companySearchParams,
  profileSearchParams,
  type Condition,
  type CorpusSearch,
  type Position,
} from '../../src/corpus/search/index.ts'
import { companyFinder, type FindCompanies } from './naive-career.ts'
import { matchesCompany, matchesPerson, organizationsOf, type CompanyParams } from './naive.ts'
import type { PeopleQuestion } from './random-params.ts'
import type { Row, Rows } from './search-world.ts'

/** The day all relative dates are counted from. */
export const today = '2026-11-20'

const nowMs = Date.parse(`${today}T13:00:00Z`)
/** One a question: a request has a budget of places. */
const newCall = () => ({ nowMs, advise: () => {} }) as unknown as Call

export type Question = { kind: 'companies'; params: CompanyParams } | ({ kind: 'people' } & PeopleQuestion)

/** The condition the operations build for a question. */
export async function conditionFor(search: CorpusSearch, question: Question): Promise<Condition> {
  const call = newCall()
  const none = undefined as never
  const mayAskAge = async () => true
  const deps = {
    search,
    network: { hosts: ['pnet.example'] },
    cursors: none,
    entitySets: none,
    history: none,
    sources: [],
    mayAskAge,
  }
  if (question.kind === 'companies') {
    const params = companySearchParams.parse(question.params)
    return companyCondition(deps, call, {
      params,
      path: 'searchParams',
      moment: await askedNow(deps, call, {}),
    })
  }
  const ask = {
    searchParams: profileSearchParams.parse(question.searchParams),
    companyParams: question.companyParams && companySearchParams.parse(question.companyParams),
  }
  return peopleCondition(deps, call, ask, await askedNow(deps, call, {}))
}

const readings = new WeakMap<Rows, WeakMap<Question, Row<unknown>[]>>()

/** The rows a question means, by reading every record; a question is read once. */
export function naiveRows(rows: Rows, question: Question): Row<unknown>[] {
  const known = readings.get(rows) ?? new WeakMap<Question, Row<unknown>[]>()
  readings.set(rows, known)
  const found = known.get(question) ?? readEvery(rows, question)
  known.set(question, found)
  return found
}

function readEvery(rows: Rows, question: Question): Row<unknown>[] {
  if (question.kind === 'companies')
    return rows.companies.filter(({ record }) => matchesCompany(record, question.params, today))
  const { searchParams, companyParams } = question
  const companies =
    companyParams && filters(companyParams)
      ? organizationsOf(
          rows.companies.map(({ record }) => record),
          companyParams,
          today,
        )
      : undefined
  const find = finderOf(rows)
  return rows.people.filter(({ record }) => matchesPerson(record, searchParams, { companies, today, find }))
}

const finders = new WeakMap<Rows, FindCompanies>()

function finderOf(rows: Rows): FindCompanies {
  let find = finders.get(rows)
  if (find === undefined) {
    find = companyFinder(rows.companies.map(({ record }) => record))
    finders.set(rows, find)
  }
  return find
}

/** Whether parameters leave any company out by their form alone; those that do not leave no person out either. */
function filters(params: CompanyParams): boolean {
  return Object.entries(params).some(([name, value]) => {
    if (value === null || value === undefined || name === 'sort') return false
    if (Array.isArray(value)) return true
    if (name === 'foundedOn' || name === 'lastFundedOn') {
      const { range, window } = value as { range?: object | null; window?: object | null }
      return Boolean(window) || Object.values(range ?? {}).some((bound) => bound !== null)
    }
    return Object.entries(value).some(([list, of]) => {
      if (!Array.isArray(of)) return of !== null && of !== undefined && of !== false
      return of.length > 0 || ['anyOf', 'unionAll', 'containsAny', 'obeysAny'].includes(list)
    })
  })
}

/** All ids of a search, page by page. */
export async function pageThrough(
  search: CorpusSearch,
  kind: EntityKind,
  ask: { condition: Condition; snapshot: Snapshot; size: number },
): Promise<string[]> {
  const ids: string[] = []
  const seen = new Set<string>()
  let after: Position | undefined
  do {
    const page = await search.page(kind, { ...ask, limit: ask.size, after })
    ids.push(...page.ids)
    // Pages that show a row again may go on for ever.
    if (page.ids.some((id) => seen.has(id))) return ids
    for (const id of page.ids) seen.add(id)
    after = page.next
  } while (after !== undefined)
  return ids
}

/** What is wrong with the search's answer to a question; undefined when it is what reading every record gives. */
export async function difference(
  search: CorpusSearch,
  rows: Rows,
  question: Question,
): Promise<string | undefined> {
  const wanted = naiveRows(rows, question)
  const { kind } = question
  const condition = await conditionFor(search, question)
  const snapshot = await search.snapshots.newest(kind)
  const n = await search.count(kind, { condition, snapshot })
  if (n !== wanted.length) return `count ${n}, expected ${wanted.length}`
  const ids = wanted.map((row) => row.id)
  // Half of all combinations find nothing; one page is enough to know it.
  if (ids.length === 0)
    return listDifference((await search.page(kind, { condition, snapshot, limit: 1 })).ids, ids)
  // An even number in two pages, an odd one in a page that it just fills; long answers are paged from both ends.
  const size = halfIfEven(ids.length)
  if (ids.length <= 1000)
    return listDifference(await pageThrough(search, kind, { condition, snapshot, size }), ids)
  const first = await search.page(kind, { condition, snapshot, limit: 7 })
  const position = ids.length - 30
  const before = wanted[position - 1]!
  const last = await search.page(kind, { condition, snapshot, limit: 1000, after: before })
  return (
    listDifference(first.ids, ids.slice(0, 7)) ??
    listDifference(last.ids, ids.slice(position)) ??
    (last.next === undefined ? undefined : 'a page after the last')
  )
}

/** Size of pages that ask for going on from somewhere now and for knowing the end now. */
export const halfIfEven = (found: number): number => (found % 2 === 0 ? Math.max(1, found / 2) : found)

function listDifference(found: readonly string[], wanted: readonly string[]): string | undefined {
  if (found.length === wanted.length && found.every((id, index) => id === wanted[index])) return undefined
  const [has, should] = [new Set(found), new Set(wanted)]
  const extra = found.filter((id) => !should.has(id)).slice(0, 3)
  const missing = wanted.filter((id) => !has.has(id)).slice(0, 3)
  return `paged ${found.length} of ${wanted.length}; extra ${extra.join()}; missing ${missing.join()}${has.size < found.length ? '; repeats' : ''}`
}

/** Asks all questions, a few at a time, and returns what is wrong with the first that fail, made small. */
export async function differences(
  search: CorpusSearch,
  rows: Rows,
  questions: readonly Question[],
): Promise<string[]> {
  const wrong: string[] = []
  let next = 0
  const ask = async () => {
    for (
      let question = questions[next++];
      question !== undefined && wrong.length < 3;
      question = questions[next++]
    ) {
      const found = await tried(search, rows, question)
      if (found !== undefined) wrong.push(`${found}; smallest: ${await smallest(search, rows, question)}`)
    }
  }
  await Promise.all([ask(), ask(), ask()])
  return wrong
}

/** The difference, or the error. */
const tried = (search: CorpusSearch, rows: Rows, question: Question): Promise<string | undefined> =>
  orError(() => difference(search, rows, question))

/** An answer, or the error. What a busy machine had no time for is asked again: it is no answer, wrong or right. */
export async function orError(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const late =
        error instanceof EngineUnavailable || (error instanceof QueryTooExpensive && error.reason === 'time')
      if (late && attempt < 5) continue
      const cause = error instanceof Error ? error.cause : undefined
      return `${String(error)} ${cause === undefined ? '' : String(cause)}`
    }
  }
}

/** Leaves out filters as long as the question still fails. */
async function smallest(search: CorpusSearch, rows: Rows, failing: Question): Promise<string> {
  let question = failing
  for (let smaller = true; smaller;) {
    smaller = false
    for (const candidate of reduced(question)) {
      if ((await tried(search, rows, candidate)) === undefined) continue
      question = candidate
      smaller = true
      break
    }
  }
  return `${await tried(search, rows, question)}: ${JSON.stringify(question)}`
}

function reduced(question: Question): Question[] {
  const without = (value: unknown): unknown[] => {
    if (Array.isArray(value)) {
      const shorter = value.length > 1 ? value.map((_, index) => value.toSpliced(index, 1)) : []
      const inner = value.flatMap((each, index) => without(each).map((less) => value.with(index, less)))
      return [...shorter, ...inner]
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, member]) => {
      const { [name as never]: _left, ...rest } = value
      return [rest, ...without(member).map((less) => ({ ...value, [name]: less }))]
    })
  }
  // Candidates that are no valid question any more fail to parse, so they are left out here.
  return (without(question) as Question[]).filter((candidate) => {
    if (candidate.kind === 'companies') return companySearchParams.safeParse(candidate.params).success
    if (candidate.kind !== 'people' || !profileSearchParams.safeParse(candidate.searchParams).success)
      return false
    return (
      candidate.companyParams === undefined || companySearchParams.safeParse(candidate.companyParams).success
    )
  })
}

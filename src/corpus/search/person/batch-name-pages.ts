import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchQuestions, type Joining } from '../../../lib/batch-questions.ts'
import { personHeadOf, type ShownBody } from '../../lookup/index.ts'
import { nameTokens } from '../../search-index/index.ts'
import { or, type Condition } from '../condition.ts'
import type { PageRequest, RecordPage } from '../page-request.ts'
import type { CorpusSearch } from '../search.ts'

/**
 * Text conditions of one statement; a name has about fourteen. With three or four names in a statement, a row of a
 * list takes the engine 7 ms of processor time, against 11 alone (1,000,000 people, half of the names borne by nobody
 * at the employer). With twenty, rows of common names crowd out the others, which must be asked again, and the
 * service reads twice as many records.
 */
const maxTerms = 50
/** Statements that run side by side: as many as small machines have cores, since each takes one. */
const atOnceAsked = 2
/** Records examined in one turn of the event loop, which takes about 2 ms. */
const atOnce = 64

/**
 * Joins the name searches that arrive together: one statement reads all people whose name fits any of them, and the
 * records tell which search each belongs to. Each search gets what it would have got alone. Other searches pass
 * through unchanged.
 */
export function batchNamePages(
  { page, narrowNames }: Pick<CorpusSearch, 'page' | 'narrowNames'>,
  { rest }: Pick<Joining<PageRequest, RecordPage>, 'rest'> = {},
): CorpusSearch['page'] {
  const joined = batchQuestions<PageRequest, RecordPage>({
    rest,
    nameLane: ({ snapshot, asRecords = false }) =>
      [snapshot.number, snapshot.mayHoldLater, snapshot.mayHoldSuperseded, asRecords].join(' '),
    take: withinTerms,
    ask: (questions) => ask(page, questions),
    atOnce: atOnceAsked,
  })
  return async (kind, request) => {
    const { condition, after, order, snapshot } = request
    if (kind !== 'people' || after !== undefined || order !== undefined || !isOfNames(condition))
      return page(kind, request)
    // Narrowing comes first, so that a statement is filled by what remains of the questions.
    const occurring = await narrowNames(condition, snapshot)
    if (occurring.kind === 'never') return { ...recordsOf([], request), ids: [], ranks: [], next: undefined }
    return joined({ ...request, condition: occurring })
  }
}

function isOfNames(condition: Condition): boolean {
  if (condition.kind === 'tokens')
    return condition.column === 'facets' && condition.tokens.every((token) => token.startsWith('nm:'))
  return (condition.kind === 'and' || condition.kind === 'or') && condition.parts.every(isOfNames)
}

function withinTerms(inLine: readonly PageRequest[]): number {
  let terms = 0
  let count = 0
  for (const { condition } of inLine) {
    terms += countTerms(condition)
    if (count > 0 && terms > maxTerms) break
    count += 1
  }
  return count
}

const countTerms = (condition: Condition): number =>
  condition.kind === 'and' || condition.kind === 'or'
    ? condition.parts.reduce((sum, part) => sum + countTerms(part), 0)
    : 1

async function ask(page: CorpusSearch['page'], questions: readonly PageRequest[]): Promise<RecordPage[]> {
  const [first, ...others] = questions
  if (first === undefined) return []
  if (others.length === 0) return [await page('people', first)]
  const recordPage = await page('people', {
    condition: or(questions.map(({ condition }) => condition)),
    snapshot: first.snapshot,
    limit: questions.reduce((sum, { limit }) => sum + limit + 1, 0),
    asRecords: true,
  })
  const people = await readWords(recordPage.records ?? [])
  const answers = new Map<PageRequest, RecordPage>()
  for (const question of questions) {
    const own = people.flatMap((words, place) => (satisfies(question.condition, words) ? place : []))
    // A page that was cut off holds the first rows of a question only if it has more of them than the question wants.
    if (own.length > question.limit || recordPage.next === undefined)
      answers.set(question, cutPage(recordPage, { ...question, places: own }))
  }
  const left = questions.filter((question) => !answers.has(question))
  const half = Math.ceil(left.length / 2)
  for (const part of [left.slice(0, half), left.slice(half)])
    for (const [place, answer] of (await ask(page, part)).entries()) answers.set(part[place]!, answer)
  return questions.map((question) => answers.get(question) as RecordPage)
}

/** Words of the names of some people. */
async function readWords(records: readonly ShownBody[]): Promise<Set<string>[]> {
  const people: Set<string>[] = []
  for (const [place, record] of records.entries()) {
    if (place > 0 && place % atOnce === 0) await nextTurn()
    people.push(new Set(nameTokens(personHeadOf(record))))
  }
  return people
}

/** Decides as the engine would for a row with these facets. */
function satisfies(condition: Condition, tokens: ReadonlySet<string>): boolean {
  if (condition.kind === 'tokens') {
    const has = (token: string) => tokens.has(token)
    return condition.mode === 'all' ? condition.tokens.every(has) : condition.tokens.some(has)
  }
  if (condition.kind === 'and') return condition.parts.every((part) => satisfies(part, tokens))
  return condition.kind === 'or' && condition.parts.some((part) => satisfies(part, tokens))
}

/** The rows at some indexes of a page, as a page of their own. */
function cutPage(
  { records = [], ids, ranks }: RecordPage,
  { places, limit, asRecords }: Pick<PageRequest, 'limit' | 'asRecords'> & { places: readonly number[] },
): RecordPage {
  const visible = places.slice(0, limit)
  const last = visible.at(-1)
  const own = visible.map((place) => records[place] as ShownBody)
  return {
    ...recordsOf(own, { asRecords }),
    ids: visible.map((place) => ids[place] as string),
    ranks: visible.map((place) => ranks[place] as number),
    next:
      places.length > limit && last !== undefined
        ? { rank: ranks[last] as number, id: ids[last] as string }
        : undefined,
  }
}

const recordsOf = (
  records: ShownBody[],
  { asRecords }: Pick<PageRequest, 'asRecords'>,
): Pick<RecordPage, 'bodies' | 'records'> =>
  asRecords === true ? { bodies: [], records } : { bodies: records.map(({ body }) => body) }

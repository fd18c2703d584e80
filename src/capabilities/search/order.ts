import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidMember, type Call } from '../../operation/index.ts'
import { companyWords, personWords } from '../../corpus/search-index/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import {
  columnOrder,
  measureRelevance,
  relevanceOrder,
  scoredPhrases,
  readSort,
  type Order,
  type RecordPage,
  type Sort,
} from '../../corpus/search/index.ts'

/** How a page is ordered, and what its records are scored by. */
export interface Ordering {
  kind: 'companies' | 'people'
  by: string
  /** Rank order when undefined. */
  order: Order | undefined
  /** Normalised phrases of the keywords asked for; records carry `relevance_score` when there are any. */
  phrases: readonly string[]
}

interface SortedSearch {
  sort?: Sort | undefined
  searchParams?: { sort?: Parameters<typeof readSort>[1] } | undefined
}

/** The order a search asks for: beside its parameters, else among them. */
export function sortAsked(
  kind: Ordering['kind'],
  { sort, searchParams }: SortedSearch,
  call: Pick<Call, 'advise'>,
): Sort | undefined {
  const entries = searchParams?.sort ?? []
  if (sort !== undefined) {
    if (entries.length > 0) call.advise('sort was used, and searchParams.sort was ignored.')
    return sort
  }
  return readSort(kind, entries)
}

type Keywords = Parameters<typeof scoredPhrases>[0]

/** What `sort` and the keywords of a search say of its order. Relevance to nothing is a 400. */
export function readOrdering(kind: Ordering['kind'], sort: Sort | undefined, keywords: Keywords): Ordering {
  const phrases = scoredPhrases(keywords)
  const by = sort?.by ?? 'rank'
  if (sort === undefined || by === 'rank') return { kind, by, phrases, order: undefined }
  if (by !== 'relevance') return { kind, by, phrases, order: columnOrder(kind, sort) }
  if (phrases.length === 0)
    throw invalidMember('sort.by', 'Sorting by relevance needs searchParams.keywords.', 'no_text')
  return { kind, by, phrases, order: relevanceOrder(phrases, sort.order === 'descending') }
}

/** Whether records of such a page say more than what is stored. */
export const addsMembers = (ordering: Ordering | undefined): boolean =>
  ordering !== undefined && (ordering.order !== undefined || ordering.phrases.length > 0)

/** Records parsed before others get a turn: a thousand at once would hold everybody up for a tenth of a second. */
const perTurn = 50

/** Stored records with what this search says of them: `relevance_score`, and the value they are sorted by. */
export async function withSearchMembers(
  page: Pick<RecordPage, 'bodies' | 'sortKeys'>,
  ordering: Ordering,
): Promise<string[]> {
  const { phrases, by } = ordering
  const bodies: string[] = []
  for (const [index, body] of page.bodies.entries()) {
    let text = body
    const key = page.sortKeys?.[index]
    if (phrases.length > 0) {
      if (index % perTurn === perTurn - 1 && by !== 'relevance') await nextTurn()
      const score =
        by === 'relevance' ? (key ?? 0) / 1000 : measureRelevance(readWords(ordering.kind, body), phrases)
      text = withMember(text, 'relevance_score', String(score))
    }
    if (key !== undefined) text = withMember(text, 'last_sort_key', `"${key}"`)
    bodies.push(text)
  }
  return bodies
}

function readWords(kind: Ordering['kind'], body: string): string {
  const record: unknown = JSON.parse(body)
  return kind === 'companies' ? companyWords(record as CompanyRecord) : personWords(record as PersonRecord)
}

/**
 * Stored JSON with a member set that it has as null or not at all. Quotes within texts are escaped, so `"name":null` in
 * it is the member and nothing else.
 */
function withMember(body: string, name: string, json: string): string {
  const empty = `"${name}":null`
  const offset = body.lastIndexOf(empty)
  if (offset >= 0) return `${body.slice(0, offset)}"${name}":${json}${body.slice(offset + empty.length)}`
  return `${body.slice(0, -1)}${body === '{}' ? '' : ','}"${name}":${json}}`
}

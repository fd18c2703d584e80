import type { LineOf } from '../../corpus/kinds/index.ts'
import { stateOfAttempts, type LiveAnswer, type LivePage, type Question } from '../../sources/index.ts'
import { statusOf } from './conditions.ts'
import { rangeNames, type ListingQuestion } from './schema.ts'
import type { RealEstateDeps } from './slice.ts'

/** Milliseconds that sources have; the rest of the operation's time is for the corpus. */
const withinMs = 25_000

type ListingsQuestion = Question<'realestate.listings'>

/** The question in the form that sources take: flat, with the names of record members. */
export function buildQuestion(question: ListingQuestion, cursor: string | null): ListingsQuestion {
  const { location, features, homeTypes, keywords, sortBy, listingStatus } = question
  const bounds = Object.fromEntries(
    rangeNames.map((name) => [name, { min: question[name]?.min ?? null, max: question[name]?.max ?? null }]),
  ) as Pick<ListingsQuestion, (typeof rangeNames)[number]>
  return {
    query: location.type === 'raw' ? location.query : `${location.city}, ${location.stateCode.toUpperCase()}`,
    listingStatus: statusOf[listingStatus],
    homeTypes: homeTypes ?? [],
    ...bounds,
    keywords: keywords ?? null,
    features: Object.entries(features ?? {}).flatMap(([name, isWanted]) => (isWanted ? [name] : [])),
    sortBy,
    cursor,
  }
}

/** A page of the operator's sources, with the total number of listings that the source states. */
export async function askSources(
  { sources }: Pick<RealEstateDeps, 'sources'>,
  question: ListingsQuestion,
  signal: AbortSignal,
): Promise<{ page: LiveAnswer<LivePage<LineOf<'listings'>>>; total: number | null }> {
  const { answers, attempts } = await sources.ask('realestate.listings', question, { signal, withinMs })
  const [first] = answers
  if (first === undefined) return { page: { state: stateOfAttempts(attempts) }, total: null }
  const { answer, ...rest } = first
  const page = { lines: answer.listings, next: answer.cursor }
  return { page: { state: 'found', ...rest, answer: page }, total: answer.total }
}

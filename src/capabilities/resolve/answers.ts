import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { stored } from '../../operation/index.ts'
import { withDetails } from '../../corpus/search/index.ts'
import type { CompaniesFound } from './find-companies.ts'
import type { PeopleFound } from './find-people.ts'
import type { MatchNote } from './schema.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** Records found, why each, and why there are none. */
export interface ResolveAnswer<R> {
  data: R[]
  matches: MatchNote[]
  message?: string
}

/** The answer to an item of a bulk request that names nothing. */
export const nothingFound: ResolveAnswer<never> = { data: [], matches: [] }

/** People as answered: stored JSON as it is, or with the details of employers and schools that were asked for. */
export async function peopleAnswer(
  deps: LookupDeps,
  call: Asking,
  answer: {
    result: PeopleFound & { isLive?: boolean }
    details?: { getDetailedEducation: boolean; getDetailedWorkExperience: boolean }
  },
): Promise<ResolveAnswer<PersonRecord>> {
  const { matches, message, isLive = false } = answer.result
  const { getDetailedEducation: education = false, getDetailedWorkExperience: work = false } =
    answer.details ?? {}
  const data =
    education || work
      ? await withDetails(deps.search, {
          people: matches.map(({ person }) => person),
          education,
          work,
          signal: call.signal,
        })
      : matches.map(({ id, body }) => stored<PersonRecord>(body, id))
  return { data, matches: notes(matches, isLive), ...(message === undefined ? {} : { message }) }
}

export function companiesAnswer({
  matches,
  message,
  isLive = false,
}: CompaniesFound & { isLive?: boolean }): ResolveAnswer<CompanyRecord> {
  return {
    data: matches.map(({ id, body }) => stored<CompanyRecord>(body, id)),
    matches: notes(matches, isLive),
    ...(message === undefined ? {} : { message }),
  }
}

/** Only the best match is ever fetched from a live source. */
const notes = (
  matches: readonly { confidence: number; evidence: string[] }[],
  isLive: boolean,
): MatchNote[] =>
  matches.map(({ confidence, evidence }, index) => ({ confidence, evidence, live: isLive && index === 0 }))

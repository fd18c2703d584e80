import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { stored } from '../../operation/index.ts'
import { withDetails } from '../../corpus/search/index.ts'
import type { CompaniesFound } from './find-companies.ts'
import type { PeopleFound } from './find-people.ts'
import type { MatchNote } from './schema.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** Records found, why each, and why there are none. */
export interface Answer<R> {
  data: R[]
  matches: MatchNote[]
  message?: string
}

/** People as answered: stored JSON as it is, or with the details of employers and schools that were asked for. */
export async function peopleAnswer(
  deps: LookupDeps,
  call: Asking,
  at: {
    found: PeopleFound
    asked?: { getDetailedEducation: boolean; getDetailedWorkExperience: boolean }
  },
): Promise<Answer<PersonRecord>> {
  const { matches, message } = at.found
  const { getDetailedEducation: education = false, getDetailedWorkExperience: work = false } = at.asked ?? {}
  const data =
    education || work
      ? await withDetails(deps.search, {
          ...{ people: matches.map(({ person }) => person), education, work, signal: call.signal },
        })
      : matches.map(({ body }) => stored<PersonRecord>(body))
  return { data, matches: matches.map(note), ...(message === undefined ? {} : { message }) }
}

export function companiesAnswer({ matches, message }: CompaniesFound): Answer<CompanyRecord> {
  return {
    data: matches.map(({ body }) => stored<CompanyRecord>(body)),
    matches: matches.map(note),
    ...(message === undefined ? {} : { message }),
  }
}

const note = ({ confidence, evidence }: { confidence: number; evidence: string[] }): MatchNote => ({
  confidence,
  evidence,
  live: false,
})

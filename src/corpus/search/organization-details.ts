import type {
  CompanyRecord,
  DetailedEducation,
  DetailedWorkExperience,
  OrganizationDetails,
  PersonRecord,
} from '../records/index.ts'
import { findNow } from '../lookup/index.ts'
import { organizationToken } from '../identify/index.ts'
import type { CorpusSearch } from './search.ts'

interface DetailsWanted {
  people: readonly PersonRecord[]
  /** Adds `detailed_education`. */
  education: boolean
  /** Adds `detailed_work_experiences`. */
  work: boolean
  signal?: AbortSignal | undefined
}

/** Adds what the corpus knows of the employers and schools of some people, in one look-up for all of them. */
export async function withDetails(
  search: CorpusSearch,
  { people, education, work, signal }: DetailsWanted,
): Promise<PersonRecord[]> {
  const ids = people.flatMap((person) => [
    ...(education ? (person.education ?? []).map((entry) => entry.school_id) : []),
    ...(work ? (person.experiences ?? []).map((position) => position.pnet_company_id) : []),
  ])
  const known = await organizationDetails(search, new Set(ids.filter((id) => id !== null)), signal)
  const detailsOf = (id: string | null) => (id === null ? null : (known.get(id) ?? null))
  return people.map((person) => ({
    ...person,
    ...(education ? { detailed_education: schools(person, detailsOf) } : {}),
    ...(work ? { detailed_work_experiences: employers(person, detailsOf) } : {}),
  }))
}

type DetailsOf = (id: string | null) => OrganizationDetails | null

function schools(person: PersonRecord, detailsOf: DetailsOf): DetailedEducation[] {
  return (person.education ?? []).map((entry) => ({ ...entry, school_details: detailsOf(entry.school_id) }))
}

function employers(person: PersonRecord, detailsOf: DetailsOf): DetailedWorkExperience[] {
  return (person.experiences ?? []).map((position) => ({
    ...position,
    company_details: detailsOf(position.pnet_company_id),
  }))
}

async function organizationDetails(
  search: CorpusSearch,
  ids: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, OrganizationDetails>> {
  const found = await findNow(search, 'companies', {
    tokens: [...ids].map((id) => organizationToken(id)),
    perToken: 1,
    signal,
  })
  const details = new Map<string, OrganizationDetails>()
  for (const { body, tokens } of found) {
    const { domains, preferred_name, pnet_primary_slug, li_org_id } = JSON.parse(body) as CompanyRecord
    for (const token of tokens)
      details.set(token.slice('org:'.length), { domains, preferred_name, pnet_primary_slug, li_org_id })
  }
  return details
}

import type {
  CompanyRecord,
  DetailedEducation,
  DetailedWorkExperience,
  OrganizationDetails,
  PersonRecord,
} from '../records/index.ts'
import { findNow } from '../lookup/index.ts'
import { identityToken, organizationToken } from '../identify/index.ts'
import type { CorpusSearch } from './search.ts'

interface DetailsWanted {
  people: readonly PersonRecord[]
  /** Adds `detailed_education`. */
  education: boolean
  /** Adds `detailed_work_experiences`. */
  work: boolean
  signal?: AbortSignal | undefined
}

/** Adds what the corpus knows of the employers and schools of some people, with one look-up for all. */
export async function withDetails(
  search: CorpusSearch,
  { people, education, work, signal }: DetailsWanted,
): Promise<PersonRecord[]> {
  const ids = people.flatMap((person) => [
    ...(education ? (person.education ?? []).map((entry) => entry.school_id) : []),
    ...(work ? (person.experiences ?? []).map((position) => position.pnet_company_id) : []),
  ])
  const positions = work ? people.flatMap(({ experiences }) => experiences ?? []) : []
  const tokens = [
    ...ids.flatMap((id) => (id === null ? [] : organizationToken(id))),
    ...positions.flatMap(({ company_domain: domain, company_slug: slug }) => [
      ...(domain ? [identityToken({ sort: 'dom', value: domain })] : []),
      ...(slug ? [identityToken({ sort: 'slug', value: slug })] : []),
    ]),
  ]
  const details = await organizationDetails(search, new Set(tokens), signal)
  const findDetails: DetailsOf = (id, domain, slug) =>
    (id && details.get(organizationToken(id))) ||
    (domain && details.get(identityToken({ sort: 'dom', value: domain }))) ||
    (slug && details.get(identityToken({ sort: 'slug', value: slug }))) ||
    null
  return people.map((person) => ({
    ...person,
    ...(education ? { detailed_education: schools(person, findDetails) } : {}),
    ...(work ? { detailed_work_experiences: employers(person, findDetails) } : {}),
  }))
}

/** Finds what the corpus knows of an organization by its id, else its domain, else its page. */
type DetailsOf = (
  id: string | null,
  domain?: string | null,
  slug?: string | null,
) => OrganizationDetails | null

function schools(person: PersonRecord, findDetails: DetailsOf): DetailedEducation[] {
  return (person.education ?? []).map((entry) => ({ ...entry, school_details: findDetails(entry.school_id) }))
}

function employers(person: PersonRecord, findDetails: DetailsOf): DetailedWorkExperience[] {
  return (person.experiences ?? []).map((position) => ({
    ...position,
    company_details: findDetails(position.pnet_company_id, position.company_domain, position.company_slug),
  }))
}

async function organizationDetails(
  search: CorpusSearch,
  tokens: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, OrganizationDetails>> {
  const records = await findNow(search, 'companies', {
    tokens: [...tokens],
    perToken: 1,
    signal,
  })
  const details = new Map<string, OrganizationDetails>()
  for (const { body, tokens: carried } of records) {
    const { domains, pnet_ids, preferred_name, pnet_primary_slug, li_org_id } = JSON.parse(
      body,
    ) as CompanyRecord
    for (const token of carried)
      details.set(token, { domains, pnet_ids, preferred_name, pnet_primary_slug, li_org_id })
  }
  return details
}

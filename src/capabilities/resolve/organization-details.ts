import type {
  CompanyRecord,
  DetailedEducation,
  DetailedWorkExperience,
  OrganizationDetails,
  PersonRecord,
} from '../../corpus/records/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import type { Asking, ResolveDeps } from './slice.ts'

/** Adds what the corpus knows of the employers and schools of some people, in one look-up for all of them. */
export async function withDetails(
  deps: ResolveDeps,
  call: Asking,
  { people, education, work }: { people: readonly PersonRecord[]; education: boolean; work: boolean },
): Promise<PersonRecord[]> {
  const ids = people.flatMap((person) => [
    ...(education ? (person.education ?? []).map((entry) => entry.school_id) : []),
    ...(work ? (person.experiences ?? []).map((position) => position.pnet_company_id) : []),
  ])
  const known = await organizationDetails(deps, call, new Set(ids.filter((id) => id !== null)))
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
  deps: ResolveDeps,
  call: Asking,
  ids: ReadonlySet<string>,
): Promise<Map<string, OrganizationDetails>> {
  const found = await deps.search.lookup('companies', {
    tokens: [...ids].map((id) => exactToken('org', id)),
    snapshot: await deps.search.snapshots.newest('companies'),
    perToken: 1,
    signal: call.signal,
  })
  const details = new Map<string, OrganizationDetails>()
  for (const { body, tokens } of found) {
    const { domains, preferred_name, pnet_primary_slug, li_org_id } = JSON.parse(body) as CompanyRecord
    for (const token of tokens)
      details.set(token.slice('org:'.length), { domains, preferred_name, pnet_primary_slug, li_org_id })
  }
  return details
}

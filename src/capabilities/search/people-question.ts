import { z } from 'zod'
import { companyNameKey } from '../../lib/company-name.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug, parseNetworkUrl } from '../../lib/network-url.ts'
import { invalidMember, optional, withDefault, type Call } from '../../operation/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import {
  companySearchParams,
  hasAny,
  identifiedBy,
  or,
  profileSearchParams,
  type Clause,
  type CompanySearchParams,
  type Condition,
  type ProfileSearchParams,
} from '../../corpus/search/index.ts'
import { allOf, companyCondition, profileClauses, type Moment } from './ask.ts'
import { peopleLeft } from './exclusions.ts'
import { exclusionListIds } from './schema.ts'
import type { SearchDeps } from './slice.ts'

/** An employer named by any one of its identifiers. */
export const currentCompany = z
  .object({
    domain: optional(z.string().min(1)),
    pnetSlugOrURL: optional(z.string().min(1)),
    name: optional(z.string().min(1)),
    pnetOrgID: optional(z.string().min(1)),
  })
  .meta({ id: 'CurrentCompany' })

type CurrentCompany = z.output<typeof currentCompany>

/** The members people searches and counts have in common. */
export const peopleQuestion = {
  searchParams: optional(profileSearchParams).describe('What the person must satisfy.'),
  companyParams: optional(companySearchParams).describe(
    'What a current employer must satisfy. One of several concurrent positions is enough.',
  ),
  currentCompanies: withDefault(z.array(currentCompany).max(100), []).describe(
    'A current employer is one of these.',
  ),
  prospectExclusionListIDs: exclusionListIds,
  companyExclusionListIDs: exclusionListIds,
}

/** The exclusion lists a people question names; `at` is the path of the member that holds it, with a dot. */
export function excludedLists(
  ask: { companyExclusionListIDs: string[]; prospectExclusionListIDs: string[] },
  at = '',
) {
  return {
    companies: { ids: ask.companyExclusionListIDs, path: `${at}companyExclusionListIDs` },
    people: { ids: ask.prospectExclusionListIDs, path: `${at}prospectExclusionListIDs` },
  }
}

/** What is asked of people, wherever its members stand in the request. */
export interface PeopleAsk {
  searchParams?: ProfileSearchParams | undefined
  companyParams?: CompanySearchParams | undefined
  currentCompanies?: readonly CurrentCompany[]
  paths?: { searchParams: string; companyParams: string; currentCompanies?: string }
}

/** The condition behind a people question. */
export async function peopleCondition(
  deps: SearchDeps,
  call: Call,
  ask: PeopleAsk,
  at: Moment,
): Promise<Condition> {
  return allOf(await peopleClauses(deps, call, ask, at))
}

/** Its parts: each parameter of the person, what is asked of an employer, and the list of employers. */
export async function peopleClauses(
  deps: SearchDeps,
  call: Call,
  ask: PeopleAsk,
  at: Moment,
): Promise<Clause[]> {
  const { today } = at
  const paths = { ...defaultPaths, ...ask.paths }
  const clauses = profileClauses(deps, call, { params: ask.searchParams, path: paths.searchParams, today })
  const employer = companyCondition(deps, call, {
    params: ask.companyParams,
    path: paths.companyParams,
    today,
  })
  // Parameters that leave no company out leave no person out either, employed or not.
  if (employer.kind !== 'always') {
    const condition = deps.search.worksAt(employer, await at.employers())
    clauses.push({ path: paths.companyParams, condition })
  }
  if (ask.currentCompanies !== undefined && ask.currentCompanies.length > 0) {
    const path = paths.currentCompanies
    const tokens = ask.currentCompanies.map((company, index) =>
      employerTokens(deps, company, `${path}[${index}]`),
    )
    const known = tokens.flatMap((found) => found.person)
    const toFind = tokens.flatMap((found) => found.company)
    const choices = [hasAny('facets', known)]
    if (toFind.length > 0)
      choices.push(deps.search.worksAt(identifiedBy('companies', toFind), await at.employers()))
    clauses.push({ path, condition: or(choices) })
  }
  return [...clauses, ...(await peopleLeft(deps, at.excluded, () => at.employers()))]
}

const defaultPaths = {
  searchParams: 'searchParams',
  companyParams: 'companyParams',
  currentCompanies: 'currentCompanies',
}

/** Tokens found on the person (organization id, employer's name) or on the company record (domain, slug). */
function employerTokens(
  deps: SearchDeps,
  company: CurrentCompany,
  path: string,
): { person: string[]; company: string[] } {
  if (company.pnetOrgID !== undefined) return { person: [exactToken('co', company.pnetOrgID)], company: [] }
  if (company.domain !== undefined) {
    const domain = normalizeDomain(company.domain)
    if (domain === undefined)
      throw invalidMember(`${path}.domain`, 'Expected a host name such as example.org.', 'invalid_domain')
    return { person: [], company: [exactToken('dom', domain)] }
  }
  if (company.pnetSlugOrURL !== undefined)
    return pageTokens(deps, company.pnetSlugOrURL, `${path}.pnetSlugOrURL`)
  if (company.name !== undefined)
    return { person: [exactToken('cname', companyNameKey(company.name))], company: [] }
  throw invalidMember(path, 'Expected domain, pnetSlugOrURL, name or pnetOrgID.', 'required')
}

function pageTokens(deps: SearchDeps, text: string, path: string): { person: string[]; company: string[] } {
  const page = parseNetworkUrl(text, deps.network)
  if (page === undefined) return { person: [], company: [exactToken('slug', normalizeSlug(text))] }
  if (page.kind === 'person')
    throw invalidMember(path, 'Expected the slug or address of a company page.', 'invalid_url')
  if ('id' in page) return { person: [exactToken('co', page.id)], company: [] }
  return { person: [], company: [exactToken('slug', page.slug)] }
}

import { networkUrl } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { companyIdentifiers } from '../../corpus/search-index/index.ts'
import { identifiedBy } from '../../corpus/search/index.ts'
import type { PlacesDeps } from './slice.ts'

/** Somebody who works at a business. */
export interface Employee {
  slug: string
  name: string
  role: string | null
  pnetUrl: string
  /** Owns or leads it, as the title says. */
  isOwner: boolean
}

const maxPeopleRead = 40
const maxPeopleShown = 5

const owning =
  /\b(?:owner|co owner|founder|co founder|proprietor|ceo|chief executive(?: officer)?|managing director|president|principal|inhaber(?:in)?|geschaftsfuhrer(?:in)?|gerant|propietario|titolare)\b/

/** People who work at a company now, owners and heads first. */
export async function findEmployees(
  { search, network }: Pick<PlacesDeps, 'search' | 'network'>,
  company: CompanyRecord,
  signal: AbortSignal,
): Promise<Employee[]> {
  const identifiers = companyIdentifiers(company)
  if (identifiers.length === 0) return []
  const [companies, snapshot] = await Promise.all([
    search.snapshots.newest('companies'),
    search.snapshots.newest('people'),
  ])
  const condition = search.worksAt(identifiedBy('companies', identifiers.slice(0, 1)), companies)
  const { bodies } = await search.page('people', { condition, snapshot, limit: maxPeopleRead, signal })
  const all = bodies.flatMap((body): Employee[] => {
    const person = JSON.parse(body) as PersonRecord
    if (!person.name) return []
    const role = titleAt(person, company)
    const isOwner = role !== null && owning.test(normalText(role)) && !/\bassistant\b/i.test(role)
    const pnetUrl = networkUrl('person', person.primary_slug, network)
    return [{ slug: person.primary_slug, name: person.name, role, pnetUrl, isOwner }]
  })
  return all.toSorted((a, b) => Number(b.isOwner) - Number(a.isOwner)).slice(0, maxPeopleShown)
}

function titleAt(
  { experiences }: PersonRecord,
  { li_org_id, domains, preferred_name }: CompanyRecord,
): string | null {
  const current = (experiences ?? []).filter(({ is_current }) => is_current === true)
  const here = current.find(
    ({ pnet_company_id, company_domain, company_name }) =>
      (pnet_company_id !== null && pnet_company_id === li_org_id) ||
      (company_domain && domains?.includes(normalizeDomain(company_domain) ?? '')) ||
      (company_name !== null && company_name === preferred_name),
  )
  return here?.title ?? null
}

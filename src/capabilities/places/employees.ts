import { networkUrl } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { companyIdentifiers } from '../../corpus/search-index/index.ts'
import { and, identifiedBy, or, titleContains, type Condition } from '../../corpus/search/index.ts'
import type { PlacesDeps } from './slice.ts'

/** Somebody who works at a business. */
export interface Employee {
  slug: string
  name: string
  role: string | null
  pnetUrl: string
  /** Owns or leads it, as the title says. */
  isOwner: boolean
  /** Has one of the titles asked for. */
  hasTitle: boolean
}

/** Titles of the people to answer. */
export interface WantedTitles {
  jobTitles: readonly string[]
  /** The title is one of these, and nobody else is answered; else it contains one, and others follow. */
  isStrict: boolean
}

const maxPeopleRead = 40
const maxPeopleShown = 5

const owning =
  /\b(?:owner|co owner|founder|co founder|proprietor|ceo|chief executive(?: officer)?|managing director|president|principal|inhaber(?:in)?|geschaftsfuhrer(?:in)?|gerant|propietario|titolare)\b/

/** People who work at a company now: those with a title asked for first, then owners and heads. */
export async function findEmployees(
  { search, network }: Pick<PlacesDeps, 'search' | 'network'>,
  company: CompanyRecord,
  { titles, signal }: { titles?: WantedTitles | undefined; signal: AbortSignal },
): Promise<Employee[]> {
  const identifiers = companyIdentifiers(company)
  if (identifiers.length === 0) return []
  const [companies, snapshot] = await Promise.all([
    search.snapshots.newest('companies'),
    search.snapshots.newest('people'),
  ])
  const staff = search.worksAt(identifiedBy('companies', identifiers.slice(0, 1)), companies)
  const readPeople = async (condition: Condition) =>
    (await search.page('people', { condition, snapshot, limit: maxPeopleRead, signal })).bodies
  // Asked for by itself, since in a large company a title may be beyond the people read.
  const titled = titles && and([staff, or(titles.jobTitles.map((title) => titleContains(title)))])
  const bodies = [
    ...(titled === undefined ? [] : await readPeople(titled)),
    ...(titles?.isStrict === true ? [] : await readPeople(staff)),
  ]
  const employees = new Map<string, Employee>()
  for (const body of bodies) {
    const person = JSON.parse(body) as PersonRecord
    if (!person.name || employees.has(person.primary_slug)) continue
    const role = titleAt(person, company)
    const isOwner = role !== null && owning.test(normalText(role)) && !/\bassistant\b/i.test(role)
    const hasTitle = role !== null && titles !== undefined && fitsTitle(role, titles)
    const pnetUrl = networkUrl('person', person.primary_slug, network)
    const employee = { slug: person.primary_slug, name: person.name, role, pnetUrl, isOwner, hasTitle }
    if (hasTitle || titles?.isStrict !== true) employees.set(employee.slug, employee)
  }
  const rank = ({ hasTitle, isOwner }: Employee) => 2 * Number(hasTitle) + Number(isOwner)
  return [...employees.values()].toSorted((a, b) => rank(b) - rank(a)).slice(0, maxPeopleShown)
}

function fitsTitle(role: string, { jobTitles, isStrict }: WantedTitles): boolean {
  const normal = normalText(role)
  return jobTitles.map(normalText).some((title) => {
    if (title === '') return false
    return isStrict ? normal === title : ` ${normal} `.includes(` ${title} `)
  })
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

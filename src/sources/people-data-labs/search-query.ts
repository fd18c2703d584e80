import { isPlainObject } from '../../corpus/import/index.ts'
import { countryByAlpha3, expandCountryCodes } from '../../corpus/reference/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug, parseNetworkUrl } from '../../lib/network-url.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'

/** A query of the vendor's search interface (Elasticsearch 7 query language). */
export type Query = { readonly [name: string]: unknown }

/** What a search asks, in the vendor's query language; undefined when some filter cannot be said in it. */
export type Translate = (
  question: Readonly<Record<string, unknown>>,
  network: NetworkHosts,
) => Query | undefined

type Value = Readonly<Record<string, unknown>>
/** One filter as queries that all hold; undefined when it cannot be said. */
type Filter = (value: unknown, network: NetworkHosts) => Query[] | undefined

const terms = (field: string, values: readonly unknown[]): Query => ({ terms: { [field]: values } })
const matchAny = (queries: readonly Query[]): Query => ({
  bool: { should: queries, minimum_should_match: 1 },
})
const matchNone = (queries: readonly Query[]): Query => ({ bool: { must_not: queries } })

/** `{anyOf, allOf, noneOf}` of things that each become one query. */
function lists(one: (item: unknown, network: NetworkHosts) => Query | undefined): Filter {
  return (value, network) => {
    if (!isPlainObject(value)) return undefined
    const queries: Query[] = []
    for (const [list, clauses] of Object.entries(value)) {
      if (clauses === null || clauses === undefined) continue
      if (!Array.isArray(clauses)) return undefined
      const each = clauses.map((item) => one(item, network))
      const present = each.filter((query) => query !== undefined)
      if (present.length < each.length) return undefined
      if (list === 'anyOf') queries.push(matchAny(present))
      else if (list === 'allOf') queries.push(...present)
      else if (list === 'noneOf') queries.push(matchNone(present))
      else return undefined
    }
    return queries
  }
}

/** The vendor writes countries by name, in lower case. */
function inCountry(field: string): Filter {
  const one = (code: unknown) => {
    const { countries, unknown } = expandCountryCodes([String(code)])
    const names = [...countries].flatMap((each) => countryByAlpha3(each)?.name.toLowerCase() ?? [])
    return unknown.length > 0 || names.length < countries.size ? undefined : terms(field, names)
  }
  return lists(one)
}

function range(field: string, { gt, gte, lte }: { gt?: unknown; gte?: unknown; lte?: unknown }): Query[] {
  const bounds = Object.entries({ gt, gte, lte }).filter(([, bound]) => bound !== null && bound !== undefined)
  return bounds.length === 0 ? [] : [{ range: { [field]: Object.fromEntries(bounds) } }]
}

const numbers =
  (field: string): Filter =>
  (value) =>
    isPlainObject(value) ? range(field, { gte: value['lowerBound'], lte: value['upperBound'] }) : undefined

/** Words side by side, which only titles of type `plain` or `term` ask for. */
const title = lists((item) => {
  const { type, term } = item as Value
  return type === 'plain' || type === 'term' ? { match_phrase: { job_title: term } } : undefined
})

/** Options that change nothing about which records are found. */
const ignored: Filter = () => []

const personFilters: Readonly<Record<string, Filter>> = {
  country3LetterCode: inCountry('location_country'),
  jobTitleV2: title,
  jobTitleV3: title,
  numConnections: numbers('linkedin_connections'),
  fuzzyName: lists((item) => ({ match_phrase: { full_name: (item as Value)['name'] } })),
  exactProfile: lists((item) => {
    const { primary_slug: slug } = item as Value
    return typeof slug === 'string' ? { term: { linkedin_username: normalizeSlug(slug) } } : undefined
  }),
  getDetailedEducation: ignored,
  getDetailedWorkExperience: ignored,
}

const companyFilters: Readonly<Record<string, Filter>> = {
  headquartersCountryCode: inCountry('location.country'),
  domains: (value) => {
    const domains = Array.isArray(value) ? value.map((each) => normalizeDomain(String(each))) : [undefined]
    return domains.includes(undefined) ? undefined : [terms('website', domains)]
  },
  nameLike: lists((item) => ({ match_phrase: { name: item } })),
  exactCompanyV2: lists(oneCompany),
  employeeCountV2: (value) => {
    if (!isPlainObject(value)) return undefined
    const { lowerBoundExclusive: gt, upperBoundInclusive: lte } = value
    return range('employee_count', { gt, lte })
  },
}

function oneCompany(item: unknown, network: NetworkHosts): Query | undefined {
  const { identifier, ...company } = item as Value
  switch (identifier) {
    case 'domain':
      return { term: { website: normalizeDomain(String(company['domain'])) } }
    case 'pnet-url': {
      const page = parseNetworkUrl(String(company['pnet_url']), network)
      if (page === undefined) return undefined
      return 'slug' in page ? { term: { linkedin_slug: page.slug } } : { term: { linkedin_id: page.id } }
    }
    case 'pnet-org-id':
      return { term: { linkedin_id: company['org_id'] } }
    case 'advanced':
      return { term: { linkedin_id: company['li_org_id'] } }
    default:
      return undefined
  }
}

/** The slug that a text is, or that its address ends in; undefined for an address that has none. */
function readSlug(text: string, network: NetworkHosts): string | undefined {
  const page = parseNetworkUrl(text, network)
  if (page === undefined) return normalizeSlug(text)
  return 'slug' in page ? page.slug : undefined
}

/** Employers as a people search names them, each by its strongest member. */
function employers(value: unknown, network: NetworkHosts): Query[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return []
  const queries = value.map((item) => {
    const { pnetOrgID, domain, pnetSlugOrURL, name } = item as Value
    if (typeof pnetOrgID === 'string') return { term: { job_company_linkedin_id: pnetOrgID } }
    if (typeof domain === 'string') return { term: { job_company_website: normalizeDomain(domain) } }
    if (typeof pnetSlugOrURL === 'string') {
      const slug = readSlug(pnetSlugOrURL, network)
      return slug && { term: { job_company_linkedin_url: `linkedin.com/company/${slug}` } }
    }
    return typeof name === 'string' ? { match_phrase: { job_company_name: name } } : undefined
  })
  const present = queries.filter((query) => query !== undefined && query !== '')
  return present.length < queries.length ? undefined : [matchAny(present as Query[])]
}

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && !(isPlainObject(value) && !Object.values(value).some(isGiven))

function translated(filters: Readonly<Record<string, Filter>>, params: unknown, network: NetworkHosts) {
  const queries: Query[] = []
  for (const [name, value] of Object.entries(isPlainObject(params) ? params : {})) {
    if (!isGiven(value)) continue
    const translations = Object.hasOwn(filters, name) ? filters[name]?.(value, network) : undefined
    if (translations === undefined) return undefined
    queries.push(...translations)
  }
  return queries
}

/** A search for nothing in particular would be paid for by the record. */
const all = (queries: readonly Query[]): Query | undefined =>
  queries.length === 0 ? undefined : { bool: { filter: queries } }

export const peopleQuery: Translate = ({ searchParams, companyParams, currentCompanies }, network) => {
  const queries = translated(personFilters, searchParams, network)
  const employed = employers(currentCompanies, network)
  return queries === undefined || employed === undefined || isGiven(companyParams)
    ? undefined
    : all([...queries, ...employed])
}

export const companyQuery: Translate = ({ searchParams }, network) => {
  const queries = translated(companyFilters, searchParams, network)
  return queries && all(queries)
}

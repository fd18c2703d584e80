import { z } from 'zod'
import { normalizeSlug } from '../../lib/network-url.ts'
import { invalidMember } from '../../operation/index.ts'
import { employmentType, industry, jobFunction, jobLocationType, postingSeniority } from '../records/index.ts'
import {
  accepted,
  readCompanyPage,
  readHost,
  identityToken,
  type CompanyIdentity,
} from '../identify/index.ts'
import { exactToken, nameToken, token, unknownDay, type FacetKind } from '../search-index/index.ts'
import { always, hasAny, identifiedBy, or, type Condition } from './condition.ts'
import { countryFilter, countryTokens } from './place/country.ts'
import { dateCondition, dateRange } from './dates.ts'
import { filter, paramsSchema, withFacet, type FilterContext } from './filter.ts'
import { keywordFilter } from './keywords.ts'
import { amountRange, overlaps } from './amount-range.ts'
import { placeFilter } from './place/place-filter.ts'
import { titleContains } from './text.ts'
import { postingTitles } from './value-columns.ts'

/** Employers, all named by the same kind of identifier. */
const postingCompanies = z
  .object({
    identifier: z.enum(['pnetSlug', 'pnetUrl', 'pnetOrgId', 'pnetOrgID', 'domain', 'name']),
    value: z.array(z.string().min(1)).max(10_000),
  })
  .meta({ id: 'PostingCompanies' })

type PostingCompanies = z.output<typeof postingCompanies>

/** The tokens of an employer: on the posting itself, and of the company in the corpus. */
interface EmployerTokens {
  posting: string
  company: string
}

/** The token under which a posting carries an identifier of its employer. */
const onPosting = { slug: 'cslug', org: 'co', dom: 'cdom' } as const

const makeTokens = (employer: CompanyIdentity): EmployerTokens => ({
  posting: exactToken(onPosting[employer.sort], employer.value),
  company: identityToken(employer),
})

/** Tokens of one employer. A malformed identifier is a 400 at its path. */
export function employerTokens(
  identifier: PostingCompanies['identifier'],
  value: string,
  context: Pick<FilterContext, 'path' | 'network'>,
): EmployerTokens {
  const { path, network } = context
  switch (identifier) {
    case 'pnetSlug':
      return makeTokens({ sort: 'slug', value: normalizeSlug(value) })
    case 'pnetOrgId':
    case 'pnetOrgID':
      if (!/^\d+$/.test(value)) throw invalidMember(path, 'Expected digits.', 'invalid_id')
      return makeTokens({ sort: 'org', value })
    case 'pnetUrl':
      return makeTokens(accepted(readCompanyPage(value, network), path))
    case 'domain':
      return makeTokens(accepted(readHost(value), path))
    case 'name':
      return { posting: nameToken('cname', value), company: nameToken('name', value) }
  }
}

/** Postings that name an employer, or belong to a company of the corpus with its identifier. */
function employerCondition(companies: PostingCompanies, context: FilterContext): Condition {
  const tokens = companies.value.map((value, index) =>
    employerTokens(companies.identifier, value, { ...context, path: `${context.path}.value[${index}]` }),
  )
  const named = identifiedBy(
    'postings',
    tokens.map(({ posting }) => posting),
  )
  // A name finds companies but identifies none; postings with that spelling are matched by their own name.
  if (context.ofCompany === undefined || companies.identifier === 'name' || tokens.length === 0) return named
  const companyOf = identifiedBy(
    'companies',
    tokens.map(({ company }) => company),
  )
  return or([named, context.ofCompany(companyOf)])
}

const listAny = <T extends z.ZodType>(item: T) => z.array(item).max(10_000)

/** A posting has one of some values, which are facets. */
function matchOne<T extends z.ZodEnum<Record<string, string>>>(item: T, facet: FacetKind) {
  const values = new Map(item.options.map((value) => [token(facet, value), value]))
  const plain = filter(listAny(item), (wanted) =>
    hasAny(
      'facets',
      (wanted as string[]).map((value) => token(facet, value)),
    ),
  )
  return withFacet(plain, {
    kind: facet,
    readValue: (text) => values.get(`${facet}:${text}`) ?? text,
  })
}

/** Search parameters of job postings (SHAPES.md 16 "jobs"). A new one is one entry here. */
export const postingFilters = {
  companies: filter(postingCompanies, employerCondition),
  title: withFacet(
    filter(z.array(z.string().min(1).max(500)).max(1000), (titles) =>
      or(titles.map((title) => titleContains(title))),
    ),
    { kind: 'title', column: postingTitles, readValue: (title) => title },
  ),
  keywords: keywordFilter,
  isActive: filter(z.enum(['true', 'false', 'no_preference']), (state) =>
    state === 'no_preference'
      ? always
      : hasAny('facets', [token('status', state === 'true' ? 'active' : 'closed')]),
  ),
  postedAt: filter(dateRange, (value, context) => dateCondition('posted', unknownDay, value, context)),
  numApplicants: filter(amountRange, (value) =>
    overlaps({ low: 'applicants_low', high: 'applicants_high' }, value),
  ),
  jobFunctions: matchOne(jobFunction, 'fn'),
  industries: matchOne(industry, 'ind'),
  annualSalaryUsd: filter(amountRange, (value) => overlaps({ low: 'pay_low', high: 'pay_high' }, value)),
  yearsOfExperience: filter(amountRange, (value) =>
    overlaps({ low: 'years_low', high: 'years_high' }, value),
  ),
  jobLocationType: matchOne(jobLocationType, 'loc'),
  employmentType: matchOne(employmentType, 'emp'),
  seniorityLevel: matchOne(postingSeniority, 'sen'),
  countryOrRegionCode: withFacet(
    filter(listAny(z.string().min(1)), (codes, context) => hasAny('facets', countryTokens(codes, context))),
    countryFilter.facet,
  ),
  location: placeFilter,
}

export const postingSearchParams = paramsSchema('PostingSearchParams', postingFilters, {
  companies: 'Employers, up to 10,000, by one kind of identifier.',
  title: 'The title holds one of these, whole words in sequence; case and accents are ignored.',
  keywords: 'Words or phrases in title, employer and description.',
  isActive: 'Postings that take applications ("true"), or no longer do ("false").',
  postedAt: 'Day the posting appeared.',
  numApplicants: 'The stated number of applicants meets this range; both bounds inclusive.',
  jobFunctions: 'One of these functions.',
  industries: 'One of these industries.',
  annualSalaryUsd: 'The stated yearly pay in US dollars meets this range.',
  yearsOfExperience: 'The required years of experience meet this range.',
  jobLocationType: 'On-site, remote or hybrid.',
  employmentType: 'One of these kinds of employment.',
  seniorityLevel: 'One of these levels.',
  countryOrRegionCode: 'Countries (ISO 3166-1 alpha-3) and regions (X-…) of the place of work.',
  location: 'Place of work within any of unionAll and none of subtractAll.',
})
export type PostingSearchParams = z.output<typeof postingSearchParams>

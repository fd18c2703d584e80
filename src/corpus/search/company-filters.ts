import { z } from 'zod'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug, parseNetworkUrl } from '../../lib/network-url.ts'
import { invalidMember, optional } from '../../operation/index.ts'
import { companyStage, companyTag, industry } from '../records/index.ts'
import { expandCountryCodes } from '../reference/index.ts'
import { bucketsBetween, employeeBounds, exactToken, token, unknownDay } from '../search-index/index.ts'
import { always, and, hasAny, identifiedBy, not, or, type Condition } from './condition.ts'
import { dateCondition, dateRange } from './dates.ts'
import { facetFilter, filter, pair, paramsSchema, triple, withFacet, type FilterContext } from './filter.ts'
import { placeFilter } from './place.ts'
import { containsWords } from './text.ts'

/** One company, named in one of four ways (SPEC.md "Company identifier kinds"). */
export const companyIdentifier = z
  .discriminatedUnion('identifier', [
    z.object({ identifier: z.literal('domain'), domain: z.string().min(1) }),
    z.object({ identifier: z.literal('pnet-url'), pnet_url: z.url({ protocol: /^https$/ }) }),
    z.object({ identifier: z.literal('pnet-org-id'), org_id: z.string().regex(/^\d+$/, 'Expected digits.') }),
    z.object({
      identifier: z.literal('advanced'),
      li_org_id: z
        .string()
        .min(1)
        .describe('Decides; the other members describe the company and are not compared.'),
      pnet_id: optional(z.string()),
      preferred_name: optional(z.string()),
      names: optional(z.array(z.string())),
      pnet_primary_slug: optional(z.string()),
      domains: optional(z.array(z.string())),
      logo_url: optional(z.string()),
      source: optional(z.literal('csv')),
    }),
  ])
  .meta({ id: 'CompanyIdentifier' })

export type CompanyIdentifier = z.output<typeof companyIdentifier>

/** The identifier token of one company identifier; a malformed one is a 400 at its path. */
export function companyToken(
  identifier: CompanyIdentifier,
  context: Pick<FilterContext, 'path' | 'network'>,
): string {
  const { path } = context
  switch (identifier.identifier) {
    case 'domain':
      return exactToken('dom', domainOf(identifier.domain, `${path}.domain`))
    case 'pnet-url':
      return pageToken(identifier.pnet_url, { ...context, path: `${path}.pnet_url` })
    case 'pnet-org-id':
      return exactToken('org', identifier.org_id)
    case 'advanced':
      return exactToken('org', identifier.li_org_id)
  }
}

function domainOf(text: string, path: string): string {
  const domain = normalizeDomain(text)
  if (domain === undefined)
    throw invalidMember(path, 'Expected a host name such as example.org.', 'invalid_domain')
  return domain
}

/** Token of a company page address. */
export function pageToken(text: string, context: Pick<FilterContext, 'path' | 'network'>): string {
  const page = parseNetworkUrl(text, context.network)
  if (page === undefined || page.kind === 'person') {
    throw invalidMember(context.path, 'Expected the address of a company page on the network.', 'invalid_url')
  }
  return 'id' in page ? exactToken('org', page.id) : exactToken('slug', normalizeSlug(page.slug))
}

/** Countries behind codes and region codes; an unknown code is a 400 at its path. */
export function countryTokens(codes: readonly string[], path: string): string[] {
  const { countries, unknown } = expandCountryCodes([...codes])
  if (unknown.length > 0) {
    const index = codes.indexOf(unknown[0] as string)
    throw invalidMember(
      `${path}[${index}]`,
      `"${unknown[0]}" is not a country or region code.`,
      'unknown_country',
    )
  }
  return [...countries].map((country) => token('country', country))
}

const byCountry = filter(pair(z.string().min(1)), (value, context) => {
  const parts: Condition[] = []
  if (value.anyOf !== undefined)
    parts.push(hasAny('facets', countryTokens(value.anyOf, `${context.path}.anyOf`)))
  if (value.noneOf !== undefined && value.noneOf.length > 0) {
    parts.push(not(hasAny('facets', countryTokens(value.noneOf, `${context.path}.noneOf`))))
  }
  return and(parts)
})

export const countryFilter = withFacet(byCountry, {
  kind: 'country',
  valueOf: (token) => token.toUpperCase(),
})

const bound = z.union(employeeBounds.map((value) => z.literal(value)))

export const keywordFilter = filter(
  z.object({
    containsAll: optional(z.array(z.string().min(1)).max(100)),
    containsAny: optional(z.array(z.string().min(1)).max(1000)),
    containsNone: optional(z.array(z.string().min(1)).max(1000)),
  }),
  (value) => {
    const parts = (value.containsAll ?? []).map(containsWords)
    if (value.containsAny !== undefined) parts.push(or(value.containsAny.map(containsWords)))
    return and([...parts, not(or((value.containsNone ?? []).map(containsWords)))])
  },
)

const bySize = filter(
  z.object({
    lowerBoundExclusive: optional(bound).describe('More employees than this.'),
    upperBoundInclusive: optional(bound).describe('At most this many employees.'),
  }),
  ({ lowerBoundExclusive, upperBoundInclusive }) => {
    if (lowerBoundExclusive === undefined && upperBoundInclusive === undefined) return always
    const buckets = bucketsBetween(lowerBoundExclusive, upperBoundInclusive)
    return hasAny(
      'facets',
      buckets.map((bucket) => `size:${bucket}`),
    )
  },
)

/** The bounds of a bucket, as `employeeCountV2` takes them. */
function sizeRange(bucket: number) {
  return {
    lowerBoundExclusive: employeeBounds[bucket - 1] ?? null,
    upperBoundInclusive: employeeBounds[bucket] ?? null,
  }
}

/** Company search parameters (SPEC.md and SHAPES.md 2). A new one is one entry here. */
export const companyFilters = {
  exactCompanyV2: filter(pair(companyIdentifier), (value, context) => {
    const tokens = (companies: readonly CompanyIdentifier[], list: string) =>
      companies.map((company, index) =>
        companyToken(company, { ...context, path: `${context.path}.${list}[${index}]` }),
      )
    return and([
      value.anyOf === undefined ? always : identifiedBy('companies', tokens(value.anyOf, 'anyOf')),
      not(identifiedBy('companies', tokens(value.noneOf ?? [], 'noneOf'))),
    ])
  }),
  domains: filter(z.array(z.string().min(1)).max(10_000), (domains, context) =>
    identifiedBy(
      'companies',
      domains.map((domain, index) => exactToken('dom', domainOf(domain, `${context.path}[${index}]`))),
    ),
  ),
  headquartersCountryCode: countryFilter,
  headquartersStateName: facetFilter(pair(z.string().min(1)), (state: string) => token('state', state)),
  headquartersLocation: placeFilter,
  employeeCountV2: withFacet(bySize, { kind: 'size', valueOf: (token) => sizeRange(Number(token)) }),
  industriesV2: facetFilter(triple(industry), (name: string) => token('ind', name)),
  keywords: keywordFilter,
  stage: facetFilter(pair(companyStage), (stage: string) => token('stage', stage)),
  foundedOn: filter(dateRange, (value, context) => dateCondition('founded', unknownDay, value, context)),
  tags: facetFilter(triple(companyTag), (tag: string) => token('tag', tag)),
}

export const companySearchParams = paramsSchema('CompanySearchParams', companyFilters, {
  exactCompanyV2: 'These companies, or all but these.',
  domains: 'Companies with one of these domains; scheme, path and www are ignored.',
  headquartersCountryCode: 'Country of the headquarters: ISO 3166-1 alpha-3 codes and region codes (X-…).',
  headquartersStateName:
    'State, province or region of the headquarters, by name or code; case and accents aside.',
  headquartersLocation: 'Headquarters within any of unionAll and none of subtractAll.',
  employeeCountV2: 'Number of employees, between two of the listed bounds.',
  industriesV2: 'Standard industries of the company.',
  keywords:
    'Words or phrases in names, descriptions, specialties, industries and technologies; whole words, accents aside.',
  stage: 'Funding stage.',
  foundedOn: 'Day the company was founded; a year or month alone counts as its first day.',
  tags: 'Derived labels of the company.',
})
export type CompanySearchParams = z.output<typeof companySearchParams>

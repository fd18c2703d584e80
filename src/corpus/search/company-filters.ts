import { z } from 'zod'
import { bucketsBetween, employeeBounds, token, unknownDay } from '../search-index/index.ts'
import { optional } from '../../operation/index.ts'
import { classFilters, classMeanings } from './company/classes.ts'
import { fundingFilters, fundingMeanings } from './company/funding.ts'
import { employeeFilter, employeeMeanings } from './company/employees.ts'
import { identityFilters, identityMeanings } from './company/identity.ts'
import { jobPostingFilters, jobPostingMeanings } from './company/job-postings.ts'
import { nameFilters, nameMeanings } from './company/names.ts'
import { officeFilters, officeMeanings } from './company/offices.ts'
import { postingStatFilters, postingStatMeanings } from './company/posting-stats.ts'
import { programmeFilters, programmeMeanings } from './company/programmes.ts'
import { trendFilters, trendMeanings } from './company/trends.ts'
import { always, hasAny } from './condition.ts'
import { countryFilter } from './country.ts'
import { dateCondition, dateRange } from './dates.ts'
import { facetFilter, filter, pair, paramsSchema, withFacet } from './filter.ts'
import { keywordFilter } from './keywords.ts'
import { placeFilter } from './place.ts'

const bound = z.union(employeeBounds.map((value) => z.literal(value)))

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

/** Company search parameters (SPEC.md and SHAPES.md 2), by theme in `company/`. A new one is one entry. */
export const companyFilters = {
  ...identityFilters,
  ...nameFilters,
  headquartersCountryCode: countryFilter,
  headquartersStateName: facetFilter(pair(z.string().min(1)), (state: string) => token('state', state)),
  headquartersLocation: placeFilter,
  ...officeFilters,
  employeeCountV2: withFacet(bySize, { kind: 'size', valueOf: (token) => sizeRange(Number(token)) }),
  ...employeeFilter,
  ...trendFilters,
  ...classFilters,
  keywords: keywordFilter,
  foundedOn: filter(dateRange, (value, context) => dateCondition('founded', unknownDay, value, context)),
  ...fundingFilters,
  ...programmeFilters,
  ...jobPostingFilters,
  ...postingStatFilters,
}

export const companySearchParams = paramsSchema('CompanySearchParams', companyFilters, {
  ...identityMeanings,
  ...nameMeanings,
  headquartersCountryCode: 'Country of the headquarters: ISO 3166-1 alpha-3 codes and region codes (X-…).',
  headquartersStateName:
    'State, province or region of the headquarters, by name or code; case and accents aside.',
  headquartersLocation: 'Headquarters within any of unionAll and none of subtractAll.',
  ...officeMeanings,
  employeeCountV2: 'Number of employees, between two of the listed bounds.',
  ...employeeMeanings,
  ...trendMeanings,
  ...classMeanings,
  keywords:
    'Words or phrases in names, descriptions, specialties, industries and technologies; whole words, accents aside.',
  foundedOn: 'Day the company was founded; a year or month alone counts as its first day.',
  ...fundingMeanings,
  ...programmeMeanings,
  ...jobPostingMeanings,
  ...postingStatMeanings,
})
export type CompanySearchParams = z.output<typeof companySearchParams>

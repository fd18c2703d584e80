import { z } from 'zod'
import { bucketsBetween, employeeBounds, unknownDay } from '../search-index/index.ts'
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
import { countryFilter } from './place/country.ts'
import { dateCondition, dateRange } from './dates.ts'
import { facetLists, filter, pair, paramsSchema, withFacet } from './filter.ts'
import { keywordFilter } from './keywords.ts'
import { placeFilter } from './place/place-filter.ts'
import { rangeCondition } from './range.ts'
import { sortFilter } from './sort-fields.ts'
import { stateReader } from './place/read-states.ts'
import { foundedYear } from './value-columns.ts'

const bound = z.number().int().min(0)
const isBucketBound = (value: number | undefined) =>
  value === undefined || (employeeBounds as readonly number[]).includes(value)

const bySize = filter(
  z.object({
    lowerBoundExclusive: optional(bound).describe('More employees than this.'),
    upperBoundInclusive: optional(bound).describe('At most this many employees.'),
  }),
  ({ lowerBoundExclusive, upperBoundInclusive }) => {
    if (lowerBoundExclusive === undefined && upperBoundInclusive === undefined) return always
    if (!isBucketBound(lowerBoundExclusive) || !isBucketBound(upperBoundInclusive))
      return rangeCondition('headcount', {
        lowerBound: lowerBoundExclusive === undefined ? undefined : lowerBoundExclusive + 1,
        upperBound: upperBoundInclusive,
      })
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

/** The days of a year, as `foundedOn` takes them. */
function toYearRange(year: string) {
  const four = year.padStart(4, '0')
  return { strategy: 'absolute', range: { lowerBound: `${four}-01-01`, upperBound: `${four}-12-31` } }
}

/** Company search parameters (SPEC.md and SHAPES.md 2), by theme in `company/`. A new one is one entry. */
export const companyFilters = {
  ...identityFilters,
  ...nameFilters,
  headquartersCountryCode: countryFilter,
  headquartersStateName: filter(pair(z.string().min(1)), (value, context) => {
    const read = stateReader(context)
    return facetLists(value, (state) => read(state))
  }),
  headquartersLocation: placeFilter,
  ...officeFilters,
  employeeCountV2: withFacet(bySize, { kind: 'size', readValue: (token) => sizeRange(Number(token)) }),
  ...employeeFilter,
  ...trendFilters,
  ...classFilters,
  keywords: keywordFilter,
  foundedOn: withFacet(
    filter(dateRange, (value, context) => dateCondition('founded', unknownDay, value, context)),
    { kind: 'year', column: foundedYear, readValue: toYearRange, readLabel: (year) => year },
  ),
  ...fundingFilters,
  ...programmeFilters,
  ...jobPostingFilters,
  ...postingStatFilters,
  sort: sortFilter('companies'),
}

const schema = paramsSchema('CompanySearchParams', companyFilters, {
  ...identityMeanings,
  ...nameMeanings,
  headquartersCountryCode: 'Country of the headquarters: ISO 3166-1 alpha-3 codes and region codes (X-…).',
  headquartersStateName:
    'State, province or region of the headquarters, by any of its names or its code; case and accents are ignored.',
  headquartersLocation: 'Headquarters within any of unionAll and none of subtractAll.',
  ...officeMeanings,
  employeeCountV2: 'Number of employees, more than the one bound and up to the other.',
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
  sort: 'Order of the pages, instead of `sort` beside the parameters. Parameters within a group have none.',
})
type Schema = typeof schema
/** Named so that declarations of schemas made of it need not write it out. */
export interface CompanySearchParamsSchema extends Schema {}
export const companySearchParams: CompanySearchParamsSchema = schema
export type CompanySearchParams = z.output<typeof companySearchParams>

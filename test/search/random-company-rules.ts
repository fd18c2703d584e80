import fc, { type Arbitrary } from 'fast-check'
import {
  employmentType,
  industry,
  jobFunction,
  jobLocationType,
  postingSeniority,
  type CompanyRecord,
  type JobPostStats,
} from '../../src/corpus/records/index.ts'
import { postingsOf, staffOf } from './naive-staff.ts'
import type { CompanyParams } from './naive-params.ts'
import {
  countryCodes,
  dateRanges,
  phrases,
  positive,
  rangesAround,
  strategies,
  valueOf,
} from './random-values.ts'

type Records = Arbitrary<CompanyRecord>

/** Rules on the people of a company, near one of them. */
export function staffRules(records: Records) {
  return records.chain((record) => {
    const staff = staffOf(record)
    const one = staff.length === 0 ? fc.constant(undefined) : fc.constantFrom(...staff)
    return one.chain((employee) => {
      const position = employee?.positions[0]
      const title = phrases(fc.constant([position?.title ?? 'Sales Manager']))
      const most = fc.option(fc.constantFrom(0, 1, 2, Math.max(1, staff.length)))
      const finite = fc
        .tuple(most, most)
        .map(([a, b]) => ({
          tag: 'finiteRange' as const,
          lowerBound: a === null || b === null ? a : Math.min(a, b),
          upperBound: a === null || b === null ? b : Math.max(a, b),
        }))
        .filter(({ lowerBound, upperBound }) => (lowerBound ?? 0) > 0 || upperBound !== null)
      const hire = fc.record(
        {
          hiredAt: fc.option(dateRanges(fc.constant(position?.start_date ?? null)), { freq: 6 }),
          jobTitle: fc.option(fc.array(title, { maxLength: 2 })),
        },
        { requiredKeys: [] },
      )
      const place = fc.constant(employee?.person.inferred_location ?? null)
      return fc.record({
        employeesToMatch: fc.oneof(
          { weight: 3, arbitrary: finite },
          { weight: 1, arbitrary: fc.constant({ tag: 'all' as const }) },
        ),
        employeeFilters: fc.option(
          fc.record(
            {
              countryCode: fc.option(fc.array(countryCodes(place), { maxLength: 2 })),
              jobTitle: fc.option(fc.array(title, { maxLength: 3 })),
              recentlyHired: fc.option(fc.array(hire, { maxLength: 2 })),
            },
            { requiredKeys: [] },
          ),
          { freq: 8 },
        ),
      })
    })
  })
}

export function statRules(records: Records) {
  const total = valueOf(records, (record) => [record.li_job_posts_stats?.total_count], 3)
  const range = fc.oneof(
    fc.record({
      type: fc.constant('count-range' as const),
      range: positive(rangesAround(fc.constantFrom(0, 1, 2, 5))),
    }),
    fc.record({
      type: fc.constant('percent-range' as const),
      rangeInHundredths: fc.constantFrom(
        { lowerBound: 50 },
        { upperBound: 0 },
        { lowerBound: 0.01, upperBound: 99.99 },
        { lowerBound: 100, upperBound: 100 },
      ),
    }),
  )
  const among = <T extends string>(options: readonly T[], counts: (stats: JobPostStats) => object | null) =>
    records.chain((record) => {
      const stats = record.li_job_posts_stats
      const own = Object.keys((stats && counts(stats)) ?? {}).filter((key): key is T =>
        (options as readonly string[]).includes(key),
      )
      return fc.constantFrom(...(own.length === 0 ? options : own))
    })
  const country = valueOf(
    records,
    (record) => Object.keys(record.li_job_posts_stats?.country_location_stats ?? {}),
    'USA',
  )
  const rule = <R extends string>(name: R) => fc.constant(name)
  return fc.oneof(
    fc.record({ rule: rule('total'), count: positive(rangesAround(total)) }),
    fc.record({
      rule: rule('country'),
      countryOrRegionCode: fc.oneof(country, fc.constantFrom('X-EUROPE', 'X-NORTH_AMERICA', 'DEU')),
      range,
    }),
    fc.record({ rule: rule('country'), countryCode: country, range }),
    fc.record({
      rule: rule('seniority'),
      seniority: among(postingSeniority.options, (of) => of.seniority_stats),
      range,
    }),
    fc.record({
      rule: rule('employment-type'),
      employmentType: among(employmentType.options, (of) => of.employment_type_stats),
      range,
    }),
    fc.record({
      rule: rule('job-function'),
      jobFunction: among(jobFunction.options, (of) => of.puree_job_functions_stats),
      range,
    }),
    fc.record({
      rule: rule('location-type'),
      jobLocationType: among(jobLocationType.options, (of) => of.job_location_type_stats),
      range,
    }),
    fc.record({
      rule: rule('location-type'),
      locationType: among(jobLocationType.options, (of) => of.job_location_type_stats),
      range,
    }),
    fc.record({
      rule: rule('industry'),
      industry: among(industry.options, (of) => of.standard_industries_stats),
      range,
    }),
  )
}

/** Rules on a posting, near one of the company. */
export function postingRules(records: Records) {
  return records.chain((record) => {
    const own = postingsOf(record)
    const one = own.length === 0 ? fc.constant(undefined) : fc.constantFrom(...own)
    return one.chain((posting) => {
      const place = fc.constant(posting?.standardized_location ?? null)
      const few = <const T extends string>(value: T, ...others: T[]) =>
        fc.option(fc.subarray([...new Set([value, ...others])]), { freq: 2 })
      const salary = posting?.annual_salary_usd?.gte ?? 90_000
      return fc.record(
        {
          jobTitle: fc.option(
            fc.array(phrases(fc.constant([posting?.title ?? 'Engineer'])), { maxLength: 2 }),
          ),
          keywords: fc.option(
            fc.array(phrases(fc.constant([posting?.description ?? 'We ask for Python.'])), { maxLength: 2 }),
            { freq: 2 },
          ),
          seniority: few(posting?.seniority_level ?? 'Director', 'Director'),
          jobFunction: few(posting?.job_function?.[0] ?? 'Sales', 'Sales'),
          employmentType: few(posting?.employment_type ?? 'Full-time', 'Internship'),
          jobLocationType: few(posting?.job_location_type ?? 'Remote', 'Remote'),
          industry: few(posting?.standard_industries?.[0] ?? 'Software', 'Finance'),
          countryOrRegionCode: fc.option(fc.array(countryCodes(place), { maxLength: 2 }), { freq: 2 }),
          geoLocation: fc.option(strategies(place) as Arbitrary<PostingPlace>, { freq: 2 }),
          postedAt: fc.option(dateRanges(fc.constant(posting?.posted_at?.slice(0, 10) ?? null)), { freq: 2 }),
          annualPayUSD: fc.option(
            fc.constantFrom(
              { lowerBound: posting?.annual_salary_usd?.lte ?? salary },
              { upperBound: salary },
              { upperBound: salary - 1 },
            ),
            { freq: 2 },
          ),
          yearsOfExperience: fc.option(
            fc.constantFrom(
              { lowerBound: posting?.years_of_experience?.lte ?? 3 },
              { lowerBound: 0, upperBound: 2 },
              { lowerBound: 4, upperBound: 5 },
            ),
            { freq: 2 },
          ),
          numApplicants: fc.option(fc.constantFrom({ upperBound: 100 }, { lowerBound: 100 }), { freq: 2 }),
          jobPostingStatus: fc.option(
            fc.constantFrom('active' as const, 'closed' as const, 'either' as const),
          ),
        },
        { requiredKeys: [] },
      )
    })
  })
}

type PostingPlace = NonNullable<
  NonNullable<NonNullable<CompanyParams['jobPostingsV2']>['anyOf']>[number]['geoLocation']
>

import fc, { type Arbitrary } from 'fast-check'
import {
  acceleratorSlug,
  companyStatus,
  employeeTrendFunction,
  technology,
  type CompanyRecord,
} from '../../src/corpus/records/index.ts'
import { companyFlags, listFlags } from '../../src/corpus/search-index/index.ts'
import { newestRoundOn, type moreCompanyTests } from './naive-company.ts'
import { postingRules, staffRules, statRules } from './random-company-rules.ts'
import type { CompanyParams } from './naive-params.ts'
import {
  countryCodes,
  dateRanges,
  listsOf,
  phrases,
  positive,
  rangesAround,
  strategies,
  triplesOf,
  valueOf,
} from './random-values.ts'

type Filters = { [K in keyof typeof moreCompanyTests]: Arbitrary<NonNullable<CompanyParams[K]>> }
type Records = Arbitrary<CompanyRecord>

const amounts = [0, 1, 1e5, 5e7]

/** Values of the parameters of `company/`, drawn near one record so that combinations of them find something. */
export function moreCompanyFilters(near: Records, any: Records): Filters {
  const total = valueOf(near, (record) => [record.total_funding_consensus], 1e6)
  const newest = valueOf(near, (record) => [record.latest_funding_consensus], 1e6)
  const texts = (read: (record: CompanyRecord) => (string | null)[] | null, otherwise: string) =>
    triplesOf(rewritten(near, read, otherwise), rewritten(any, read, otherwise))
  return {
    nameLike: listsOf(phrases(near.map(namesOf)), phrases(any.map(namesOf))),
    numWordsInName: positive(rangesAround(fc.integer({ min: 0, max: 5 }))),
    pnetSlugs: fc.array(
      rewritten(near, (record) => record.pnet_slugs, 'nobody'),
      { maxLength: 4 },
    ),
    officeLocationsV2: triplesOf(officeRules(near), officeRules(any)),
    employees: fc.record(
      {
        rules: fc.array(staffRules(near), { minLength: 1, maxLength: 3 }),
        joiner: fc.option(fc.constantFrom('AND' as const, 'OR' as const)),
      },
      { requiredKeys: ['rules'] },
    ),
    jobPostingsV2: triplesOf(postingRules(near), postingRules(any)),
    jobPostingStats: triplesOf(statRules(near), statRules(any)),
    employeeTrends: trendRules(near, any),
    employeeTrendsV2: totalRules(near, any),
    pnetIndustries: listsOf(
      rewritten(near, networkIndustries, 'Software Development'),
      rewritten(any, networkIndustries, '4'),
    ),
    naicsCodes: triplesOf(naicsCodes(near), naicsCodes(any)),
    categories: triplesOf(...categories(near, any)),
    categoryGroups: triplesOf(...categoryGroups(near, any)),
    technologiesV2: texts((record) => record.technologies, 'Slack'),
    technologies: triplesOf(technologies(near), technologies(any)),
    specialFlags: fc
      .tuple(
        triplesOf(valueOf(near, listFlags, 'is-public'), fc.constantFrom(...companyFlags)),
        fc.option(fc.boolean()),
      )
      .map(([lists, excludeYcCompanies]) => ({ ...lists, excludeYcCompanies })),
    status: listsOf(
      valueOf(near, (record) => [record.status_consensus], 'active'),
      fc.constantFrom(...companyStatus.options),
    ),
    tlds: listsOf(suffixes(near), suffixes(any)),
    totalFundingUSD: positive(rangesAround(total, amounts)),
    lastFundingUSD: positive(rangesAround(newest, amounts)),
    lastFundedOn: dateRanges(near.map(newestRoundOn)),
    revenueUSD: revenues(near),
    revenueRangeUSD: positive(
      rangesAround(
        valueOf(near, (record) => [record.revenue_usd, record.revenue_estimate?.value_usd?.gte], 3e6),
        amounts,
      ),
    ),
    investors: triplesOf(investors(near), investors(any)),
    investorsV2: triplesOf(investments(near), investments(any)),
    sort: sorts('totalFunding', 'employeeCount'),
    acceleratorsV2: listsOf(acceleratorParts(near), acceleratorParts(any)),
    fortuneRankings: fc.record({ anyOf: fc.array(rankings(near), { maxLength: 3 }) }),
  }
}

const namesOf = (record: CompanyRecord) =>
  [record.preferred_name, ...(record.names ?? [])].filter((name) => name !== null)

const networkIndustries = (record: CompanyRecord) =>
  (record.li_industries ?? []).flatMap(({ id, name }) => [id, name])

/** A text of a record as it is, or in capitals. */
function rewritten(
  records: Records,
  read: (record: CompanyRecord) => readonly (string | null)[] | null,
  otherwise: string,
): Arbitrary<string> {
  const own = valueOf(records, (record) => read(record) ?? [], otherwise)
  return fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 1, arbitrary: own.map((text) => text.toUpperCase()) },
  )
}

const counts = positive(rangesAround(fc.integer({ min: 0, max: 4 })))

function officeRules(records: Records) {
  const places = records.chain((record) => {
    const located = (record.li_locations ?? []).map(({ location }) => location)
    return located.length === 0 ? fc.constant(record.location_consensus) : fc.constantFrom(...located)
  })
  return fc.oneof(
    fc.record({ type: fc.constant('worldwide' as const), range: counts }),
    fc.record(
      {
        type: fc.constant('country-or-region' as const),
        countryOrRegionCode: countryCodes(places),
        range: fc.option(fc.oneof(counts, fc.constant({}))),
      },
      { requiredKeys: ['type', 'countryOrRegionCode'] },
    ),
    fc.record({ type: fc.constant('geography' as const), location: strategies(places) }),
  )
}

function trendRules(near: Records, any: Records): Filters['employeeTrends'] {
  const rules = (records: Records) =>
    records.chain((record) => {
      const trends = (record.employee_trends ?? []).filter(({ functions }) => functions !== null)
      const trend = trends.length === 0 ? fc.constant(undefined) : fc.constantFrom(...trends)
      return trend.chain((of) => {
        const now = of?.current_count ?? 20
        const changes = of?.changes ?? []
        const change = fc.constantFrom(0, 1, -1, ...changes.map((each) => each.numeric_change ?? 5))
        const share = fc.constantFrom(
          0,
          0.1,
          -0.05,
          ...changes.map((each) => (each.percent_change ?? 5) / 100),
        )
        const windowLookBackMonths = fc.constantFrom(0, 1, 3, 5, 6, 11, 12, 18, 23, 24)
        const sizes = (numbers: Arbitrary<number>) =>
          fc.oneof(numbers, rangesAround(numbers, [0, 1, 10, 200]))
        return fc.record({
          jobFunction: fc.constantFrom(
            of?.functions ?? 'sales',
            ...employeeTrendFunction.options.slice(0, 1),
          ),
          countCriteria: fc.oneof(
            fc.record({
              type: fc.constant('numeric_change' as const),
              change: sizes(change),
              windowLookBackMonths,
            }),
            fc.record({
              type: fc.constant('percent_change' as const),
              change: shares(share),
              windowLookBackMonths,
            }),
            fc.record({ type: fc.constant('current_count' as const), range: rangesAround(fc.constant(now)) }),
          ),
        })
      })
    })
  return fc.record(
    {
      obeysAll: fc.option(fc.array(rules(near), { maxLength: 2 })),
      obeysAny: fc.option(fc.array(rules(near), { minLength: 1, maxLength: 4 })),
      obeysNone: fc.option(fc.array(rules(any), { maxLength: 2 })),
    },
    { requiredKeys: [] },
  )
}

/** A fraction, or a range of fractions, none below the loss of everything. */
const shares = (around: Arbitrary<number>) =>
  fc.oneof(
    around.map((share) => Math.max(-1, share)),
    shareRanges(around),
  )

const shareRanges = (around: Arbitrary<number>) =>
  rangesAround(around, [0, 0.01, 0.1, 2]).map(({ lowerBound, upperBound }) => ({
    lowerBound: lowerBound === null ? null : Math.max(-1, lowerBound),
    upperBound: upperBound === null ? null : Math.max(-1, upperBound),
  }))

function totalRules(near: Records, any: Records): Filters['employeeTrendsV2'] {
  const rules = (records: Records) =>
    records.chain((record) => {
      const total = record.employee_trends?.find(({ functions }) => functions === '_all_employees')
      const changes = total?.changes ?? []
      const windowMonths = fc.constantFrom(1 as const, 2, 3, 6, 12, 18, 24, 36)
      return fc.oneof(
        fc.record({
          type: fc.constant('percent_change' as const),
          windowMonths,
          change: shareRanges(
            fc.constantFrom(0, 0.1, ...changes.map((of) => (of.percent_change ?? 5) / 100)),
          ),
        }),
        fc.record({
          type: fc.constant('numeric_change' as const),
          windowMonths,
          change: rangesAround(
            fc.constantFrom(0, 1, ...changes.map((of) => of.numeric_change ?? 5)),
            [0, 1, 10],
          ),
        }),
      )
    })
  return fc.record(
    {
      obeysAll: fc.option(fc.array(rules(near), { maxLength: 2 })),
      obeysAny: fc.option(fc.array(rules(near), { minLength: 1, maxLength: 4 })),
      obeysNone: fc.option(fc.array(rules(any), { maxLength: 2 })),
    },
    { requiredKeys: [] },
  )
}

const named = <R extends object>(own: Arbitrary<string>, as: (name: string) => R) =>
  fc.oneof(own, own.map(as))

function categories(...both: [Records, Records]) {
  return both.map((records) =>
    named(
      rewritten(records, (record) => record.categories, 'Software'),
      (category) => ({ type: 'category' as const, category, group: category.length > 5 ? 'Whatever' : null }),
    ),
  ) as [Arbitrary<CategoryChoice>, Arbitrary<CategoryChoice>]
}

type CategoryChoice = string | { type: 'category'; category: string; group?: string | null }

function categoryGroups(...both: [Records, Records]) {
  return both.map((records) =>
    named(
      rewritten(records, (record) => record.category_groups, 'Software'),
      (group) => ({ type: 'group' as const, group }),
    ),
  ) as [Arbitrary<GroupChoice>, Arbitrary<GroupChoice>]
}

type GroupChoice = string | { type: 'group'; group: string }

/** Entries of `sort`, which find nothing and leave nothing out. */
export const sorts = <const F extends string>(...fields: F[]) =>
  fc.array(
    fc.record(
      {
        field: fc.constantFrom(...fields),
        direction: fc.option(fc.constantFrom('asc' as const, 'desc' as const)),
      },
      { requiredKeys: ['field'] },
    ),
    { maxLength: 3 },
  )

function naicsCodes(records: Records) {
  const own = valueOf(
    records,
    (record) => (record.naics_codes ?? []).filter((code) => /^\d{4,6}$/.test(code)),
    '541511',
  )
  const code = fc.oneof(
    own,
    own.map((digits) => digits.slice(0, 4)),
    own.map((digits) => digits.slice(0, 2)),
    fc.constantFrom('31-33', '44-45', '52'),
  )
  return code.map((each) => ({ code: each, title: each.length > 4 ? 'Whatever it is called' : null }))
}

function technologies(records: Records) {
  const own = rewritten(records, (record) => record.technologies, 'Slack')
  return fc.oneof(
    own.map((name) => ({ type: 'custom' as const, name })),
    fc
      .oneof(own, fc.constantFrom(...technology.options))
      .map((name) => technology.options.find((option) => option === name) ?? 'Slack')
      .map((known) => ({ type: 'predefined' as const, technology: known })),
  )
}

function suffixes(records: Records): Arbitrary<string> {
  const own = valueOf(
    records,
    (record) => (record.domains ?? []).map((domain) => domain.split('.').at(-1)),
    'com',
  )
  return fc.oneof(
    own,
    own.map((tld) => `.${tld.toUpperCase()}`),
    fc.constantFrom('co.uk', 'uk', 'example', 'рф'),
  )
}

function revenues(records: Records): Filters['revenueUSD'] {
  const revenue = valueOf(
    records,
    (record) => [record.revenue_usd, record.revenue_estimate?.value_usd?.gte],
    3e6,
  )
  const bound = fc.option(
    fc.record(
      {
        quantity: fc.nat({ max: 40 }),
        suffix: fc.option(fc.constantFrom('K' as const, 'M' as const, 'B' as const, 'T' as const)),
      },
      { requiredKeys: ['quantity'] },
    ),
  )
  const scale = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }
  const dollars = (amount: { quantity: number; suffix?: keyof typeof scale | null }) =>
    amount.quantity * (amount.suffix ? scale[amount.suffix] : 1)
  const scaled = fc.tuple(bound, bound).map(([min, max]) => {
    const isEmpty = min !== null && max !== null && dollars(min) > dollars(max)
    return isEmpty ? { min: max, max: min } : { min, max }
  })
  return fc.oneof(
    scaled,
    revenue.map((own) => ({ min: { quantity: own / 1e6, suffix: 'M' as const } })),
    revenue.map((own) => ({ min: { quantity: own, suffix: null }, max: { quantity: own } })),
  )
}

function investors(records: Records) {
  const own = records.chain((record) => {
    const paid = (record.full_funding_rounds ?? []).flatMap((round) => round.investors ?? [])
    return paid.length === 0 ? fc.constant(undefined) : fc.constantFrom(...paid)
  })
  return fc.oneof(
    own.map((investor) => ({ pnetCompanyId: investor?.investor_pnet_org_id ?? '1' })),
    own.map((investor) => ({ companyDomain: investor?.investor_domain ?? 'nobody.example', pnetUrl: null })),
    own.map((investor) => ({
      pnetUrl: investor?.investor_pnet_url ?? 'https://www.pnet.example/company/nobody',
    })),
    valueOf(records, (record) => (record.investors ?? []).map((each) => each.pnet_slug), 'nobody').map(
      (slug) => ({ pnetUrl: `https://pnet.example/company/${slug}`, companyDomain: 'nobody.example' }),
    ),
  )
}

/** Investments as they were made, in part, or put together of two rounds. */
function investments(records: Records) {
  return fc.tuple(records, fc.nat(), fc.nat()).chain(([record, which, other]) => {
    const rounds = record.full_funding_rounds ?? []
    const [round, second] = [
      rounds[which % Math.max(1, rounds.length)],
      rounds[other % Math.max(1, rounds.length)],
    ]
    const investor = round?.investors?.[0]
    const page = investor?.investor_pnet_url ?? 'https://www.pnet.example/company/nobody'
    const slug = (record.investors ?? [])[0]?.pnet_slug || 'nobody'
    const type = fc.constantFrom('seed' as const, 'series_a' as const, 'venture_other' as const)
    const own = [round, second].flatMap(
      (each) => investedIn.find((known) => known === each?.round_type) ?? [],
    )
    return fc.record(
      {
        investorIdentifier: fc.constantFrom(
          { type: 'domain' as const, domain: investor?.investor_domain ?? 'nobody.example' },
          { type: 'pnet-url' as const, pnet_url: page },
          { type: 'pnet-slug' as const, pnet_slug: page.split('/').at(-1) || slug },
          { type: 'pnet-slug' as const, pnet_slug: slug },
          { type: 'pnet-org-id' as const, org_id: investor?.investor_pnet_org_id ?? '1' },
        ),
        investedAt: fc.option(
          dateRanges(fc.constantFrom(round?.round_date ?? null, second?.round_date ?? null)),
        ),
        investmentRounds: fc.option(
          fc.record({
            anyOf: fc.array(fc.oneof(type, fc.constantFrom(...own, 'pre_seed' as const)), { maxLength: 3 }),
          }),
        ),
      },
      { requiredKeys: ['investorIdentifier'] },
    )
  })
}

const investedIn = [
  'pre_seed',
  'seed',
  'private_equity',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
] as const

function acceleratorParts(records: Records) {
  return records.chain((record) => {
    const part = record.accelerators?.[0]
    const slug = part?.accelerator_slug ?? 'techstars'
    return fc.record(
      {
        acceleratorName: fc.constantFrom(slug, slug, ...acceleratorSlug.options),
        batchSelection: fc.option(
          fc.oneof(
            fc.constant({ strategy: 'all-batches' as const }),
            fc.record({
              strategy: fc.constant('only-these-batches' as const),
              batches: fc.subarray(
                [part?.batch?.toUpperCase() ?? 'Winter 2020', 'Winter 2021', 'W21', 'Summer 2019', 's19'],
                {
                  minLength: 1,
                },
              ),
            }),
          ),
        ),
        years: fc.option(
          fc.oneof(
            fc.subarray([part?.year ?? 2020, 2021, 2015], { minLength: 1 }),
            rangesAround(fc.constantFrom(part?.year ?? 2020, 2018), [0, 1, 3]),
          ),
        ),
      },
      { requiredKeys: ['acceleratorName'] },
    )
  })
}

function rankings(records: Records) {
  return records.chain((record) => {
    const place = record.fortune_rankings?.[0]
    const rank = place?.rank ?? 20
    return fc.record(
      {
        list: fc.constantFrom('fortune-500-usa', 'Fortune 500 USA', 'no-list'),
        range: fc.constantFrom(
          { low: 1, high: 1000 },
          { low: rank, high: rank },
          { low: rank, high: Math.min(1000, rank + 30) },
          { low: 1, high: 10, name: 'Top ten' },
          { low: 40, high: 41 },
          { low: 42, high: 60 },
        ),
        year: fc.option(fc.constantFrom(place?.year ?? 2026, 2020)),
      },
      { requiredKeys: ['list', 'range'] },
    )
  })
}

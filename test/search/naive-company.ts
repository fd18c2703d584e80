import { domainToASCII } from 'node:url'
import { getPublicSuffix } from 'tldts'
import { companyNameKey } from '../../src/corpus/names/index.ts'
import { normalizeDomain } from '../../src/lib/domain-name.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import type { CompanyRecord } from '../../src/corpus/records/index.ts'
import { expandCountryCodes, findNetworkIndustry } from '../../src/corpus/reference/index.ts'
import { listFlags } from '../../src/corpus/search-index/index.ts'
import { inDates, type Dates } from './naive-dates.ts'
import { passes, type CompanyParams } from './naive-params.ts'
import { inPlaces, type Strategy } from './naive-place.ts'
import { hasPosting, obeysStaffRules } from './naive-staff.ts'
import { sameWords } from './naive-text.ts'

type Params = Required<Omit<CompanyParams, 'group'>>
type Test<K extends keyof Params> = (
  record: CompanyRecord,
  value: NonNullable<Params[K]>,
  today: string,
) => boolean
type Item<K extends keyof Params, L extends string> =
  NonNullable<Params[K]> extends { [N in L]?: (infer T)[] | null | undefined } ? T : never

interface Range {
  lowerBound?: number | null | undefined
  upperBound?: number | null | undefined
}

/** An unknown number is in no range that has a bound. */
function inRange(value: number | null | undefined, { lowerBound, upperBound }: Range): boolean {
  const [low, high] = [lowerBound ?? undefined, upperBound ?? undefined]
  if (low === undefined && high === undefined) return true
  if (value === null || value === undefined) return false
  return (low === undefined || value >= low) && (high === undefined || value <= high)
}

const among = (values: readonly (string | null)[] | null, wanted: string) =>
  (values ?? []).some((value) => sameWords(value, wanted))

/** What the company parameters of `company/` mean, read off the plain record. */
export const moreCompanyTests = {
  nameLike: (record, value) => passes(value, (name) => isNamedLike(record, name)),
  numWordsInName: (record, value) => {
    const words = (record.preferred_name ?? '').split(/\s/).filter((word) => /\p{L}|\p{N}/u.test(word))
    return inRange(words.length === 0 ? null : words.length, value)
  },
  pnetSlugs: (record, value) =>
    value.some((slug) =>
      [record.pnet_primary_slug, ...(record.pnet_slugs ?? [])].some(
        (own) => own?.normalize('NFC').toLowerCase() === slug.normalize('NFC').toLowerCase(),
      ),
    ),
  officeLocationsV2: (record, value) => passes(value, (rule) => hasOffices(record, rule)),
  employeeTrends: (record, { obeysAll, obeysAny, obeysNone }) =>
    passes({ allOf: obeysAll, anyOf: obeysAny, noneOf: obeysNone }, (rule) => obeys(record, rule)),
  employeeTrendsV2: (record, { obeysAll, obeysAny, obeysNone }) =>
    passes(
      { allOf: obeysAll, anyOf: obeysAny, noneOf: obeysNone },
      ({ type, change, windowMonths: windowLookBackMonths }) =>
        obeys(record, {
          jobFunction: '_all_employees',
          countCriteria: { type, change, windowLookBackMonths },
        }),
    ),
  pnetIndustries: (record, value) =>
    passes(value, (wanted) => {
      const { id: known, names = [] } = findNetworkIndustry(wanted) ?? {}
      const called = [wanted, ...names, ...(known === undefined ? [] : [known])]
      return (record.li_industries ?? []).some(({ id, name }) =>
        called.some((each) => sameWords(id, each) || sameWords(name, each)),
      )
    }),
  naicsCodes: (record, value) =>
    passes(value, ({ code }) => (record.naics_codes ?? []).some((own) => isBelow(own, code))),
  categories: (record, value) =>
    passes(value, (wanted) =>
      among(record.categories, typeof wanted === 'string' ? wanted : wanted.category),
    ),
  categoryGroups: (record, value) =>
    passes(value, (wanted) =>
      among(record.category_groups, typeof wanted === 'string' ? wanted : wanted.group),
    ),
  technologies: (record, value) =>
    passes(value, (wanted) =>
      among(record.technologies, wanted.type === 'custom' ? wanted.name : wanted.technology),
    ),
  technologiesV2: (record, value) => passes(value, (wanted) => among(record.technologies, wanted)),
  specialFlags: (record, { excludeYcCompanies, ...lists }, today) =>
    passes(
      lists,
      (flag) =>
        listFlags(record).includes(flag) ||
        (flag === 'is-hiring' && hasPosting(record, { jobPostingStatus: 'active' }, today)),
    ) &&
    !(excludeYcCompanies && record.accelerators?.some((part) => part.accelerator_slug === 'ycombinator')),
  status: (record, value) => passes(value, (status) => record.status_consensus === status),
  tlds: (record, value) =>
    passes(value, (text) => {
      const wanted = domainToASCII(text.trim().replace(/^\./, '').toLowerCase())
      const suffixes = (record.domains ?? []).map((domain) =>
        getPublicSuffix(normalizeDomain(domain) ?? '', { allowPrivateDomains: false }),
      )
      return suffixes.some((suffix) => suffix === wanted || suffix?.endsWith(`.${wanted}`) === true)
    }),
  totalFundingUSD: (record, value) => inRange(record.total_funding_consensus, value),
  lastFundingUSD: (record, value) => inRange(record.latest_funding_consensus, value),
  employees: obeysStaffRules,
  jobPostingsV2: (record, value, today) => passes(value, (rule) => hasPosting(record, rule, today)),
  jobPostingStats: (record, value) => passes(value, (rule) => hasOpenings(record, rule)),
  lastFundedOn: (record, value, today) => inDates(newestRoundOn(record), value as Dates, today),
  revenueUSD: (record, { min, max }) => {
    const estimate = record.revenue_estimate?.value_usd
    const times = { K: 1_000, M: 1_000_000, B: 1_000_000_000, T: 1_000_000_000_000 }
    const dollars = (amount: typeof min) =>
      amount && amount.quantity * (amount.suffix ? times[amount.suffix] : 1)
    return inRange(record.revenue_usd ?? estimate?.gte ?? estimate?.lte, {
      lowerBound: dollars(min),
      upperBound: dollars(max),
    })
  },
  revenueRangeUSD: (record, value) => {
    const estimate = record.revenue_estimate?.value_usd
    return inRange(record.revenue_usd ?? estimate?.gte ?? estimate?.lte, value)
  },
  investors: (record, value) => passes(value, (wanted) => hasInvestor(record, wanted)),
  investorsV2: (record, value, today) => passes(value, (wanted) => wasPaidBy(record, wanted, today)),
  sort: () => true,
  acceleratorsV2: (record, value) =>
    passes(value, ({ acceleratorName, batchSelection: selection, years }) =>
      (record.accelerators ?? []).some(
        (part) =>
          part.accelerator_slug === acceleratorName &&
          (selection?.strategy !== 'only-these-batches' ||
            selection.batches.some((batch) => !!part.batch && batchOf(part.batch) === batchOf(batch))) &&
          (!years ||
            (Array.isArray(years)
              ? part.year !== null && years.includes(part.year)
              : inRange(part.year, years))),
      ),
    ),
  fortuneRankings: (record, value) =>
    passes(value, ({ list, range, year }) =>
      (record.fortune_rankings ?? []).some(
        (place) =>
          sameWords(place.list, list) &&
          place.rank !== null &&
          place.rank >= range.low &&
          place.rank <= range.high &&
          (!year || place.year === year),
      ),
    ),
} satisfies { [K in keyof Params]?: Test<K> }

/** A batch by season and year where it is written so, in whatever way. */
function batchOf(batch: string): string {
  const text = normalText(batch).replaceAll(' ', '')
  const parts = /^(?:yc)?(?:batch)?(winter|w|summer|s|fall|f|autumn|spring|x)(?:20)?(\d\d)$/.exec(text)
  if (parts === null) return normalText(batch)
  const [, season = '', year = ''] = parts
  return `${{ w: 'winter', s: 'summer', f: 'fall', autumn: 'fall', x: 'spring' }[season] ?? season} ${year}`
}
/** Day of the newest round, of whatever list. */
export const newestRoundOn = (record: CompanyRecord): string | null =>
  [
    ...(record.funding_rounds ?? []).flatMap((round) => round.announced_on_date ?? []),
    ...(record.full_funding_rounds ?? []).flatMap((round) => round.round_date ?? []),
  ]
    .map((date) => `${date}-01-01`.slice(0, 10))
    .sort()
    .at(-1) ?? null

const keys = new WeakMap<CompanyRecord, string[]>()

/** Words of one of the names side by side, legal forms aside. */
function isNamedLike(record: CompanyRecord, wanted: string): boolean {
  let own = keys.get(record)
  if (own === undefined) {
    const names = [record.preferred_name ?? '', ...(record.names ?? [])]
    keys.set(record, (own = names.filter((name) => normalText(name) !== '').map(companyNameKey)))
  }
  const key = companyNameKey(wanted)
  return normalText(wanted) !== '' && own.some((name) => ` ${name} `.includes(` ${key} `))
}

function hasOffices(record: CompanyRecord, rule: Item<'officeLocationsV2', 'anyOf'>): boolean {
  const offices = record.li_locations ?? []
  switch (rule.type) {
    case 'worldwide':
      return inRange(record.num_li_locations ?? (offices.length || null), rule.range)
    case 'geography':
      return offices.some(({ location }) =>
        inPlaces(location, { unionAll: [rule.location as Strategy] }, 'office'),
      )
    case 'country-or-region': {
      const { countries } = expandCountryCodes([rule.countryOrRegionCode])
      const there = offices.filter(({ location }) => countries.has(location?.country_code ?? '')).length
      const { lowerBound, upperBound } = rule.range ?? {}
      const isAny = (lowerBound ?? upperBound ?? null) === null
      return offices.length > 0 && (isAny ? there > 0 : inRange(there, { lowerBound, upperBound }))
    }
  }
}

/** Count of a group of staff some months ago: as recorded, or on the line between the counts before and after. */
function countAgo(
  trend: NonNullable<CompanyRecord['employee_trends']>[number],
  months: number,
): number | undefined {
  const changes = trend.changes ?? []
  const now =
    trend.current_count ?? changes.find((change) => change.count_end !== null)?.count_end ?? undefined
  if (now === undefined || months === 0) return now
  const counts = new Map([[0, now]])
  for (const { months_back, count_start, numeric_change } of changes) {
    const count = count_start ?? (numeric_change === null ? null : now - numeric_change)
    if (months_back !== null && count !== null) counts.set(months_back, count)
  }
  const exact = counts.get(months)
  if (exact !== undefined) return exact
  const before = Math.max(...[...counts.keys()].filter((month) => month < months))
  const after = Math.min(...[...counts.keys()].filter((month) => month > months))
  if (!Number.isFinite(after)) return undefined
  const [from, to] = [counts.get(before)!, counts.get(after)!]
  return Math.round(from + ((months - before) / (after - before)) * (to - from))
}

function obeys(record: CompanyRecord, rule: Item<'employeeTrends', 'obeysAll'>): boolean {
  const { countCriteria: criteria } = rule
  return (record.employee_trends ?? []).some((trend) => {
    if (trend.functions !== rule.jobFunction) return false
    const now = countAgo(trend, 0)
    if (now === undefined) return false
    if (criteria.type === 'current_count') return inRange(now, criteria.range)
    const then = countAgo(trend, criteria.windowLookBackMonths)
    if (then === undefined) return false
    const { change } = criteria
    const range =
      typeof change !== 'number' ? change : change < 0 ? { upperBound: change } : { lowerBound: change }
    if (criteria.type === 'numeric_change') return inRange(now - then, range)
    return then !== 0 && inRange((now - then) / then, range)
  })
}

/** Whether a code is the wanted one or stands below it; ranges of sectors are each of their sectors. */
function isBelow(own: string, wanted: string): boolean {
  const sectors = (code: string) => {
    const [from, to] = code.split('-').map(Number) as [number, number | undefined]
    return to === undefined ? [code] : Array.from({ length: to - from + 1 }, (_, step) => String(from + step))
  }
  return sectors(own).some((code) => sectors(wanted).some((above) => code.startsWith(above)))
}

function hasInvestor(record: CompanyRecord, wanted: Item<'investors', 'anyOf'>): boolean {
  const paid = (record.full_funding_rounds ?? []).flatMap((round) => round.investors ?? [])
  const { pnetCompanyId: id, pnetUrl: url, companyDomain: domain } = wanted
  const folderAndPage = (address: string | null) => address?.split('/').slice(3, 5).join('/').toLowerCase()
  const page = url ? folderAndPage(url) : undefined
  if (id && paid.some((investor) => investor.investor_pnet_org_id === id)) return true
  if (page !== undefined) {
    const [folder, name] = page.split('/')
    if (paid.some((investor) => folderAndPage(investor.investor_pnet_url) === page)) return true
    if (/^\d+$/.test(name!)) {
      if (paid.some((investor) => investor.investor_pnet_org_id === name)) return true
    } else if (
      (record.investors ?? []).some(
        ({ entity_type, pnet_slug }) =>
          pnet_slug?.toLowerCase() === name && (entity_type === 'person') === (folder === 'in'),
      )
    )
      return true
  }
  const host = domain ? normalizeDomain(domain) : undefined
  return host !== undefined && paid.some((each) => normalizeDomain(each.investor_domain ?? '') === host)
}

/** Investor, day and type of one round; without day and type whatever names the investor. */
function wasPaidBy(
  record: CompanyRecord,
  { investorIdentifier: of, investedAt, investmentRounds }: Item<'investorsV2', 'anyOf'>,
  today: string,
): boolean {
  const types = investmentRounds?.anyOf.map((type) => (type === 'venture_other' ? 'series_unknown' : type))
  const pages = of.type === 'pnet-slug' ? ['company', 'in'].map((kind) => pageUrl(kind, of.pnet_slug)) : []
  const names: Item<'investors', 'anyOf'>[] =
    of.type === 'domain'
      ? [{ companyDomain: of.domain }]
      : of.type === 'pnet-org-id'
        ? [{ pnetCompanyId: of.org_id }]
        : (of.type === 'pnet-url' ? [of.pnet_url] : pages).map((pnetUrl) => ({ pnetUrl }))
  const isNamed = (part: CompanyRecord) => names.some((wanted) => hasInvestor(part, wanted))
  const isOpen = !investedAt || inDates(null, investedAt as Dates, today)
  if (isOpen && types === undefined) return isNamed(record)
  return (record.full_funding_rounds ?? []).some(
    (round) =>
      isNamed({ ...record, investors: [], full_funding_rounds: [round] }) &&
      (isOpen || inDates(round.round_date, investedAt as Dates, today)) &&
      (types === undefined || types.includes(round.round_type as never)),
  )
}

const pageUrl = (kind: string, slug: string) => `https://www.pnet.example/${kind}/${slug}`

/** Open postings as the record counts them, all or of one kind. */
function hasOpenings(record: CompanyRecord, rule: Item<'jobPostingStats', 'anyOf'>): boolean {
  const stats = record.li_job_posts_stats
  const total = stats?.total_count ?? undefined
  if (rule.rule === 'total') return inRange(total, rule.count)
  if (stats === null || total === undefined) return false
  const of = (counts: Record<string, { count: number }> | null, ...values: string[]) =>
    values.reduce((sum, value) => sum + (counts?.[value]?.count ?? 0), 0)
  const count = (): number => {
    switch (rule.rule) {
      case 'country':
        return of(
          stats.country_location_stats,
          ...expandCountryCodes([rule.countryOrRegionCode ?? rule.countryCode ?? '']).countries,
        )
      case 'seniority':
        return of(stats.seniority_stats, rule.seniority)
      case 'employment-type':
        return of(stats.employment_type_stats, rule.employmentType)
      case 'job-function':
        return of(stats.puree_job_functions_stats, rule.jobFunction)
      case 'location-type':
        return of(stats.job_location_type_stats, rule.jobLocationType ?? rule.locationType ?? '')
      case 'industry':
        return of(stats.standard_industries_stats, rule.industry)
    }
  }
  if (rule.range.type === 'count-range') return inRange(count(), rule.range.range)
  return total > 0 && inRange((count() / total) * 100, rule.range.rangeInHundredths)
}

import { z } from 'zod'
import { briefRecord, entityView, showing } from '../../operation/index.ts'
import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import type { EntityHistory } from '../../corpus/history/index.ts'
import { currentCompany, locationRecord, office, type CompanyRecord } from '../../corpus/records/index.ts'

const text = (doc: string) => z.string().nullable().describe(doc)
const number = (doc: string) => z.number().nullable().describe(doc)
const texts = (doc: string) => z.array(z.string()).describe(doc)

const headcountPoint = z.object({
  date: z.string().describe('Day of the count, ISO 8601.'),
  employees: z.int(),
})

type Headcount = z.infer<typeof headcountPoint>

const periods = [1, 2, 3, 6, 12, 18, 24, 36] as const
type PeriodName = `${(typeof periods)[number]}m`

const growth = z.object(
  Object.fromEntries(
    periods.map((months) => [
      `${months}m`,
      z
        .object({
          percent: z.number().describe('Change in percent of the count then.'),
          quantity: z.number().int().describe('Change in people.'),
        })
        .nullable(),
    ]),
  ) as Record<PeriodName, z.ZodNullable<z.ZodObject<{ percent: z.ZodNumber; quantity: z.ZodNumber }>>>,
)

const headcount = z.object({
  latest_snapshot_date: z.string().describe('Day of the newest count, ISO 8601.'),
  snapshots: z.array(headcountPoint).describe('Oldest first.'),
  growth: growth.describe(
    'Change to the newest count from the count nearest to this many months before; null if none is within a quarter of that time.',
  ),
})

/** A company as its page on the network shows it: smaller than the record of searches. */
export const liveCompany = z
  .object({
    name: text('Name'),
    slug: z.string().describe('Slug on the network; the organization id where there is none.'),
    org_id: text('Organization id on the network'),
    pnet_url: text('Address of the page on the network'),
    headline: text('Headline'),
    description: text('Description'),
    employee_count: number('Employees, where an exact count is known'),
    est_employee_count_lower_bound: number('Minimum number of employees'),
    est_employee_count_upper_bound: number('Maximum number of employees'),
    follower_count: number('Followers'),
    founded_year: number('Year founded'),
    industries: z
      .array(z.object({ id: text('Id on the network'), name: text('Name'), primary: z.boolean().nullable() }))
      .describe('Industries on the network'),
    standardized_industries: texts('Standard industries'),
    specialties: texts('Specialties'),
    naics_codes: texts('NAICS 2022 codes'),
    type: text('Main role, e.g. `company`, `investor`, `school`'),
    ticker: text('Ticker symbol'),
    domain: text('Main domain'),
    website: text('Website'),
    inferred_location: locationRecord.nullable().describe('Headquarters'),
    logo_url: text('Address of the logo'),
    revenue_usd_lower_bound: text('Minimum yearly revenue in US dollars, digits'),
    revenue_usd_upper_bound: text('Maximum yearly revenue in US dollars, digits'),
    locations: z.array(office).describe('Offices, the headquarters first'),
    locations_stats: z.record(z.string(), z.number()).describe('Offices by country, alpha-3.'),
    historical_headcount: headcount
      .nullish()
      .describe('Counts of employees over time; with getHistoricalHeadcount, null if none is known.'),
  })
  .meta({ id: 'LiveCompanyRecord' })

briefRecord(liveCompany, [
  'name',
  'slug',
  'domain',
  'headline',
  'employee_count',
  'est_employee_count_lower_bound',
  'est_employee_count_upper_bound',
  'founded_year',
  'standardized_industries',
  'inferred_location.formatted_address',
  'type',
])

entityView('companies', liveCompany, {
  name: ['preferred_name'],
  slug: ['pnet_primary_slug', 'li_org_id'],
  org_id: ['li_org_id'],
  pnet_url: ['pnet_primary_slug', 'li_org_id'],
  headline: ['li_headline'],
  description: ['li_description', 'long_description', 'short_description'],
  employee_count: ['employee_count_consensus'],
  est_employee_count_lower_bound: ['employee_count_consensus'],
  est_employee_count_upper_bound: ['employee_count_consensus'],
  follower_count: ['li_follower_count'],
  founded_year: ['founded_on_consensus'],
  industries: ['li_industries'],
  standardized_industries: ['standard_industries'],
  specialties: ['li_specialties'],
  naics_codes: ['naics_codes'],
  type: ['primary_role'],
  ticker: ['stock_info_consensus'],
  domain: ['domains'],
  website: ['websites'],
  inferred_location: ['location_consensus'],
  logo_url: ['logo_url'],
  revenue_usd_lower_bound: ['revenue_usd', 'revenue_estimate'],
  revenue_usd_upper_bound: ['revenue_usd', 'revenue_estimate'],
  locations: ['li_locations'],
  locations_stats: ['li_locations'],
})

export type LiveCompany = z.infer<typeof liveCompany>

export function buildLiveCompany(record: CompanyRecord, network: NetworkHosts): LiveCompany {
  const slug = record.pnet_primary_slug ?? record.li_org_id ?? ''
  const offices = (record.li_locations ?? []).flatMap(({ location }) => (location === null ? [] : [location]))
  const hasPage = slug !== '' && network.hosts.length > 0
  const view: LiveCompany = {
    name: record.preferred_name,
    slug,
    org_id: record.li_org_id,
    pnet_url: hasPage ? networkUrl('company', slug, network) : null,
    headline: record.li_headline,
    description: record.li_description ?? record.long_description ?? record.short_description,
    ...readStaff(record),
    follower_count: record.li_follower_count,
    founded_year: readYear(record.founded_on_consensus),
    ...readFields(record),
    type: record.primary_role,
    ticker: record.stock_info_consensus?.ticker ?? null,
    domain: record.domains?.[0] ?? null,
    website: record.websites?.[0] ?? null,
    inferred_location: record.location_consensus,
    logo_url: record.logo_url,
    ...readRevenue(record),
    locations: record.li_locations ?? [],
    locations_stats: countBy(offices.flatMap(({ country_code }) => country_code ?? [])),
  }
  return showing(view, record)
}

/** A stored answer as a page, with the members of the record that it shows. */
export function keptCompany(page: LiveCompany): LiveCompany {
  const { est_employee_count_lower_bound: gte, est_employee_count_upper_bound: lte } = page
  const record: Partial<Record<keyof CompanyRecord, unknown>> = {
    preferred_name: page.name,
    pnet_primary_slug: page.slug === page.org_id ? null : page.slug,
    li_org_id: page.org_id,
    li_headline: page.headline,
    li_description: page.description,
    employee_count_consensus: gte === null && lte === null ? null : { gte, lte },
    li_follower_count: page.follower_count,
    li_industries: page.industries,
    standard_industries: page.standardized_industries,
    li_specialties: page.specialties,
    naics_codes: page.naics_codes,
    primary_role: page.type,
    location_consensus: page.inferred_location,
    logo_url: page.logo_url,
    li_locations: page.locations,
  }
  return showing(page, record)
}

function readStaff(record: CompanyRecord) {
  const range = record.employee_count_consensus
  return {
    employee_count: exactStaff(record),
    est_employee_count_lower_bound: range?.gte ?? null,
    est_employee_count_upper_bound: range?.lte ?? null,
  }
}

/** The fields that a company works in. */
const readFields = (record: CompanyRecord) => ({
  industries: record.li_industries ?? [],
  standardized_industries: record.standard_industries ?? [],
  specialties: record.li_specialties ?? [],
  naics_codes: record.naics_codes ?? [],
})

function readRevenue({ revenue_usd: revenue, revenue_estimate: estimate }: CompanyRecord) {
  return {
    revenue_usd_lower_bound: digits(revenue ?? estimate?.value_usd?.gte),
    revenue_usd_upper_bound: digits(revenue ?? estimate?.value_usd?.lte),
  }
}

/** Clients read these bounds as text. */
const digits = (dollars: number | null | undefined) =>
  dollars === null || dollars === undefined ? null : String(Math.round(dollars))

type Staff = Pick<CompanyRecord, 'employee_count_consensus' | 'employee_trends'>

/** The count of all staff, where the range is one number or trends have it. */
function exactStaff({ employee_count_consensus: range, employee_trends }: Staff): number | null {
  if (range !== null && range !== undefined && range.gte !== null && range.gte === range.lte) return range.gte
  return wholeStaff(employee_trends)?.current_count ?? null
}

const wholeStaff = (trends: Staff['employee_trends']) =>
  (trends ?? []).find(({ functions }) => functions === '_all_employees')

/**
 * Counts of all staff over time, oldest first: those the trends of the record and of its earlier states tell, and the
 * exact counts of those states at the moment they were observed. The last count of a day wins.
 */
export function historicalHeadcount(
  record: CompanyRecord,
  history: EntityHistory | undefined,
): z.infer<typeof headcount> | null {
  const counts = new Map<string, number>()
  const add = (day: string | null | undefined, count: number | null | undefined) => {
    if (day && typeof count === 'number') counts.set(day.slice(0, 10), count)
  }
  const states = [
    ...(history?.past ?? []).map(({ observedAt, tracked }) => ({
      observedAt,
      // History keeps these two members as records have them.
      state: currentCompany(tracked) as object as Staff,
    })),
    { observedAt: history?.observedAt, state: record as Staff },
  ]
  for (const { observedAt, state } of states) {
    for (const change of wholeStaff(state.employee_trends)?.changes ?? []) {
      add(change.start_of_period, change.count_start)
      add(change.end_of_period, change.count_end)
    }
    add(observedAt, exactStaff(state))
  }
  const snapshots = [...counts]
    .map(([date, employees]) => ({ date, employees: Math.round(employees) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const latest = snapshots.at(-1)
  if (latest === undefined) return null
  return { latest_snapshot_date: latest.date, snapshots, growth: measureGrowth(snapshots, latest) }
}

const monthMs = 30.436_875 * 86_400_000

function measureGrowth(snapshots: readonly Headcount[], latest: Headcount): z.infer<typeof growth> {
  const changes = periods.map((months) => {
    const wanted = Date.parse(latest.date) - months * monthMs
    const distance = ({ date }: Headcount) => Math.abs(Date.parse(date) - wanted)
    const then = snapshots.toSorted((a, b) => distance(a) - distance(b))[0] as Headcount
    const isNear = distance(then) <= (months * monthMs) / 4 && then.date !== latest.date
    if (!isNear || then.employees === 0) return [`${months}m`, null]
    const quantity = Math.round(latest.employees - then.employees)
    return [`${months}m`, { percent: Math.round((quantity / then.employees) * 10_000) / 100, quantity }]
  })
  return Object.fromEntries(changes) as z.infer<typeof growth>
}

const readYear = (day: string | null) => {
  const year = Number.parseInt(day ?? '', 10)
  return Number.isNaN(year) ? null : year
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

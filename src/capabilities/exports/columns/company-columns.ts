import type { CompanyRecord, LocationRecord } from '../../../corpus/records/index.ts'
import { column, type Column } from '../../../platform/exports/index.ts'
import { joined, json, listed, same } from './cell-texts.ts'
import { companyUrl, type CompanyRow } from './company-row.ts'

type Of<T> = (record: CompanyRecord) => T | null | undefined

const text = (name: string, of: Of<string>) => column<CompanyRow>(name, ({ record }) => of(record))
const number = (name: string, of: Of<number>) =>
  column<CompanyRow, 'number'>(name, ({ record }) => of(record), 'number')
const flag = (name: string, of: Of<boolean>) =>
  column<CompanyRow, 'flag'>(name, ({ record }) => of(record), 'flag')
const texts = (name: string, of: Of<readonly string[]>) =>
  column<CompanyRow, 'texts'>(name, ({ record }) => listed(of(record), same), 'texts')

const hq = (record: CompanyRecord): LocationRecord | null => record.location_consensus

const place = ({ full_address, formatted_address, city, state_name, country_name }: LocationRecord) =>
  full_address ?? formatted_address ?? joined([city, state_name, country_name])

const identity: Column<CompanyRow>[] = [
  column('id', ({ id }) => id),
  text('name', (record) => record.preferred_name),
  texts('all_names', (record) => record.names),
  text(
    'website',
    (record) => record.websites?.[0] ?? (record.domains?.[0] && `https://${record.domains[0]}`),
  ),
  text('domain', (record) => record.domains?.[0]),
  column('pnet_url', companyUrl),
  text('pnet_org_id', (record) => record.li_org_id),
  text('logo_url', (record) => record.logo_url),
  text('headline', (record) => record.li_headline),
  text(
    'description',
    (record) => record.li_description ?? record.long_description ?? record.short_description,
  ),
  texts('standard_industries', (record) => record.standard_industries),
  texts('pnet_industries', (record) => listed(record.li_industries, ({ name }) => name)),
  texts('naics_codes', (record) => record.naics_codes),
]

const places: Column<CompanyRow>[] = [
  text('hq_full_address', (record) => (hq(record) === null ? record.location_name : place(hq(record)!))),
  text('hq_street_address', (record) => hq(record)?.street_address),
  text('hq_city', (record) => hq(record)?.city),
  text('hq_state', (record) => hq(record)?.state_name),
  text('hq_country', (record) => hq(record)?.country_name),
  text('hq_country_code', (record) => hq(record)?.country_code),
  number('hq_latitude', (record) => hq(record)?.coordinates?.lat),
  number('hq_longitude', (record) => hq(record)?.coordinates?.lon),
  number('num_offices', (record) => record.num_li_locations ?? (record.li_locations?.length || null)),
  texts('all_office_addresses', (record) =>
    listed(record.li_locations, ({ address, location }) => address ?? (location && place(location))),
  ),
  texts('office_countries', (record) =>
    listed(record.li_locations, ({ location }) => location?.country_name),
  ),
  text('category', (record) => record.li_category),
  number('employee_count_lower', (record) => record.employee_count_consensus?.gte),
  number('employee_count_upper', (record) => record.employee_count_consensus?.lte),
  text('founded_on', (record) => record.founded_on_consensus),
  number('num_followers', (record) => record.li_follower_count),
  texts('office_locations', (record) =>
    listed(record.li_locations, ({ location }) => location?.formatted_address),
  ),
  text('office_locations_raw', (record) => json(record.li_locations)),
]

/** The day of the newest round that has one; rounds are sorted newest first. */
const lastFunded = ({ funding_rounds }: CompanyRecord): string | null =>
  (funding_rounds ?? []).reduce<string | null>(
    (last, { announced_on_date: day }) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )

const roundTexts = ({ funding_rounds }: CompanyRecord): readonly string[] | null =>
  listed(funding_rounds, ({ round_type, announced_on_date, raised_amount_usd: sum }) =>
    joined([round_type, announced_on_date, sum === null ? null : `${sum} USD`], ' '),
  )

const acceleratorTexts = ({ accelerators }: CompanyRecord): readonly string[] | null =>
  listed(accelerators, ({ accelerator_name, accelerator_slug, batch }) =>
    joined([accelerator_name ?? accelerator_slug, batch], ' '),
  )

const money: Column<CompanyRow>[] = [
  text('funding_stage', (record) => record.funding_stage),
  text('last_funded_at', lastFunded),
  number('last_funding_usd', (record) => record.latest_funding_consensus),
  number('total_funding_usd', (record) => record.total_funding_consensus),
  number('market_cap_usd', (record) => record.market_cap_usd),
  number('revenue_usd', (record) => record.revenue_usd),
  texts('accelerators', acceleratorTexts),
  texts('investors', (record) => listed(record.investors, ({ investor_name }) => investor_name)),
  texts('acquisitions', (record) => listed(record.acquisitions, ({ acquiree_name }) => acquiree_name)),
  texts('funding_rounds', roundTexts),
  text('stock_ticker', (record) => record.stock_info_consensus?.ticker),
  number('num_exits', (record) => record.num_exits),
]

const accountUrl = (site: string) => (handle: string) =>
  /^https?:/i.test(handle) ? handle : `https://${site}/${handle.replace(/^@/, '')}`

const presence: Column<CompanyRow>[] = [
  texts('tags', (record) => record.tags),
  text('job_posting_stats', (record) => json(record.li_job_posts_stats)),
  texts('specialties', (record) => record.li_specialties),
  texts('phone_numbers', (record) => record.phone_numbers),
  texts('facebook_urls', (record) => record.facebook_urls),
  texts('x_urls', (record) => listed(record.twitter_handles, accountUrl('x.com'))),
  texts('github_usernames', (record) => record.github_usernames),
  texts('blog_urls', (record) => record.blog_urls),
  texts('instagram_urls', (record) => listed(record.instagram_handles, accountUrl('www.instagram.com'))),
  texts('youtube_urls', (record) => record.youtube_urls),
  text('short_description', (record) => record.short_description),
  text('long_description', (record) => record.long_description),
  texts('roles', (record) => record.roles),
  text('primary_role', (record) => record.primary_role),
  flag('is_subsidiary', (record) => record.is_subsidiary),
  text('parent', (record) => record.parent),
]

/** Matches of the audience's own search in the company; empty where it did not search for them. */
const matches: Column<CompanyRow>[] = [
  column(
    'matching_job_posting_urls',
    ({ matched }) => listed(matched.postings?.newest, ({ job_url }) => job_url),
    'texts',
  ),
  column('matching_job_postings_json', ({ matched }) => json(matched.postings?.newest)),
  column(
    'matching_job_postings_titles',
    ({ matched }) => listed(matched.postings?.newest, ({ title }) => title),
    'texts',
  ),
  column('num_matching_job_postings', ({ matched }) => matched.postings?.total, 'number'),
  column('num_role_matches', ({ matched }) => matched.employees, 'number'),
  text('custom', (record) => json(record.custom_data)),
]

const kinds: Column<CompanyRow>[] = [
  texts('categories', (record) => record.categories),
  texts('category_groups', (record) => record.category_groups),
]

/** Every column of COMPANY_GENERIC_CSV, in the order of the specification, and further ones that clients read. */
export const companyColumns: readonly Column<CompanyRow>[] = [
  ...identity,
  ...places,
  ...money,
  ...presence,
  ...matches,
  ...kinds,
]

import { pageKey } from '../../lib/page-url.ts'
import type { JobPosting } from '../records/index.ts'
import { isBlueCollar } from './blue-collar.ts'
import { cellTokens, dayNumber, keywordText, organizationNumber, readPoint } from './columns.ts'
import { companyLookups, entityLookups, newestRank, rangeEnds } from './media-columns.ts'
import { unplacedCityTokens } from './city-tokens.ts'
import { stateTokens } from './state-tokens.ts'
import { titleColumns } from './titles.ts'
import { exactToken, idTokens, nameToken, ownSort, token } from './tokens.ts'

/** Search columns of a job posting, in the order of `postingColumns`. */
export interface PostingRow {
  rank: number
  values: (string | number)[]
}

/** Columns of table `job_postings` after rank, id and born. */
export const postingColumns = [
  'company_id',
  'org_id',
  'posted',
  'pay_low',
  'pay_high',
  'years_low',
  'years_high',
  'applicants_low',
  'applicants_high',
  'title_count',
  'lat',
  'lon',
  'facets',
  'titles',
  'title_tokens',
  'words',
] as const

/** Address of a posting and its id. */
const byAddress = ownSort('jurl')
/** Id of a posting, which proposes it but does not identify it. */
const byId = ownSort('jid')

/**
 * A posting is recognised by its id within its employer or, where the employer is written differently, by its id and
 * address. Ids alone do not identify, since two sources may both count from one.
 */
export function postingIdentifiers(record: JobPosting): string[] {
  const employer =
    record.company?.li_org_id ?? record.company?.pnet_primary_slug ?? record.company?.domain ?? ''
  const name = record.company_name ?? record.company?.name
  const key = name ? nameToken('name', name).slice('name:'.length) : employer.toLowerCase()
  const page = record.job_url === null ? undefined : pageKey(record.job_url)
  const tokens = idTokens('job', record.job_id, `${key}/`)
  if (page !== undefined && tokens.length > 0) tokens.push(exactToken(byAddress, `${page}#${record.job_id}`))
  return tokens
}

/** Look-up tokens of postings: their id and their employer. */
export function postingLookups(record: JobPosting, links: readonly string[]): string[] {
  return [
    exactToken(byId, record.job_id),
    ...companyLookups(record.company, record.company_name),
    ...entityLookups('cid', links),
  ]
}

export function postingRow(record: JobPosting, [companyId = '0']: readonly string[]): PostingRow {
  const titles = titleColumns(record.title === null ? [] : [record.title])
  const { lat, lon } = readPoint(record.standardized_location)
  return {
    rank: newestRank(record.posted_at),
    values: [
      companyId,
      organizationNumber(record.company?.li_org_id),
      dayNumber(record.posted_at),
      ...rangeEnds(record.annual_salary_usd),
      ...rangeEnds(record.years_of_experience),
      ...rangeEnds(record.applicant_range),
      titles.count,
      lat,
      lon,
      postingFacets(record).join(' '),
      titles.titles,
      titles.tokens,
      keywordText([record.title, record.company_name, record.description]),
    ],
  }
}

function postingFacets(record: JobPosting): string[] {
  const facets = new Set<string>()
  const place = record.standardized_location
  if (place?.country_code) facets.add(token('country', place.country_code))
  for (const state of stateTokens(place)) facets.add(state)
  for (const city of unplacedCityTokens(place)) facets.add(city)
  for (const cell of cellTokens('cell', place)) facets.add(cell)
  if (record.seniority_level) facets.add(token('sen', record.seniority_level))
  if (record.employment_type) facets.add(token('emp', record.employment_type))
  if (record.job_location_type) facets.add(token('loc', record.job_location_type))
  if (record.status) facets.add(token('status', record.status))
  for (const each of record.job_function ?? []) facets.add(token('fn', each))
  for (const each of record.standard_industries ?? []) facets.add(token('ind', each))
  if (isBlueCollar(record)) facets.add('collar:blue')
  return [...facets]
}

import {
  companyNameBeginnings,
  companyNameFingerprints,
  companyNameForms,
  companyNameFuzzyFingerprints,
  companyNameTrigrams,
} from '../names/index.ts'
import { memo } from '../../lib/memo.ts'
import { isProgramWord, standsForNothing } from '../../lib/placeholder.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord, Office } from '../records/index.ts'
import {
  dayNumber,
  keywordText,
  logShare,
  organizationNumber,
  readPoint,
  toRank,
  unknownDay,
  wholeNumber,
} from './columns.ts'
import { domainNumber, slugNumber } from './employer-domains.ts'
import { comparedFacets, companyFacets } from './company-facets.ts'
import { companyAccounts, companyDomains, companyNames, companySlugs } from './company-identifiers.ts'
import { postingStatColumns, type PostingStatColumns } from './posting-stats.ts'
import { staffSeries } from './staff-series.ts'
import { exactToken, nameKey, nameToken, tokenValue } from './tokens.ts'
import { companyTraits } from './traits.ts'

/** Search columns of a company; the column names of table `companies`. Amounts are US dollars, NaN unknown. */
export interface CompanyRow {
  rank: number
  orgId: string
  /** Its domains and the slugs of its pages, as numbers. */
  domainNumbers: bigint[]
  founded: number
  headcount: number
  followers: number
  lat: number
  lon: number
  /** Words of the preferred name; 0 if unknown. */
  nameWords: number
  totalFunding: number
  lastFunding: number
  lastFunded: number
  revenue: number
  offices: OfficeColumns
  /** Groups of staff, and their counts now, a month ago, and so on. */
  trendGroups: string[]
  trendCounts: number[][]
  postings: PostingStatColumns
  facets: string
  /** Name keys, ` acme robotics | acme | `. */
  names: string
  words: string
  /** The company's traits; the column holds their numbers. */
  traits: string[]
}

export interface OfficeColumns {
  /** Number of offices, which may be more than are listed; -1 if unknown. */
  count: number
  /** Country of each listed office, as in `country:` tokens; empty where unknown. */
  countries: string[]
  /** Coordinates of the offices that have them, aligned. */
  lats: number[]
  lons: number[]
}

/** Headcount that counts as size: the lower bound of the consensus, else the upper. Undefined if unknown. */
export function readHeadcount(record: CompanyRecord): number | undefined {
  return record.employee_count_consensus?.gte ?? record.employee_count_consensus?.lte ?? undefined
}

/** What ties positions to a company besides its number: `employerTie`. */
export function employerTies(
  record: Pick<CompanyRecord, 'domains' | 'pnet_primary_slug' | 'pnet_slugs'> &
    Partial<Pick<CompanyRecord, 'preferred_name' | 'names'>>,
): bigint[] {
  return [...new Set([...companyDomains(record).map(domainNumber), ...companySlugs(record).map(slugNumber)])]
}

/** Everything that ties positions to a company, including its number where it has one. */
export function employerNumbers(
  record: Parameters<typeof employerTies>[0] & Pick<CompanyRecord, 'li_org_id'>,
): bigint[] {
  const organization = BigInt(organizationNumber(record.li_org_id))
  return organization === 0n ? employerTies(record) : [...employerTies(record), organization]
}

/** Names of one company that are looked up; some records list hundreds. */
const maxNames = 40

/**
 * Name keys of a company, and forms that spellings of its names share. A name proposes candidates but does not
 * identify.
 */
export function companyNameTokens(record: CompanyRecord): string[] {
  const names = new Set<string>()
  for (const name of companyNames(record).slice(0, maxNames)) {
    names.add(nameToken('name', name))
    for (const token of nameFormTokens(name)) names.add(token)
  }
  for (const account of companyAccounts(record)) names.add(exactToken('soc', account))
  return [...names]
}

/** Names under which a line looks for companies without its identifiers. */
const maxBlockedNames = 3

/** Tokens of a company without page or domain, by which a line that brings one finds it. */
export function incompleteCompanyTokens(record: CompanyRecord): string[] {
  return nameKeys(record, maxNames).flatMap((key) => [
    ...(record.pnet_primary_slug ? [] : [exactToken('nb', `s/${key}`)]),
    ...(companyDomains(record).length > 0 ? [] : [exactToken('nb', `d/${key}`)]),
  ])
}

/**
 * Tokens of companies that a line may be about although they share no identifier. Two pages or two domains are two
 * companies, so only companies that lack what the line has are looked for.
 */
export function companyBlockTokens(line: CompanyRecord): string[] {
  const keys = nameKeys(line, maxBlockedNames)
  if (line.pnet_primary_slug) return keys.map((key) => exactToken('nb', `s/${key}`))
  if (companyDomains(line).length > 0) return keys.map((key) => exactToken('nb', `d/${key}`))
  return keys.map((key) => exactToken('name', key))
}

function nameKeys(record: CompanyRecord, most: number): string[] {
  const tokens = companyNames(record)
    .slice(0, most)
    .filter((name) => !standsForNothing(name) && !isProgramWord(name))
    .map((name) => nameToken('name', name).slice('name:'.length))
  return [...new Set(tokens)].filter((key) => key !== '')
}

/** For rows that are built soon after they were read, two batches of them. A name has dozens of tokens, and nearly none comes twice. */
const nameFormTokens = memo(
  (name) => {
    const forms = companyNameForms(name)
    return [
      ...[
        ...companyNameFingerprints(forms),
        ...companyNameFuzzyFingerprints(forms),
        ...companyNameBeginnings(forms),
      ].map((form) => exactToken('nf', form)),
      ...companyNameTrigrams(forms.letters).map((form) => exactToken('ng', form)),
    ]
  },
  { entries: 10_000 },
)

export function companyRow(record: CompanyRecord): CompanyRow {
  const headcount = readHeadcount(record)
  const trends = staffSeries(record)
  const facets = companyFacets(record, headcount)
  return {
    rank: toRank(0.7 * logShare(headcount, 3_000_000) + 0.3 * logShare(record.li_follower_count, 50_000_000)),
    orgId: organizationNumber(record.li_org_id),
    domainNumbers: employerTies(record),
    founded: dayNumber(record.founded_on_consensus),
    headcount: headcount ?? Number.NaN,
    followers: record.li_follower_count ?? Number.NaN,
    ...readPoint(record.location_consensus),
    nameWords: Math.min(65_535, wordsIn(record.preferred_name ?? '')),
    totalFunding: record.total_funding_consensus ?? Number.NaN,
    lastFunding: record.latest_funding_consensus ?? Number.NaN,
    lastFunded: newestRoundDay(record),
    revenue: readRevenue(record) ?? Number.NaN,
    offices: officeColumns(record),
    trendGroups: trends.map(({ group }) => group),
    trendCounts: trends.map(({ counts }) => counts),
    postings: postingStatColumns(record),
    facets: facets.join(' '),
    names: nameText(record),
    words: companyWords(record),
    traits: companyTraits(record, facets),
  }
}

/** The traits of a company without the rest of its row. */
export const traitsOfCompany = (record: CompanyRecord): string[] =>
  companyTraits(record, comparedFacets(record, readHeadcount(record)))

/** The text that keywords are searched for in: the column `words`. */
export function companyWords(record: CompanyRecord): string {
  return keywordText([
    record.preferred_name,
    ...(record.names ?? []),
    record.li_headline,
    record.short_description,
    record.long_description,
    record.li_description,
    record.alt_description,
    ...(record.li_specialties ?? []),
    ...(record.standard_industries ?? []),
    ...(record.alt_industries ?? []),
    ...(record.alt_keywords ?? []),
    ...(record.li_industries ?? []).map((industry) => industry.name),
    ...(record.categories ?? []),
    ...(record.technologies ?? []),
  ])
}

/** Yearly revenue: the figure, else the lower end of the estimate, else its upper end. */
function readRevenue(record: CompanyRecord): number | undefined {
  const estimate = record.revenue_estimate?.value_usd
  return record.revenue_usd ?? estimate?.gte ?? estimate?.lte ?? undefined
}

/** Day of the newest round with a day. */
function newestRoundDay({ funding_rounds: rounds, full_funding_rounds: full }: CompanyRecord): number {
  let newest = unknownDay
  for (const { announced_on_date: date } of rounds ?? []) newest = Math.max(newest, dayNumber(date))
  for (const { round_date: date } of full ?? []) newest = Math.max(newest, dayNumber(date))
  return newest
}

/** Words as written, between spaces. A sign alone (`&`) is no word. */
function wordsIn(name: string): number {
  return name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

function nameText(record: CompanyRecord): string {
  const names = [record.preferred_name, ...(record.names ?? [])].filter(
    (name) => name !== null && normalText(name) !== '',
  )
  const keys = new Set(names.map((name) => nameKey(name as string)))
  return keys.size === 0 ? '' : ` ${[...keys].join(' | ')} | `
}

function officeColumns(record: CompanyRecord): OfficeColumns {
  const offices: Office[] = record.li_locations ?? []
  const points = offices.map(({ location }) => readPoint(location)).filter(({ lat }) => !Number.isNaN(lat))
  return {
    count: wholeNumber(record.num_li_locations ?? (offices.length === 0 ? -1 : offices.length)),
    countries: offices.map(({ location }) => tokenValue(location?.country_code ?? '')),
    lats: points.map(({ lat }) => lat),
    lons: points.map(({ lon }) => lon),
  }
}

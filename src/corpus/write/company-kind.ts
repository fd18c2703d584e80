import {
  completeCompany,
  type CompanyRecord,
  type FullFundingRound,
  type NativeCompany,
} from '../records/index.ts'
import {
  companyBlockTokens,
  companyIdentifiers,
  companyNameTokens,
  companyRow,
  incompleteCompanyTokens,
} from '../search-index/index.ts'
import { alikeCompanies } from './alike-companies.ts'
import { fundingMembers } from './funding.ts'
import type { Split, WriteKind } from './kind.ts'

/** A line of a companies file, or funding rounds to be added to a company. */
interface CompanyLine extends NativeCompany {
  added_rounds?: FullFundingRound[]
}

/** A company that has no name yet is called what the rounds call it. */
function firstName(
  known: Record<string, unknown>,
  names: readonly string[] | null | undefined,
): { preferred_name?: string } {
  const [name] = names ?? []
  return known['preferred_name'] || name === undefined ? {} : { preferred_name: name }
}

export const companyKind: WriteKind<CompanyRecord> = {
  kind: 'companies',
  table: 'companies',
  columns: [
    ...[
      'org_id',
      'founded',
      'headcount',
      'followers',
      'lat',
      'lon',
      'name_words',
      'total_funding',
      'last_funding',
      'last_funded',
      'revenue',
    ],
    ...['office_count', 'office_countries', 'office_lats', 'office_lons', 'trend_groups', 'trend_counts'],
    ...['open_postings', 'posting_keys', 'posting_counts'],
    ...['facets', 'names', 'words'],
  ],
  bodyTable: 'company_bodies',
  union: ['names', 'pnet_slugs', 'pnet_ids', 'domains', 'websites', 'external_ids'],
  derived: {},
  split(line) {
    const { source, observed_at, confidence, added_rounds, ...members } = line as CompanyLine
    const split: Split = { members, emails: [], phoneNumbers: [], externalIds: members.external_ids ?? {} }
    if (source) split.source = source
    if (observed_at) split.observedAt = observed_at
    if (typeof confidence === 'number') split.confidence = confidence
    if (added_rounds !== undefined) {
      split.extend = (known, isNewer) => ({
        ...fundingMembers(known, added_rounds, isNewer('full_funding_rounds')),
        ...firstName(known, members.names),
      })
    }
    return split
  },
  complete: (members) => {
    const record = completeCompany(members as NativeCompany)
    record.names = withFirst(record.preferred_name, record.names)
    record.pnet_slugs = withFirst(record.pnet_primary_slug, record.pnet_slugs)
    return record
  },
  identifiers: (record, { aliases = [] }) => [...new Set([...companyIdentifiers(record), ...aliases])],
  names: (record) => [...companyNameTokens(record), ...incompleteCompanyTokens(record)],
  blocking: {
    asked: companyBlockTokens,
    hasPage: (record) => Boolean(record.pnet_primary_slug),
    judge: alikeCompanies,
  },
  row(record) {
    const row = companyRow(record)
    const {
      orgId,
      founded,
      headcount,
      followers,
      lat,
      lon,
      nameWords,
      totalFunding,
      lastFunding,
      lastFunded,
      revenue,
    } = row
    const { count, countries, lats, lons } = row.offices
    return {
      rank: row.rank,
      values: [
        ...[
          orgId,
          founded,
          headcount,
          followers,
          lat,
          lon,
          nameWords,
          totalFunding,
          lastFunding,
          lastFunded,
          revenue,
        ],
        ...[count, countries, lats, lons, row.trendGroups, row.trendCounts],
        ...[row.postings.open, row.postings.keys, row.postings.counts],
        ...[row.facets, row.names, row.words],
      ],
    }
  },
  tracked: (record) => ({
    preferred_name: record.preferred_name,
    employee_count_consensus: record.employee_count_consensus,
    li_follower_count: record.li_follower_count,
    location: place(record.location_consensus),
    offices: (record.li_locations ?? []).map((office) => place(office.location)),
    status_consensus: record.status_consensus,
    funding_stage: record.funding_stage,
    total_funding_consensus: record.total_funding_consensus,
    num_funding_rounds: record.num_funding_rounds,
    revenue_usd: record.revenue_usd,
    long_description: record.long_description,
    logo_url: record.logo_url,
    technologies: record.technologies,
    employee_trends: record.employee_trends,
  }),
}

/** The parts of a place that tell one place from another. */
export function place(location: CompanyRecord['location_consensus'] | undefined) {
  if (!location) return null
  const { city, state_name, country_code, coordinates } = location
  return { city, state_name, country_code, coordinates }
}

/** A list that starts with its main entry. */
export function withFirst(first: string | null, rest: readonly string[] | null): string[] {
  return first === null ? [...(rest ?? [])] : [first, ...(rest ?? []).filter((entry) => entry !== first)]
}

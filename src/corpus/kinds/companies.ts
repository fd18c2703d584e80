import { withoutDirectionsIn } from '../../lib/storable-text.ts'
import {
  companyRecord,
  completeCompany,
  derivedCompanyMembers,
  nativeCompany,
  nativeFundingRound,
  numberedPage,
  type CompanyRecord,
  type FullFundingRound,
  type NativeCompany,
  renewCompany,
  upToDateCompany,
} from '../records/index.ts'
import {
  askedPlaceTokens,
  companyBlockTokens,
  companyIdentifiers,
  companyNameTokens,
  companyPlaceTokens,
  companyRow,
  traitNumber,
  incompleteCompanyTokens,
} from '../search-index/index.ts'
import { alikeCompanies } from './alike/companies.ts'
import { companyTerms } from './alike/at-one-place.ts'
import { gateCompany } from './company-line-gate.ts'
import { companiesBesidesNames } from './clues-besides-names.ts'
import { companyMentions } from './company-mentions.ts'
import { sameCompanyName } from './alike/names.ts'
import { defineKind } from './define-kind.ts'
import { fundingLine } from './funding/line.ts'
import { fundingMembers } from './funding/rounds.ts'
import { spellPages } from './line-pages.ts'
import { placeParts, withFirst } from './members.ts'
import { splitLine, type Split } from './sealed.ts'

/** A line of a companies file, or funding rounds to add to a company. */
interface CompanyLine extends NativeCompany {
  added_rounds?: FullFundingRound[]
}

export const companies = defineKind({
  name: 'companies',
  words: 'companies',

  record: companyRecord,
  line: nativeCompany,
  otherLines: {
    funding: {
      words: 'funding rounds',
      schema: nativeFundingRound,
      moments: ['round_date'],
      asLine: fundingLine,
    },
  },
  split: splitCompany,
  union: ['names', 'pnet_slugs', 'pnet_ids', 'domains', 'websites', 'external_ids'],
  maps: ['custom_data'],
  listed: ['li_locations', 'full_funding_rounds'],
  derived: derivedCompanyMembers,
  own: ['pnet_primary_slug', 'pnet_id', 'li_org_id'],
  naming: ['preferred_name'],
  complete: (members) => {
    const record = completeCompany(members)
    record.names = withFirst(record.preferred_name, record.names)
    record.pnet_slugs = withFirst(record.pnet_primary_slug, record.pnet_slugs)
    return record
  },
  tracked: trackedMembers,
  trackedFrom: {
    location: ['location_consensus', 'location_name'],
    offices: ['li_locations', 'location_consensus', 'location_name'],
    rounds: ['full_funding_rounds'],
  },

  identifiers: (record, { aliases = [] }) => [
    ...new Set([...companyIdentifiers(renewCompany(record)), ...aliases]),
  ],
  identity: {
    strong: ['org', 'slug', 'ext'],
    single: ['org'],
    sameName: sameCompanyName,
    besidesNames: companiesBesidesNames,
    keptWhenRenamed: 'dom',
    // In real files of two dates more than a dozen start-ups changed name, domain and town under one id.
    ofStranger: 'doubtful',
  },
  blocking: {
    lookupTokens: (line) => [...companyBlockTokens(line), ...askedPlaceTokens(line)],
    hasPage: (record) => Boolean(renewCompany(record).pnet_primary_slug),
    terms: companyTerms,
    judge: alikeCompanies,
  },
  referredBy: 'cid',
  suppression: { of: 'nobody' },
  mentions: companyMentions,

  table: 'companies',
  columns: [
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
    'office_count',
    'office_countries',
    'office_lats',
    'office_lons',
    'trend_groups',
    'trend_counts',
    'open_postings',
    'posting_keys',
    'posting_counts',
    'facets',
    'names',
    'words',
    'domain_numbers',
    'traits',
  ],
  row(stored) {
    // Rows of an earlier program are indexed again before they are written again.
    const record = upToDateCompany(renewCompany(stored))
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
        count,
        countries,
        lats,
        lons,
        row.trendGroups,
        row.trendCounts,
        row.postings.open,
        row.postings.keys,
        row.postings.counts,
        row.facets,
        row.names,
        row.words,
        row.domainNumbers,
        row.traits.map(traitNumber),
      ],
    }
  },
  setKeys: ['org', 'slug', 'dom', 'ext', 'soc'],
  lookups: (record) => {
    const current = renewCompany(record)
    return [...companyNameTokens(record), ...incompleteCompanyTokens(current), ...companyPlaceTokens(current)]
  },
  isFoundByRecord: true,
  indexVersion: 21,
  indexChanges: {
    11: { columns: ['keys', 'trend_groups', 'trend_counts'], facets: ['invr'] },
    12: { columns: ['traits'] },
    13: { identifiers: ['men'] },
    14: { columns: ['domain_numbers'] },
    15: { facets: ['cstate'] },
    16: { identifiers: ['soc', 'men'] },
    17: { columns: ['org_id', 'keys'], identifiers: ['org', 'nb'] },
    18: {
      columns: ['keys', 'domain_numbers', 'names', 'words'],
      facets: ['tld', 'city'],
      identifiers: ['org', 'slug', 'dom', 'ext', 'soc', 'name', 'nb', 'nf', 'ng'],
    },
    19: { identifiers: ['at'] },
    // Placeholder words of more languages, and more mail providers, identify no company.
    20: {
      columns: ['keys', 'domain_numbers', 'names', 'words'],
      facets: ['tld'],
      identifiers: ['org', 'slug', 'dom', 'ext', 'soc', 'name', 'nb', 'nf', 'ng', 'at'],
    },
    // Ids of registers in one spelling.
    21: { columns: ['keys'], identifiers: ['ext'] },
  },
})

function trackedMembers(record: CompanyRecord): Record<string, unknown> {
  return {
    preferred_name: record.preferred_name,
    websites: record.websites,
    domains: record.domains,
    employee_count_consensus: record.employee_count_consensus,
    li_follower_count: record.li_follower_count,
    location: placeParts(record.location_consensus),
    offices: record.li_locations?.map((office) => placeParts(office.location)) ?? null,
    status_consensus: record.status_consensus,
    is_subsidiary: record.is_subsidiary,
    funding_stage: record.funding_stage,
    total_funding_consensus: record.total_funding_consensus,
    num_funding_rounds: record.num_funding_rounds,
    rounds:
      record.full_funding_rounds?.map(({ round_type, round_date, round_raised_usd, investors }) => ({
        round_type,
        round_date,
        round_raised_usd,
        investors: (investors ?? []).map(({ investor_name, investor_type }) => ({
          investor_name,
          investor_type,
        })),
      })) ?? null,
    investors:
      record.investors?.map(({ investor_name, investor_types }) => ({ investor_name, investor_types })) ??
      null,
    acquisitions: record.acquisitions,
    revenue_usd: record.revenue_usd,
    short_description: record.short_description,
    long_description: record.long_description,
    li_description: record.li_description,
    logo_url: record.logo_url,
    technologies: record.technologies,
    employee_trends: record.employee_trends,
  }
}

function splitCompany(line: NativeCompany): Split {
  const { added_rounds, ...members }: CompanyLine = line
  const split = splitLine(members)
  withoutDirectionsIn(split.members, ['preferred_name', 'names'])
  split.externalIds = members.external_ids ?? {}
  Object.assign(split.members, numberedPage(split.members))
  gateCompany(split)
  spellPages(split.members, { slug: 'pnet_primary_slug', slugs: 'pnet_slugs' })
  fillFunding(split.members)
  if (added_rounds !== undefined) {
    split.extend = (stored, isNewer) => ({
      ...fundingMembers(stored, added_rounds, isNewer('full_funding_rounds')),
      ...firstName(stored, members.names),
    })
  }
  return split
}

/** What rounds say of sums, newest and largest round, investors and stage, where their line does not. */
function fillFunding(members: Record<string, unknown>): void {
  const rounds = [members['full_funding_rounds'], members['funding_rounds']]
  if (!rounds.some((list) => Array.isArray(list) && list.length > 0)) return
  for (const [name, value] of Object.entries(fundingMembers(members, [], true))) members[name] ??= value
}

/** A company without a name takes the one that its rounds give it. */
function firstName(
  stored: Record<string, unknown>,
  names: readonly string[] | null | undefined,
): { preferred_name?: string } {
  const [name] = names ?? []
  return stored['preferred_name'] || name === undefined ? {} : { preferred_name: name }
}

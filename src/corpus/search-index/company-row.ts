import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug } from '../../lib/network-url.ts'
import type { CompanyRecord } from '../records/index.ts'
import { dayNumber, keywordText, logShare, organizationNumber, rankOf } from './columns.ts'
import { employeeBucket } from './employee-buckets.ts'
import { exactToken, nameToken, token } from './tokens.ts'

/** Search columns of a company; the column names of table `companies`. */
export interface CompanyRow {
  rank: number
  orgId: string
  founded: number
  lat: number
  lon: number
  facets: string
  words: string
}

/** Headcount used for size: the lower bound of the consensus, else the upper. Undefined when unknown. */
export function headcountOf(record: CompanyRecord): number | undefined {
  return record.employee_count_consensus?.gte ?? record.employee_count_consensus?.lte ?? undefined
}

/** The identifiers a company is found and recognised by, as facet tokens. */
export function companyIdentifiers(record: CompanyRecord): string[] {
  const found = new Set<string>()
  if (record.li_org_id) found.add(exactToken('org', record.li_org_id))
  for (const slug of [record.pnet_primary_slug, ...(record.pnet_slugs ?? [])]) {
    if (slug) found.add(exactToken('slug', normalizeSlug(slug)))
  }
  for (const domain of record.domains ?? []) {
    const normal = normalizeDomain(domain)
    if (normal !== undefined) found.add(exactToken('dom', normal))
  }
  for (const [source, id] of Object.entries(record.external_ids ?? {}))
    found.add(exactToken('ext', `${source}/${id}`))
  return [...found]
}

/** Name keys a company is looked up by; a name finds candidates but does not identify. */
export function companyNameTokens(record: CompanyRecord): string[] {
  const names = [record.preferred_name, ...(record.names ?? [])].filter(
    (name) => name !== null && name !== '',
  )
  return [...new Set(names.map((name) => nameToken('name', name as string)))]
}

export function companyRow(record: CompanyRecord): CompanyRow {
  const headcount = headcountOf(record)
  const place = record.location_consensus
  return {
    rank: rankOf(0.7 * logShare(headcount, 3_000_000) + 0.3 * logShare(record.li_follower_count, 50_000_000)),
    orgId: organizationNumber(record.li_org_id),
    founded: dayNumber(record.founded_on_consensus),
    lat: place?.coordinates?.lat ?? Number.NaN,
    lon: place?.coordinates?.lon ?? Number.NaN,
    facets: companyFacets(record, headcount).join(' '),
    words: keywordText([
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
    ]),
  }
}

function companyFacets(record: CompanyRecord, headcount: number | undefined): string[] {
  const facets = new Set<string>()
  const place = record.location_consensus
  if (place?.country_code) facets.add(token('country', place.country_code))
  for (const state of [place?.state_name, place?.state_code]) if (state) facets.add(token('state', state))
  for (const industry of record.standard_industries ?? []) facets.add(token('ind', industry))
  for (const tag of record.tags ?? []) facets.add(token('tag', tag))
  if (record.funding_stage) facets.add(token('stage', record.funding_stage))
  if (record.status_consensus) facets.add(token('status', record.status_consensus))
  if (headcount !== undefined) facets.add(`size:${employeeBucket(headcount)}`)
  return [...facets]
}

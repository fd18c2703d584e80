import { domainSuffixes } from '../../lib/domain-name.ts'
import type { CompanyRecord } from '../records/index.ts'
import { acceleratorTokens } from './accelerator-tokens.ts'
import { cellTokens } from './columns.ts'
import { listFlags } from './company-flags.ts'
import { companyDomains } from './company-identifiers.ts'
import { employeeBucket } from './employee-buckets.ts'
import { investorTokens } from './investor-tokens.ts'
import { unplacedCityTokens } from './city-tokens.ts'
import { stateTokens } from './state-tokens.ts'
import { exactToken, token, tokenValue } from './tokens.ts'

/** The facet tokens of a company. */
export function companyFacets(record: CompanyRecord, headcount: number | undefined): string[] {
  const facets = new Set<string>([
    ...placeTokens(record),
    ...classTokens(record),
    ...acceleratorTokens(record),
    ...investorTokens(record),
    ...listFlags(record).map((flag) => token('flag', flag)),
    ...companyDomains(record).flatMap((domain) =>
      domainSuffixes(domain).map((suffix) => exactToken('tld', suffix)),
    ),
    ...(record.fortune_rankings ?? []).flatMap(({ list, year, rank }) =>
      list === null || rank === null
        ? []
        : [rankingToken(list, rank), ...(year === null ? [] : [rankingToken(list, rank, year)])],
    ),
  ])
  if (record.funding_stage) facets.add(token('stage', record.funding_stage))
  if (record.status_consensus) facets.add(token('status', record.status_consensus))
  if (headcount !== undefined) facets.add(`size:${employeeBucket(headcount)}`)
  return [...facets]
}

/** The facets by which `traits.ts` compares companies. The other facets are most of the work. */
export function comparedFacets(record: CompanyRecord, headcount: number | undefined): string[] {
  const place = record.location_consensus
  return [
    ...(place?.country_code ? [token('country', place.country_code)] : []),
    ...stateTokens(place),
    ...classTokens(record),
    ...(record.funding_stage ? [token('stage', record.funding_stage)] : []),
    ...(headcount === undefined ? [] : [`size:${employeeBucket(headcount)}`]),
  ]
}

/** A rank on a ranking list, of one year or of any. */
export function rankingToken(list: string, rank: number, year?: number): string {
  return exactToken('rank', `${tokenValue(list)}/${year ?? ''}/${rank}`)
}

/** The beginning of all tokens of a ranking list. */
export const rankingPrefix = (list: string): string => exactToken('rank', `${tokenValue(list)}/`)

/** The NAICS code itself and those above it. A range of sectors (`31-33`) stands for each of them. */
export function naicsTokens(code: string): string[] {
  const range = /^(\d\d)-(\d\d)$/.exec(code.trim())
  if (range !== null) {
    const sectors = []
    for (let sector = Number(range[1]); sector <= Number(range[2]); sector++) sectors.push(`naics:${sector}`)
    return sectors
  }
  if (!/^\d{2,6}$/.test(code.trim())) return []
  const digits = [...code.trim()]
  return digits.slice(1).map((_, index) => `naics:${digits.slice(0, index + 2).join('')}`)
}

function placeTokens(record: CompanyRecord): string[] {
  const tokens: string[] = []
  const place = record.location_consensus
  if (place?.country_code) tokens.push(token('country', place.country_code))
  tokens.push(...stateTokens(place), ...unplacedCityTokens(place))
  tokens.push(...cellTokens('cell', place))
  for (const { location } of record.li_locations ?? []) {
    if (location?.country_code) tokens.push(token('ocountry', location.country_code))
    tokens.push(...cellTokens('ocell', location))
  }
  return tokens
}

function classTokens(record: CompanyRecord): string[] {
  const network = (record.li_industries ?? []).flatMap(({ id, name }) => [id, name])
  return [
    ...(record.standard_industries ?? []).map((name) => token('ind', name)),
    ...network.filter((value) => value !== null).map((value) => token('pind', value)),
    ...(record.naics_codes ?? []).flatMap(naicsTokens),
    ...(record.tags ?? []).map((tag) => token('tag', tag)),
    ...(record.technologies ?? []).map((name) => token('tech', name)),
    ...(record.categories ?? []).map((name) => token('cat', name)),
    ...(record.category_groups ?? []).map((name) => token('cgrp', name)),
  ]
}

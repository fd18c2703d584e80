import lookup from 'country-code-lookup'
import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import { countries, countryByAlpha3, findCountry, type Country } from './countries.ts'
import listedGroups from '../../../data/reference/composite-regions.json' with { type: 'json' }
import type { RegionsBody } from './schema.ts'

/** A named group of countries that a filter may use in place of a country code. */
export interface Region {
  /** `X-` code. */
  code: string
  name: string
  acronym?: string
  flag?: string
  /** Alpha-3 codes, sorted. */
  members: readonly string[]
}

/** Names and signs of the groups that are not plain geography, in the order in which they are listed. */
const compositeNames: Record<string, { name: string; acronym?: string; flag?: string }> = {
  'X-MIDDLE_EAST': { name: 'Middle East' },
  'X-MENA': { name: 'Middle East and North Africa', acronym: 'MENA' },
  'X-EMEA': { name: 'Europe, Middle East and Africa', acronym: 'EMEA', flag: '🌍' },
  'X-EUROPEAN_UNION': { name: 'European Union', acronym: 'EU', flag: '🇪🇺' },
  'X-EFTA': { name: 'European Free Trade Association', acronym: 'EFTA' },
  'X-APAC': { name: 'Asia-Pacific', acronym: 'APAC', flag: '🌏' },
  'X-LATAM': { name: 'Latin America and the Caribbean', acronym: 'LATAM' },
  'X-ANGLOSPHERE': { name: 'Anglosphere' },
  'X-DACH': { name: 'Germany, Austria and Switzerland', acronym: 'DACH' },
  'X-NORDICS': { name: 'Nordic countries' },
  'X-BENELUX': { name: 'Belgium, Netherlands and Luxembourg', acronym: 'Benelux' },
  'X-GCC': { name: 'Gulf Cooperation Council', acronym: 'GCC' },
  'X-BRICS': { name: 'BRICS members', acronym: 'BRICS' },
  'X-G20': { name: 'Group of Twenty', acronym: 'G20' },
  'X-OECD': { name: 'Organisation for Economic Co-operation and Development', acronym: 'OECD' },
  'X-SANCTIONED': { name: 'Countries under country-wide sanctions' },
}

const continentFlags: Record<string, string> = {
  'X-AFRICA': '🌍',
  'X-EUROPE': '🌍',
  'X-AMERICAS': '🌎',
  'X-ASIA': '🌏',
  'X-OCEANIA': '🌏',
}

/** Every region group. Definitions without one public source are argued in docs/decisions/0003. */
export const regions: () => readonly Region[] = buildOnce(() => {
  const geography = geographicGroups()
  const all: Region[] = []
  for (const [code, { name, members }] of geography) {
    const flag = continentFlags[code]
    all.push({ code, name, ...(flag ? { flag } : {}), members: [...members].sort() })
  }
  for (const [code, about] of Object.entries(compositeNames)) {
    all.push({ code, ...about, members: [...compositeMembers(code, geography)].sort() })
  }
  return all
})

/** The body of getRegions: all countries, all groups. */
export const regionsBody: () => RegionsBody = buildOnce(() => ({
  countries: countries().map(buildBody),
  regions: regions().map(({ code, name, acronym, flag, members }) => ({
    apiCode: code,
    name,
    ...(acronym ? { acronym } : {}),
    ...(flag ? { flag } : {}),
    countries: members.flatMap((code) => countryByAlpha3(code) ?? []).map(buildBody),
  })),
}))

function buildBody({ alpha2, alpha3, name, flag }: Country): RegionsBody['countries'][number] {
  return { apiCode: alpha3, name, flag, isoCodeAlpha2: alpha2, isoCodeAlpha3: alpha3 }
}

/**
 * Turns a list of alpha-3 and `X-` codes (any case) into the countries they cover. Other codes are returned in
 * `unknown` as given, so that the caller can name them.
 */
export function expandCountryCodes(codes: readonly string[]): { countries: Set<string>; unknown: string[] } {
  const expanded = new Set<string>()
  const unknown: string[] = []
  for (const countryCode of codes) {
    const code = countryCode.trim().toUpperCase()
    const region = byCode().get(code)
    if (region) for (const member of region.members) expanded.add(member)
    else if (countryByAlpha3(code)) expanded.add(code)
    else unknown.push(countryCode)
  }
  return { countries: expanded, unknown }
}

/**
 * The code of a text where countries and regions may be named: a code in any case, alpha-2 codes and names of
 * countries (`US`, `UK`, `Germany`), names and acronyms of regions (`EMEA`, `Nordic countries`). Undefined when
 * nothing fits; never a guess.
 */
export function countryOrRegionCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (byCode().has(code) || countryByAlpha3(code)) return code
  return byRegionName().get(normalText(text)) ?? findCountry(text)?.alpha3
}

const byRegionName = buildOnce(() => {
  const names = new Map<string, string>()
  for (const { code, name, acronym } of regions())
    for (const text of [acronym, code.slice(2), name]) {
      const key = normalText(text ?? '')
      // Antarctica is a country and a continent.
      if (key !== '' && !names.has(key) && findCountry(key) === undefined) names.set(key, code)
    }
  return names
})

/** Names of countries and regions, for advice. */
export const countryAndRegionNames: () => readonly string[] = buildOnce(() => [
  ...countries().map(({ name }) => name),
  ...regions().flatMap(({ name, acronym }) => (acronym ? [acronym, name] : [name])),
])

const byCode = buildOnce(() => new Map(regions().map((region) => [region.code, region])))

type Groups = Map<string, { name: string; members: Set<string> }>

/** Sub-regions, then continents, as the package assigns them. A name that is both (Antarctica) is one group. */
function geographicGroups(): Groups {
  const groups: Groups = new Map()
  for (const level of ['region', 'continent'] as const) {
    for (const entry of lookup.countries) {
      const name = entry[level]
      const code = `X-${name.toUpperCase().replaceAll(' ', '_')}`
      const group = groups.get(code) ?? { name, members: new Set<string>() }
      group.members.add(entry.iso3)
      groups.set(code, group)
    }
  }
  return groups
}

/** EMEA, APAC and LATAM are built from the geography, so that they cannot drift from it. The rest are listed. */
function compositeMembers(code: string, geography: Groups): Iterable<string> {
  const listed: Record<string, string[]> = listedGroups
  const union = (...codes: string[]) =>
    new Set(codes.flatMap((part) => [...(geography.get(part)?.members ?? listed[part] ?? [])]))
  if (code === 'X-EMEA') {
    const core = union('X-EUROPE', 'X-AFRICA', 'X-MIDDLE_EAST', 'X-SOUTH_WEST_ASIA', 'X-CENTRAL_ASIA')
    return core.add('RUS').add('SHN')
  }
  if (code === 'X-APAC') {
    return union('X-EAST_ASIA', 'X-SOUTH_EAST_ASIA', 'X-SOUTH_ASIA', 'X-OCEANIA').add('MNG')
  }
  if (code === 'X-LATAM') return union('X-AMERICAS').difference(union('X-NORTH_AMERICA'))
  return listed[code] ?? []
}

import lookup from 'country-code-lookup'
import { iso31661 } from 'iso-3166'
import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import aliasesByAlpha3 from '../../../data/reference/country-aliases.json' with { type: 'json' }

/** A country or territory with an ISO 3166-1 code, plus Kosovo (XKX) and the withdrawn ANT. */
export interface Country {
  alpha2: string
  alpha3: string
  /** Usual English short name. */
  name: string
  /** Two regional-indicator characters; platforms without the flag show the two letters. */
  flag: string
}

/**
 * Replaces names of the package that are ASCII-only, inverted or dated. CLDR's names abbreviate ("St. Lucia") and add
 * politics ("Hong Kong SAR China").
 */
const preferredNames: Record<string, string> = {
  BES: 'Bonaire, Sint Eustatius and Saba',
  BHS: 'Bahamas',
  CIV: "Côte d'Ivoire",
  FLK: 'Falkland Islands',
  FSM: 'Micronesia',
  GMB: 'Gambia',
  MAF: 'Saint Martin',
  MMR: 'Myanmar',
  PSE: 'Palestine',
  REU: 'Réunion',
  SHN: 'Saint Helena, Ascension and Tristan da Cunha',
  SJM: 'Svalbard and Jan Mayen',
  STP: 'São Tomé and Príncipe',
  TUR: 'Türkiye',
  VAT: 'Vatican City',
  VIR: 'U.S. Virgin Islands',
  WSM: 'Samoa',
  XKX: 'Kosovo',
  ATF: 'French Southern Territories',
}

/** Locales whose country names people type most. English comes first and wins every tie. */
const nameLocales = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
].concat(['tr', 'el', 'ru', 'uk', 'ar', 'he', 'fa', 'hi', 'ja', 'ko', 'zh', 'zh-Hant', 'vi', 'id', 'th'])

/** All countries by English name. */
export const countries: () => readonly Country[] = buildOnce(() =>
  lookup.countries
    .map(({ iso2, iso3, country }) => ({
      alpha2: iso2,
      alpha3: iso3,
      name: preferredNames[iso3] ?? country,
      flag: makeFlag(iso2),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en')),
)

/** The country with exactly this alpha-3 code (upper case), else undefined. */
export function countryByAlpha3(code: string): Country | undefined {
  return byAlpha3().get(code)
}

/** The country with exactly this alpha-2 code (upper case), else undefined. */
export function countryByAlpha2(code: string): Country | undefined {
  return byAlpha2().get(code)
}

/**
 * The country that a free text means: an alpha-2 or alpha-3 code in any case, an English name or usual alias ("UK",
 * "South Korea", "Czech Republic"), or its name in one of 30 languages. Undefined when nothing fits; similarity never
 * counts.
 */
export function findCountry(text: string): Country | undefined {
  const code = text.trim().toUpperCase()
  if (code.length === 2 && byAlpha2().has(code)) return byAlpha2().get(code)
  if (code.length === 3 && byAlpha3().has(code)) return byAlpha3().get(code)
  return byName().get(normalText(text))
}

const byAlpha3 = buildOnce(() => new Map(countries().map((country) => [country.alpha3, country])))
const byAlpha2 = buildOnce(() => new Map(countries().map((country) => [country.alpha2, country])))

const byName = buildOnce(() => {
  const names = new Map<string, Country>()
  const add = (name: string | undefined, country: Country) => {
    const key = name === undefined ? '' : normalText(name)
    if (key !== '' && !names.has(key)) names.set(key, country)
  }
  const isoName = new Map(iso31661.map((entry) => [entry.alpha3, entry.name]))
  const aliases: Record<string, string[]> = aliasesByAlpha3
  for (const country of countries()) add(country.name, country)
  for (const country of countries()) for (const alias of aliases[country.alpha3] ?? []) add(alias, country)
  for (const { iso3, country } of lookup.countries) add(country, byAlpha3().get(iso3)!)
  for (const country of countries()) add(isoName.get(country.alpha3), country)
  for (const locale of nameLocales) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    // ANT is withdrawn: its alpha-2 code is not in CLDR under its own name.
    for (const country of countries()) if (country.alpha3 !== 'ANT') add(display.of(country.alpha2), country)
  }
  return names
})

function makeFlag(alpha2: string): string {
  return String.fromCodePoint(...Array.from(alpha2, (letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
}

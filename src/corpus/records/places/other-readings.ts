import { normalText } from '../../../lib/text-normal.ts'
import { metroAreas, naturalRegionCalled } from '../../reference/index.ts'

/** Another reading of a line, with its country. */
export interface Reading {
  text: string
  country?: string
  /** The name includes the surroundings of a large city, so it is no village. */
  isMetro: boolean
}

/** Some write how they work where others write a place. */
const noPlace =
  /^(?:fully |100 ?% )?(?:remote|hybrid|on-?site|home ?-?office|work(?:ing)? from home|wfh|anywhere|télétravail|teletrabajo)$/iu

/** Parts of a line, without those that name no place. */
export const withoutWorkModes = (parts: readonly string[]): string[] =>
  parts.filter((part) => !noPlace.test(part))

/** Words for a large city with its surroundings, in the larger languages of Europe. */
const before =
  /^(?:greater |metro(?:politan)? (?:area of )?|gro(?:ß|ss)raum |metropolregion |stadtregion |region |ballungsraum |grand |métropole de |agglomération de |région de |gran |área metropolitana de(?:l)? |area metropolitana di |grande |stor-?|wielki )+/iu
const behind =
  /(?: (?:and |& )?(?:the )?(?:greater )?(?:city )?(?:metropolitan(?: area| region)?|metro(?: area| region)?|metroplex|area|region|surroundings|surrounding area)| und umgebung| et (?:sa )?périphérie| et environs| y alrededores| e arredores| e dintorni| e região| en omgeving| i okolice| med omnejd| og omegn)+$/iu

/**
 * Other readings of a line in which no city was found, the likeliest first: `Greater Munich Metropolitan Area` and
 * `Paris et périphérie` as their city, `San Francisco Bay Area` as the region of that name, `Torino (TO), Italia` and
 * `Remote (Germany)` without brackets, `10115 Berlin` without the code.
 */
export function* otherReadings(text: string): Generator<Reading> {
  const region = regionsByName().get(normalText(text.split(',', 1)[0] ?? ''))
  if (region !== undefined) yield { text: region.city, country: region.country, isMetro: true }
  // Of several places the first counts: `Columbus, Ohio; Detroit, Michigan`. A footnote mark is no part of a name.
  const single = text.split(/[;|]/, 1)[0]!.replaceAll(/\[\w{1,3}\]/g, '')
  if (single !== text) yield { text: single, isMetro: false }
  if (/\([^()]*\)/.test(text)) {
    yield { text: text.replaceAll(/\s*\(([^()]*)\)/g, ', $1'), isMetro: false }
    yield { text: text.replaceAll(/\s*\([^()]*\)/g, ''), isMetro: false }
  }
  yield* ofMetro(text.split(',').map((part) => part.trim()))
  const withoutCode = text.replace(/^\s*[A-Z]{0,2}-?\d[\d ]{2,6}\s+(?=\p{L})/u, '')
  if (withoutCode !== text) yield { text: withoutCode, isMetro: false }
}

/**
 * The first part may be a city with its surroundings. The last part, `Oregon Metropolitan Area`, may be one only with
 * a word for metropolis.
 */
function* ofMetro(parts: readonly string[]): Generator<Reading> {
  const [place = '', ...rest] = parts
  const city = place.replace(before, '').replace(behind, '')
  const last = parts.at(-1) ?? ''
  if (city === '' || city === place) {
    const state = /metro/i.test(last) ? last.replace(behind, '') : last
    if (state !== last) yield { text: [...parts.slice(0, -1), state].join(', '), isMetro: true }
    return
  }
  yield { text: [city, ...rest].join(', '), isMetro: true }
  // The first of several is the largest: `Dallas-Fort Worth Metroplex`, `Pune/Pimpri-Chinchwad Area`.
  const first = city.split(/\s*[-–/]\s*/, 1)[0] ?? ''
  if (first !== '' && first !== city) yield { text: [first, ...rest].join(', '), isMetro: true }
}

interface Region {
  city: string
  /** Alpha-3. */
  country: string
}

let regions: Map<string, Region> | undefined

/** Regions of several cities by their names. A single word may be another place, and an island is no city of it. */
function regionsByName(): ReadonlyMap<string, Region> {
  if (regions !== undefined) return regions
  regions = new Map()
  for (const { name, synonyms, cities, countryCode } of metroAreas())
    for (const called of [name, ...synonyms]) {
      const key = normalText(called)
      const [city] = cities
      const isIsland = naturalRegionCalled(called) !== undefined
      if (city !== undefined && key.includes(' ') && !isIsland && !regions.has(key))
        regions.set(key, { city, country: countryCode })
    }
  return regions
}

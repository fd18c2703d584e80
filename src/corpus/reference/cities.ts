import { normalText } from '../../lib/text-normal.ts'
import { type Area, type City, type CityColumns, cityAt, nameAt, readCityColumns } from './city-columns.ts'
import { buildNameIndex, listOtherNames, type NameIndex } from './city-index.ts'
import { findCountry } from './countries.ts'
import { findSubdivision } from './subdivisions.ts'

export type { City } from './city-columns.ts'

interface Gazetteer {
  columns: CityColumns
  /** Made on demand: most of the time of loading is its. */
  names?: NameIndex
  /** Alpha-3 -> code of a state -> its name, made on demand. */
  stateNames?: Map<string, Map<string, string>>
}

let gazetteer: Gazetteer | undefined

/**
 * Loads the gazetteer (about 12 MB). It blocks the event loop for some 0.3 s, so processes that search call it
 * once at start-up; without that the first look-up pays.
 */
export function preloadCities(): void {
  cityNames()
}

/**
 * Cities that a free text may mean, best first: the most populous, with a handicap for cities that do not officially
 * have the name. Accents and case do not matter. The text may carry a state or country after commas ("Paris, Texas",
 * "Springfield, IL, USA"); `countryAlpha3` narrows further. Empty when no place fits.
 */
export function findCity(text: string, countryAlpha3?: string): readonly City[] {
  const whole = citiesCalled(text, countryAlpha3)
  const [name = '', ...qualifiers] = text.split(',')
  // "Washington, D.C." is one name that contains a comma.
  if (whole.length > 0 || qualifiers.length === 0) return whole
  const wanted = qualifiers.map((part) => part.trim()).filter((part) => part !== '')
  return citiesCalled(name, countryAlpha3).filter((city) => wanted.every((part) => isWithin(city, part)))
}

/** Names of a country's states by their codes, each as its most populous city has it. */
export function listStateNames(countryAlpha3: string): ReadonlyMap<string, string> {
  const gazetteer = loaded()
  gazetteer.stateNames ??= stateNames(gazetteer.columns)
  return gazetteer.stateNames.get(countryAlpha3) ?? new Map()
}

function stateNames({
  areas,
  areaOf,
  isSection,
  populations,
}: CityColumns): Map<string, Map<string, string>> {
  const mostPopulous = new Float64Array(areas.length).fill(-1)
  for (const [index, area] of areaOf.entries())
    if (isSection[index] === 0 && populations[index]! > mostPopulous[area]!)
      mostPopulous[area] = populations[index]!
  const names = new Map<string, Map<string, string>>()
  for (const area of [...areas.keys()].sort((a, b) => mostPopulous[b]! - mostPopulous[a]!)) {
    const { countryCode, stateCode, stateName } = areas[area]!
    if (stateCode === undefined || stateName === undefined || mostPopulous[area] === -1) continue
    const here = names.get(countryCode) ?? new Map<string, string>()
    names.set(countryCode, here)
    if (!here.has(stateCode)) here.set(stateCode, stateName)
  }
  return names
}

/** Every city with its inhabitants and its state's data, without quarters of cities. */
export function eachCity(
  see: (city: Pick<City, 'lat' | 'lon' | 'population'> & { index: number }, area: Area) => void,
): void {
  const { lats, lons, populations, isSection, areas, areaOf } = loaded().columns
  for (const [index, population] of populations.entries())
    if (isSection[index] === 0)
      see({ lat: lats[index]!, lon: lons[index]!, population, index }, areas[areaOf[index]!]!)
}

/** Name of a city by its index in `eachCity`. */
export const readCityName = (index: number): string => nameAt(loaded().columns, index)

/** A city by its index in `eachCity`, with its other names. */
export function readCity(index: number): City & { otherNames: string[] } {
  const { columns } = loaded()
  return { ...cityAt(columns, index), otherNames: listOtherNames(columns.ids[index]!) }
}

function loaded(): Gazetteer {
  gazetteer ??= { columns: readCityColumns() }
  return gazetteer
}

function cityNames(): NameIndex {
  const gazetteer = loaded()
  gazetteer.names ??= buildNameIndex(gazetteer.columns)
  return gazetteer.names
}

function citiesCalled(name: string, countryAlpha3: string | undefined): City[] {
  const { columns } = loaded()
  const cities = cityNames()
    .find(name)
    .map((index) => cityAt(columns, index))
  return countryAlpha3 === undefined ? cities : cities.filter((city) => city.countryCode === countryAlpha3)
}

/** Whether the city is in the state or country that the text names. */
function isWithin(city: City, place: string): boolean {
  const code = findSubdivision(city.countryCode, place)?.code.slice(3)
  if (code !== undefined && code === city.stateCode) return true
  if (city.stateName !== undefined && normalText(city.stateName) === normalText(place)) return true
  return findCountry(place)?.alpha3 === city.countryCode
}

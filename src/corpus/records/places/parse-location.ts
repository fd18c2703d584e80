import { normalText } from '../../../lib/text-normal.ts'
import { type LocationParts, postalParts } from './postal-line.ts'
import { naturalPlace } from './natural-place.ts'
import { clearlyLarger, placeInCountry, toPoint } from './city-in-country.ts'
import { otherReadings, withoutWorkModes } from './other-readings.ts'
import type { LocationRecord } from '../location.ts'
import {
  countryAt,
  findCity,
  findCountry,
  findState,
  statesCalled,
  type City,
  type Country,
  type State,
} from '../../reference/index.ts'

/** A country named alone means its only city here. */
const cityStates = new Set(['SGP', 'MCO', 'VAT', 'HKG', 'MAC', 'GIB'])
/** A city named without a country must be this large; otherwise the choice among its namesakes would be a guess. */
const knownEverywhere = 500_000
/** Or it must be this many times as large as any other of its name, and a city of note. */
const farLarger = 20
/** A city beside the name of its state need not be known elsewhere. */
const townOfState = 15_000
/** From this size on a name means the city rather than a state of that name elsewhere. */
const cityOfNote = 100_000
/** For these countries, codes of states stand where others write a country: "San Francisco, CA". */
const stateCountries = ['USA', 'CAN', 'AUS'] as const

const remembered = new Map<string, LocationRecord | undefined>()

/**
 * Reads `Redwood City, CA, USA`, `London, England, United Kingdom`, `Dubai - United Arab Emirates`, `MH, India` or
 * `Berlin` as a location, with coordinates and time zone of the city. Parts that the gazetteer does not have stay as
 * written. Undefined where neither a country nor a large city is recognised.
 */
export function parseLocation(text: string, defaultCountry?: string): LocationRecord | undefined {
  const key = `${defaultCountry ?? ''}|${text}`
  if (remembered.has(key)) return copyLocation(remembered.get(key))
  const location = parse(text, defaultCountry)
  // Files repeat the same few thousand places. The limit is for those that do not.
  if (remembered.size > 20_000) remembered.clear()
  remembered.set(key, location)
  return copyLocation(location)
}

/**
 * The same for a location that comes in parts. A point tells its country; a city without a place on the map stays as
 * written. Undefined for parts that tell neither.
 */
export function locationOfParts(parts: LocationParts, defaultCountry?: string): LocationRecord | undefined {
  const country = countryIn(parts.country ?? defaultCountry) ?? countryOfPoint(parts)
  if (country !== undefined) return assemble(country, parts, parts.full_address)
  const text = parts.full_address ?? [parts.city, parts.state].filter(Boolean).join(', ')
  const location = text === '' ? undefined : parseLocation(text, defaultCountry)
  const point = pointOfParts(parts)
  if (location !== undefined) return point === null ? location : { ...location, coordinates: point }
  const { city, state } = parts
  return city === undefined && point === null ? undefined : asWritten({ ...parts, city, state }, point)
}

/**
 * A text with the name of an ambiguous city, as a location of these words: a search for the name finds it. Undefined
 * if no city has the name.
 */
export function unplacedCity(text: string): LocationRecord | undefined {
  const written = text.trim()
  const [name = ''] = written.split(',')
  return findCity(name.trim()).length === 0
    ? undefined
    : asWritten({ city: name.trim(), full_address: written }, null)
}

function pointOfParts({ lat, lon }: LocationParts): LocationRecord['coordinates'] {
  const isPoint = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isPoint ? { lat, lon } : null
}

function countryOfPoint(parts: LocationParts): Country | undefined {
  const point = pointOfParts(parts)
  const code = point && countryAt(point.lat, point.lon)
  return code ? findCountry(code) : undefined
}

/** The message about a place that the gazetteer does not have. */
function asWritten(parts: LocationParts, coordinates: LocationRecord['coordinates']): LocationRecord {
  return {
    street_address: parts.street_address ?? null,
    neighborhood: parts.neighborhood ?? null,
    city: parts.city ?? null,
    state_name: parts.state ?? null,
    state_code: null,
    county: parts.county ?? null,
    postal_code: parts.postal_code ?? null,
    country_code: null,
    country_name: null,
    coordinates,
    timezone: null,
    full_address: parts.full_address ?? null,
    formatted_address: placeLine(parts.city ?? null, parts.state ?? null, null) || null,
  }
}

function parse(text: string, defaultCountry: string | undefined): LocationRecord | undefined {
  const plain = readPlain(text, defaultCountry, farLarger)
  if (plain !== undefined && plain.coordinates !== null) return plain
  for (const reading of otherReadings(text)) {
    const ratio = reading.isMetro ? clearlyLarger : farLarger
    const location = readPlain(reading.text, reading.country ?? defaultCountry, ratio)
    if (location?.coordinates || (location && plain === undefined && !reading.isMetro))
      return { ...location, full_address: text }
  }
  return onIsland(text, defaultCountry, plain) ?? plain
}

/** `Mallorca, Spain` without a town means somewhere on the island. */
function onIsland(
  text: string,
  defaultCountry: string | undefined,
  plain: LocationRecord | undefined,
): LocationRecord | undefined {
  const island = naturalPlace(text, countryIn(defaultCountry)?.alpha3)
  const country = island && findCountry(island.countryCode)
  if (island === undefined || country === undefined) return undefined
  const { name, coordinates, timezone } = island
  return { ...(plain ?? assemble(country, { city: name }, text)), coordinates, timezone }
}

/** `ratio`: how many times as large as its namesakes a city of note without a country must be. */
function readPlain(
  text: string,
  defaultCountry: string | undefined,
  ratio: number,
): LocationRecord | undefined {
  const written = text
    .split(',')
    .flatMap((part) => part.split(/\s+-\s+/))
    .map((part) => part.trim())
    .filter((part) => part !== '' && /\p{L}/u.test(part))
  const parts = withoutWorkModes(written)
  if (parts.length === 0) return undefined
  if (isContradiction(parts)) return undefined
  const country = takeCountry(parts) ?? countryIn(defaultCountry)
  if (country === undefined) return unqualified(parts, { text, ratio })
  const postal = postalParts(country.alpha3, parts)
  return assemble(country, postal ?? placesIn(country, parts), text)
}

/** Takes the country off the end of the parts. */
function takeCountry(parts: string[]): Country | undefined {
  const last = parts.at(-1)!
  if (parts.length > 1) {
    for (const alpha3 of stateCountries) {
      if (!endsInState(alpha3, parts)) continue
      return findCountry(alpha3)
    }
  }
  const country = countryIn(last)
  if (country === undefined) return undefined
  const another = stateElsewhere(country, parts)
  if (another !== undefined) return another
  parts.pop()
  return country
}

/** `Mumbai, MH`: where a code's country has no such city, the code is a state's, if the city is of note. */
function stateElsewhere(country: Country, parts: readonly string[]): Country | undefined {
  const city = citiesOfNoteElsewhere(country, parts).find(
    ({ countryCode, stateCode }) =>
      stateCode !== undefined && findState(countryCode, parts.at(-1)!)?.code === stateCode,
  )
  return city && findCountry(city.countryCode)
}

/** `Mumbai, NI` is ambiguous. */
function isContradiction(parts: readonly string[]): boolean {
  const country = parts.length > 1 ? countryIn(parts.at(-1)) : undefined
  if (country === undefined || stateCountries.some((alpha3) => endsInState(alpha3, parts))) return false
  return citiesOfNoteElsewhere(country, parts).length > 0 && stateElsewhere(country, parts) === undefined
}

/**
 * Whether two letters stand for a country, although others use them for their states: no city has the name before it.
 */
function citiesOfNoteElsewhere(country: Country, parts: readonly string[]): City[] {
  const place = parts.at(-2)
  if (place === undefined || !/^\p{Lu}{2}$/u.test(parts.at(-1)!)) return []
  const cities = findCity(place)
  if (cities.some(({ countryCode }) => countryCode === country.alpha3)) return []
  return cities.filter(({ population }) => population >= cityOfNote)
}

/** Whether `Atlanta, Georgia` or `San Francisco, CA` name a city in a state of that country. */
function endsInState(alpha3: string, parts: readonly string[]): boolean {
  const [place, last] = [parts.at(-2)!, parts.at(-1)!]
  const state = findState(alpha3, last)
  if (state === undefined) return false
  if (!findCity(place, alpha3).some((city) => city.stateCode === state.code)) return false
  const country = countryIn(last)
  return country === undefined || findCity(place, country.alpha3).length === 0
}

/** Postal codes are written after the country in some addresses: `Singapore 628555`. */
function countryIn(text: string | undefined): Country | undefined {
  if (text === undefined) return undefined
  return findCountry(text) ?? findCountry(text.replace(/[\s\d-]+$/, ''))
}

/** Sorts what comes before the country into street, neighbourhood, city and state. */
function placesIn(country: Country, parts: string[]): LocationParts {
  const last = parts.at(-1)
  if (last === undefined) return cityStates.has(country.alpha3) ? { city: country.name } : {}
  const [before, place] = [parts.slice(0, -2), parts.at(-2)]
  const state = findState(country.alpha3, last)
  if (place === undefined) {
    if (cityStates.has(country.alpha3) && /^\d/.test(last))
      return { city: country.name, street_address: last }
    const isState = state !== undefined && (isCode(last) || !isCityOfNote(country, last, state))
    if (!isState) return cityWithCode(last)
    // "Taipei City" is the name of a municipality that counts as a state.
    const bare = last.replace(/\s+city$/i, '')
    return bare !== last && isCityOfNote(country, bare, state) ? { city: bare, state: last } : { state: last }
  }
  const isCity = findCity(last, country.alpha3).length > 0
  // "Hoxton, London" and "1 Main Street, Springfield" end in the city, and the part before is no city of that state.
  if (isCity && !isCode(last) && (state === undefined || !isCityIn(country, place, state))) {
    return { ...cityWithCode(last), ...sortInside([...before, place]) }
  }
  return { ...cityWithCode(place), state: last, ...sortInside(before) }
}

/** A street, where the parts within a city contain a number, else a neighbourhood. */
function sortInside(parts: readonly string[]): LocationParts {
  const within = parts.join(', ')
  if (within === '') return {}
  return /\d/.test(within) ? { street_address: within } : { neighborhood: within }
}

function isCode(text: string): boolean {
  return /^\p{Lu}{2,3}$/u.test(text)
}

function isCityIn(country: Country, name: string, state: State): boolean {
  return findCity(name, country.alpha3).some((city) => city.stateCode === state.code)
}

/**
 * "London" and "Paris" are cities although districts bear their names, and "Buenos Aires" and "New York" although
 * states do. "California" is a state before a village, "Arizona" before a city that also has this name, and
 * "Washington" before a city elsewhere with a longer name.
 */
function isCityOfNote({ alpha3 }: Country, name: string, state: State): boolean {
  const cities = findCity(name, alpha3)
  const isCalled = (city: City) => normalText(city.name) === normalText(name)
  const isOfNote = (city: City) => city.population >= cityOfNote
  const within = cities.filter((city) => city.stateCode === state.code)
  const namesState = (city: City) => findState(alpha3, city.name)?.code === state.code
  if (within.some((city) => isCalled(city) || isOfNote(city) || namesState(city))) return true
  const [largest] = cities
  if (largest === undefined) return false
  // Provinces below the regions bear the names of their capitals, in every language: `Antwerp, Belgium`.
  if (!state.isGazetteerLevel && largest.population >= townOfState) return true
  return isOfNote(largest) && isCalled(largest)
}

/** Takes the postal code off "Kathmandu 44600" and "1118 CP Schiphol". */
function cityWithCode(text: string): LocationParts {
  const code = /^(?:\d[\d-]{2,9}(?:\s\p{Lu}{2})?(?=\s)|.*?\s(\d[\d-]{2,9})$)/u.exec(text)
  if (!code) return { city: text }
  const postal_code = code[1] ?? code[0]
  return { city: text.replace(postal_code, '').trim(), postal_code }
}

function unqualified(
  parts: readonly string[],
  { text, ratio }: { text: string; ratio: number },
): LocationRecord | undefined {
  const city = cityWithoutCountry(parts, ratio)
  if (city === undefined) return stateAlone(parts, text)
  const country = findCountry(city.countryCode)
  const state = city.stateCode ?? city.stateName
  return country && assemble(country, { city: parts[0], ...(state === undefined ? {} : { state }) }, text)
}

function cityWithoutCountry(parts: readonly string[], ratio: number): City | undefined {
  const [city, ...others] = findCity(parts.join(', '))
  if (city === undefined || city.population >= knownEverywhere) return city
  if (parts.length > 1) {
    const isAlone = others.every(({ countryCode }) => countryCode === city.countryCode)
    return isAlone && !isCode(parts[1]!) && city.population >= townOfState ? city : undefined
  }
  const isRival = (other: City) => other.population * ratio > city.population
  return city.population >= cityOfNote && !others.some(isRival) ? city : undefined
}

/**
 * `Bayern`, `Skillman, New Jersey`: a state without namesakes in other countries and without a city of note of its
 * name elsewhere.
 */
function stateAlone(parts: readonly string[], text: string): LocationRecord | undefined {
  const name = parts.at(-1)!
  if (isCode(name)) return undefined
  const [state, ...others] = statesCalled(name)
  const country = state && findCountry(state.countryCode)
  if (country === undefined || others.length > 0 || !findState(country.alpha3, name)?.isGazetteerLevel)
    return undefined
  const isElsewhere = (city: City) =>
    city.population >= cityOfNote &&
    (city.countryCode !== state?.countryCode || city.stateCode !== state.code)
  if (findCity(name).some(isElsewhere)) return undefined
  const place = parts.at(-2)
  if (place === undefined) return assemble(country, { state: name }, text)
  return assemble(country, { [/ county$/i.test(place) ? 'county' : 'city']: place, state: name }, text)
}

function assemble(country: Country, parts: LocationParts, text: string | undefined): LocationRecord {
  const { city, state } = placeInCountry(country, parts)
  const { street_address, neighborhood, city: cityName, county, postal_code } = { ...noParts, ...parts }
  const stateName = state?.name ?? parts.state ?? null
  return {
    street_address,
    neighborhood,
    city: cityName,
    state_name: stateName,
    state_code: state?.code ?? null,
    county,
    postal_code,
    country_code: country.alpha3,
    country_name: country.name,
    coordinates: pointOfParts(parts) ?? (city ? toPoint(city) : null),
    timezone: city?.timeZone ?? null,
    full_address: text ?? null,
    formatted_address: placeLine(cityName, stateName, country.name),
  }
}

const noParts = { street_address: null, neighborhood: null, city: null, county: null, postal_code: null }

/** `City, State, Country`. A state or country with the city's name is not repeated. */
export function placeLine(city: string | null, state: string | null, country: string | null): string {
  const isCityState = city !== null && city === country
  const parts = isCityState ? [city] : [city, state, country]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(', ')
}

function copyLocation(location: LocationRecord | undefined): LocationRecord | undefined {
  return location && { ...location, coordinates: location.coordinates && { ...location.coordinates } }
}

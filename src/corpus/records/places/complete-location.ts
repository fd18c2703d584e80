import { distanceKm } from '../../../lib/geo.ts'
import { normalText } from '../../../lib/text-normal.ts'
import {
  cityNameAt,
  countryAt,
  countryByAlpha3,
  findCountry,
  findState,
  type Country,
} from '../../reference/index.ts'
import type { LocationRecord } from '../location.ts'
import { cityIn, stateOfCity, toPoint } from './city-in-country.ts'
import { parseLocation, placeLine } from './parse-location.ts'

/** Members of a location that `completeLocation` derives from the others where they are missing. */
export const derivedLocationMembers = [
  'country_name',
  'state_name',
  'state_code',
  'coordinates',
  'timezone',
  'formatted_address',
] as const

type Derived = Pick<LocationRecord, (typeof derivedLocationMembers)[number]>

/** A city given by name and country counts only if it lies this near to the given coordinates. */
const nearKm = 100

/**
 * Completes a location in place: country, state, coordinates and time zone of the city, and the place in one line.
 * Given members stay. A location with only a text is read from it; a country becomes alpha-3, whatever form it came
 * in.
 */
export function completeLocation(place: LocationRecord): void {
  if (place.country_code !== null) place.country_code = toAlpha3(place.country_code)
  else if (place.country_name !== null) place.country_code = findCountry(place.country_name)?.alpha3 ?? null
  if (place.country_code === null) completeFromText(place)
  if (place.country_code === null && place.country_name === null) completeFromPoint(place)
  if (place.country_code === null) return
  if (derivedLocationMembers.every((member) => place[member] !== null)) return
  const country = countryByAlpha3(place.country_code)
  if (country !== undefined) fill(place, deriveOnce(country, place))
}

/** `de`, `DE`, `deu`. Any other text stays as it is. */
function toAlpha3(code: string): string {
  if (countryByAlpha3(code) !== undefined) return code
  return (code.trim().length <= 3 ? findCountry(code)?.alpha3 : undefined) ?? code
}

function completeFromText(place: LocationRecord): void {
  const named = [place.city, place.state_name ?? place.state_code].filter((part) => part !== null)
  const text = named.length > 0 ? named.join(', ') : (place.full_address ?? place.formatted_address)
  const parsed = text === null ? undefined : parseLocation(text)
  if (parsed === undefined) return
  // A state or country with the name, or coordinates elsewhere, mean that it is another place.
  if (named.length > 0 && (parsed.city !== place.city || parsed.state_name === null)) return
  if (!isNear(place, parsed)) return
  fill(place, named.length > 0 ? { ...parsed, full_address: null } : parsed)
}

/** A location with only a point is in the country, and the city, that the point lies in. */
function completeFromPoint(place: LocationRecord): void {
  const { coordinates, city, state_name, full_address } = place
  if (coordinates === null) return
  place.country_code = countryAt(coordinates.lat, coordinates.lon) ?? null
  if (city === null && state_name === null && full_address === null)
    place.city = cityNameAt(coordinates.lat, coordinates.lon) ?? null
}

function fill(place: LocationRecord, values: Partial<LocationRecord>): void {
  const members = place as Record<string, unknown>
  for (const [member, value] of Object.entries(values)) members[member] ??= value
}

const remembered = new Map<string, Derived>()

function deriveOnce(country: Country, place: LocationRecord): Derived {
  if (place.coordinates !== null) return derive(country, place)
  const key = JSON.stringify([country.alpha3, place.city, place.state_name, place.state_code])
  let derived = remembered.get(key)
  if (derived === undefined) {
    derived = derive(country, place)
    // Files repeat the same few thousand places. The limit is for those that do not.
    if (remembered.size > 20_000) remembered.clear()
    remembered.set(key, derived)
  }
  return { ...derived, coordinates: derived.coordinates && { ...derived.coordinates } }
}

function derive(country: Country, place: LocationRecord): Derived {
  const { alpha3, name } = country
  const text = place.state_code ?? place.state_name
  const placeState = text === null ? undefined : (findState(alpha3, text) ?? namedState(alpha3, place))
  const city =
    place.city === null ? undefined : cityIn(country, place.city, placeState, (at) => isNear(place, at))
  const state = placeState ?? (text === null && city !== undefined ? stateOfCity(city) : undefined)
  const stateName = place.state_name ?? state?.name ?? null
  return {
    country_name: name,
    state_name: stateName,
    state_code: state?.code ?? null,
    coordinates: city === undefined ? null : toPoint(city),
    timezone: city?.timeZone ?? null,
    formatted_address: placeLine(place.city, stateName, place.country_name ?? name),
  }
}

/** A code from a list that is not ISO's may stand beside a known name. */
function namedState(alpha3: string, { state_code, state_name }: LocationRecord) {
  return state_code !== null && state_name !== null ? findState(alpha3, state_name) : undefined
}

function isNear(place: LocationRecord, at: Pick<LocationRecord, 'coordinates'>): boolean {
  const { coordinates: point } = place
  const { coordinates: other } = at
  if (point === null || other === null) return true
  const [from, to] = [point, other].map(({ lat, lon }) => ({ latitude: lat, longitude: lon })) as [
    Point,
    Point,
  ]
  return distanceKm(from, to) <= nearKm
}

type Point = Parameters<typeof distanceKm>[0]

/**
 * A location with the text that describes it: read from the text where there is none, or where it was only read from
 * an earlier text.
 */
export function locationBeside(place: LocationRecord | null, text: string | null): LocationRecord | null {
  if (text === null || text.trim() === '') return place
  if (place === null) return parseLocation(text) ?? null
  const { full_address: read } = place
  // The line of a state, `New York, United States`, would be read as the city of that name.
  if (read === null || read === text || text === place.formatted_address) return place
  if (JSON.stringify(parseLocation(read)) !== JSON.stringify(place)) return place
  // `Jena, Thuringia` is a shorter name of the same place as `Jena, Thuringia, Germany`.
  if (saysNoMore(text, read)) return place
  return parseLocation(text) ?? (saysNoMore(read, text) ? place : null)
}

function saysNoMore(text: string, than: string): boolean {
  const words = new Set(normalText(than).split(' '))
  return normalText(text)
    .split(' ')
    .every((word) => words.has(word))
}

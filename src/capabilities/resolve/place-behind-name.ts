import { findCity, statesCalled, type City } from '../../corpus/reference/index.ts'
import type { CompanyRecord } from '../../corpus/records/index.ts'

/** Where a company is that a text names with its place. */
export interface PlaceOfName {
  cities?: readonly City[]
  /** ISO 3166-2 code without its country, of a state of the United States. */
  state?: string
}

/** A name with a place after it: `Acme, Lyon`, `Acme, Inc., Austin, TX`. */
export interface PlacedName extends PlaceOfName {
  name: string
  /** The place as it is written. */
  place: string
}

const maxParts = 6
/** Hamlets are called like people and things: from here on a word after a comma is a town. */
const leastInhabitants = 10_000

/** The name and its place; undefined if what comes after the commas is not a place. */
export function placeBehindName(text: string): PlacedName | undefined {
  const parts = text.split(/,\s+/, maxParts + 1)
  if (parts.length < 2 || parts.length > maxParts) return undefined
  for (let at = 1; at < parts.length; at++) {
    const place = parts.slice(at).join(', ').trim()
    const where = placeCalled(place)
    if (where !== undefined) return { ...where, name: parts.slice(0, at).join(', '), place }
  }
  return undefined
}

/** Towns, or a state of the United States by its code, of a text as a whole. */
export function placeCalled(place: string): PlaceOfName | undefined {
  if (!/^\p{L}/u.test(place)) return undefined
  const cities = findCity(place).filter(
    ({ population }) => place.includes(',') || population >= leastInhabitants,
  )
  if (/^[A-Z]{2}$/.test(place)) {
    const state = statesCalled(place).find(({ countryCode }) => countryCode === 'USA')
    return state && { state: state.code }
  }
  return cities.length > 0 ? { cities } : undefined
}

/** Where a company is. */
export type Places = Pick<CompanyRecord, 'location_consensus' | 'li_locations'>

/** Whether a company is where a text says: undefined if its places are not known. */
export function isThere(
  { cities, state }: PlaceOfName,
  { location_consensus, li_locations }: Places,
): boolean | undefined {
  const places = [location_consensus, ...(li_locations ?? []).map((office) => office.location)].filter(
    (place) => place !== null && place !== undefined,
  )
  if (state !== undefined) {
    const withState = places.filter((place) => place.state_code)
    return withState.length === 0 ? undefined : withState.some((place) => place.state_code === state)
  }
  const withCity = places.filter((place) => place.city)
  if (withCity.length === 0) return undefined
  return withCity.some((place) => {
    const country = place.country_code ?? undefined
    return findCity(place.city as string, country).some((one) =>
      cities?.some(
        (other) =>
          other.name === one.name &&
          other.stateCode === one.stateCode &&
          other.countryCode === one.countryCode,
      ),
    )
  })
}

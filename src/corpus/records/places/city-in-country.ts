import { normalText } from '../../../lib/text-normal.ts'
import { findCity, findState, type City, type Country, type State } from '../../reference/index.ts'
import type { LocationRecord } from '../location.ts'
import type { LocationParts } from './postal-line.ts'

type Placed = Readonly<{ city: City | undefined; state: State | undefined }>

const placed = new Map<string, Placed>()

/** City and state of the gazetteer. Remembered, because files repeat the same few thousand places. */
export function placeInCountry(country: Country, { city, state }: LocationParts): Placed {
  const key = `${country.alpha3}|${JSON.stringify([city, state])}`
  let place = placed.get(key)
  if (place === undefined) {
    place = findPlace(country, { city, state })
    if (placed.size >= 20_000) placed.clear()
    if (key.length <= 200) placed.set(key, place)
  }
  return place
}

function findPlace(country: Country, parts: Pick<LocationParts, 'city' | 'state'>): Placed {
  const ownState = parts.state === undefined ? undefined : findState(country.alpha3, parts.state)
  const city = parts.city === undefined ? undefined : cityIn(country, parts.city, ownState)
  // Some sources write the county or province where others write the region ("Dublin, County Dublin"). The
  // gazetteer's level is kept, so that one place has one state whatever the source.
  const state = ownState?.isGazetteerLevel === true ? ownState : ((city && stateOfCity(city)) ?? ownState)
  return { city, state }
}

/**
 * The city of that name that `isMeant` accepts: in the state, where one is given and the gazetteer has such states,
 * else the largest, unless another one is nearly as large, since which Arlington or Springfield it is would be a
 * guess.
 */
export function cityIn(
  country: Country,
  name: string,
  state: State | undefined,
  isMeant: (at: { coordinates: LocationRecord['coordinates'] }) => boolean = () => true,
): City | undefined {
  const candidates = findCity(name, country.alpha3).filter((city) => isMeant({ coordinates: toPoint(city) }))
  if (state !== undefined) {
    const inState = candidates.find((city) => city.stateCode === state.code)
    if (inState !== undefined) return inState
    if (state.isGazetteerLevel) return candidates.find((city) => !city.stateCode)
  }
  const [largest, ...others] = candidates
  return others.some((other) => rivals(other, largest!, name)) ? undefined : largest
}

/** How many times as large as its namesakes a city must be to be meant. */
export const clearlyLarger = 3

function rivals(other: City, largest: City, name: string): boolean {
  const isElsewhere = other.stateName !== largest.stateName
  const isCalledSo = normalText(other.name) === normalText(name)
  return isElsewhere && isCalledSo && other.population * clearlyLarger > largest.population
}

export function stateOfCity(city: City): State | undefined {
  const { stateName, stateCode } = city
  if (stateName === undefined) return undefined
  return { name: stateName, code: stateCode ?? null, isGazetteerLevel: true }
}

export function toPoint(city: City): { lat: number; lon: number } {
  // The gazetteer has 32-bit floats, which hold five decimals, about a metre.
  return { lat: Math.round(city.lat * 1e5) / 1e5, lon: Math.round(city.lon * 1e5) / 1e5 }
}

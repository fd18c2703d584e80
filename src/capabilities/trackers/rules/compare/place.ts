import { distanceKm } from '../../../../lib/geo.ts'
import { memo } from '../../../../lib/memo.ts'
import { normalText } from '../../../../lib/text-normal.ts'
import { countryByAlpha3, findCity, findState, type City } from '../../../../corpus/reference/index.ts'
import type { Change } from '../define-rule.ts'
import type { Place } from '../states.ts'

/** Within this, two points are one city: sources put its middle in different places. */
const sameCityKm = 5
/** From this size on, a place called a city this near may be a part of the larger one. */
const cityWithTowns = 1_000_000
/** Cities of one name this far apart are two. */
const twoCitiesKm = 100
const kmPerMile = 1.609_344

interface Difference {
  countryChanged: boolean
  stateChanged: boolean
  cityChanged: boolean
  distanceMiles: number | null
}

/** The city a name means in a country, whatever language it is in, or the name itself. */
const cityKey = memo((cityText) => {
  const [country = '', name = ''] = cityText.split('\n')
  const of = country === '' ? undefined : country
  const [best] = findCity(name, of)
  if (best !== undefined) return normalText(best.name)
  // `Sydney NSW`, without the comma that other sources write.
  const [, city, state] = /^(.+?)[\s,]+(\S+)$/.exec(name.trim()) ?? []
  const [within] = city && of && state && findState(of, state) ? findCity(city, of) : []
  return normalText(within?.name ?? name.replace(/\b(city|metro(politan)? area|area)\b/gi, ''))
})

const stateKey = ({ country_code: country, state_name: state }: Place) =>
  state ? normalText(country ? (findState(country, state)?.name ?? state) : state) : undefined

/**
 * What differs between two places, comparing only what both tell: a city in another language or without its state, and
 * a point that another source puts elsewhere in it, are the same place. Undefined for one place.
 */
function findMove(before: Place | null | undefined, after: Place | null | undefined): Difference | undefined {
  if (!before || !after) return undefined
  const km = measureDistance(before, after)
  const distanceMiles = km === undefined ? null : Math.round((km / kmPerMile) * 10) / 10
  const countryChanged = differs(before.country_code, after.country_code)
  if (countryChanged)
    return {
      countryChanged,
      stateChanged: areStatesDifferent(before, after),
      cityChanged: true,
      distanceMiles,
    }
  const cityChanged = areCitiesDifferent(before, after, km)
  const hasCities = !!before.city && !!after.city
  const stateChanged = areStatesDifferent(before, after) && !isCityAsState(before, after)
  if (hasCities ? !cityChanged : !stateChanged) return undefined
  return { countryChanged, stateChanged, cityChanged, distanceMiles }
}

function areCitiesDifferent(before: Place, after: Place, km: number | undefined): boolean {
  if (!before.city || !after.city) return false
  if (km !== undefined && km <= sameCityKm) return areNeighbours(before, after)
  const country = after.country_code ?? before.country_code ?? ''
  const [was, is] = [cityKey(`${country}\n${before.city}`), cityKey(`${country}\n${after.city}`)]
  if (was !== is) return true
  // Springfield, Illinois, and Springfield, Massachusetts.
  return areStatesDifferent(before, after) && km !== undefined && km > twoCitiesKm
}

/** Two cities of the gazetteer under their own names, as Oakland and Alameda are, and neither a part of the other. */
function areNeighbours(one: Place, other: Place): boolean {
  const [here, there] = [cityAt(one), cityAt(other)]
  if (here === undefined || there === undefined || here.isSection || there.isSection) return false
  const [longer, shorter] = [normalText(here.name), normalText(there.name)].toSorted(
    (a, b) => b.length - a.length,
  ) as [string, string]
  return !longer.includes(shorter) && Math.max(here.population, there.population) < cityWithTowns
}

/** The city a place names, where the gazetteer has it by that name and at that point. */
function cityAt(place: Place): City | undefined {
  return findCity(place.city ?? '', place.country_code ?? undefined).find((city) => {
    const km = measureDistance(place, { coordinates: city })
    return normalText(city.name) === normalText(place.city ?? '') && km !== undefined && km <= sameCityKm
  })
}

/** `Limerick, Ireland` may be read as the county: where the other is the city of that name, both may be one place. */
function isCityAsState(one: Place, other: Place): boolean {
  return isCalledAs(one, other) || isCalledAs(other, one)
}

/** Whether a place without a city is the state, or county, that is called as the city of another. */
export const isCalledAs = (city: Place, state: Place): boolean =>
  !!city.city &&
  !state.city &&
  !!state.state_name &&
  normalText(city.city) === normalText(state.state_name) &&
  !differs(city.country_code, state.country_code)

function areStatesDifferent(before: Place, after: Place): boolean {
  const [was, is] = [stateKey(before), stateKey(after)]
  return was !== undefined && is !== undefined && was !== is
}

const differs = (one: string | null | undefined, other: string | null | undefined) =>
  !!one && !!other && one !== other

function measureDistance({ coordinates: one }: Place, { coordinates: other }: Place): number | undefined {
  if (!one || !other) return undefined
  return distanceKm({ latitude: one.lat, longitude: one.lon }, { latitude: other.lat, longitude: other.lon })
}

/** A place in one line; null if nothing is known of it. */
export function writePlace(place: Place | null | undefined): string | null {
  const { city, state_name: state, country_code: country } = place ?? {}
  const parts = [city, state, country ? (countryByAlpha3(country)?.name ?? country) : null]
  return parts.filter((part) => !!part).join(', ') || null
}

/** The key that distinguishes places, spelling aside; undefined for a place without city. */
export function makePlaceKey(place: Place | null | undefined): string | undefined {
  if (!place?.city) return undefined
  const country = place.country_code ?? ''
  return `${country} ${cityKey(`${country}\n${place.city}`)}`
}

/** The change of a place, for rules about one. */
export function findPlaceChanges(
  before: Place | null | undefined,
  after: Place | null | undefined,
): Change[] {
  const difference = findMove(before, after)
  if (difference === undefined) return []
  const key = `in ${[after?.country_code, stateKey(after ?? {}), after?.city && makePlaceKey(after)].join(' ')}`
  const data = { kind: 'location', previous: writePlace(before), current: writePlace(after), ...difference }
  return [{ key, data }]
}

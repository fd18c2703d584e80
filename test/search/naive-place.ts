import { distanceKm, pointInPolygon, type GeoPoint } from '../../src/lib/geo.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import {
  findCity,
  findMetroArea,
  naturalRegionCalled,
  regionCalled,
  findState,
} from '../../src/corpus/reference/index.ts'
import type { LocationRecord } from '../../src/corpus/records/index.ts'

export type Radius = { unit: 'miles' | 'kilometers'; quantity: number }

export type Strategy =
  | {
      strategy: 'radial-distance'
      center: GeoPoint & { name?: string | null; address?: string }
      radius: Radius
    }
  | { strategy: 'free-form-city'; city: string; countryCode?: string | null; radius: Radius }
  | { strategy: 'polygon'; vertices: GeoPoint[] }
  | { strategy: 'preset-region'; region: string }

export interface Places {
  unionAll?: Strategy[] | null
  subtractAll?: Strategy[] | null
}

/**
 * In any of `unionAll` and none of `subtractAll`. A place without coordinates is in what its words name: a state, a country,
 * or a city that nothing places; of offices there are no such words.
 */
export function inPlaces(
  location: LocationRecord | null,
  { unionAll, subtractAll }: Places,
  of: 'row' | 'office' = 'row',
): boolean {
  if (!unionAll && !subtractAll?.length) return true
  if (!location || (!unionAll && !location.coordinates)) return false
  const { coordinates } = location
  const point = coordinates && { latitude: coordinates.lat, longitude: coordinates.lon }
  const isThere = (strategy: Strategy) => {
    const words = of === 'row' ? isNamed(location, strategy) : undefined
    return words === true || (words !== 'region' && point !== null && isNear(point, strategy))
  }
  if (unionAll && !unionAll.some(isThere)) return false
  return !(subtractAll ?? []).some(isThere)
}

/** Whether the words of a location say that it is there; `region` where they alone tell, and say no. */
function isNamed(location: LocationRecord, strategy: Strategy): boolean | 'region' {
  if (strategy.strategy !== 'free-form-city') return false
  const { city, country_code: country, state_code, state_name } = location
  const island = naturalRegionCalled(strategy.city, strategy.countryCode)
  const asked = island?.countryCode ?? strategy.countryCode ?? undefined
  const region = island === undefined && asked === undefined ? regionCalled(strategy.city) : undefined
  if (region !== undefined) {
    if (region.countryCode !== country) return 'region'
    const states = [state_name, state_code].map((text) => text && findState(country, text)?.code)
    return region.stateCode === undefined || states.includes(region.stateCode) ? true : 'region'
  }
  if (location.coordinates || !city || strategy.city.includes(',')) return false
  return (
    normalText(city) === normalText(strategy.city) && (asked === undefined || !country || country === asked)
  )
}

const cities = new Map<string, GeoPoint>()

/** The city a text means, looked up once. */
function cityAt(name: string, countryCode: string | null | undefined): GeoPoint {
  const key = `${name}/${countryCode}`
  let found = cities.get(key)
  if (found === undefined) {
    const city = findCity(name, countryCode ?? undefined)[0]
    if (city === undefined) throw new Error(`no city ${name}`)
    cities.set(key, (found = { latitude: city.lat, longitude: city.lon }))
  }
  return found
}

function isNear(point: GeoPoint, strategy: Strategy): boolean {
  if (strategy.strategy === 'preset-region') {
    const { outline } = findMetroArea(strategy.region)!
    if (outline.type === 'polygon') return isInside(point, outline.vertices)
    return distanceKm(point, outline) <= outline.radiusMiles * 1.609344
  }
  if (strategy.strategy === 'polygon') return isInside(point, strategy.vertices)
  const island =
    strategy.strategy === 'free-form-city'
      ? naturalRegionCalled(strategy.city, strategy.countryCode)
      : undefined
  if (island !== undefined) return isNear(point, { strategy: 'preset-region', region: island.slug })
  const { unit, quantity } = strategy.radius
  const km = unit === 'miles' ? quantity * 1.609344 : quantity
  if (strategy.strategy === 'radial-distance') return distanceKm(point, strategy.center) <= km
  return distanceKm(point, cityAt(strategy.city, strategy.countryCode)) <= km
}

/**
 * The ring is followed without jumps (each vertex at most half a turn from the one before), and the point is looked
 * for at every turn of the earth.
 */
function isInside(point: GeoPoint, vertices: readonly GeoPoint[]): boolean {
  let previous = vertices[0]?.longitude ?? 0
  const ring = vertices.map(({ latitude: drawn, longitude }, index) => {
    const latitude = 90 - Math.abs(drawn) < 1e-6 ? Math.sign(drawn) * 90 : drawn
    const gap = longitude - (vertices[index - 1]?.longitude ?? longitude)
    // From -180 to 180: once around the earth.
    if (Math.abs(gap) === 360) return { latitude, longitude: (previous += gap) }
    while (longitude - previous > 180) longitude -= 360
    while (previous - longitude > 180) longitude += 360
    previous = longitude
    return { latitude, longitude }
  })
  // An edge along a pole encloses the pole.
  const raised = ring.flatMap((vertex, index) => {
    const from = ring.at(index - 1)
    if (from === undefined || Math.abs(vertex.latitude) < 90 || from.latitude !== vertex.latitude)
      return [vertex]
    const latitude = vertex.latitude * 1.1
    return [{ ...from, latitude }, { ...vertex, latitude }, vertex]
  })
  return [-720, -360, 0, 360, 720].some((turn) =>
    pointInPolygon({ latitude: point.latitude, longitude: point.longitude + turn }, raised),
  )
}

import type { GeoPoint } from '../../lib/geo.ts'
import { milesToKm } from '../../lib/geo.ts'
import { boxRegion } from '../../lib/geo-region.ts'
import type { CityTier } from '../reference/index.ts'
import { askedPlaceWords, cityTierToken, placeTypeToken, token } from '../search-index/index.ts'
import { withinAreas, type Area } from './area.ts'
import { and, hasAll, hasAny, never, type Condition } from './condition.ts'
import { withinKm } from './place.ts'

/** A part of the earth to look for places in. */
export type MapArea =
  | { regionType: 'circle'; center: GeoPoint; radiusMiles: number }
  /** Crosses the antimeridian where the northwest corner is east of the southeast one. */
  | { regionType: 'rectangle'; northwestCorner: GeoPoint; southeastCorner: GeoPoint }

/** What the places must satisfy; all members apply. */
export interface MapQuestion {
  /** Every word must be among the name, types, brand, offers or town of a place. */
  query?: string | undefined
  /** Of any of these types, as maps write them. */
  types?: readonly string[] | undefined
  /** Within any of these. */
  areas?: readonly MapArea[] | undefined
  /** ISO 3166-1 alpha-3. */
  countries?: readonly string[] | undefined
  /** In a city of one of these sizes. */
  tiers?: readonly CityTier[] | undefined
}

/** Places that satisfy a question. A query without any word matches nothing. */
export function mapPlaces({ query, types, areas, countries, tiers }: MapQuestion): Condition {
  const matchAny = (tokens: readonly string[] | undefined) =>
    tokens === undefined ? [] : [hasAny('facets', tokens)]
  return and([
    ...(query === undefined ? [] : [named(query)]),
    ...matchAny(types?.map(placeTypeToken)),
    ...matchAny(countries?.map((code) => token('country', code))),
    ...matchAny(tiers?.map(cityTierToken)),
    ...(areas === undefined ? [] : [areas.length === 0 ? never : within(areas)]),
  ])
}

/**
 * A cover of few cells. Places are never counted, so a finer cover costs more in posting lists than it saves in
 * distances: of 5,000,000 places a circle of 25 or 250 miles took a quarter to half of the time with 32 cells instead
 * of 256.
 */
const within = (areas: readonly MapArea[]) =>
  withinAreas(areas.map(toArea), 'row', { among: areas.length, enough: 32 })

function named(query: string): Condition {
  const words = askedPlaceWords(query)
  return words.length === 0 ? never : hasAll('words', words)
}

function toArea(area: MapArea): Area {
  if (area.regionType === 'circle') return withinKm(area.center, milesToKm(area.radiusMiles))
  const { northwestCorner: first, southeastCorner: last } = area
  const [west, east] = [first.longitude, last.longitude]
  return {
    region: boxRegion({
      minLatitude: last.latitude,
      maxLatitude: first.latitude,
      minLongitude: west,
      maxLongitude: east,
    }),
    holds(bind) {
      const value = (degrees: number) => bind.value('Float64', degrees)
      const joiner = west <= east ? 'AND' : 'OR'
      return `(lat BETWEEN ${value(last.latitude)} AND ${value(first.latitude)} AND (lon >= ${value(west)} ${joiner} lon <= ${value(east)}))`
    },
  }
}

import { findCity, findMetroArea, naturalRegionCalled } from '../../reference/index.ts'
import type { LocationRecord } from '../location.ts'

/** The location of a place that is known only by its island or landscape: `Mallorca, Spain`. */
export type NaturalPlace = Pick<LocationRecord, 'coordinates' | 'timezone'> & {
  name: string
  /** Alpha-3. */
  countryCode: string
}

/** The middle of the island or landscape in a text; undefined if there is none. */
export function naturalPlace(text: string, defaultCountry?: string): NaturalPlace | undefined {
  const region = naturalRegionCalled(text, defaultCountry)
  const area = region && findMetroArea(region.slug)
  if (region === undefined || area === undefined) return undefined
  const { name, countryCode, cities } = region
  return {
    name,
    countryCode,
    coordinates: { lat: area.lat, lon: area.lon },
    timezone: findCity(cities[0] ?? '', countryCode)[0]?.timeZone ?? null,
  }
}

import type { LocationRecord } from '../records/index.ts'
import { token } from './tokens.ts'

type Place = Pick<LocationRecord, 'city' | 'country_code' | 'coordinates'>

/** Stands in a token for a country that nobody knows: no code is so long. */
const nowhere = 'anywhere'

/** Tokens of a city that nothing places: by its name, and by its name in its country. */
export function unplacedCityTokens(place: Place | null | undefined): string[] {
  if (!place?.city || place.coordinates !== null) return []
  return [token('city', place.city), token('city', `${place.country_code ?? nowhere} ${place.city}`)]
}

/** What such a city is found by: in any country, or in one and in those of which nobody knows the country. */
export function wantedCityTokens(city: string, country?: string): string[] {
  if (country === undefined) return [token('city', city)]
  return [country, nowhere].map((where) => token('city', `${where} ${city}`))
}

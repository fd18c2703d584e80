import type { LocationRecord } from '../records/index.ts'
import { token } from './tokens.ts'

type Place = Pick<LocationRecord, 'city' | 'country_code' | 'coordinates'>

/** Stands in a token for an unknown country, since no code is that long. */
const nowhere = 'anywhere'

/** Tokens of a city that the gazetteer does not have: its name, and its name in its country. */
export function unplacedCityTokens(place: Place | null | undefined): string[] {
  if (!place?.city || place.coordinates !== null) return []
  return [token('city', place.city), token('city', `${place.country_code ?? nowhere} ${place.city}`)]
}

/** Tokens for finding such a city: in any country, or in one country and where the country is unknown. */
export function wantedCityTokens(city: string, country?: string): string[] {
  if (country === undefined) return [token('city', city)]
  return [country, nowhere].map((where) => token('city', `${where} ${city}`))
}

import { memo } from '../../lib/memo.ts'
import { identifierOf, readValue } from '../names/index.ts'
import { isBlankId, standsForNothing } from '../../lib/placeholder.ts'
import type { MapPlace } from '../records/index.ts'
import { cityTierAt, type CityTier } from '../reference/index.ts'
import { cellTokens, logShare, readPoint, toRank } from './columns.ts'
import { placeWords } from './place-words.ts'
import { exactToken, nameToken, ownSort, token } from './tokens.ts'

/** Columns of table `places` after rank, id and born. */
export const placeColumns = ['lat', 'lon', 'facets', 'words'] as const

/** Id of a source, and the element of OpenStreetMap. */
const byId = ownSort('plc')
const byElement = ownSort('osm')
/** Name and phone number, and name and neighbourhood, which propose places that may be the same. */
const byPhone = ownSort('nph')
const byNearness = ownSort('near')
const ofType = ownSort('ptype')
const ofTier = ownSort('ctier')

/** Types of places that are towns or parts of towns. */
export const townTypes: ReadonlySet<string> = new Set([
  'city',
  'town',
  'village',
  'hamlet',
  'borough',
  'suburb',
  'quarter',
  'neighbourhood',
])

export const placeIdToken = (id: string): string => exactToken(byId, id)
export const elementToken = (type: string, id: string): string => exactToken(byElement, `${type}/${id}`)
export const placeTypeToken = (type: string): string => token(ofType, type)
export const cityTierToken = (tier: CityTier): string => exactToken(ofTier, tier)

export function placeIdentifiers(record: MapPlace): string[] {
  const { place_id, osm_type, osm_id, name, phone } = record
  const tokens: string[] = []
  if (place_id && !isBlankId(place_id)) tokens.push(placeIdToken(place_id))
  if (osm_type && osm_id && !isBlankId(osm_id)) tokens.push(elementToken(osm_type, osm_id))
  if (!name || standsForNothing(name)) return tokens
  const key = nameKey(name)
  const number = phone ? readValue(identifierOf.phone(phone)) : undefined
  if (number !== undefined) tokens.push(exactToken(byPhone, `${key}/${number}`))
  for (const spot of makeSpots(record)) tokens.push(exactToken(byNearness, `${key}/${spot}`))
  return tokens
}

const nameKey = memo((name) => nameToken('name', name).slice('name:'.length))

/** A square of 0.002 degrees (220 m of latitude). */
const perDegree = 500

/**
 * The square that a place is in, in each of four grids that lie half a square apart. Two places within 0.001 degrees
 * of each other share at least one, on whichever side of a border they are.
 */
function makeSpots(record: MapPlace): string[] {
  const { lat, lon } = readPoint(record.location)
  if (Number.isNaN(lat) || Number.isNaN(lon)) return []
  return [0, 0.5].flatMap((down) =>
    [0, 0.5].map((across) => {
      const grid = `${down === 0 ? 'a' : 'b'}${across === 0 ? 'a' : 'b'}`
      return `${grid}${Math.floor(lat * perDegree + down)},${Math.floor(lon * perDegree + across)}`
    }),
  )
}

/** The name of a place, which proposes it but does not identify it. */
export function placeLookups({ name }: MapPlace): string[] {
  return name ? [nameToken('name', name)] : []
}

export function placeRow(record: MapPlace) {
  const { location, name, names, brand, operator, keywords } = record
  const { lat, lon } = readPoint(location)
  const types = record.types ?? []
  const facets = cellTokens('cell', location)
  if (location?.country_code) facets.push(token('country', location.country_code))
  const tier = Number.isNaN(lat) ? undefined : cityTierAt(lat, lon)
  if (tier !== undefined) facets.push(cityTierToken(tier))
  for (const type of types) facets.push(placeTypeToken(type))
  const where = [location?.neighborhood, location?.city, location?.state_name]
  const texts = [name, ...(names ?? []), brand, operator, ...(keywords ?? []), ...where]
  return {
    rank: toRank(prominence(record)),
    values: [lat, lon, [...new Set(facets)].join(' '), placeWords(texts, types)],
  }
}

/**
 * Visitors count most, then how much is known of the place. On maps without ratings the better kept entries come
 * first.
 */
function prominence({ review_count, rating, website, phone, opening_hours, brand }: MapPlace): number {
  const completeness = [website, phone, opening_hours, brand].filter(Boolean).length / 4
  return 0.6 * logShare(review_count, 100_000) + 0.2 * ((rating ?? 0) / 5) + 0.2 * completeness
}

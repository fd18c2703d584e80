import { z } from 'zod'
import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import type { MapPlace } from '../../corpus/records/index.ts'
import { elementToken, placeIdToken } from '../../corpus/search-index/index.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import { entityView, outsideId, type SeenAgain } from '../../operation/index.ts'

const text = z.string().nullable()

/** A place as searches answer it. */
export const placeView = z
  .object({
    placeId: outsideId(z.string()).describe('Id of the place for startLocalBusinessSearch.'),
    name: z.string(),
    address: text,
    latitude: z.number(),
    longitude: z.number(),
    description: text,
    website: text,
    rating: z.number().nullable().describe('0 to 5.'),
    numReviews: z.int().nullable(),
    primaryType: text,
    allTypes: z.array(z.string()),
    priceLevel: text,
    phoneNumber: text,
    countryIsoCode: text.describe('ISO 3166-1 alpha-3.'),
    countryIsoCodeAlpha2: text.describe('The same country in ISO 3166-1 alpha-2.'),
    openingHours: text.describe('As OpenStreetMap writes them.'),
    businessStatus: text,
    mapsURL: z.string().describe('The place on a map.'),
    mapsUrl: z.string().describe('The same.'),
  })
  .meta({ id: 'MapPlaceView' })
entityView('places', placeView, {
  placeId: ['place_id', 'osm_id'],
  name: ['name'],
  address: ['location'],
  latitude: ['location'],
  longitude: ['location'],
  description: ['description'],
  website: ['website'],
  rating: ['rating'],
  numReviews: ['review_count'],
  primaryType: ['primary_type'],
  allTypes: ['types'],
  priceLevel: ['price_level'],
  phoneNumber: ['phone'],
  countryIsoCode: ['location'],
  countryIsoCodeAlpha2: ['location'],
  openingHours: ['opening_hours'],
  businessStatus: ['business_status'],
  mapsURL: ['osm_id', 'location'],
  mapsUrl: ['osm_id', 'location'],
})

export type PlaceView = z.output<typeof placeView>

/** Undefined without a name or a place on a map. */
export function buildPlaceView(id: string, record: MapPlace): PlaceView | undefined {
  const coordinates = record.location?.coordinates
  if (record.name === null || !coordinates) return undefined
  const country = countryByAlpha3(record.location?.country_code ?? '')
  const mapsURL = buildMapsUrl(record, coordinates)
  return {
    placeId: readPlaceId(id, record),
    name: record.name,
    address: buildAddress(record),
    latitude: coordinates.lat,
    longitude: coordinates.lon,
    description: record.description,
    website: record.website,
    rating: record.rating,
    numReviews: record.review_count,
    primaryType: record.primary_type,
    allTypes: record.types ?? [],
    priceLevel: record.price_level,
    phoneNumber: record.phone,
    countryIsoCode: country?.alpha3 ?? null,
    countryIsoCodeAlpha2: country?.alpha2 ?? null,
    openingHours: record.opening_hours,
    businessStatus: record.business_status,
    mapsURL,
    mapsUrl: mapsURL,
  }
}

/** Street, postal code and city, state, country: as far as they are known. */
export function buildAddress({ location }: Pick<MapPlace, 'location'>): string | null {
  if (location === null) return null
  if (location.full_address !== null) return location.full_address
  const { street_address, postal_code, city, state_name, country_name } = location
  const town = [postal_code, city].filter(Boolean).join(' ')
  const parts = [street_address, town, state_name === city ? null : state_name, country_name]
  return parts.filter(Boolean).join(', ') || null
}

const site = 'https://www.openstreetmap.org'

function buildMapsUrl({ osm_type, osm_id }: MapPlace, { lat, lon }: { lat: number; lon: number }): string {
  return osm_type !== null && osm_id !== null
    ? `${site}/${osm_type}/${osm_id}`
    : `${site}/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`
}

/** The id from its source, which stays when the corpus is rebuilt; otherwise the id in the corpus. */
export function readPlaceId(id: string, { place_id, osm_type, osm_id }: MapPlace): string {
  if (place_id !== null) return place_id
  return osm_type !== null && osm_id !== null ? `osm:${osm_type}/${osm_id}` : `place:${id}`
}

/** The place of an id that a search answered; undefined for an id nobody has. */
export async function placeById(
  search: CorpusSearch,
  placeId: string,
  signal: AbortSignal,
): Promise<{ id: string; record: MapPlace } | undefined> {
  const snapshot = await search.snapshots.newest('places')
  const [, sort, rest = ''] = /^(osm|place):(.+)$/.exec(placeId) ?? []
  const [type = '', number = ''] = rest.split('/')
  const tokens = [placeIdToken(placeId), ...(sort === 'osm' ? [elementToken(type, number)] : [])]
  const records =
    sort === 'place' && /^\d{1,19}$/.test(rest)
      ? await search.lookupIds('places', { ids: [rest], snapshot, signal })
      : await search.lookup('places', { tokens, perToken: 1, snapshot, signal })
  const [first] = records
  return first && { id: first.id, record: JSON.parse(first.body) as MapPlace }
}

/** A place that a search answered, as it is now. */
export async function placeNow(
  search: CorpusSearch,
  placeId: string,
  signal: AbortSignal,
): Promise<SeenAgain<PlaceView> | undefined> {
  const place = await placeById(search, placeId, signal)
  const view = place && buildPlaceView(place.id, place.record)
  return view && { view, record: place.record }
}

import { hotelBrand } from '../reference/index.ts'
import type { HotelCalendar, HotelRecord } from '../records/index.ts'
import { cellTokens, dayNumber, keywordText, logShare, readPoint } from './columns.ts'
import { anyLeft, inPieces, nightColumns } from './hotel-nights.ts'
import { packedPricing } from './hotel-pricing.ts'
import { unplacedCityTokens } from './city-tokens.ts'
import { stateTokens } from './state-tokens.ts'
import { exactToken, idTokens, ownSort, token } from './tokens.ts'

/** Columns of table `hotels` after rank, id and born. */
export const hotelColumns = [
  'lat',
  'lon',
  'star',
  'rating',
  'reviews',
  'prominence',
  'bedrooms',
  'bathrooms',
  'brand',
  'pricing',
  'cal_first',
  ...nightColumns,
  'facets',
  'words',
]

const byId = ownSort('hotel')

/** A property is recognised by its id at its source. */
export const hotelIdentifiers = ({ property_id }: Pick<HotelRecord, 'property_id'>): string[] =>
  idTokens(byId, property_id)

const sorts = {
  category: ownSort('hcat'),
  star: ownSort('hstar'),
  propertyType: ownSort('htype'),
  amenity: ownSort('ham'),
  brand: ownSort('hbrand'),
  flag: ownSort('hflag'),
}

/** Tokens that properties are filtered by. A brand carries those of its group, too. */
export const hotelFacets = {
  category: (category: NonNullable<HotelRecord['category']>) => exactToken(sorts.category, category),
  star: (star: number) => exactToken(sorts.star, String(star)),
  propertyType: (id: number) => exactToken(sorts.propertyType, String(id)),
  amenity: (id: number) => exactToken(sorts.amenity, String(id)),
  brand: (id: number) => exactToken(sorts.brand, String(id)),
  flag: (flag: 'eco' | 'cancel' | 'deal') => exactToken(sorts.flag, flag),
}

export function hotelRow(record: HotelRecord) {
  const { lat, lon } = readPoint(record.location)
  const calendars = record.calendars ?? []
  return {
    rank: toMorton(lat, lon),
    values: [
      lat,
      lon,
      record.star_class ?? 0,
      record.rating ?? 0,
      record.review_count ?? 0,
      measureProminence(record),
      record.bedrooms ?? 0,
      record.bathrooms ?? 0,
      record.brand ?? 0,
      packedPricing(record),
      calendars.map(({ first_date }) => dayNumber(first_date)),
      ...nightValues(calendars),
      listFacets(record).join(' '),
      keywordText([
        record.name,
        ...Object.values(record.names ?? {}),
        record.brand === null ? null : (hotelBrand(record.brand)?.name ?? null),
        record.location?.city ?? null,
      ]),
    ],
  }
}

/** One entry a calendar, for each of `nightColumns`. */
function nightValues(calendars: readonly HotelCalendar[]): number[][][] {
  const laid = calendars.map(({ first_date, prices, left }) => {
    const first = dayNumber(first_date)
    const amounts = prices.map((price) => price ?? 0)
    const rooms = (left ?? []).length === 0 ? [] : prices.map((_price, index) => left?.[index] ?? anyLeft)
    return [...inPieces(first, amounts, 0), ...inPieces(first, rooms, anyLeft)]
  })
  return nightColumns.map((_column, place) => laid.map((columns) => columns[place] as number[]))
}

/** 0 to 1, by how well known and how well liked it is. Among equals the one with more reviews comes first. */
function measureProminence({ rating, review_count, star_class }: HotelRecord): number {
  return 0.5 * logShare(review_count, 20_000) + 0.35 * ((rating ?? 2.5) / 5) + 0.15 * ((star_class ?? 2) / 5)
}

function listFacets(record: HotelRecord): string[] {
  const place = record.location
  const plans = record.rate_plans ?? []
  const brand = record.brand === null ? undefined : hotelBrand(record.brand)
  const facets = new Set(cellTokens('cell', place))
  if (place?.country_code) facets.add(token('country', place.country_code))
  for (const state of stateTokens(place)) facets.add(state)
  for (const city of unplacedCityTokens(place)) facets.add(city)
  facets.add(hotelFacets.category(record.category ?? 'hotel'))
  if (record.star_class !== null) facets.add(hotelFacets.star(record.star_class))
  if (record.property_type !== null) facets.add(hotelFacets.propertyType(record.property_type))
  for (const id of record.amenities ?? []) facets.add(hotelFacets.amenity(id))
  for (const id of brand === undefined ? [] : [brand.id, brand.group]) facets.add(hotelFacets.brand(id))
  if (record.eco_certified === true) facets.add(hotelFacets.flag('eco'))
  if (plans.some((plan) => plan.free_cancellation === true)) facets.add(hotelFacets.flag('cancel'))
  if (plans.some((plan) => plan.deal !== null)) facets.add(hotelFacets.flag('deal'))
  return [...facets]
}

const last = 4_294_967_295

/** The place as one number, so that near places mostly have near numbers: 16 bits of each coordinate, interleaved. */
function toMorton(lat: number, lon: number): number {
  if (Number.isNaN(lat) || Number.isNaN(lon)) return last
  const y = spread(Math.min(65_535, Math.floor(((lat + 90) / 180) * 65_536)))
  const x = spread(Math.min(65_535, Math.floor(((lon + 180) / 360) * 65_536)))
  return x + y * 2
}

/** Puts a zero before each of 16 bits. */
function spread(value: number): number {
  let bits = value
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  bits = (bits | (bits << 1)) & 0x55555555
  return bits >>> 0
}

import type { Snapshot } from '../../corpus/commits/index.ts'
import {
  anyLeft,
  hotelFacets,
  piecesOfStay,
  unpackedPricing,
  type HotelPricing,
} from '../../corpus/search-index/index.ts'
import { and, hasAll, hasAny, not, type Condition, type CorpusSearch } from '../../corpus/search/index.ts'
import type { CalendarNights } from './price-stay.ts'
import type { CategoryInput } from './search-input.ts'

/** A property that may match a search, before it is priced. */
export interface Candidate {
  /** Entity id, decimal. */
  id: string
  rating: number
  reviews: number
  prominence: number
  /** Id of its brand; 0 for none. */
  brand: number
  pricing: HotelPricing
  nights: CalendarNights[]
}

/** Maximum properties that one search prices: the best known ones. */
export const maxPricedHotels = 4_000

/** Conditions on a row besides its place. Brands are filtered later, so that the answer can list all of them. */
export function rowCondition(filters: CategoryInput, minRating: number | undefined): Condition {
  const { propertyCategory, amenities = [], excludedAmenities = [] } = filters
  const facets = (values: readonly number[] | undefined, facet: (id: number) => string) =>
    values === undefined ? [] : [hasAny('facets', values.map(facet))]
  return and([
    hasAll('facets', [
      hotelFacets.category(propertyCategory === 'hotel' ? 'hotel' : 'vacation_rental'),
      ...amenities.map(hotelFacets.amenity),
      ...(filters.freeCancellation === true ? [hotelFacets.flag('cancel')] : []),
      ...(filters.specialOffers === true ? [hotelFacets.flag('deal')] : []),
      ...(filters.ecoCertified === true ? [hotelFacets.flag('eco')] : []),
    ]),
    ...facets(filters.hotelStarClasses, hotelFacets.star),
    ...facets(filters.propertyTypes, hotelFacets.propertyType),
    ...(excludedAmenities.length === 0
      ? []
      : [not(hasAny('facets', excludedAmenities.map(hotelFacets.amenity)))]),
    // A rating of 3.5 is not exact as a float.
    ...(minRating === undefined ? [] : [atLeast('rating', minRating - 1e-4)]),
    ...(filters.minBedrooms === undefined ? [] : [atLeast('bedrooms', filters.minBedrooms)]),
    ...(filters.minBathrooms === undefined ? [] : [atLeast('bathrooms', filters.minBathrooms)]),
  ])
}

const atLeast = (column: string, value: number): Condition => ({
  kind: 'sql',
  text: (bind) => `${column} >= ${bind.value('Float64', value)}`,
})

/** Members of a row by position, because their names would take a third of the bytes of thousands of rows. */
type Row = [
  id: string,
  rating: number,
  reviews: number,
  prominence: number,
  brand: number,
  pricing: string,
  calendars: number,
  /** Prices of each part of the stay, followed by the rooms left. */
  ...nights: number[][][],
]

const plainMembers = [
  'toString(id)',
  'rating',
  'reviews',
  'prominence',
  'brand',
  'pricing',
  'length(cal_first)',
]

/** The candidates of a search, best known first, with only the nights of the stay from their calendars. */
export async function readCandidates(
  search: CorpusSearch,
  request: {
    condition: Condition
    snapshot: Snapshot
    stay: { from: number; to: number }
    signal: AbortSignal
    most?: number
  },
): Promise<Candidate[]> {
  const { condition, snapshot, stay, signal, most = maxPricedHotels } = request
  const pieces = piecesOfStay(stay)
  const nightly = [...pieces.map(({ prices }) => prices), ...pieces.map(({ left }) => left)]
  const rows = await search.rows<{ row: Row }>('hotels', {
    condition,
    snapshot,
    signal,
    select: { row: `tuple(${[...plainMembers, ...nightly].join(', ')})` },
    order: 'prominence DESC',
    limit: most,
  })
  const count = stay.to - stay.from
  const joined = (lists: readonly number[][][], calendar: number, unknown: number): readonly number[] => {
    const first = lists[0]?.[calendar]
    if (first?.length === count) return first
    const nights = Array<number>(count).fill(unknown)
    for (const [place, { before }] of pieces.entries())
      for (const [night, value] of (lists[place]?.[calendar] ?? []).entries()) nights[before + night] = value
    return nights
  }
  return rows.map(({ row: [id, rating, reviews, prominence, brand, pricing, calendars, ...nights] }) => ({
    id,
    rating,
    reviews,
    prominence,
    brand,
    pricing: unpackedPricing(pricing),
    nights: Array.from({ length: calendars }, (_, calendar) => ({
      prices: joined(nights.slice(0, pieces.length), calendar, 0),
      left: joined(nights.slice(pieces.length), calendar, anyLeft),
    })),
  }))
}

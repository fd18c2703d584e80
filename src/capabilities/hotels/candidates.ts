import type { Snapshot } from '../../corpus/commits/index.ts'
import { hotelFacets, unpackedPricing, type HotelPricing } from '../../corpus/search-index/index.ts'
import { and, hasAll, hasAny, not, type Condition, type CorpusSearch } from '../../corpus/search/index.ts'
import { anyLeft, type CalendarNights } from './price-stay.ts'
import type { CategoryInput } from './search-input.ts'

/** A property that a search may answer, before it is priced. */
export interface Candidate {
  /** Entity id, decimal. */
  id: string
  rating: number
  reviews: number
  prominence: number
  /** Id of its brand; 0 without one. */
  brand: number
  pricing: HotelPricing
  nights: CalendarNights[]
}

/** Most properties one search prices: those that are known best. */
export const mostPriced = 4_000

/** What must hold of a row besides its place; brands are chosen later, so that all found can be told. */
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
    // A rating of 3.5 is a little less or more as a float.
    ...(minRating === undefined ? [] : [atLeast('rating', minRating - 1e-4)]),
    ...(filters.minBedrooms === undefined ? [] : [atLeast('bedrooms', filters.minBedrooms)]),
    ...(filters.minBathrooms === undefined ? [] : [atLeast('bathrooms', filters.minBathrooms)]),
  ])
}

const atLeast = (column: string, value: number): Condition => ({
  kind: 'sql',
  text: (bind) => `${column} >= ${bind('Float64', value)}`,
})

type Row = Omit<Candidate, 'pricing' | 'nights'> & {
  pricing: string
  first_days: number[]
  prices: number[][]
  rooms_left: number[][]
}

/** The candidates of a search, best known first; of calendars the nights of the stay alone. */
export async function readCandidates(
  search: CorpusSearch,
  asked: {
    condition: Condition
    snapshot: Snapshot
    stay: { from: number; to: number }
    signal: AbortSignal
    most?: number
  },
): Promise<Candidate[]> {
  const { condition, snapshot, stay, signal, most = mostPriced } = asked
  const rows = await search.rows<Row>('hotels', {
    condition,
    snapshot,
    signal,
    select: {
      id: 'toString(id)',
      rating: 'rating',
      reviews: 'reviews',
      prominence: 'prominence',
      brand: 'brand',
      pricing: 'pricing',
      first_days: 'cal_first',
      prices: (bind) => ofStay('cal_prices', bind, stay),
      rooms_left: (bind) => ofStay('cal_left', bind, stay),
    },
    order: 'prominence DESC',
    limit: most,
  })
  return rows.map(({ pricing, first_days, prices, rooms_left, ...row }) => ({
    ...row,
    pricing: unpackedPricing(pricing),
    nights: first_days.map((first, index) => {
      const missing = Math.min(Math.max(0, first - stay.from), stay.to - stay.from)
      return {
        prices: behind(missing, 0, prices[index] ?? []),
        left: behind(missing, anyLeft, rooms_left[index] ?? []),
      }
    }),
  }))
}

/** The nights of a calendar that begins some nights after the stay. */
const behind = (missing: number, value: number, list: number[]): number[] =>
  missing === 0 || list.length === 0 ? list : [...Array<number>(missing).fill(value), ...list]

/**
 * The nights of the stay of each calendar, from its first day on. A slice, since a function of each night would have the engine
 * hand the whole calendar to every one of them.
 */
function ofStay(
  column: string,
  bind: (type: string, value: number) => string,
  { from, to }: { from: number; to: number },
): string {
  const [first, end] = [bind('Int32', from), bind('Int32', to)]
  const slice = `arraySlice(list, greatest(${first} - first, 0) + 1, greatest(${end} - greatest(${first}, first), 0))`
  return `arrayMap((first, list) -> ${slice}, cal_first, ${column})`
}

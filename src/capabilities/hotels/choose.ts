import { hotelBrand, hotelBrandsBody } from '../../corpus/reference/index.ts'
import type { Candidate } from './candidates.ts'
import type { Convert } from './money.ts'
import { priceStay, shownAmount, type PlanFilter, type StayPrice } from './price-stay.ts'
import type { CategoryInput, HotelSort } from './search-input.ts'
import type { Stay } from './stay.ts'

/** A property that is available for the stay. */
export interface Offered {
  candidate: Candidate
  /** Price of a night as shown, in whole units. */
  perNight: number
}

/** Further conditions on candidates, beyond those on their rows. */
export interface Choice {
  stay: Stay
  convert: Convert
  filters: CategoryInput
  priceRange: { minPerNight?: number | undefined; maxPerNight?: number | undefined } | undefined
}

/** The candidates that are available for the stay within the requested price range. */
export function offeredAmong(candidates: readonly Candidate[], choice: Choice): Offered[] {
  const { stay, convert, filters, priceRange } = choice
  const plans = plansAsked(filters)
  return candidates.flatMap((candidate): Offered[] => {
    const [cheapest] = priceStay(candidate.pricing, candidate.nights, { stay, convert, plans })
    if (cheapest === undefined) return []
    const perNight = nightly(cheapest, stay)
    const isTooCheap = priceRange?.minPerNight !== undefined && perNight < priceRange.minPerNight
    const isTooDear = priceRange?.maxPerNight !== undefined && perNight > priceRange.maxPerNight
    return isTooCheap || isTooDear ? [] : [{ candidate, perNight }]
  })
}

export const plansAsked = (filters: CategoryInput): PlanFilter => ({
  freeCancellation: filters.freeCancellation === true,
  specialOffers: filters.specialOffers === true,
})

/** The shown price of a night: whole units, with taxes where they are known. */
export const nightly = (price: StayPrice, { from, to }: Pick<Stay, 'from' | 'to'>): number =>
  Math.round(shownAmount(price) / (to - from))

/** Whether a brand is one of those requested, or belongs to a requested group. */
export function isOfBrands(brand: number, wanted: readonly number[] | undefined): boolean {
  if (wanted === undefined) return true
  const group = hotelBrand(brand)?.group
  return wanted.includes(brand) || (group !== undefined && wanted.includes(group))
}

/** Groups and brands of some properties, as getHotelBrands lists them. */
export function brandsAmong(offered: readonly Offered[]) {
  const brands = new Set(offered.map(({ candidate }) => candidate.brand))
  return hotelBrandsBody().brands.flatMap(({ id, name, children }) => {
    const own = children.filter((child) => brands.has(child.id))
    return own.length > 0 || brands.has(id) ? [{ id, name, children: own }] : []
  })
}

/** Sort value of a property: small comes first. */
const keys: Record<HotelSort, (offered: Offered) => number> = {
  relevance: ({ candidate }) => -candidate.prominence,
  lowestPrice: ({ perNight }) => perNight,
  // Among equal scores, the one with more reviews comes first.
  highestRating: ({ candidate }) =>
    -(Math.round(candidate.rating * 100) * 1e7 + Math.min(candidate.reviews, 1e7 - 1)),
  mostReviewed: ({ candidate }) => -candidate.reviews,
}

/** A position in the order. */
export interface Place {
  key: number
  id: string
}

export function toPlace(offered: Offered, sort: HotelSort): Place {
  return { key: keys[sort](offered), id: offered.candidate.id }
}

/** Properties in order, after a position. Equal ones are ordered by id. */
export function inOrder(offered: readonly Offered[], sort: HotelSort, after: Place | undefined): Offered[] {
  const compare = (a: Place, b: Place) =>
    a.key - b.key || a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id))
  return offered
    .map((each) => ({ each, place: toPlace(each, sort) }))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
    .toSorted((a, b) => compare(a.place, b.place))
    .map(({ each }) => each)
}

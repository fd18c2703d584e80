import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { hotelsWorld, sampleHotels } from '../../../worlds/hotels.ts'
import type { NativeHotel } from '../../../../src/corpus/records/index.ts'
import {
  dollarRate,
  hotelAmenitiesBody,
  hotelBrandsBody,
  hotelPropertyTypesBody,
} from '../../../../src/corpus/reference/index.ts'

// Every filter and sort against what the lines of the sample say, read as naively as can be.

let service: TestAlmanac
let key: string
beforeAll(async () => {
  service = (await hotelsWorld()).service
})
// One each: a minute of one organization is 120 searches.
beforeEach(async () => {
  const org = await service.org()
  key = org.rawKey
})

/** The country with the most properties of the sample; three pages of them. */
const country = 'USA'
const stay = { checkInDate: '2026-03-05', checkOutDate: '2026-03-08' }
/** Thursday, Friday, Saturday. */
const isWeekend = [false, true, true]
const inCountry = sampleHotels.filter(({ location }) => location?.country_code === country)

interface Found {
  id: string
  perNight: number
  total: number
  rating: number
  reviews: number
}

async function search(
  body: object,
): Promise<{ found: Found[]; brands: { id: number; children: { id: number }[] }[] }> {
  const found: Found[] = []
  let nextPageToken: string | null = null
  for (;;) {
    const asked = { query: 'United States', ...stay, ...body, nextPageToken }
    const answer = await service.send('POST /v1/hotels/search', { key, body: asked })
    expect(answer.status, answer.text).toBe(200)
    for (const each of answer.body.output.properties)
      found.push({
        id: JSON.parse(Buffer.from(each.propertyToken, 'base64url').toString())[0],
        perNight: each.ratePerNight.allInCost,
        total: each.totalRate.allInCost,
        rating: each.rating,
        reviews: each.reviewCount,
      })
    nextPageToken = answer.body.output.nextPageToken
    if (nextPageToken === null) return { found, brands: answer.body.output.brands }
  }
}

/** Whole dollars of a night with tax for two adults; undefined where none is sold or March is closed. */
function naivePrice(hotel: NativeHotel, plans = hotel.rate_plans ?? []): number | undefined {
  const rule = hotel.price_rule
  const sold = plans.filter(({ markets }) => !markets || markets.length === 0 || markets.includes('USA'))
  if (!rule || sold.length === 0 || rule.closed_months?.includes(3)) return undefined
  const march = rule.month_factors?.[2] ?? 1
  const nights = isWeekend.map(
    (weekend) => rule.per_night * march * (weekend ? (rule.weekend_factor ?? 1) : 1),
  )
  const cheapest = Math.min(...sold.map(({ price_factor }) => price_factor ?? 1))
  const perUnit = rule.currency === 'USD' ? 1 : (dollarRate(rule.currency, null)?.usd_per_unit ?? Number.NaN)
  const all = nights.reduce((sum, night) => sum + night, 0) * cheapest * perUnit
  const withTax =
    all *
    (hotel.market_factors?.find(({ market }) => market === 'USA')?.factor ?? 1) *
    (1 + (hotel.tax_rate ?? 0))
  return Math.round(withTax / 3)
}

type Test = (hotel: NativeHotel) => boolean
const isHotel: Test = ({ category }) => category === 'hotel'

async function agrees(
  body: object,
  test: Test,
  price = (hotel: NativeHotel) => naivePrice(hotel),
): Promise<number> {
  const wanted = inCountry.filter((hotel) => test(hotel) && price(hotel) !== undefined)
  const { found } = await search(body)
  expect(found.map(({ id }) => id).sort(), JSON.stringify(body)).toEqual(
    wanted.map((each) => each.property_id).sort(),
  )
  const prices = new Map(wanted.map((hotel) => [hotel.property_id, price(hotel)]))
  for (const { id, perNight } of found)
    expect(Math.abs(perNight - (prices.get(id) as number)), id).toBeLessThanOrEqual(1)
  return found.length
}

describe('filters', () => {
  test('categories, classes and flags', async () => {
    verifies('hotel-search.category.property-category', 'hotel-search.category.star-classes')
    verifies(
      'hotel-search.category.hotel-flags',
      'hotel-search.category.rental-minimums',
      'hotel-search.min-rating',
    )
    expect(await agrees({}, isHotel)).toBeGreaterThan(20)
    for (const stars of [[2], [3], [4], [5], [2, 5]])
      await agrees(
        { category: { hotelStarClasses: stars } },
        (hotel) => isHotel(hotel) && stars.includes(hotel.star_class ?? 0),
      )
    await agrees(
      { category: { ecoCertified: true } },
      (hotel) => isHotel(hotel) && hotel.eco_certified === true,
    )
    const cancellable = (hotel: NativeHotel) =>
      hotel.rate_plans?.filter((plan) => plan.free_cancellation === true)
    await agrees({ category: { freeCancellation: true } }, isHotel, (hotel) =>
      naivePrice(hotel, cancellable(hotel) ?? []),
    )
    const special = (hotel: NativeHotel) => hotel.rate_plans?.filter((plan) => Boolean(plan.deal))
    await agrees({ category: { specialOffers: true } }, isHotel, (hotel) =>
      naivePrice(hotel, special(hotel) ?? []),
    )
    const rental = { propertyCategory: 'vacationRental' }
    await agrees({ category: rental }, (hotel) => !isHotel(hotel))
    for (const [minBedrooms, minBathrooms] of [
      [2, 1],
      [3, 2],
    ] as const)
      await agrees(
        { category: { ...rental, minBedrooms, minBathrooms } },
        (hotel) =>
          !isHotel(hotel) && (hotel.bedrooms ?? 0) >= minBedrooms && (hotel.bathrooms ?? 0) >= minBathrooms,
      )
    for (const minRating of ['3.5', '4.0', '4.5'])
      await agrees({ minRating }, (hotel) => isHotel(hotel) && (hotel.rating ?? 0) >= Number(minRating))
  })

  test('every property type, every amenity alone, with another and left out', async () => {
    verifies('hotel-search.category.property-types', 'hotel-search.category.amenities')
    for (const { id } of hotelPropertyTypesBody().propertyTypes)
      await agrees(
        { category: { propertyTypes: [id] } },
        (hotel) => isHotel(hotel) && hotel.property_type === id,
      )
    const has = (hotel: NativeHotel, id: number) => hotel.amenities?.includes(id) === true
    for (const { id } of hotelAmenitiesBody().amenities) {
      await agrees(
        { category: { amenities: [id, 35] } },
        (hotel) => isHotel(hotel) && has(hotel, id) && has(hotel, 35),
      )
    }
    for (const id of [6, 35])
      await agrees({ category: { excludedAmenities: [id] } }, (hotel) => isHotel(hotel) && !has(hotel, id))
  })

  test('every brand group, and brands by themselves; those found are told', async () => {
    verifies('hotel-search.category.brands', 'hotel-search.output.brands')
    const { brands } = await search({})
    const children = brands.flatMap((group) => group.children.map(({ id }) => id))
    const sold = inCountry.filter((hotel) => isHotel(hotel) && naivePrice(hotel) !== undefined)
    expect(children.sort()).toEqual([...new Set(sold.flatMap(({ brand }) => brand ?? []))].sort())
    for (const { id, children: own } of hotelBrandsBody().brands) {
      const ids = own.map((child) => child.id)
      await agrees(
        { category: { brands: [id] } },
        (hotel) => isHotel(hotel) && ids.includes(hotel.brand ?? 0),
      )
    }
    const [one = 0, two = 0] = children
    await agrees(
      { category: { brands: [one, two] } },
      (hotel) => isHotel(hotel) && [one, two].includes(hotel.brand ?? 0),
    )
  })

  test('the price of a night', async () => {
    verifies('hotel-search.price-range')
    for (const priceRange of [
      { maxPerNight: 150 },
      { maxPerNight: 60.5 },
      { minPerNight: 100, maxPerNight: 300 },
    ]) {
      const { found } = await search({ priceRange })
      const all = (await search({})).found
      const { maxPerNight, minPerNight = 0 } = priceRange
      const wanted = all.filter(({ perNight }) => perNight <= maxPerNight && perNight >= minPerNight)
      expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      expect(found.length).toBeLessThan(all.length)
    }
  })
})

test('four sorts', async () => {
  verifies('hotel-search.sort-by')
  const by = async (sortBy: string | undefined) => (await search({ sortBy })).found
  const [relevance, lowestPrice, highestRating, mostReviewed] = await Promise.all(
    ['relevance', 'lowestPrice', 'highestRating', 'mostReviewed'].map(by),
  )
  const ordered = (found: Found[] | undefined, before: (a: Found, b: Found) => boolean) =>
    found?.every((each, at) => at === 0 || before(found[at - 1] as Found, each))
  expect(ordered(lowestPrice, (a, b) => a.perNight <= b.perNight)).toBe(true)
  expect(
    ordered(
      highestRating,
      (a, b) => a.rating > b.rating || (a.rating === b.rating && a.reviews >= b.reviews),
    ),
  ).toBe(true)
  expect(ordered(mostReviewed, (a, b) => a.reviews >= b.reviews)).toBe(true)
  const ids = (found: Found[] | undefined) => found?.map(({ id }) => id).sort()
  for (const other of [lowestPrice, highestRating, mostReviewed]) expect(ids(other)).toEqual(ids(relevance))
  expect(await by(undefined)).toEqual(relevance)
  // Many good reviews come before few bad ones.
  expect(relevance?.[0]?.reviews).toBeGreaterThan(relevance?.at(-1)?.reviews as number)
})

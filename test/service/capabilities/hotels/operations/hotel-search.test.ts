import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac, TestAnswer } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { hotelsWorld } from '../../../../worlds/hotels.ts'

let service: TestAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = (await hotelsWorld()).service
  org = await service.org()
})

const stay = { checkInDate: '2026-02-01', checkOutDate: '2026-02-04' }
const rental = { propertyCategory: 'vacationRental' }
const ask = (body: object, { rawKey: key }: Pick<TestOrganization, 'rawKey'> = org) =>
  service.send('POST /v1/hotels/search', { key, body: { query: 'Reykjavik', ...stay, ...body } })

interface Property {
  name: string
  ratePerNight: { allInCost: number | null; baseCost: number; currencyCode: string }
  totalRate: { allInCost: number | null; baseCost: number }
  [member: string]: unknown
}
const propertiesOf = ({ body }: TestAnswer): Property[] => body.output.properties
const named = (answer: TestAnswer, name: string) =>
  propertiesOf(answer).find((each) => each.name.startsWith(name))
/** The hotel by the harbour in euro: its rates are made by hand. */
const harbour = async (body: object) =>
  named(await ask({ query: 'Nordurljos', currencyCode: 'EUR', ...body }), '')
const total = async (body: object) => (await harbour(body))?.totalRate.baseCost

describe('hotelSearch 200', () => {
  test('answers at once what the stay costs the party, before and after tax, in whole units', async () => {
    verifies('op.hotel-search', 'hotel-search.synchronous', 'hotel-search.output.properties')
    verifies('hotel-search.output.currency-code', 'hotel-search.currency-code')
    verifies('hotel-record.rate.units', 'hotel-record.rate.all-in-cost', 'hotel-record.rate.base-cost')
    const answer = await ask({ currencyCode: 'eur' })
    expect(answer.status).toBe(200)
    expect(answer.body.output.currencyCode).toBe('EUR')
    // Two adults in the double: 100 + 102 + 104, less than two singles; tax is 11 %.
    expect(named(answer, 'Harbour')).toMatchObject({
      totalRate: { currencyCode: 'EUR', baseCost: 306, allInCost: 340 },
      ratePerNight: { currencyCode: 'EUR', baseCost: 102, allInCost: 113 },
    })
    const plain = await ask({})
    expect(plain.body.output.currencyCode).toBe('USD')
    expect(named(plain, 'Harbour')?.ratePerNight.baseCost).toBeGreaterThan(102)
    // Twice the price in February; without a tax rate there is no price with tax.
    const cabin = named(await ask({ category: rental }), 'Cabin')
    expect(cabin?.ratePerNight).toEqual({ currencyCode: 'USD', baseCost: 400, allInCost: null })
  })

  test('a price is that of the party: rooms it takes, guests beyond those included, ages', async () => {
    verifies('hotel-search.adults', 'hotel-search.children')
    expect(await total({})).toBe(306)
    expect(await total({ adults: 2, children: 0 })).toBe(306)
    expect(await total({ adults: 1 })).toBe(60 + 61 + 62)
    // A third guest is half the price of the room more; a child of five is none.
    expect(await total({ children: 1, childrenAges: [6] })).toBe(459)
    expect(await total({ children: 1, childrenAges: [5] })).toBe(306)
    // Four adults take two doubles, of which one is left on these nights, or four singles.
    expect(await total({ adults: 4 })).toBe(4 * (60 + 61 + 62))
    expect(await total({ adults: 4, checkInDate: '2026-02-06', checkOutDate: '2026-02-07' })).toBe(220)
    // Children are not put in rooms of their own.
    expect(await harbour({ adults: 1, children: 5, childrenAges: [9, 9, 9, 9, 9] })).toBeUndefined()
  })

  test('a night without a rate is not available', async () => {
    const at = (checkInDate: string, checkOutDate: string) => total({ checkInDate, checkOutDate })
    expect(await at('2026-02-09', '2026-02-10')).toBe(116)
    // The double is closed on the 10th: two singles.
    expect(await at('2026-02-10', '2026-02-11')).toBe(138)
    expect(await at('2026-02-19', '2026-02-21')).toBe(2 * (78 + 79))
    expect(await at('2026-03-12', '2026-03-13')).toBe(2 * 99)
    expect(await at('2026-03-12', '2026-03-14')).toBeUndefined()
    expect(await at('2026-01-31', '2026-02-02')).toBeUndefined()
    const answer = await ask({ query: 'Guesthouse without Rates' })
    expect(propertiesOf(answer)).toEqual([])
    expect(answer.body.advice.join()).toMatch('none has rates for these nights')
  })

  test('market and language change prices, offers and names, and fence nothing in', async () => {
    verifies('hotel-search.market-country', 'hotel-search.language-code')
    expect(await total({ searchMarketCountryCode: 'USA' })).toBe(306)
    expect(await total({ searchMarketCountryCode: 'deu' })).toBe(275)
    const canadian = await harbour({ searchMarketCountryCode: 'CAN' })
    expect(canadian).toMatchObject({ totalRate: { baseCost: 153 }, deal: 'Half price' })
    expect(canadian).toHaveProperty('dealDescription', 'Sold in Canada only')
    expect(await harbour({})).toMatchObject({
      name: 'Harbour Hotel Nordurljos',
      amenities: ['Free Wi-Fi', 'Restaurant'],
    })
    expect(await harbour({ languageCode: 'de-AT' })).toMatchObject({
      name: 'Hafenhotel',
      amenities: ['Kostenloses WLAN', 'Restaurant'],
      excludedAmenities: ['Pool'],
    })
    const icelandic = await ask({ languageCode: 'is' })
    expect(named(icelandic, 'Hótel')).toMatchObject({ name: 'Hótel Norðurljós', description: 'Við höfnina' })
    expect(icelandic.body.advice.join()).toMatch('Amenity labels are in English')
  })

  test('has the members of a property record', async () => {
    verifies('hotel-record.members', 'hotel-record.times', 'hotel-record.rating')
    verifies('hotel-record.optional-members', 'hotel-record.essential-info')
    const hotel = await harbour({})
    expect(hotel).toMatchObject({
      propertyToken: expect.stringMatching(/^[\w-]+$/),
      url: null,
      coordinates: { latitude: expect.closeTo(64.1, 0), longitude: expect.closeTo(-21.9, 0) },
      city: 'Reykjavik',
      countryCode: 'ISL',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      rating: 4.6,
      reviewCount: 100,
      reviewsBreakdown: [],
      hotelStarClass: 4,
      images: [],
      nearbyPlaces: [],
    })
    for (const absent of ['deal', 'dealDescription', 'description', 'essentialInfo'])
      expect(hotel).not.toHaveProperty(absent)
    const cabin = named(await ask({ category: rental }), 'Cabin')
    expect(cabin).toMatchObject({ essentialInfo: ['Entire unit', 'Sleeps 8'], hotelStarClass: null })
    const [known] = propertiesOf(
      await ask({ query: 'San Francisco', category: { hotelStarClasses: [2, 3, 4, 5] } }),
    )
    expect(known).toMatchObject({
      reviewsBreakdown: expect.arrayContaining([
        {
          name: 'Service',
          description: expect.any(String),
          totalCount: expect.any(Number),
          positiveCount: expect.any(Number),
          neutralCount: expect.any(Number),
          negativeCount: expect.any(Number),
        },
      ]),
      images: expect.arrayContaining([{ thumbnailUrl: expect.any(String), originalUrl: expect.any(String) }]),
      nearbyPlaces: [
        { name: expect.any(String), transportations: [{ type: 'Walking', duration: expect.any(String) }] },
      ],
    })
  })

  test('a query is a city, a metro area, a country or the name of a property, in words people use', async () => {
    verifies('hotel-search.query')
    const place = async (query: string) => (await ask({ query })).body.advice?.[0] as string
    for (const query of [
      'Paris',
      'paris, france',
      'hotels in Paris',
      'Paris hotels',
      'cheap hotels near Paris',
    ])
      expect(await place(query), query).toMatch('was taken as Paris, Île-de-France, FRA')
    expect(await place('Springfield, IL')).toMatch('Springfield, Illinois')
    expect(await place('sf-bay-area')).toMatch('was taken as San Francisco Bay Area')
    expect(await place('Iceland')).toMatch('was taken as Iceland')
    for (const query of ['Harbour Hotel Nordurljos', 'harbour nordurljos, reykjavik']) {
      const answer = await ask({ query })
      expect(
        propertiesOf(answer).map(({ name }) => name),
        query,
      ).toEqual(['Harbour Hotel Nordurljos'])
    }
    expect(await place('near Harbour Hotel Nordurljos')).toMatch('5 km around')
  })

  test('a place that nobody knows is refused, and free', async () => {
    const fresh = await service.org()
    const { status, body } = await ask({ query: 'Zzyzxqq' }, fresh)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch('no place or property has this name')
    expect(await service.captured(fresh)).toBe(0)
  })

  test.each([
    ['USA', 'United States'],
    ['UK', 'United Kingdom'],
    ['hotels in California', 'California, United States'],
    ['Bavaria', 'Bavaria, Germany'],
    ['Bali', 'Bali, Indonesia'],
    // Neither state nor town: an island, a lake with its shores, a county.
    ['Lake Como', 'Lake Como, Italy'],
    ['Cornwall', 'Cornwall, United Kingdom'],
    ['hotels in Tenerife', 'Tenerife, Spain'],
    ['Mallorca', 'Mallorca, Spain'],
    ['Santorini', 'Santorini, Greece'],
    ['Maui', 'Maui, United States'],
    ['hotels in the Algarve', 'Algarve, Portugal'],
    // Where the town of the name is meant, it says so.
    ['Cornwall, Ontario', 'Cornwall, Ontario, CAN, 8 km around'],
  ])('islands, countries and states come before hamlets of the name: %s', async (query, words) => {
    const { body } = await ask({ query }, await service.org())
    expect(body.advice.join()).toMatch(`was taken as ${words}.`)
  })

  test('an empty page of a place that is known bills', async () => {
    verifies('hotel-search.page-price', 'price.hotels')
    const fresh = await service.org()
    const { status, body } = await ask({ query: 'Nuuk' }, fresh)
    expect(status).toBe(200)
    expect(body.output).toMatchObject({
      properties: [],
      brands: [],
      searchInformation: { totalResultCount: 0 },
    })
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    expect(await service.captured(fresh)).toBe(2_000)
  })

  test('pages go on where the one before ended, each charged, until the token is null', async () => {
    verifies('hotel-search.next-page-token', 'hotel-search.paging', 'hotel-search.output.total')
    const fresh = await service.org()
    const question = { query: 'United States', sortBy: 'lowestPrice', adults: 2 }
    const seen: Property[] = []
    let token: string | null = null
    let pages = 0
    do {
      const { body } = await ask({ ...question, nextPageToken: token }, fresh)
      seen.push(...body.output.properties)
      pages++
      expect(body.output.hasMore).toBe(body.output.nextPageToken !== null)
      expect(body.output.searchInformation.totalResultCount).toBeGreaterThan(20)
      token = body.output.nextPageToken
      if (token === null) expect(seen).toHaveLength(body.output.searchInformation.totalResultCount)
    } while (token !== null)
    expect(new Set(seen.map(({ propertyToken }) => propertyToken)).size).toBe(seen.length)
    const prices = seen.map(({ ratePerNight }) => ratePerNight.allInCost as number)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(await service.captured(fresh)).toBe(pages * 2_000)
  })

  test('filters of the other category are left out with a warning each', async () => {
    verifies('hotel-search.category.separate-filters', 'hotel-search.category.property-category')
    const hotels = await ask({ category: { minBedrooms: 9, minBathrooms: 9 } })
    expect(named(hotels, 'Harbour')).toBeDefined()
    expect(propertiesOf(hotels).map((each) => each['propertyCategory'])).not.toContain('vacationRental')
    const fields = (answer: TestAnswer) => answer.body.warnings.map((each: { field: string }) => each.field)
    expect(fields(hotels)).toEqual(['category.minBedrooms', 'category.minBathrooms'])
    const given = {
      hotelStarClasses: [5],
      amenities: [10],
      brands: [33],
      freeCancellation: true,
      ecoCertified: true,
    }
    const rentals = await ask({ category: { ...rental, ...given, minBedrooms: 3 } })
    expect(propertiesOf(rentals).map(({ name }) => name)).toContain('Cabin by the Lake')
    expect(fields(rentals)).toEqual(Object.keys(given).map((name) => `category.${name}`))
    expect(rentals.body.output.brands).toEqual([])
  })

  test('limit is 120 a minute, and the price stands in the list', async () => {
    verifies('limit.hotels')
    const { body } = await service.send('GET /v1/rate-limits', { key: org.rawKey })
    const limits = body.output.rateLimits.filter(({ path }: { path: string }) =>
      path.startsWith('/v1/hotels/'),
    )
    expect(limits.map((each: { max: number; window: unknown }) => each.max)).toEqual([120, 120])
  })
})

describe('hotelSearch 400', () => {
  const refused: [path: string, body: object][] = [
    ['query', { query: ' ' }],
    ['query', { query: null }],
    ['checkInDate', { checkInDate: null }],
    ['checkInDate', { checkInDate: '2026-02-30' }],
    ['checkInDate', { checkInDate: '2026-01-14', checkOutDate: '2026-01-16' }],
    ['checkOutDate', { checkOutDate: undefined }],
    ['checkOutDate', { checkOutDate: '2026-02-01' }],
    ['checkOutDate', { checkOutDate: '2026-01-31' }],
    ['checkOutDate', { checkOutDate: '2027-02-02' }],
    ['adults', { adults: 0 }],
    ['adults', { adults: 2.5 }],
    ['adults', { adults: 7 }],
    ['adults', { adults: 11, category: rental }],
    ['children', { adults: 4, children: 3, childrenAges: [1, 2, 3] }],
    ['children', { adults: 8, children: 3, childrenAges: [1, 2, 3], category: rental }],
    ['children', { children: -1 }],
    ['childrenAges', { children: 1 }],
    ['childrenAges', { children: 2, childrenAges: [4] }],
    ['childrenAges', { children: 1, childrenAges: [4, 5] }],
    ['childrenAges', { childrenAges: [4] }],
    ['childrenAges[0]', { children: 1, childrenAges: [0] }],
    ['childrenAges[0]', { children: 1, childrenAges: [18] }],
    ['currencyCode', { currencyCode: 'XQZ' }],
    ['currencyCode', { currencyCode: 'dollars' }],
    ['searchMarketCountryCode', { searchMarketCountryCode: 'US' }],
    ['searchMarketCountryCode', { searchMarketCountryCode: 'QQQ' }],
    ['languageCode', { languageCode: 'not a tag' }],
    ['sortBy', { sortBy: 'cheapest' }],
    ['minRating', { minRating: 4 }],
    ['minRating', { minRating: '3.0' }],
    ['priceRange.maxPerNight', { priceRange: { maxPerNight: '100' } }],
    ['priceRange.maxPerNight', { priceRange: { maxPerNight: 0 } }],
    ['priceRange.minPerNight', { priceRange: { minPerNight: 9, maxPerNight: 8 } }],
    ['category.propertyCategory', { category: { propertyCategory: 'hostel' } }],
    ['category.hotelStarClasses[0]', { category: { hotelStarClasses: [1] } }],
    ['category.propertyTypes[0]', { category: { propertyTypes: [11] } }],
    ['category.amenities[1]', { category: { amenities: [1, 2] } }],
    ['category.excludedAmenities[0]', { category: { excludedAmenities: [2] } }],
    ['category.brands[0]', { category: { brands: [33_999] } }],
    ['category.minBedrooms', { category: { minBedrooms: 0 } }],
    ['category.freeCancellation', { category: { freeCancellation: 'yes' } }],
    ['nextPageToken', { nextPageToken: 'x' }],
  ]

  test('every rule has its path, and nothing is charged', async () => {
    verifies('hotel-search.check-in-date', 'hotel-search.check-out-date', 'hotel-search.children-ages')
    verifies('hotel-search.party-size')
    const fresh = await service.org()
    for (const [path, body] of refused) {
      const answer = await ask(body, fresh)
      const what = `${path} ${JSON.stringify(body)}`
      expect(answer.status, what).toBe(400)
      const paths = answer.body.issues.map((issue: { path: string }) => issue.path)
      expect([...new Set(paths)], what).toEqual([path])
    }
    expect(await service.captured(fresh)).toBe(0)
    // At the bounds everything is taken.
    for (const body of [
      { adults: 6 },
      { adults: 1, children: 5, childrenAges: [1, 2, 3, 17, 17] },
      { adults: 10, category: rental },
    ])
      expect((await ask(body)).status).toBe(200)
  })

  test('today is the day at the destination', async () => {
    // Noon of 15 January in UTC: the 16th has begun in Auckland since an hour, the 15th in Honolulu has just begun.
    service.clock.set(Date.parse('2026-01-15T12:00:00Z'))
    const tonight = { checkInDate: '2026-01-15', checkOutDate: '2026-01-16' }
    const late = await ask({ query: 'Auckland', ...tonight })
    expect(late.status).toBe(400)
    expect(late.body.issues[0]).toMatchObject({ path: 'checkInDate', code: 'past_date' })
    expect(late.body.issues[0].message).toMatch('today is 2026-01-16 in Pacific/Auckland')
    expect((await ask({ query: 'Honolulu', ...tonight })).status).toBe(200)
  })

  test('a token of another search, of another organization or of another stay is refused', async () => {
    const question = { query: 'United States' }
    const { body } = await ask(question)
    const { nextPageToken } = body.output
    expect((await ask({ ...question, nextPageToken })).status).toBe(200)
    const fresh = await service.org()
    for (const [other, as] of [
      [{ ...question, sortBy: 'lowestPrice' }, org],
      [{ ...question, adults: 1 }, org],
      [{ ...question, category: { amenities: [35] } }, org],
      [question, fresh],
    ] as const) {
      const answer = await ask({ ...other, nextPageToken }, as)
      expect(answer.status).toBe(400)
      expect(answer.body.issues).toMatchObject([{ path: 'nextPageToken' }])
    }
    expect(await service.captured(fresh)).toBe(0)
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { importText } from '../../../../support/import-text.ts'
import { marketsWorld, sampleListings, type MarketsTest } from '../../../../worlds/markets.ts'
import type { NativeListing } from '../../../../../src/corpus/records/index.ts'

const route = 'POST /v1/real-estate/listings'
let markets: MarketsTest
let key = ''
beforeAll(async () => {
  markets = await marketsWorld()
  key = (await markets.service.org(10_000)).rawKey
})
beforeEach(() => markets.say())

const ask = (body: object, asKey = key) => markets.service.send(route, { key: asKey, body })

type Shown = { listingId: string; price: { local: number } | null; rent: number | null } & Record<
  string,
  number
>

/** All pages of a question. */
async function all(question: object): Promise<Shown[]> {
  const found: Shown[] = []
  let nextPageToken: string | null = null
  let total = 0
  do {
    const { status, body }: { status: number; body: { output: Record<string, unknown> } } = await ask({
      ...question,
      nextPageToken,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...(body.output['properties'] as Shown[]))
    total = body.output['totalResultCount'] as number
    nextPageToken = body.output['nextPageToken'] as string | null
  } while (nextPageToken !== null)
  expect(found.length).toBe(total)
  return found
}

type Test = (line: NativeListing) => boolean
const within = (value: number | null | undefined, min: number, max: number) =>
  typeof value === 'number' && value >= min && value <= max
const isOpen: Test = (line) => line.listing_status === 'for_sale' && line.is_under_contract !== true
const texas = { location: { type: 'raw', query: 'Texas' } }
const inTexas: Test = ({ state }) => state === 'TX'
const busiest = (status: string) => {
  const ofStatus = sampleListings.filter(({ listing_status }) => listing_status === status)
  const cities = Map.groupBy(ofStatus, ({ city, state }) => `${city}, ${state}`)
  return [...cities].toSorted((a, b) => b[1].length - a[1].length)[0]![0]
}
const [city = '', state = ''] = busiest('for_rent').split(', ')
const sold = sampleListings.find(({ listing_status }) => listing_status === 'sold')!

describe('fetchRealEstateListings 200', () => {
  test.each<[string, object, Test]>([
    ['a state', texas, (line) => isOpen(line) && inTexas(line)],
    [
      'a city and its state, for rent',
      { location: { type: 'raw', query: `${city}, ${state}, USA` }, listingStatus: 'forRent' },
      (line) => line.listing_status === 'for_rent' && line.city === city && line.state === state,
    ],
    [
      'the same, structured, with a bound of the rent',
      {
        location: { type: 'structured', city: city.toUpperCase(), stateCode: state.toLowerCase() },
        listingStatus: 'forRent',
        rent: { max: 3_000 },
      },
      (line) =>
        line.listing_status === 'for_rent' &&
        line.city === city &&
        line.state === state &&
        within(line.rent, 0, 3_000),
    ],
    [
      'a postal code, sold',
      { location: { type: 'raw', query: sold.postal_code }, listingStatus: 'sold' },
      (line) => line.listing_status === 'sold' && line.postal_code === sold.postal_code,
    ],
    [
      'an address',
      {
        location: { type: 'raw', query: `${sold.street}, ${sold.city}, ${sold.state} ${sold.postal_code}` },
        listingStatus: 'sold',
      },
      (line) => line.address === sold.address,
    ],
    [
      'part of a city',
      { location: { type: 'raw', query: sold.neighborhood }, listingStatus: 'sold' },
      (line) => line.listing_status === 'sold' && line.neighborhood === sold.neighborhood,
    ],
    [
      'sorts of homes, and all bounds',
      {
        ...texas,
        location: { type: 'raw', query: 'United States' },
        homeTypes: ['house', 'condo'],
        price: { min: 100_000, max: 900_000 },
        bedrooms: { min: 1, max: 5 },
        bathrooms: { min: 1, max: 4 },
        floorAreaSqFt: { min: 600, max: 3_500 },
        lotAreaSqFt: { min: 1_500 },
        yearBuilt: { min: 1950, max: 2024 },
        parkingSpots: { max: 2 },
      },
      (line) =>
        isOpen(line) &&
        ['house', 'condo'].includes(line.home_type!) &&
        within(line.price, 100_000, 900_000) &&
        within(line.bedroom_count, 1, 5) &&
        within(line.bathroom_count, 1, 4) &&
        within(line.floor_area_sqft, 600, 3_500) &&
        within(line.lot_area_sqft, 1_500, 1e12) &&
        within(line.year_built, 1950, 2024) &&
        within(line.parking_spots, 0, 2),
    ],
    [
      'features, those under contract too',
      {
        location: { type: 'raw', query: 'USA' },
        features: { hasPool: true, hasGarage: true, includeUnderContract: true },
      },
      (line) => line.listing_status === 'for_sale' && line.has_pool === true && line.has_garage === true,
    ],
    [
      'the other features',
      {
        location: { type: 'raw', query: 'USA' },
        features: { hasAirConditioning: true, isSingleStory: true, isWaterfront: true },
      },
      (line) =>
        isOpen(line) &&
        line.has_air_conditioning === true &&
        line.is_single_story === true &&
        line.is_waterfront === true,
    ],
    [
      'an open house',
      { location: { type: 'raw', query: 'USA' }, features: { hasOpenHouse: true } },
      (line) => isOpen(line) && Boolean(line.open_house),
    ],
    [
      'keywords, each of them',
      { location: { type: 'raw', query: 'USA' }, keywords: 'hardwood floors, sunny' },
      (line) => isOpen(line) && /^Sunny .*hardwood floors/.test(line.description!),
    ],
  ])('%s: exactly those of the sample that satisfy it', async (_name, question, satisfies) => {
    verifies('op.fetch-real-estate-listings', 'real-estate.listings')
    const expected = sampleListings.filter(satisfies).map(({ listing_id }) => listing_id)
    expect(expected.length).toBeGreaterThan(0)
    const found = await all(question)
    expect(found.map(({ listingId }) => listingId).sort()).toEqual(expected.sort())
  })

  test.each([
    ['priceAscending', 'price', 1],
    ['priceDescending', 'price', -1],
    ['estimatedPriceAscending', 'estimatedPrice', 1],
    ['estimatedPriceDescending', 'estimatedPrice', -1],
    ['bedroomCountDescending', 'bedroomCount', -1],
    ['bathroomCountDescending', 'bathroomCount', -1],
    ['floorAreaDescending', 'floorAreaSqFt', -1],
    ['lotAreaDescending', 'lotAreaSqFt', -1],
    ['newest', 'timeOnMarketDays', 1],
  ])('sorts by %s, over pages, the unknown last', async (sortBy, member, direction) => {
    const question = { location: { type: 'raw', query: 'California' }, sortBy }
    const found = await all(question)
    const values = found.map((each) => (member === 'price' ? each.price?.local : each[member]) ?? null)
    const known = values.filter((value) => value !== null)
    expect(known).toEqual(known.toSorted((a, b) => direction * (a - b)))
    expect(values.slice(0, known.length)).toEqual(known)
    expect(new Set(found.map(({ listingId }) => listingId)).size).toBe(found.length)
  })

  test('a page says what was found, is charged, and its token is of one question and organization', async () => {
    const org = await markets.service.org(10)
    const question = { location: { type: 'raw', query: 'California' }, rent: { max: 1 } }
    const first = (await ask(question, org.rawKey)).body
    expect(await markets.service.available(org)).toBe(8_000)
    expect(first.output).toMatchObject({ regionName: 'California', live: false, liveStatus: 'not_found' })
    expect(first.output.properties).toHaveLength(50)
    expect(first.output.warnings).toEqual(['rent is not applied to listingStatus forSale.'])
    expect(first.warnings.map(({ field }: { field: string }) => field)).toContain('rent')
    const { nextPageToken, runId } = first.output
    const second = (await ask({ ...question, nextPageToken }, org.rawKey)).body
    expect(second.output.runId).toBe(runId)
    const refused = [
      await ask({ ...question, nextPageToken }),
      await ask({ ...question, sortBy: 'priceAscending', nextPageToken }, org.rawKey),
      await ask({ ...question, nextPageToken: `${nextPageToken.slice(0, -2)}xx` }, org.rawKey),
    ]
    expect(refused.map(({ status, body }) => [status, body.issues?.[0]?.path])).toEqual(
      Array.from({ length: 3 }, () => [400, 'nextPageToken']),
    )
    expect(await markets.service.available(org)).toBe(6_000)
  })

  test('a file that is imported is found; what it has wrong is rejected by line and member', async () => {
    verifies('real-estate.of-import')
    const text = [
      'listing_id,listing_status,city,state,price,bedroom_count,home_type',
      'import-1,for_sale,Zzyzx Springs,TX,250000,3,house',
      'import-2,for_sale,Zzyzx Springs,TX,150000,2,house',
      'import-3,flying,Zzyzx Springs,TX,1,2,house',
    ].join('\n')
    const { created, rejects } = await importText(markets.service, 'listings', { name: 'l.csv', text })
    expect(created).toBe(2)
    expect(rejects).toMatchObject([{ line: 4, path: 'listing_status' }])
    const location = { type: 'raw', query: 'Zzyzx Springs, TX' }
    const found = await all({ location, sortBy: 'priceAscending' })
    expect(found.map(({ listingId, price }) => [listingId, price?.local])).toEqual([
      ['import-2', 150_000],
      ['import-1', 250_000],
    ])
  })

  test('what a source seldom says is answered where it does, and absent otherwise', async () => {
    verifies('client.real-estate.members')
    const told = {
      unit_number: '4B',
      price_reduction_note: '$5,000 (Nov 12)',
      new_construction_type: 'BUILDER_SPEC',
      street_view_url: 'https://img.example/street.jpg',
      is_showcase_listing: true,
      is_featured_listing: false,
      primary_tag: 'Pool',
      listing_tags: ['Pool', 'Corner lot'],
      contact_phone: '+1 512 555 0100',
      building_name: 'The Mill',
      availability_count: 3,
      is_instant_tour_enabled: true,
      facts_and_features: [{ name: 'Roof', value: 'Slate' }],
    }
    const place = { listing_status: 'for_sale', city: 'Qwxz Falls', state: 'TX' }
    const lines = [
      { ...place, listing_id: 'full', price: 2, ...told },
      { ...place, listing_id: 'bare', price: 1 },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect((await importText(markets.service, 'listings', { name: 'l.jsonl', text })).rejects).toEqual([])
    const found = await all({ location: { type: 'raw', query: 'Qwxz Falls, TX' }, sortBy: 'priceAscending' })
    expect(found.map(({ listingId }) => listingId)).toEqual(['bare', 'full'])
    const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    for (const [name, value] of Object.entries(told)) {
      expect(found[1]?.[camel(name)], name).toEqual(value)
      expect(found[0], name).not.toHaveProperty(camel(name))
    }
  })

  test('nothing found costs nothing', async () => {
    const org = await markets.service.org(10)
    const { body } = await ask({ location: { type: 'raw', query: 'Nowhereville, TX' } }, org.rawKey)
    expect(body.output).toMatchObject({ properties: [], totalResultCount: 0, nextPageToken: null })
    expect(await markets.service.available(org)).toBe(10_000)
  })

  test('a source is asked first with all of the question; what it says is kept for when it is down', async () => {
    const org = await markets.service.org(10)
    const listing = {
      listing_id: 'live-1',
      listing_status: 'for_sale',
      city: 'Livetown',
      state: 'TX',
      price: 250_000,
      currency: 'EUR',
    }
    markets.say(({ path }) =>
      path.startsWith('/vendor')
        ? { json: { found: true, answer: { listings: [listing], total: 31, cursor: 'p2' } } }
        : { status: 404 },
    )
    const question = {
      location: { type: 'structured', city: 'Livetown', stateCode: 'tx' },
      price: { max: 3e5 },
    }
    const { output } = (await ask(question, org.rawKey)).body
    expect(output).toMatchObject({ live: true, source: 'vendor', totalResultCount: 31 })
    expect(output.properties[0].price.usd).toBeGreaterThan(250_000)
    await ask({ ...question, nextPageToken: output.nextPageToken }, org.rawKey)
    const [first, second] = markets.asked
    expect(first!.body).toMatchObject({ query: 'Livetown, TX', price: { min: null, max: 3e5 }, cursor: null })
    expect(second!.body.cursor).toBe('p2')
    expect(await markets.service.available(org)).toBe(6_000)
    markets.say(() => ({ status: 503 }))
    const kept = (await ask(question, org.rawKey)).body.output
    expect(kept).toMatchObject({ liveStatus: 'unavailable', totalResultCount: 1 })
    expect(await markets.service.available(org)).toBe(6_000)
  })

  test('listings of RentCast in their documented form, by the vendor file of the guide', async () => {
    verifies('real-estate.of-source')
    const given = (id: string, listedDate: string, propertyType: string) => ({
      id,
      formattedAddress: '3821 Zzyzx St, Zzyzxford, TX 78723',
      addressLine1: '3821 Zzyzx St',
      addressLine2: null,
      city: 'Zzyzxford',
      state: 'TX',
      zipCode: '78723',
      county: 'Travis',
      latitude: 30.290643,
      longitude: -97.701547,
      propertyType,
      bedrooms: 4,
      bathrooms: 2.5,
      squareFootage: 2_345,
      lotSize: 3_284,
      yearBuilt: 2008,
      hoa: { fee: 65 },
      status: 'Active',
      price: 899_000,
      listingType: 'Standard',
      listedDate,
      removedDate: null,
      daysOnMarket: 99,
      listingOffice: { name: 'Zzyzx Realty' },
    })
    const listings = [
      given('older', '2025-06-24T00:00:00.000Z', 'Single Family'),
      given('newer', '2025-12-24T00:00:00.000Z', 'Multi-Family'),
    ]
    markets.say(({ path }) =>
      path.startsWith('/homes') ? { json: listings, headers: { 'x-total-count': '2' } } : { status: 404 },
    )
    const location = { type: 'structured', city: 'Zzyzxford', stateCode: 'TX' }
    const { output } = (await ask({ location })).body
    expect(output).toMatchObject({ live: true, source: 'homes', totalResultCount: 2 })
    expect(output.properties).toMatchObject([
      { listingId: 'newer', homeType: 'multi_family' },
      {
        listingId: 'older',
        homeType: 'house',
        price: { local: 899_000 },
        bathroomCount: 2.5,
        yearBuilt: 2008,
      },
    ])
    expect(markets.asked.at(-1)!.headers).toMatchObject({ 'x-api-key': 'k' })
    expect(markets.asked.at(-1)!.path).toBe(
      '/homes/listings/sale?city=Zzyzxford&state=TX&status=Active&limit=500&includeTotalCount=true',
    )
    // What it would not heed goes to the others, and is answered from what it said before.
    for (const more of [{ price: { max: 1e6 } }, { homeTypes: ['house'] }, { features: { hasPool: true } }]) {
      markets.say(() => ({ status: 404 }))
      const { liveStatus } = (await ask({ location, ...more })).body.output
      expect(liveStatus).toBe('not_found')
      expect(markets.asked.map(({ path }) => path)).toEqual(['/vendor/realestate.listings'])
    }
    const kept = (await ask({ location, homeTypes: ['house'] })).body.output
    expect(kept.properties).toMatchObject([{ listingId: 'older' }])
  })
})

describe('fetchRealEstateListings 400', () => {
  test.each([
    [{}, 'location'],
    [{ location: { type: 'raw', query: ' ' } }, 'location.query'],
    [{ location: { type: 'structured', city: 'Austin' } }, 'location.stateCode'],
    [{ location: { type: 'structured', city: 'Austin', stateCode: '7X' } }, 'location.stateCode'],
    [{ ...texas, listingStatus: 'pending' }, 'listingStatus'],
    [{ ...texas, homeTypes: ['castle'] }, 'homeTypes[0]'],
    [{ ...texas, price: { min: 5, max: 4 } }, 'price.max'],
    [{ ...texas, bedrooms: { min: -1 } }, 'bedrooms.min'],
    [{ ...texas, sortBy: 'cheapest' }, 'sortBy'],
    [{ ...texas, features: { hasPool: 'yes' } }, 'features.hasPool'],
  ])('%j names %s, for nothing', async (body, path) => {
    const org = await markets.service.org(10)
    const answer = await ask(body, org.rawKey)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await markets.service.available(org)).toBe(10_000)
  })
})

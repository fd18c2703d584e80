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

const stay = { checkInDate: '2026-02-06', checkOutDate: '2026-02-08', currencyCode: 'EUR' }
const lookUp = (
  body: object,
  headers: Record<string, string> = {},
  { rawKey: key } = org,
): Promise<TestAnswer> =>
  service.send('POST /v1/hotels/property', { key, headers, body: { ...stay, ...body } })
const tokenOf = (...words: unknown[]) => Buffer.from(JSON.stringify(words)).toString('base64url')
const harbour = tokenOf('hand/harbour')

describe('hotelProperty 200', () => {
  test('answers the detail record of a token of a search, every offer with its source', async () => {
    verifies('op.hotel-property', 'hotel-property.request', 'hotel-property.output', 'hotel-property.price')
    verifies(
      'hotel-detail.members',
      'hotel-detail.phone',
      'hotel-detail.offers',
      'hotel-detail.ratings-breakdown',
    )
    const party = { ...stay, adults: 2, children: 1, childrenAges: [8], languageCode: 'de' }
    const found = await service.send('POST /v1/hotels/search', {
      key: org.rawKey,
      body: { query: 'Nordurljos', ...party },
    })
    const [hotel] = found.body.output.properties
    const { status, body } = await lookUp({ ...party, propertyToken: hotel.propertyToken })
    expect(status).toBe(200)
    expect(body.warnings ?? []).toEqual([])
    expect(body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
    const { property } = body.output
    // What the search said of the stay is what the lookup says.
    for (const member of ['name', 'ratePerNight', 'totalRate', 'rating', 'amenities', 'propertyToken'])
      expect(property[member], member).toEqual(hotel[member])
    // 110 and 112 of the double, half of it more for the third guest; tax is 11 %.
    const rates = (total: number) => ({
      ratePerNight: {
        currencyCode: 'EUR',
        baseCost: Math.round(total / 2),
        allInCost: Math.round((total * 1.11) / 2),
      },
      totalRate: { currencyCode: 'EUR', baseCost: Math.round(total), allInCost: Math.round(total * 1.11) },
    })
    expect(property).toMatchObject({
      address: 'Geirsgata 1, Reykjavik, Capital Region, Iceland',
      phone: '+3545512345',
      directionsUrl: expect.stringMatching(/^https:.*64\.\d+%2C-21\.\d+$/),
      ratingsBreakdown: { oneStar: 1, twoStars: 2, threeStars: 7, fourStars: 20, fiveStars: 70 },
      amenitiesDetailed: [
        { group: 'Internet', amenities: [{ id: 35, name: 'Kostenloses WLAN', isAvailable: true }] },
        { group: 'Food and drink', amenities: [{ id: 8, name: 'Restaurant', isAvailable: true }] },
        { group: 'Pools and wellness', amenities: [{ id: 6, name: 'Pool', isAvailable: false }] },
      ],
      offers: [
        {
          sourceName: 'Bookfield',
          url: 'https://booking.example/a',
          isOfficial: false,
          roomName: 'Double room',
          rooms: 1,
          freeCancellation: false,
          ...rates(333),
        },
        { sourceName: 'Official site', isOfficial: true, freeCancellation: true, ...rates(333 * 1.2) },
      ],
    })
  })

  test('freeCancellation is true where an offer has it that is not the cheapest', async () => {
    const { body } = await lookUp({ propertyToken: harbour, adults: 2 })
    const { offers, freeCancellation } = body.output.property
    expect(offers.map((offer: { freeCancellation: boolean }) => offer.freeCancellation)).toEqual([
      false,
      true,
    ])
    expect(freeCancellation).toBe(true)
  })

  test('the typical range is what most nights of the year cost the same party', async () => {
    verifies('hotel-detail.typical-price-range')
    const { body } = await lookUp({ propertyToken: harbour, adults: 1 })
    // Of one guest 65 to 99 for 35 nights, and tax: the tenth of both ends is left out.
    expect(body.output.property.typicalPriceRange).toEqual({
      lowerBound: Math.round(68 * 1.11),
      upperBound: Math.round(95 * 1.11),
      currencyCode: 'EUR',
    })
  })

  test('a stay that cannot be had has no offers; one of another search is told', async () => {
    const closed = await lookUp({
      propertyToken: harbour,
      checkInDate: '2026-06-01',
      checkOutDate: '2026-06-02',
    })
    expect(closed.status).toBe(200)
    expect(closed.body.output.property).toMatchObject({
      offers: [],
      totalRate: null,
      typicalPriceRange: null,
    })
    expect(closed.body.advice.join()).toMatch('no rates for these nights')
    const found = await service.send('POST /v1/hotels/search', {
      key: org.rawKey,
      body: { query: 'Nordurljos', ...stay },
    })
    const { propertyToken } = found.body.output.properties[0]
    const other = await lookUp({ propertyToken, adults: 1, currencyCode: 'USD' })
    expect(other.body.warnings).toMatchObject([
      { field: 'propertyToken', message: expect.stringContaining('(adults, currencyCode)') },
    ])
  })
})

describe('of what several lines say', () => {
  const propertyToken = tokenOf('hand/dated')
  beforeAll(async () => {
    const nights = { currency: 'EUR', first_date: '2026-02-01', prices: Array.from({ length: 20 }, () => 50) }
    const first = { name: 'Dated', phone: '+3545550000', rating: 3.1, calendars: [nights] }
    await service.write('hotels', [{ property_id: 'hand/dated', ...first }], '2025-06-01T00:00:00Z')
    await service.write('hotels', [{ property_id: 'hand/dated', rating: 4.1 }], '2026-01-10T00:00:00Z')
  })

  test('includeProvenance tells of each member who said it and when, under its name here', async () => {
    verifies('provenance.views')
    const { body } = await lookUp({ propertyToken, includeProvenance: true })
    const [{ path, members }] = body.output.provenance
    const said = (observedAt: string) => ({ source: 'test', observedAt, verifiedAt: observedAt })
    expect(path).toBe('property')
    expect(members.rating).toMatchObject(said('2026-01-10T00:00:00.000Z'))
    for (const name of ['name', 'phone', 'offers', 'totalRate'])
      expect(members[name], name).toMatchObject(said('2025-06-01T00:00:00.000Z'))
    expect(members).not.toHaveProperty('description')
  })

  test('maxAgeDays leaves older rates out, charged as ever', async () => {
    const { body } = await lookUp({ propertyToken, maxAgeDays: 30, includeProvenance: true })
    const { property, leftOut, provenance } = body.output
    expect(property).toMatchObject({ name: 'Dated', rating: 4.1, phone: null, totalRate: null, offers: [] })
    expect(leftOut).toEqual([{ path: 'property', members: expect.arrayContaining(['phone', 'offers']) }])
    expect(provenance[0].members).toMatchObject({ name: {}, rating: {} })
    expect(provenance[0].members).not.toHaveProperty('offers')
    expect(body.chargeInfo.creditsCharged).toBe(2)
  })
})

describe('hotelProperty 404', () => {
  test('an unknown token is charged, with its answer in one step', async () => {
    verifies('error.404-hotel-property-billed')
    const fresh = await service.org(10)
    const ask = (propertyToken: string, headers = {}) => lookUp({ propertyToken }, headers, fresh)
    const { status, body, headers } = await ask(tokenOf('hand/nowhere'))
    expect(status).toBe(404)
    expect(body).toMatchObject({
      code: 'not_found',
      errorCode: expect.any(String),
      chargeInfo: { method: 'charged-now', creditsCharged: 2 },
    })
    expect(headers.get('x-credits-charged')).toBe('2')
    expect(headers.get('x-credits-remaining')).toBe('8')
    expect(await service.captured(fresh)).toBe(2_000)
    // A retry with the key gets the stored 404, and pays once.
    const retried = { 'idempotency-key': 'again' }
    const first = await ask('gibberish', retried)
    const second = await ask('gibberish', retried)
    expect([first.status, second.status]).toEqual([404, 404])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('x-credits-charged')).toBe('0')
    expect(await service.captured(fresh)).toBe(4_000)
    // The balance must cover it like any lookup.
    const poor = await service.org(1)
    const refused = await lookUp({ propertyToken: tokenOf('hand/nowhere') }, {}, poor)
    expect(refused.status).toBe(402)
    expect(await service.available(poor)).toBe(1_000)
    const { body: log } = await service.send('POST /v1/api-requests', { key: fresh.rawKey, body: {} })
    expect(JSON.stringify(log.output)).toMatch(/"statusCode":404/)
  })
})

describe('hotelProperty 400', () => {
  test('the rules of a stay have their paths, and nothing is charged', async () => {
    const fresh = await service.org()
    const refused: [path: string, body: object][] = [
      ['propertyToken', { propertyToken: '' }],
      ['checkInDate', { checkInDate: '2026-01-13' }],
      ['checkOutDate', { checkOutDate: '2026-02-06' }],
      ['childrenAges', { children: 1 }],
      ['adults', { adults: 7 }],
      ['children', { adults: 5, children: 2, childrenAges: [1, 2] }],
      ['currencyCode', { currencyCode: 'XQZ' }],
    ]
    for (const [path, body] of refused) {
      const answer = await lookUp({ propertyToken: harbour, ...body }, {}, fresh)
      expect(answer.status, path).toBe(400)
      expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
    }
    // A rental takes ten.
    expect((await lookUp({ propertyToken: tokenOf('hand/cabin'), adults: 10 }, {}, org)).status).toBe(200)
    expect(await service.captured(fresh)).toBe(0)
  })
})

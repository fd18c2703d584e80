import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { amadeus } from './amadeus.ts'

const question = {
  latitude: 48.85,
  longitude: 2.35,
  radiusKm: 12.4,
  checkInDate: '2026-03-01',
  checkOutDate: '2026-03-04',
  adults: 2,
  childrenAges: [],
  currency: 'EUR',
  market: 'DEU',
}

const listed = (hotelId: string, name: string) => ({
  chainCode: 'AC',
  iataCode: 'PAR',
  dupeId: 700_000_000,
  name,
  hotelId,
  geoCode: { latitude: 48.86, longitude: 2.34 },
  address: { countryCode: 'FR' },
  distance: { value: 0.9, unit: 'KM' },
})

const bestOffer = {
  id: 'TSXOJ6LFQ2',
  checkInDate: '2026-03-01',
  checkOutDate: '2026-03-04',
  rateCode: 'RAC',
  room: {
    type: 'A1K',
    typeEstimated: { category: 'SUPERIOR_ROOM', beds: 1, bedType: 'KING' },
    description: { text: 'Superior King Room\nNon smoking', lang: 'EN' },
  },
  guests: { adults: 2 },
  price: {
    currency: 'EUR',
    base: '300.00',
    total: '330.00',
    variations: {
      average: { base: '100.00' },
      changes: [
        { startDate: '2026-03-01', endDate: '2026-03-03', base: '90.00' },
        { startDate: '2026-03-03', endDate: '2026-03-04', base: '120.00' },
      ],
    },
  },
  policies: {
    paymentType: 'guarantee',
    refundable: { cancellationRefund: 'REFUNDABLE_UP_TO_DEADLINE' },
    cancellations: [{ deadline: '2026-02-27T23:59:00+01:00', amount: '110.00' }],
  },
}

const offered = (hotelId: string, offers: object[], available = true) => ({
  type: 'hotel-offers',
  hotel: {
    type: 'hotel',
    hotelId,
    chainCode: 'AC',
    name: `Hotel ${hotelId}`,
    rating: '4',
    cityCode: 'PAR',
    latitude: 48.861,
    longitude: 2.341,
  },
  available,
  offers,
})

/** The vendor in the documented form; `answers` by the end of the path. */
async function open(answers: Record<string, VendorAnswer | ((request: VendorRequest) => VendorAnswer)>) {
  const vendor = await vendorServer((request) => {
    if (request.path === '/v1/security/oauth2/token') {
      const { grant_type, client_id, client_secret } = Object.fromEntries(new URLSearchParams(request.text))
      const isKnown = grant_type === 'client_credentials' && client_id === 'id' && client_secret === 'secret'
      return isKnown
        ? {
            json: {
              type: 'amadeusOAuth2Token',
              access_token: 'tok',
              token_type: 'Bearer',
              expires_in: 1799,
              state: 'approved',
            },
          }
        : { status: 401, json: { error: 'invalid_client', code: 38187 } }
    }
    if (request.headers['authorization'] !== 'Bearer tok')
      return { status: 401, json: { errors: [{ code: 38191 }] } }
    const answer = answers[request.path.split('/').at(-1) ?? '']
    return (typeof answer === 'function' ? answer(request) : answer) ?? { status: 404, json: {} }
  })
  const opened = await openKind(amadeus, { clientId: 'id', clientSecret: 'secret', baseUrl: vendor.url })
  const call = vendorCall()
  const source = opened['hotel.search']!
  return { vendor, call, source, find: (more = {}) => source.fetch({ ...question, ...more }, call) }
}

const list = {
  json: {
    data: [listed('HLPAR1', 'HOTEL ONE'), listed('HLPAR2', 'HOTEL TWO'), listed('HLPAR3', 'HOTEL THREE')],
  },
}

describe('amadeus', () => {
  test('answers the hotels of a place with the nights of their best offer', async () => {
    const evenly = {
      ...bestOffer,
      policies: null,
      rateCode: null,
      price: { currency: 'EUR', total: '240.00' },
    }
    const { find, vendor } = await open({
      'by-geocode': list,
      'hotel-offers': {
        json: {
          data: [
            offered('HLPAR1', [bestOffer]),
            offered('HLPAR2', [evenly]),
            offered('HLPAR3', [bestOffer], false),
          ],
        },
      },
    })
    expect(await find()).toEqual({
      found: true,
      answer: {
        hotels: [
          {
            property_id: 'amadeus/HLPAR1',
            category: 'hotel',
            name: 'Hotel HLPAR1',
            star_class: 4,
            location: { coordinates: { lat: 48.861, lon: 2.341 }, country_code: 'FR' },
            rooms: [{ room_id: 'A1K-2', name: 'Superior King Room', max_occupancy: 2 }],
            rate_plans: [
              {
                plan_id: 'best',
                name: 'RAC',
                source_name: 'Amadeus',
                is_official: false,
                free_cancellation: true,
              },
            ],
            tax_rate: expect.closeTo(0.1, 9),
          },
          expect.objectContaining({
            property_id: 'amadeus/HLPAR2',
            tax_rate: 0,
            rate_plans: [expect.objectContaining({ free_cancellation: false })],
          }),
        ],
        rates: [
          ...[90, 90, 120].map((price, night) => ({
            property_id: 'amadeus/HLPAR1',
            room_id: 'A1K-2',
            date: `2026-03-0${night + 1}`,
            price,
            currency: 'EUR',
          })),
          ...[1, 2, 3].map((day) => ({
            property_id: 'amadeus/HLPAR2',
            room_id: 'A1K-2',
            date: `2026-03-0${day}`,
            price: 80,
            currency: 'EUR',
          })),
        ],
      },
    })
    const [, near, offers] = vendor.requests
    expect(near?.query).toEqual({ latitude: '48.85', longitude: '2.35', radius: '13', radiusUnit: 'KM' })
    expect(offers?.path).toBe('/v3/shopping/hotel-offers')
    expect(offers?.query).toEqual({
      hotelIds: 'HLPAR1,HLPAR2,HLPAR3',
      adults: '2',
      checkInDate: '2026-03-01',
      checkOutDate: '2026-03-04',
      currency: 'EUR',
      countryOfResidence: 'DE',
      roomQuantity: '1',
      bestRateOnly: 'true',
    })
  })

  test('a token is asked for once, and again at its end', async () => {
    const { find, vendor, call, source } = await open({
      'by-geocode': list,
      'hotel-offers': { json: { data: [] } },
    })
    expect(await find()).toEqual({ found: false })
    await find()
    const tokens = () => vendor.requests.filter(({ path }) => path.endsWith('/token')).length
    expect(tokens()).toBe(1)
    await source.fetch(question, { ...call, nowMs: vendorNowMs + 1_790_000 })
    expect(tokens()).toBe(2)
  })

  test('nothing near, nothing known and no rooms are nothing found', async () => {
    const none = await open({ 'by-geocode': { json: { data: [] } } })
    expect(await none.find()).toEqual({ found: false })
    expect(none.vendor.requests).toHaveLength(2)
    expect(await (await open({})).find()).toEqual({ found: false })
    const errors = (code: number) => ({ status: 400, json: { errors: [{ status: 400, code, title: 'x' }] } })
    const full = await open({ 'by-geocode': list, 'hotel-offers': errors(3664) })
    expect(await full.find()).toEqual({ found: false })
    const wrong = await open({ 'by-geocode': list, 'hotel-offers': errors(477) })
    await expect(wrong.find()).rejects.toThrow(SourceUnavailable)
  })

  test('failures are told apart', async () => {
    const of = (answer: VendorAnswer) => open({ 'by-geocode': answer })
    await expect(
      (await of({ status: 429, headers: { 'retry-after': '2' }, json: {} })).find(),
    ).rejects.toThrow(SourceRateLimited)
    await expect((await of({ status: 500, json: {} })).find()).rejects.toThrow(SourceUnavailable)
    await expect((await of({ json: { data: [{ id: 1 }] } })).find()).rejects.toThrow(SourceUnavailable)
    await expect((await of({ text: '<html>' })).find()).rejects.toThrow(SourceUnavailable)
    const { vendor, call } = await of(list)
    const stranger = await openKind(amadeus, { clientId: 'id', clientSecret: 'no', baseUrl: vendor.url })
    await expect(stranger['hotel.search']!.fetch(question, call)).rejects.toThrow(SourceRefused)
  })

  test('parties with children, and of more than nine, are left to others', async () => {
    const { source } = await open({})
    expect(source.takes!(question)).toBe(true)
    expect(source.takes!({ ...question, childrenAges: [4] })).toBe(false)
    expect(source.takes!({ ...question, adults: 10 })).toBe(false)
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorld, generateHotel } from '../../src/corpus/sample/index.ts'
import type { NativeHotel } from '../../src/corpus/records/index.ts'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { world } from './world.ts'

/** Of the sample all properties of one country, and one of each city. */
export const sampleHotels: readonly NativeHotel[] = (() => {
  const frame = createWorld({ seed: 1, companies: 24, people: 24, asOf: '2026-01-01' })
  return Array.from({ length: 300 }, (_, index) => generateHotel(frame, index)).filter(
    ({ location }, index) => index < 200 || location?.country_code === 'USA',
  )
})()

const reykjavik = { city: 'Reykjavik', country_code: 'ISL' }
const nights = (count: number, price: (night: number) => number | null) =>
  Array.from({ length: count }, (_, at) => price(at))

/** Properties of one city, made by hand: calendars, rooms, rate plans, markets. */
export const handHotels: readonly NativeHotel[] = [
  {
    property_id: 'hand/harbour',
    name: 'Harbour Hotel Nordurljos',
    names: { en: 'Harbour Hotel Nordurljos', is: 'Hótel Norðurljós', 'de-AT': 'Hafenhotel' },
    descriptions: { is: 'Við höfnina' },
    location: { ...reykjavik, street_address: 'Geirsgata 1' },
    phone: '551 2345',
    check_in_time: '15:00',
    check_out_time: '11:00',
    star_class: 4,
    rating: 4.6,
    review_count: 100,
    star_counts: [1, 2, 7, 20, 70],
    tax_rate: 0.11,
    amenities: [35, 8],
    lacking_amenities: [6],
    free_child_age: 5,
    market_factors: [{ market: 'DEU', factor: 0.9 }],
    rooms: [
      { room_id: 'single', name: 'Single room', max_occupancy: 1 },
      {
        room_id: 'double',
        name: 'Double room',
        max_occupancy: 3,
        included_guests: 2,
        extra_guest_factor: 0.5,
      },
    ],
    rate_plans: [
      { plan_id: 'a', name: 'Saver', source_name: 'Bookfield', url: 'https://booking.example/a' },
      {
        plan_id: 'b',
        name: 'Flexible',
        source_name: 'Official site',
        url: 'https://harbour.example/b',
        is_official: true,
        free_cancellation: true,
        price_factor: 1.2,
      },
      {
        plan_id: 'c',
        name: 'Winter',
        source_name: 'Official site',
        is_official: true,
        price_factor: 0.5,
        deal: 'Half price',
        deal_description: 'Sold in Canada only',
        markets: ['CAN'],
      },
    ],
    calendars: [
      // From 1 February: 60, 61, 62, … and 100, 102, …; the double is sold out on 10 February and unknown from the 20th on.
      {
        room_id: 'single',
        currency: 'EUR',
        first_date: '2026-02-01',
        prices: nights(40, (night) => 60 + night),
      },
      {
        room_id: 'double',
        currency: 'EUR',
        first_date: '2026-02-01',
        prices: nights(19, (night) => (night === 9 ? -1 : 100 + 2 * night)),
        left: nights(19, (night) => (night < 5 ? 1 : 9)),
      },
    ],
  },
  {
    property_id: 'hand/bare',
    name: 'Guesthouse without Rates',
    location: reykjavik,
  },
  {
    property_id: 'hand/cabin',
    name: 'Cabin by the Lake',
    category: 'vacation_rental',
    location: reykjavik,
    bedrooms: 3,
    bathrooms: 2,
    sleeps: 8,
    essential_info: ['Entire unit', 'Sleeps 8'],
    price_rule: {
      currency: 'USD',
      per_night: 200,
      weekend_factor: 1.5,
      month_factors: [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    },
  },
]

export interface HotelsWorld {
  service: TestAlmanac
  /** What the outside source answers from now on: hotels near, their offers, or a status it fails with; nothing at first. */
  sourceAnswers(answers: { near?: object[]; offers?: object[]; status?: number }): void
}

/** The service with properties of the sample and some made by hand, and an outside source in its documented form. */
export const hotelsWorld: () => Promise<HotelsWorld> = world(async () => {
  let now: Parameters<HotelsWorld['sourceAnswers']>[0] = {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const { near = [], offers = [], status = 200 } = now
    const body = path.includes('/oauth2/token')
      ? { access_token: 't', expires_in: 1799 }
      : { data: path.includes('/hotel-offers') ? offers : near }
    response.writeHead(path.includes('/oauth2/token') ? 200 : status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { clientId: 'id', clientSecret: 'secret', baseUrl }
  const service = await testAlmanac({
    sources: { entries: [{ source: 'amadeus', settings, perSecond: 1_000 }] },
  })
  await service.write('hotels', [...sampleHotels, ...handHotels], '2026-01-10T00:00:00Z')
  return { service, sourceAnswers: (answers) => (now = answers) }
})

import { beforeAll, expect, test } from 'vitest'
import {
  createWorld,
  flightCount,
  flightLine,
  generateHotel,
  generatePerson,
  hotelCount,
  instrumentLine,
  listingCount,
  listingLine,
  sampleSize,
} from '../../src/corpus/sample/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'

// What a first start answers of the families that have no other file for it: maps and local business have theirs beside
// their operations, photo, forum and video in web-data/families.

const world = createWorld({ people: 0, ...sampleSize('small'), seed: 1, asOf: '2026-11-01' })
const lines = <Line>(count: number, line: (index: number) => Line) =>
  Array.from({ length: count }, (_, index) => line(index))

let service: SampledAlmanac
let key: string
beforeAll(async () => {
  service = await sampleWorld()
  ;({ rawKey: key } = await service.org(1_000))
})

async function ask(route: string, body: object) {
  const answer = await service.send(`POST /v1/${route}`, { key, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

test('hotels: all of a city can be had, and each is looked up by its token', async () => {
  verifies('hotels.of-sample')
  const hotels = lines(hotelCount(world), (index) => generateHotel(world, index)).filter(
    ({ location, category }) => location?.city === 'Nairobi' && category !== 'vacation_rental',
  )
  const stay = { checkInDate: '2030-06-14', checkOutDate: '2030-06-17' }
  const { properties } = await ask('hotels/search', { query: 'Nairobi', ...stay })
  const names = properties.map(({ name }: { name: string }) => name)
  expect(names.length).toBeGreaterThan(0)
  expect(names.toSorted()).toEqual(hotels.map(({ name }) => name).toSorted())
  const [{ propertyToken, totalRate, name }] = properties
  const { property } = await ask('hotels/property', { propertyToken, ...stay })
  expect(property).toMatchObject({ name, totalRate })
  expect(property.offers.length).toBeGreaterThan(0)
})

test('flights: one of the sample is found on a day it leaves, and sold', async () => {
  verifies('flights.of-sample')
  const flight = lines(flightCount(world), (index) => flightLine(world, index)).find(
    ({ days_of_week: days, fares }) =>
      (days ?? [2]).includes(2) && fares?.some(({ cabin }) => cabin === 'economy'),
  )!
  const trip = {
    flightType: 'one_way',
    departureAirports: flight.departure_airport,
    arrivalAirports: flight.arrival_airport,
    // A Tuesday.
    date: '2027-03-09',
  }
  const { bestFlights, otherFlights } = await ask('flights/search', { trip, maxStops: 0 })
  const number = `${flight.carrier_code} ${flight.flight_number}`
  const found = [...bestFlights, ...otherFlights].find(
    ({ segments }: { segments: { flightNumber: string }[] }) => segments[0]?.flightNumber === number,
  )
  expect(found).toMatchObject({ price: expect.any(Number) })
  const { bookingOptions } = await ask('flights/booking-options', { bookingToken: found.bookingToken, trip })
  // The airline sells it for what was shown; agencies for a little more or less.
  expect(bookingOptions.map(({ price }: { price: number }) => price)).toContain(found.price)
})

test('real estate: one of the sample is found by its address', async () => {
  verifies('real-estate.of-sample')
  const line = lines(listingCount(world), (index) => listingLine(world, index)).find(
    (each) => each.listing_status === 'for_sale' && each.is_under_contract !== true,
  )!
  const query = `${line.street}, ${line.city}, ${line.state} ${line.postal_code}`
  const { properties } = await ask('real-estate/listings', { location: { type: 'raw', query } })
  expect(properties).toMatchObject([{ listingId: line.listing_id, price: { local: line.price } }])
})

test('finance: an instrument of the sample has a quote and a history up to now', async () => {
  verifies('finance.of-sample')
  const { symbol, name } = instrumentLine(world, 0)
  const index = { type: 'index', index: symbol }
  const { instrument, quote, priceHistory } = await ask('finance/instrument', {
    instrument: index,
    window: '1M',
  })
  expect(instrument).toMatchObject({ ticker: symbol, name })
  expect(priceHistory.length).toBeGreaterThan(15)
  expect(quote.price).toBe(priceHistory.at(-1).price)
})

test('code host and microblog: accounts lead to their people, and people to their accounts', async () => {
  verifies('codehost.of-sample', 'microblog.of-sample')
  const [hosted, blogger] = [generatePerson(world, 7), generatePerson(world, 5)]
  const pnetUrl = `https://www.pnet.example/in/${hosted.primary_slug}`
  const username = hosted.external_ids!['codehost']!
  const started = await ask('codehost-lookup/trigger', { people: [{ pnetUrl }] })
  await service.almanac.jobs.workNow()
  const { data } = await ask('codehost-lookup/poll', started)
  expect(data).toMatchObject([{ verdict: 'found', username, source: 'corpus' }])
  expect(await ask('codehost-to-pnet/single', { username })).toMatchObject({ outcome: 'found', pnetUrl })
  const handle = blogger.external_ids!['microblog']!
  expect(await ask('microblog-handle-to-pnet/single', { handle })).toMatchObject({
    found: true,
    pnetUrl: `https://www.pnet.example/in/${blogger.primary_slug}`,
  })
})

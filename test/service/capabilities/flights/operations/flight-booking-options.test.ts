import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { marketsWorld, sampleFlights, type MarketsTest } from '../../../../worlds/markets.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

const route = 'POST /v1/flights/booking-options'
const trip = {
  flightType: 'round_trip',
  departureAirports: 'BOS',
  arrivalAirports: 'LHR',
  date: '2026-05-11',
  returnDate: '2026-05-18',
}
interface Found {
  bookingToken: string
  price: number
  segments: { flightNumber: string; airlineCode: string }[]
}
let markets: MarketsTest
let org: TestOrganization
let found: Found[]
beforeAll(async () => {
  markets = await marketsWorld()
  markets.say()
  org = await markets.service.org(1_000)
  const { output } = (
    await markets.service.send('POST /v1/flights/search', { key: org.rawKey, body: { trip, adults: 2 } })
  ).body
  found = [...output.bestFlights, ...output.otherFlights]
})
beforeEach(() => markets.say())

const passengers = { adults: 2 }
const ask = (body: object, key = org.rawKey) => markets.service.send(route, { key, body })
const carriers = ({ segments }: Found) => new Set(segments.map(({ airlineCode }) => airlineCode))

describe('flightBookingOptions 200', () => {
  test('answers who sells an itinerary, the cheapest first, for the price of the search', async () => {
    verifies('op.flight-booking-options', 'flight.booking-options')
    const before = await markets.service.available(org)
    const wanted = found[0]!
    const { status, body } = await ask({ bookingToken: wanted.bookingToken, trip, passengers })
    expect(status).toBe(200)
    expect(before - (await markets.service.available(org))).toBe(2_000)
    const { bookingOptions, currencyCode } = body.output
    expect(currencyCode).toBe('USD')
    const prices = bookingOptions.map(({ price }: Found) => price)
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b))
    const names = bookingOptions.map(({ providerName }: { providerName: string }) => providerName)
    expect(names).toEqual(expect.arrayContaining(['Skylark Travel', 'Farewise']))
    const airline = bookingOptions.find(({ price }: Found) => price === wanted.price)
    const [first] = wanted.segments
    const line = sampleFlights.find(({ flight_number }) => first!.flightNumber.endsWith(` ${flight_number}`))!
    expect(airline).toMatchObject({
      providerName: expect.stringContaining(line.carrier_name!),
      flightNumbers: wanted.segments.map(({ flightNumber }) => flightNumber),
      isSplitBooking: carriers(wanted).size > 1,
      fareType: 'Economy',
      airlineLogoUrls: expect.arrayContaining([line.carrier_logo_url]),
    })
    expect(airline.bookingLink.url).toContain(`flight=${line.carrier_code}${line.flight_number}-2026-05-11`)
    expect(airline.baggageDetails).toContain('1 carry-on bag')
  })

  test('several airlines are booked apart', async () => {
    const mixed = found.find((each) => carriers(each).size > 1)!
    const { bookingOptions } = (await ask({ bookingToken: mixed.bookingToken, trip, passengers })).body.output
    const apart = bookingOptions.filter((each: { isSplitBooking: boolean }) => each.isSplitBooking)
    expect(apart).toHaveLength(1)
    expect(apart[0].providerName).toContain(' + ')
  })

  test('in another currency', async () => {
    const { bookingToken, price } = found[0]!
    const { output } = (await ask({ bookingToken, trip, passengers, currencyCode: 'JPY' })).body
    expect(output.currencyCode).toBe('JPY')
    expect(output.bookingOptions[0].price).toBeGreaterThan(price * 50)
  })
})

describe('flightBookingOptions 400', () => {
  test('a token of another trip, party or organization, or of nobody, for nothing', async () => {
    const { bookingToken } = found[0]!
    const stranger = await markets.service.org(10)
    const refused = [
      await ask({ bookingToken, trip, passengers }, stranger.rawKey),
      await ask({ bookingToken, trip: { ...trip, returnDate: '2026-05-19' }, passengers }),
      await ask({ bookingToken, trip }),
      await ask({ bookingToken: `${bookingToken.slice(0, -2)}AA`, trip, passengers }),
      await ask({ bookingToken: 'token', trip, passengers }),
    ]
    for (const { status, body } of refused) {
      expect(status).toBe(400)
      expect(body.issues[0].path).toBe('bookingToken')
    }
    expect(await markets.service.available(stranger)).toBe(10_000)
  })

  test.each([
    [{ trip, passengers }, 'bookingToken'],
    [{ bookingToken: 'x', trip: { ...trip, date: '2026-01-01' }, passengers }, 'trip.date'],
    [{ bookingToken: 'x', trip, passengers: { adults: 9, children: 1 } }, 'passengers.adults'],
    [{ bookingToken: 'x', trip, passengers, currencyCode: 'DOLLARS' }, 'currencyCode'],
  ])('%j names %s', async (body, path) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  })
})

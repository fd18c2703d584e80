import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { importText } from '../../../../support/import-text.ts'
import { marketsWorld, type MarketsTest } from '../../../../worlds/markets.ts'

const route = 'POST /v1/flights/search'
const selling = 'POST /v1/flights/booking-options'
let markets: MarketsTest
let key = ''
beforeAll(async () => {
  markets = await marketsWorld()
  key = (await markets.service.org(10_000)).rawKey
})
beforeEach(() => markets.say())

const oneWay = {
  flightType: 'one_way',
  departureAirports: 'X-NYC',
  arrivalAirports: 'LHR',
  date: '2026-04-14',
}
const ask = (body: object, asKey = key) => markets.service.send(route, { key: asKey, body })
const book = (body: object, asKey = key) => markets.service.send(selling, { key: asKey, body })

interface Shown {
  price: number
  bookingToken: string
  segments: {
    flightNumber: string
    departure: { localDateTime: string; iataCode: string }
    airlineCode: string
  }[]
}

describe('flightSearch 200', () => {
  test('answers itineraries by page: the best first, the others in their order, each once', async () => {
    verifies('op.flight-search', 'flight.search', 'convention.currency-codes', 'convention.language-tags')
    const org = await markets.service.org(1_000)
    const question = { trip: oneWay, sortBy: 'price', adults: 2, currencyCode: 'eur', languageCode: 'pt-BR' }
    const first = (await ask(question, org.rawKey)).body
    expect(await markets.service.available(org)).toBe(998_000)
    const { output } = first
    expect(output).toMatchObject({ live: false, liveStatus: 'not_found', currencyCode: 'EUR' })
    expect(first.warnings[0].field).toBe('live')
    expect(output.airports[0].departure.map(({ iataCode }: { iataCode: string }) => iataCode)).toEqual(
      expect.arrayContaining(['JFK', 'LGA', 'EWR']),
    )
    expect(output.airports[0].arrival).toEqual([
      { iataCode: 'LHR', name: 'London Heathrow Airport', city: 'London', countryCode: 'GBR' },
    ])
    const { lowestPrice, priceLevel, typicalRange, history } = output.priceInsights
    expect(history).toHaveLength(13)
    expect(history.at(-1)).toEqual({ price: lowestPrice, snapshotDate: '2026-01-15' })
    expect(typicalRange.low).toBeLessThan(typicalRange.high)
    expect(priceLevel).toBe(
      lowestPrice < typicalRange.low ? 'low' : lowestPrice > typicalRange.high ? 'high' : 'typical',
    )
    const others: Shown[] = [...output.otherFlights]
    let { nextPageToken } = output
    while (nextPageToken !== null) {
      const page = (await ask({ ...question, nextPageToken }, org.rawKey)).body.output
      expect(page.bestFlights).toEqual([])
      others.push(...page.otherFlights)
      nextPageToken = page.nextPageToken
    }
    const prices = others.map(({ price }) => price)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const all = [...(output.bestFlights as Shown[]), ...others]
    const names = all.map(({ segments }) =>
      segments.map((each) => each.flightNumber + each.departure.localDateTime).join(),
    )
    expect(new Set(names).size).toBe(all.length)
    expect(Math.min(...all.map(({ price }) => price))).toBe(lowestPrice)
    expect(all.length).toBeGreaterThan(40)
  })

  test('an itinerary tells its flights, stops and emissions', async () => {
    const { output } = (await ask({ trip: { ...oneWay, departureAirports: 'BOS' }, maxStops: 1 })).body
    const found = [...output.bestFlights, ...output.otherFlights].find(
      ({ segments }) => segments.length === 2,
    )
    const [one, two] = found.segments
    const minutes = (local: string) => Date.parse(`${local}Z`) / 60_000
    expect(found.layovers).toEqual([
      {
        iataCode: one.arrival.iataCode,
        name: one.arrival.name,
        durationMinutes: minutes(two.departure.localDateTime) - minutes(one.arrival.localDateTime),
        isOvernight: one.arrival.localDateTime.slice(0, 10) !== two.departure.localDateTime.slice(0, 10),
        tripLeg: 0,
      },
    ])
    expect(found.totalDurationMinutes).toBe(
      one.durationMinutes + two.durationMinutes + found.layovers[0].durationMinutes,
    )
    const { thisFlightKg, typicalForRouteKg, differencePercent } = found.carbonEmissions
    expect(differencePercent).toBe(Math.round((100 * (thisFlightKg - typicalForRouteKg)) / typicalForRouteKg))
    expect(found).toMatchObject({ flightType: 'one_way', alsoSoldBy: ['Skylark Travel', 'Farewise'] })
  })

  test('a token is of one question and organization', async () => {
    const { nextPageToken } = (await ask({ trip: oneWay })).body.output
    const stranger = await markets.service.org(10)
    const refused = [
      await ask({ trip: oneWay, nextPageToken }, stranger.rawKey),
      await ask({ trip: oneWay, sortBy: 'price', nextPageToken }),
      await ask({ trip: { ...oneWay, date: '2026-04-15' }, nextPageToken }),
      await ask({ trip: oneWay, nextPageToken: 'abc' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(await markets.service.available(stranger)).toBe(10_000)
  })

  test('an import is found at once, and ends the pages of before', async () => {
    const question = { trip: oneWay, sortBy: 'price' }
    const { nextPageToken } = (await ask(question)).body.output
    await markets.service.write('flights', [
      {
        carrier_code: 'ZZ',
        carrier_name: 'Import Air',
        flight_number: '7',
        departure_airport: 'JFK',
        arrival_airport: 'LHR',
        departure_time: '10:00',
        arrival_time: '22:00',
        valid_from: '2026-04-14',
        valid_until: '2026-04-14',
        fares: [{ cabin: 'economy', amount: 10, currency: 'USD' }],
        booking_url: 'https://import.example/book?x=1',
      },
    ])
    expect((await ask({ ...question, nextPageToken })).body.code).toBe('invalid_request')
    const [cheapest] = (await ask({ ...question, maxStops: 0, adults: 3 })).body.output.bestFlights
    expect(cheapest).toMatchObject({ price: 30, segments: [{ flightNumber: 'ZZ 7', airline: 'Import Air' }] })
    const passengers = { adults: 3 }
    const { output } = (await book({ bookingToken: cheapest.bookingToken, trip: oneWay, passengers })).body
    expect(output.bookingOptions).toMatchObject([
      {
        providerName: 'Import Air',
        price: 30,
        bookingLink: { url: 'https://import.example/book?x=1&flight=ZZ7-2026-04-14', postData: null },
      },
    ])
    // The airline ends it: the token sells nothing any more, for nothing.
    const ended = { carrier_code: 'ZZ', flight_number: '7', departure_airport: 'JFK', arrival_airport: 'LHR' }
    await markets.service.write(
      'flights',
      [
        {
          ...ended,
          departure_time: '10:00',
          arrival_time: '22:00',
          valid_from: '2026-04-14',
          valid_until: '2026-04-13',
        },
      ],
      '2026-01-16T00:00:00Z',
    )
    const org = await markets.service.org(10)
    expect(
      (await ask({ ...question, airlines: { include: ['ZZ'] } }, org.rawKey)).body.output.bestFlights,
    ).toEqual([])
    expect(await markets.service.available(org)).toBe(10_000)
  })

  test('a file that is imported is connected; what it has wrong is rejected by line and member', async () => {
    verifies('flights.of-import')
    const row = (flight: string, way: string, times: string) =>
      `QZ,${flight},${way},${times},"[{""cabin"":""first"",""amount"":9,""currency"":""USD""}]"`
    const text = [
      'carrier_code,flight_number,departure_airport,arrival_airport,departure_time,arrival_time,fares',
      row('1', 'BOS,YYT', '08:00,11:00'),
      row('2', 'YYT,DUB', '13:00,21:00'),
      row('3', 'YYT,DUB', '25:00,21:00'),
    ].join('\n')
    const { created, rejects } = await importText(markets.service, 'flights', { name: 'f.csv', text })
    expect(created).toBe(2)
    expect(rejects).toMatchObject([{ line: 4, path: 'departure_time' }])
    const trip = { ...oneWay, departureAirports: 'BOS', arrivalAirports: 'DUB' }
    const airlines = { include: ['QZ'] }
    const { output } = (await ask({ trip, airlines, travelClass: 'first' })).body
    expect(output.bestFlights).toMatchObject([
      { price: 18, segments: [{ flightNumber: 'QZ 1' }, { flightNumber: 'QZ 2' }] },
    ])
  })

  test('a source is asked first; its offers are filtered, and booked as they were offered', async () => {
    const segment = (carrier: string, departs: string) => ({
      carrier,
      carrierName: `${carrier} Air`,
      number: '12',
      from: 'JFK',
      to: 'LHR',
      departs: `2026-04-14T${departs}`,
      arrives: '2026-04-14T23:00:00',
    })
    const offer = (carrier: string, price: number, departs = '11:00:00') => ({
      ways: [{ segments: [segment(carrier, departs)] }],
      price,
      currency: 'USD',
      checkedBags: 1,
      sellers: [`${carrier} Air`, 'Agency'],
    })
    const offers = [offer('AA', 500), offer('BB', 400), offer('CC', 300, '06:00:00')]
    markets.say(({ path }) =>
      path.startsWith('/vendor') ? { json: { found: true, answer: { offers } } } : { status: 404 },
    )
    const question = {
      trip: oneWay,
      outboundTimeWindow: { departure: { earliest: '08:00' } },
      sortBy: 'price',
    }
    const { output } = (await ask(question)).body
    expect(output).toMatchObject({ live: true, source: 'vendor', priceInsights: { priceLevel: null } })
    const found: Shown[] = [...output.bestFlights, ...output.otherFlights]
    expect(found.map(({ price, segments }) => [price, segments[0]!.airlineCode])).toEqual([
      [400, 'BB'],
      [500, 'AA'],
    ])
    expect(markets.asked[0]!.body).toMatchObject({ cabin: 'economy', currency: 'USD', market: 'USA' })
    const { body } = await book({ bookingToken: found[0]!.bookingToken, trip: oneWay, currencyCode: 'EUR' })
    expect(body.output.bookingOptions).toMatchObject([
      { providerName: 'BB Air', flightNumbers: ['BB 12'], baggageDetails: ['1 checked bag'] },
      { providerName: 'Agency' },
    ])
    expect(body.output.bookingOptions[0].price).toBeLessThan(400)
    // It fails: the timetable answers, unpaid, and says so.
    markets.say(() => ({ status: 500 }))
    const org = await markets.service.org(10)
    const instead = (await ask(question, org.rawKey)).body
    expect(instead.output).toMatchObject({ live: false, liveStatus: 'unavailable' })
    expect(instead.output.bestFlights.length).toBeGreaterThan(0)
    expect(await markets.service.available(org)).toBe(10_000)
  })

  test('why the timetable answered holds for the pages after the first, which are as free', async () => {
    markets.say(() => ({ status: 500 }))
    const org = await markets.service.org(10)
    const question = { trip: oneWay }
    const { nextPageToken } = (await ask(question, org.rawKey)).body.output
    const { body } = await ask({ ...question, nextPageToken }, org.rawKey)
    expect(body.output).toMatchObject({ live: false, liveStatus: 'unavailable' })
    expect(body.output.otherFlights.length).toBeGreaterThan(0)
    expect(await markets.service.available(org)).toBe(10_000)
  })

  test('offers of Amadeus in their documented form are answered and booked', async () => {
    verifies('flights.of-source')
    const place = (iataCode: string, time: string) => ({ iataCode, at: `2026-04-14T${time}` })
    const segment = {
      departure: place('JFK', '18:30:00'),
      arrival: place('LHR', '23:50:00'),
      carrierCode: 'QX',
      number: '7',
      aircraft: { code: '77W' },
    }
    const offer = {
      itineraries: [{ segments: [segment] }],
      price: { currency: 'USD', total: '410.00', grandTotal: '420.40' },
      validatingAirlineCodes: ['QX'],
    }
    const dictionaries = { carriers: { QX: 'QX AIR' }, aircraft: { '77W': 'BOEING 777-300ER' } }
    markets.say(({ path }) =>
      path.includes('/v2/shopping/flight-offers')
        ? { json: { data: [offer], dictionaries } }
        : { status: 404 },
    )
    const { output } = (await ask({ trip: oneWay, adults: 2 })).body
    expect(output).toMatchObject({ live: true, source: 'amadeus-flights', otherFlights: [] })
    expect(output.bestFlights).toMatchObject([
      { price: 420, segments: [{ flightNumber: 'QX 7', airline: 'QX AIR', aircraft: 'BOEING 777-300ER' }] },
    ])
    const sent = markets.asked.find(({ path }) => path.includes('flight-offers'))!.body
    expect(sent).toMatchObject({ currencyCode: 'USD', sources: ['GDS'] })
    expect(sent.travelers).toHaveLength(2)
    const [{ bookingToken }] = output.bestFlights
    const { body } = await book({ bookingToken, trip: oneWay, passengers: { adults: 2 } })
    expect(body.output.bookingOptions).toMatchObject([{ providerName: 'QX AIR', price: 420 }])
  })

  test('a window of a way back that there is none of is left out, which is told', async () => {
    const returnTimeWindow = { departure: { earliest: '23:58', latest: '23:59' } }
    const { body } = await ask({ trip: multi('2026-04-14', '2026-04-15'), returnTimeWindow })
    expect(body.warnings.map(({ field }: { field: string }) => field)).toContain('returnTimeWindow')
    expect(body.output.bestFlights.length).toBeGreaterThan(0)
  })

  test('nothing found costs nothing', async () => {
    const org = await markets.service.org(10)
    const { body } = await ask({ trip: oneWay, maxPrice: 1 }, org.rawKey)
    expect(body.output).toMatchObject({ bestFlights: [], otherFlights: [], priceInsights: null })
    expect(await markets.service.available(org)).toBe(10_000)
  })
})

const multi = (...dates: string[]) => ({
  flightType: 'multi_city',
  segments: dates.map((date, place) => ({
    departureAirports: place % 2 === 0 ? 'JFK' : 'LHR',
    arrivalAirports: place % 2 === 0 ? 'LHR' : 'JFK',
    date,
  })),
})

describe('flightSearch 400', () => {
  test.each([
    [{}, 'trip'],
    [{ trip: { ...oneWay, flightType: 'open_jaw' } }, 'trip.flightType'],
    [{ trip: { ...oneWay, departureAirports: 'QQQ' } }, 'trip.departureAirports'],
    [{ trip: { ...oneWay, arrivalAirports: 'LHR,' } }, 'trip.arrivalAirports'],
    [{ trip: { ...oneWay, arrivalAirports: 'LHR, JFK' } }, 'trip.arrivalAirports'],
    [{ trip: { ...oneWay, date: '2026-02-30' } }, 'trip.date'],
    [{ trip: { ...oneWay, date: '2026-01-14' } }, 'trip.date'],
    [{ trip: { ...oneWay, flightType: 'round_trip' } }, 'trip.returnDate'],
    [{ trip: { ...oneWay, flightType: 'round_trip', returnDate: '2026-04-13' } }, 'trip.returnDate'],
    [{ trip: multi('2026-04-14') }, 'trip.segments'],
    [{ trip: multi('2026-04-14', '2026-04-13') }, 'trip.segments[1].date'],
    [{ trip: oneWay, adults: 0 }, 'adults'],
    [{ trip: oneWay, adults: 1, infantsOnLap: 2 }, 'infantsOnLap'],
    [{ trip: oneWay, maxStops: 3 }, 'maxStops'],
    [{ trip: oneWay, travelClass: 'cargo' }, 'travelClass'],
    [{ trip: oneWay, sortBy: 'cheapest' }, 'sortBy'],
    [{ trip: oneWay, airlines: { include: ['Lufthansa'] } }, 'airlines.include[0]'],
    [{ trip: oneWay, layoverDuration: { min: 9, max: 8 } }, 'layoverDuration.max'],
    [
      { trip: oneWay, outboundTimeWindow: { departure: { earliest: '25:00' } } },
      'outboundTimeWindow.departure.earliest',
    ],
    [{ trip: oneWay, connectingAirports: { include: ['KEF', 'QQQ'] } }, 'connectingAirports.include[1]'],
    [{ trip: oneWay, connectingAirports: { exclude: ['QQQ'] } }, 'connectingAirports.exclude[0]'],
    [{ trip: oneWay, nextPageToken: 'abc' }, 'nextPageToken'],
    [{ trip: oneWay, currencyCode: 'XXQ' }, 'currencyCode'],
    [{ trip: oneWay, searchMarketCountryCode: 'US' }, 'searchMarketCountryCode'],
    [{ trip: oneWay, languageCode: 'not a tag' }, 'languageCode'],
  ])('%j names %s, for nothing', async (body, path) => {
    verifies('convention.currency-codes', 'convention.language-tags')
    const org = await markets.service.org(10)
    const answer = await ask(body, org.rawKey)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(await markets.service.available(org)).toBe(10_000)
  })

  test('at most nine travel', async () => {
    verifies('flight.passengers')
    const party = { adults: 4, children: 3, infantsInSeat: 1 }
    expect((await ask({ trip: oneWay, ...party, infantsOnLap: 1 })).status).toBe(200)
    const answer = await ask({ trip: oneWay, ...party, infantsOnLap: 2 })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0]).toMatchObject({ path: 'adults', message: expect.stringContaining('9') })
  })
})

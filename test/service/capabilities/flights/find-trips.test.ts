import { beforeAll, describe, expect, test } from 'vitest'
import { sampleFlights } from '../../../worlds/markets.ts'
import { completeFlight } from '../../../../src/corpus/records/index.ts'
import { fareFactor, seatsPaid } from '../../../../src/capabilities/flights/fares.ts'
import { typicalKg } from '../../../../src/capabilities/flights/filters.ts'
import { findTrips } from '../../../../src/capabilities/flights/find-trips.ts'
import { listCarriers, listLayovers, type Itinerary } from '../../../../src/capabilities/flights/itinerary.ts'
import { bestAndOthers, nameTrip, ordered } from '../../../../src/capabilities/flights/rank.ts'
import { searchInput } from '../../../../src/capabilities/flights/schema.ts'
import { toSchedule, buildTimetable, type Timetable } from '../../../../src/capabilities/flights/timetable.ts'
import { readWays } from '../../../../src/capabilities/flights/trip.ts'

const nowMs = Date.parse('2026-01-15T12:00:00Z')
let timetable: Timetable
/** The same flights three times a day. */
let dense: Timetable
beforeAll(() => {
  const schedules = sampleFlights.flatMap(
    (line, place) => toSchedule(String(place), completeFlight(line)) ?? [],
  )
  timetable = buildTimetable(schedules)
  dense = buildTimetable(
    [0, 7, 15].flatMap((hours) =>
      schedules.map((each) => {
        const [departs, later] = [(each.departs + 60 * hours) % 1_440, each.arrives - each.departs]
        const record = { ...each.record, flight_number: `${each.record.flight_number}${hours}` }
        return { ...each, id: `${each.id}+${hours}`, record, departs, arrives: departs + later }
      }),
    ),
  )
})

const oneWay = {
  flightType: 'one_way',
  departureAirports: 'JFK, BOS',
  arrivalAirports: 'CDG, FCO',
  date: '2026-04-14',
}
/** All there are, where nobody says how many. */
const find = (
  given: object,
  trip: object = oneWay,
  { most = Number.POSITIVE_INFINITY, among = timetable } = {},
): Itinerary[] => {
  const { nextPageToken: _none, ...question } = searchInput.parse({ trip, ...given })
  const ways = readWays(question.trip, nowMs)
  return findTrips(among, question, { ways, today: Math.floor(nowMs / 86_400_000), nowMs, most })
}
const names = (trips: readonly Itinerary[]) => trips.map(nameTrip).sort()
const segments = ({ legs }: Itinerary) => legs.flatMap((leg) => leg.segments)
const stops = (trip: Itinerary) => trip.legs.flatMap(listLayovers)
const via = (trip: Itinerary) =>
  segments(trip)
    .slice(1)
    .map(({ from }) => from)
const clock = (local: string | undefined) => local?.slice(11) ?? ''

/** Airlines of the sample: the first letters of those at the hubs. */
const wanted = ['A0', 'B7']

describe('filters', () => {
  test.each<[string, object, (trip: Itinerary) => boolean]>([
    ['maxStops', { maxStops: 1 }, (trip) => trip.stops <= 1],
    ['no stop', { maxStops: 0 }, (trip) => trip.stops === 0],
    [
      'airlines that are wanted',
      { airlines: { include: wanted } },
      (trip) => listCarriers(trip.legs).every((code) => wanted.includes(code)),
    ],
    [
      'airlines that are not',
      { airlines: { exclude: wanted } },
      (trip) => !listCarriers(trip.legs).some((code) => wanted.includes(code)),
    ],
    [
      'bags',
      { minCheckedBags: 1, minCarryOnBags: 1 },
      (trip) => segments(trip).every(({ checkedBags }) => (checkedBags ?? 0) >= 1),
    ],
    ['price', { maxPrice: 700 }, ({ price }) => Math.round(price) <= 700],
    [
      'time of departure',
      { outboundTimeWindow: { departure: { earliest: '09:00', latest: '15:30' } } },
      (trip) => clock(segments(trip)[0]?.departs) >= '09:00' && clock(segments(trip)[0]?.departs) <= '15:30',
    ],
    [
      'time of arrival over midnight',
      { outboundTimeWindow: { arrival: { earliest: '20:00', latest: '06:00' } } },
      (trip) => {
        const landed = clock(segments(trip).at(-1)?.arrives)
        return landed >= '20:00' || landed <= '06:00'
      },
    ],
    [
      'layovers',
      { layoverDuration: { min: 120, max: 300 } },
      (trip) => stops(trip).every((minutes) => minutes >= 120 && minutes <= 300),
    ],
    ['duration', { maxFlightDurationMinutes: 900 }, ({ duration }) => duration <= 900],
    [
      'airports to change at',
      { connectingAirports: { include: ['LHR', 'JFK'] } },
      (trip) => via(trip).every((code) => code === 'LHR' || code === 'JFK'),
    ],
    [
      'airports not to change at',
      { connectingAirports: { exclude: ['LHR'] } },
      (trip) => !via(trip).includes('LHR'),
    ],
    [
      'low emissions',
      { onlyShowLowEmissionFlights: true },
      (trip) => trip.emissionsKg < typicalKg(trip.legs),
    ],
    ['one ticket', { hideSeparateTickets: true }, (trip) => listCarriers(trip.legs).length === 1],
  ])('%s: exactly those of all that satisfy it', (_name, filter, satisfies) => {
    const all = find({})
    const expected = all.filter(satisfies)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(all.length)
    expect(names(find(filter))).toEqual(names(expected))
  })

  test('what is hidden is long or dear', () => {
    const [all, shown] = [find({}), find({ showHidden: false })]
    const shortest = Math.min(...all.map(({ duration }) => duration))
    expect(shown.length).toBeLessThan(all.length)
    expect(shown.every(({ duration }) => duration <= 2 * shortest)).toBe(true)
  })

  test('a cabin that a flight does not have is not sold on it', () => {
    const first = find({ travelClass: 'premiumEconomy' })
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(find({}).length)
    expect(first.flatMap(segments).every(({ cabin, km }) => cabin === 'premium_economy' && km > 4_000)).toBe(
      true,
    )
  })

  test('what has left is not shown, though its day is today', () => {
    const today = find({}, { ...oneWay, date: '2026-01-15' })
    expect(today.length).toBeGreaterThan(0)
    expect(today.every((trip) => (segments(trip)[0]?.leaves ?? 0) * 60_000 >= nowMs)).toBe(true)
  })
})

describe('prices', () => {
  test('are the fares of the flights on their day, for the party, in the currency', () => {
    const [one] = ordered(
      find({ maxStops: 0 }, { ...oneWay, departureAirports: 'BOS', arrivalAirports: 'JFK' }),
      'price',
    )
    const [flight] = segments(one as Itinerary)
    const line = sampleFlights.find((each) => each.flight_number === flight!.number)!
    const fare = line.fares!.find(({ cabin }) => cabin === 'economy')!.amount
    // A Tuesday, 89 days ahead: nine tenths and two, and the factor of 30 days.
    expect(one!.price).toBeCloseTo(fare * 0.92 * 1, 6)
    const party = { adults: 2, children: 1, infantsOnLap: 1 }
    const same = find(
      { ...party, maxStops: 0 },
      { ...oneWay, departureAirports: 'BOS', arrivalAirports: 'JFK' },
    )
    expect(ordered(same, 'price')[0]!.price).toBeCloseTo(one!.price * 2.85, 6)
    const euros = find(
      { maxStops: 0, currencyCode: 'eur' },
      { ...oneWay, departureAirports: 'BOS', arrivalAirports: 'JFK' },
    )
    expect(ordered(euros, 'price')[0]!.price).toBeLessThan(one!.price)
  })

  test('move with the day they are bought on', () => {
    const factors = {
      fare_factors: {
        by_days_before: [
          { days: 0, factor: 2 },
          { days: 7, factor: 1.5 },
          { days: 30, factor: 1 },
        ],
        by_weekday: [1, 1, 1, 1, 1.2, 1, 1],
      },
    }
    const bought = [0, 6, 7, 29, 30, 300].map((daysBefore) => fareFactor(factors, { weekday: 0, daysBefore }))
    expect(bought).toEqual([2, 2, 1.5, 1.5, 1, 1])
    expect(fareFactor(factors, { weekday: 4, daysBefore: 40 })).toBe(1.2)
    expect(fareFactor({ fare_factors: null }, { weekday: 4, daysBefore: 1 })).toBe(1)
    expect(seatsPaid({ adults: 1, children: 1, infantsInSeat: 1, infantsOnLap: 1 })).toBe(2.6)
  })
})

describe('trips of several ways', () => {
  const back = { ...oneWay, flightType: 'round_trip', returnDate: '2026-04-15' }

  test('the cheapest there and back is the cheapest of all pairs that leave time to turn round', () => {
    const there = find({})
    const home = find(
      {},
      {
        flightType: 'one_way',
        departureAirports: 'CDG, FCO',
        arrivalAirports: 'JFK, BOS',
        date: '2026-04-15',
      },
    )
    let least = Number.POSITIVE_INFINITY
    for (const out of there)
      for (const way of home)
        if (segments(way)[0]!.leaves >= segments(out).at(-1)!.lands + 60)
          least = Math.min(least, out.price + way.price)
    const trips = find({ sortBy: 'price' }, back)
    expect(Math.min(...trips.map(({ price }) => price))).toBeCloseTo(least, 6)
    for (const { legs } of trips) {
      expect(legs[1]!.segments[0]!.leaves).toBeGreaterThanOrEqual(legs[0]!.segments.at(-1)!.lands + 60)
      expect(legs[1]!.segments[0]!.departs.slice(0, 10)).toBe('2026-04-15')
    }
  })

  test('the way back has its own window', () => {
    const trips = find({ returnTimeWindow: { departure: { earliest: '12:00' } } }, back)
    expect(trips.length).toBeGreaterThan(0)
    expect(trips.every(({ legs }) => clock(legs[1]!.segments[0]!.departs) >= '12:00')).toBe(true)
  })

  test('up to five ways are joined in their order', () => {
    const ways = [
      ['BOS', 'LHR', '2026-04-14'],
      ['LHR', 'IST', '2026-04-16'],
      ['IST', 'SIN', '2026-04-18'],
      ['SIN', 'SYD', '2026-04-20'],
      ['SYD', 'LAX', '2026-04-22'],
    ].map(([departureAirports, arrivalAirports, date]) => ({ departureAirports, arrivalAirports, date }))
    const trips = find({}, { flightType: 'multi_city', segments: ways })
    expect(trips.length).toBeGreaterThan(100)
    for (const { legs } of trips)
      expect(legs.map((leg) => [leg.segments[0]!.from, leg.segments.at(-1)!.to])).toEqual(
        ways.map(({ departureAirports, arrivalAirports }) => [departureAirports, arrivalAirports]),
      )
  })
})

test.each(['top', 'price', 'departureTime', 'arrivalTime', 'duration', 'emissions'] as const)(
  'sorted by %s',
  (sortBy) => {
    const values = ordered(find({}), sortBy).map((trip) => {
      const all = segments(trip)
      return {
        top: 0,
        price: Math.round(trip.price),
        departureTime: all[0]!.leaves,
        arrivalTime: all.at(-1)!.lands,
        duration: trip.duration,
        emissions: trip.emissionsKg,
      }[sortBy]
    })
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(values.length).toBeGreaterThan(20)
  },
)

const sorts = ['top', 'price', 'departureTime', 'arrivalTime', 'duration', 'emissions'] as const

/** Clocks go forward in Europe two weeks after those of America, and flights over the date line land before they leave. */
const hard = {
  'over the date line': { departureAirports: 'AKL', arrivalAirports: 'SFO', date: '2026-04-14' },
  'when clocks change': { departureAirports: 'BOS', arrivalAirports: 'LIS, ATH', date: '2026-03-28' },
}

test.each<[string, object, object?]>([
  ['everything', {}],
  ['what is not hidden', { showHidden: false }],
  ['a most price for a party', { maxPrice: 2_000, adults: 2, children: 1, currencyCode: 'EUR' }],
  ['low emissions', { onlyShowLowEmissionFlights: true }],
  ['one airline', { hideSeparateTickets: true }],
  ['a longest time', { maxFlightDurationMinutes: 1_500, layoverDuration: { min: 100, max: 900 } }],
  ...Object.entries(hard).map(([name, trip]): [string, object, object] => [
    name,
    {},
    { flightType: 'one_way', ...trip },
  ]),
])(
  'the first of %s are those of all that were looked for',
  (_name, given, trip = { ...oneWay, departureAirports: 'BOS', arrivalAirports: 'FCO' }) => {
    const most = 12
    for (const sortBy of sorts) {
      const all = bestAndOthers(find({ ...given, sortBy }, trip, { among: dense }), sortBy)
      const first = bestAndOthers(find({ ...given, sortBy }, trip, { among: dense, most }), sortBy)
      expect(all.best.length + all.others.length, sortBy).toBeGreaterThan(most + 4)
      expect(first.best.map(nameTrip), sortBy).toEqual(all.best.map(nameTrip))
      const expected = all.others.slice(0, most - all.best.length).map(nameTrip)
      expect(first.others.slice(0, expected.length).map(nameTrip), sortBy).toEqual(expected)
      const cheapest = (found: typeof all) =>
        Math.min(...[...found.best, ...found.others].map(({ price }) => price))
      expect(cheapest(first)).toBe(cheapest(all))
    }
  },
)

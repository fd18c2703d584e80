import type { Booking } from './booking-token.ts'
import { combined, maxTrips, maxWays } from './combine.ts'
import type { FarePurchase } from './fares.ts'
import { cabinAsked, satisfiesTrip, applyFilters } from './filters.ts'
import { firstWays } from './first-ways.ts'
import type { Itinerary, Leg } from './itinerary.ts'
import type { FlightQuestion } from './schema.ts'
import type { Departure, Timetable } from './timetable.ts'
import type { Way } from './trip.ts'

/**
 * Trips of the timetable for a question, unsorted: the first ones in the requested order, the best, the cheapest and
 * the shortest.
 */
export function findTrips(
  timetable: Timetable,
  question: FlightQuestion,
  wanted: { ways: readonly Way[]; today: number; nowMs: number; most?: number },
): Itinerary[] {
  const { ways, today, nowMs, most = maxTrips } = wanted
  const purchase: FarePurchase = { cabin: cabinAsked(question), currency: question.currencyCode, today }
  const paths = new Map<Leg, readonly Departure[]>()
  const legs = ways.map((way, place) => {
    const wanted = { way, place, ways: ways.length, nowMs, most: ways.length === 1 ? most : maxWays }
    const firsts = firstWays(timetable, question, { ...wanted, purchase })
    for (const { leg, path } of firsts) paths.set(leg, path)
    return firsts.map(({ leg }) => leg)
  })
  const trips = combined(legs, question.sortBy).map((trip): Itinerary => {
    const departures = trip.legs.map((leg) => paths.get(leg) as readonly Departure[])
    const booking: Booking = {
      of: 'corpus',
      cabin: purchase.cabin,
      ways: departures.map((path) => path.map(({ schedule, day }) => [schedule.id, day])),
    }
    return { ...trip, sellers: commonSellers(departures.flat()), booking }
  })
  return [
    ...applyFilters(
      question,
      trips.filter((trip) => satisfiesTrip(question, trip)),
    ),
  ]
}

/** Sellers of every flight of a trip. */
function commonSellers(departures: readonly Pick<Departure, 'schedule'>[]): string[] {
  const [first, ...others] = departures.map(({ schedule }) =>
    (schedule.record.sellers ?? []).map(({ name }) => name),
  )
  return (first ?? []).filter((name) => others.every((sellers) => sellers.includes(name)))
}

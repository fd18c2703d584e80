import { airports } from '../../lib/airports.ts'
import type { Booking } from './booking-token.ts'
import { combined } from './combine.ts'
import { connect } from './connect.ts'
import type { Purchase } from './fares.ts'
import { cabinAsked, legQuestionOf, satisfiesTrip, satisfiesWay, shown, typicalOf } from './filters.ts'
import type { Itinerary, Leg } from './itinerary.ts'
import type { FlightQuestion } from './schema.ts'
import type { Departure, Timetable } from './timetable.ts'
import { pricedLeg } from './trip-price.ts'
import type { Way } from './trip.ts'

/** Carbon dioxide that is typical of some ways. */
export const typicalKg = (legs: readonly Leg[]): number => typicalOf(legs, (code) => airports().get(code))

/** All trips that the timetable has for a question, in no order. */
export function findTrips(
  timetable: Timetable,
  question: FlightQuestion,
  { ways, today, nowMs }: { ways: readonly Way[]; today: number; nowMs: number },
): Itinerary[] {
  const purchase: Purchase = { cabin: cabinAsked(question), currency: question.currencyCode, today }
  const paths = new Map<Leg, readonly Departure[]>()
  const legs = ways.map((way, place) => {
    const found: Leg[] = []
    for (const path of connect(timetable, legQuestionOf(question, way))) {
      // What has left cannot be bought.
      if ((path[0] as Departure).leaves * 60_000 < nowMs) continue
      const leg = pricedLeg(path, purchase, question)
      if (leg === undefined || !satisfiesWay(question, leg, place)) continue
      paths.set(leg, path)
      found.push(leg)
    }
    return found
  })
  const trips = combined(legs, question.sortBy).map((trip): Itinerary => {
    const taken = trip.legs.map((leg) => paths.get(leg) as readonly Departure[])
    const held: Booking = {
      of: 'corpus',
      cabin: purchase.cabin,
      ways: taken.map((path) => path.map(({ schedule, day }) => [schedule.id, day])),
    }
    return { ...trip, sellers: commonSellers(taken.flat()), booking: held }
  })
  return [
    ...shown(
      question,
      trips.filter((trip) => satisfiesTrip(question, trip, typicalKg)),
    ),
  ]
}

/** Who sells every flight of a trip. */
function commonSellers(departures: readonly Pick<Departure, 'schedule'>[]): string[] {
  const [first, ...others] = departures.map(({ schedule }) =>
    (schedule.record.sellers ?? []).map(({ name }) => name),
  )
  return (first ?? []).filter((name) => others.every((sellers) => sellers.includes(name)))
}

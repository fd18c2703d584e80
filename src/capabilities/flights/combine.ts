import type { Leg, Segment } from './itinerary.ts'
import { ordered } from './rank.ts'
import type { FlightQuestion } from './schema.ts'

type SortBy = FlightQuestion['sortBy']

/** Ways of a trip kept where it has several, and trips kept. */
export const maxWays = 200
export const maxTrips = 400

/** Minutes between landing on one way and leaving on the next. */
const minStay = 60

/** Ways that together are (part of) a trip. */
interface Joined {
  legs: Leg[]
  price: number
  duration: number
  emissionsKg: number
  stops: number
}

const alone = (leg: Leg): Joined => ({
  legs: [leg],
  price: leg.price,
  duration: leg.duration,
  emissionsKg: leg.emissionsKg,
  stops: leg.segments.length - 1,
})

/** The order of which the first of a way are kept. Its departure alone says nothing of the next ones: these go by the price. */
export const orderOfWay = (sortBy: SortBy, place: number, ways: number): SortBy =>
  (sortBy === 'departureTime' && place > 0) || (sortBy === 'arrivalTime' && place < ways - 1)
    ? 'price'
    : sortBy

/**
 * Trips of one way of each: of several, the 200 first of each in the order asked for are joined, and the first 400 trips
 * kept. What is compared is a sum over the ways, so the first trips are made of them unless a way back leaves too early.
 */
export function combined(ways: readonly (readonly Leg[])[], sortBy: SortBy): Joined[] {
  const [first = [], ...others] = ways
  let trips = first.map(alone)
  const orderOf = (place: number) => orderOfWay(sortBy, place, ways.length)
  if (others.length > 0) trips = ordered(trips, orderOf(0)).slice(0, maxWays)
  for (const [place, legs] of others.entries()) {
    const next = ordered(legs.map(alone), orderOf(place + 1)).slice(0, maxWays)
    const joined = trips.flatMap((trip) =>
      next.flatMap((way) => (follows(trip, way) ? [join(trip, way)] : [])),
    )
    trips = ordered(joined, place === others.length - 1 ? sortBy : orderOf(place + 1)).slice(0, maxTrips)
  }
  return trips
}

function follows(before: Joined, after: Joined): boolean {
  const [next, last] = [after.legs[0] as Leg, before.legs.at(-1) as Leg]
  return (next.segments[0] as Segment).leaves >= (last.segments.at(-1) as Segment).lands + minStay
}

const join = (a: Joined, b: Joined): Joined => ({
  legs: [...a.legs, ...b.legs],
  price: a.price + b.price,
  duration: a.duration + b.duration,
  emissionsKg: a.emissionsKg + b.emissionsKg,
  stops: a.stops + b.stops,
})

import type { Leg, Segment } from './itinerary.ts'
import { ordered } from './rank.ts'
import type { FlightQuestion } from './schema.ts'

/** Ways of a trip kept, and trips made of them, where it has several: one way has all there are. */
const mostWays = 200
const mostTrips = 400

/** Minutes between landing on one way and leaving on the next. */
const leastStay = 60

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

/**
 * Trips of one way of each: of several, the 200 first of each in the order asked for are joined, and the first 400 trips
 * kept. What is compared is a sum over the ways, so the first trips are made of them unless a way back leaves too early.
 */
export function combined(ways: readonly (readonly Leg[])[], sortBy: FlightQuestion['sortBy']): Joined[] {
  const [first = [], ...others] = ways
  let trips = first.map(alone)
  // The departure of the first way alone says nothing of the next ones; these are taken by what they cost.
  const orderOf = (place: number) =>
    (sortBy === 'departureTime' && place > 0) || (sortBy === 'arrivalTime' && place < ways.length - 1)
      ? 'price'
      : sortBy
  if (others.length > 0) trips = ordered(trips, orderOf(0)).slice(0, mostWays)
  for (const [place, legs] of others.entries()) {
    const next = ordered(legs.map(alone), orderOf(place + 1)).slice(0, mostWays)
    const joined = trips.flatMap((trip) =>
      next.flatMap((way) => (follows(trip, way) ? [join(trip, way)] : [])),
    )
    trips = ordered(joined, place === others.length - 1 ? sortBy : orderOf(place + 1)).slice(0, mostTrips)
  }
  return trips
}

function follows(before: Joined, after: Joined): boolean {
  const [next, last] = [after.legs[0] as Leg, before.legs.at(-1) as Leg]
  return (next.segments[0] as Segment).leaves >= (last.segments.at(-1) as Segment).lands + leastStay
}

const join = (a: Joined, b: Joined): Joined => ({
  legs: [...a.legs, ...b.legs],
  price: a.price + b.price,
  duration: a.duration + b.duration,
  emissionsKg: a.emissionsKg + b.emissionsKg,
  stops: a.stops + b.stops,
})

import type { Leg, Segment } from './itinerary.ts'
import { ordered } from './rank.ts'
import type { FlightQuestion } from './schema.ts'

type SortBy = FlightQuestion['sortBy']

/** Bounds: ways kept for each way of a trip with several, and trips kept. */
export const maxWays = 200
export const maxTrips = 400

/** Minimum minutes between landing on one way and departure on the next. */
const minStay = 60

/** Ways that form a trip or a part of one. */
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
 * The order that selects the first of a way. Departure of one way says nothing about the others: they use the price.
 */
export const orderOfWay = (sortBy: SortBy, place: number, ways: number): SortBy =>
  (sortBy === 'departureTime' && place > 0) || (sortBy === 'arrivalTime' && place < ways - 1)
    ? 'price'
    : sortBy

/**
 * Trips that combine the ways. With several ways, the first 200 of each in the requested order are combined, and the
 * first 400 trips kept. Sort values are sums over the ways, so these include the best trips unless a way back leaves
 * too early.
 */
export function combined(ways: readonly (readonly Leg[])[], sortBy: SortBy): Joined[] {
  const [first = [], ...others] = ways
  let trips = first.map(alone)
  const chooseOrder = (place: number) => orderOfWay(sortBy, place, ways.length)
  if (others.length > 0) trips = ordered(trips, chooseOrder(0)).slice(0, maxWays)
  for (const [place, legs] of others.entries()) {
    const next = ordered(legs.map(alone), chooseOrder(place + 1)).slice(0, maxWays)
    const joined = trips.flatMap((trip) =>
      next.flatMap((way) => (follows(trip, way) ? [join(trip, way)] : [])),
    )
    trips = ordered(joined, place === others.length - 1 ? sortBy : chooseOrder(place + 1)).slice(0, maxTrips)
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

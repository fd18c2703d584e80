import type { Itinerary, Leg, Segment } from './itinerary.ts'
import type { FlightQuestion } from './schema.ts'

type SortBy = FlightQuestion['sortBy']

/** Values by which trips and ways are compared. */
export interface Compared {
  price: number
  duration: number
  emissionsKg: number
  stops: number
  legs: readonly Leg[]
}

const findFirstSegment = ({ legs }: Compared) => legs[0]?.segments[0] as Segment
const findLastSegment = ({ legs }: Compared) => legs.at(-1)?.segments.at(-1) as Segment

/** Weights of a minute and of a change, as shares of the lowest price and of the shortest time. */
const changeWorth = 0.15

/** Reference values for the order `top`. */
export interface Yardstick {
  cheapest: number
  shortest: number
}

/** Totals of a trip or of a part of one. */
export interface Measures {
  price: number
  duration: number
  emissionsKg: number
  stops: number
  /** Minutes since 1970, UTC. */
  leaves: number
  lands: number
}

/** Sort value of an order: the lowest comes first. That of a part never exceeds that of the whole. */
export function chooseMeasure(sortBy: SortBy, { cheapest, shortest }: Yardstick): (each: Measures) => number {
  const [price, time] = [Math.max(1, cheapest), Math.max(1, shortest)]
  switch (sortBy) {
    case 'price':
      return (each) => Math.round(each.price)
    case 'departureTime':
      return (each) => each.leaves
    case 'arrivalTime':
      return (each) => each.lands
    case 'duration':
      return (each) => each.duration
    case 'emissions':
      return (each) => each.emissionsKg
    default:
      return (each) => each.price / price + each.duration / time + changeWorth * each.stops
  }
}

/**
 * The requested order, with ties broken by price, time, departure and flight numbers, so that it is deterministic.
 * `top` adds price and time, each relative to the best, and a penalty for each change.
 */
export function ordered<T extends Compared>(trips: readonly T[], sortBy: SortBy): T[] {
  const worth = chooseMeasure(sortBy, {
    cheapest: findLowest(trips, ({ price }) => price),
    shortest: findLowest(trips, ({ duration }) => duration),
  })
  const value = (each: T) =>
    worth({ ...each, leaves: findFirstSegment(each).leaves, lands: findLastSegment(each).lands })
  return sortTrips<T>(trips, { value, name: nameTrip })
}

/** Order by a value, with ties broken by price, time and the names of the flights. */
export function sortTrips<T extends Pick<Measures, 'price' | 'duration'>>(
  trips: readonly T[],
  { value, name }: { value(each: T): number; name(each: T): string },
): T[] {
  const rows = trips.map((each) => ({ each, value: value(each) }))
  rows.sort(
    (a, b) =>
      a.value - b.value ||
      a.each.price - b.each.price ||
      a.each.duration - b.each.duration ||
      (name(a.each) < name(b.each) ? -1 : 1),
  )
  return rows.map(({ each }) => each)
}

/** The minimum of a list that may be too long for the arguments of a call. */
export const findLowest = <T>(all: readonly T[], value: (each: T) => number): number =>
  all.reduce((lowest, each) => Math.min(lowest, value(each)), Number.POSITIVE_INFINITY)

/** A unique name of a trip, made of its flights. */
export const nameTrip = ({ legs }: Pick<Compared, 'legs'>): string =>
  legs.map(({ segments }) => segments.map(flightName).join(' ')).join(' | ')

/** The name of a flight on a day. */
export const flightName = ({
  departs,
  carrier,
  number,
  from,
  to,
}: Pick<Segment, 'departs' | 'carrier' | 'number' | 'from' | 'to'>): string =>
  `${departs}${carrier}${number}${from}${to}`

/** Maximum trips shown as the best. */
export const maxBestTrips = 4

/** The best trips, and the others in the requested order. */
export function bestAndOthers(
  itineraries: readonly Itinerary[],
  sortBy: SortBy,
): { best: Itinerary[]; others: Itinerary[] } {
  const best = ordered(itineraries, 'top').slice(0, itineraries.length > 2 * maxBestTrips ? maxBestTrips : 1)
  const chosen = new Set(best)
  return {
    best: ordered(best, sortBy),
    // The order is computed over all trips, so that it does not depend on where a page ends.
    others: ordered(itineraries, sortBy).filter((each) => !chosen.has(each)),
  }
}

import type { Itinerary, Leg, Segment } from './itinerary.ts'
import type { FlightQuestion } from './schema.ts'

type SortBy = FlightQuestion['sortBy']

/** What trips and ways are compared by. */
interface Compared {
  price: number
  duration: number
  emissionsKg: number
  stops: number
  legs: readonly Leg[]
}

const firstOf = ({ legs }: Compared) => legs[0]?.segments[0] as Segment
const lastOf = ({ legs }: Compared) => legs.at(-1)?.segments.at(-1) as Segment

/** What a minute and a change are worth, as shares of the lowest price and of the shortest time. */
const changeWorth = 0.15

/**
 * The order asked for; equal ones by price, time, departure and the numbers of their flights, so that every order is one order.
 * `top` adds price and time, each against the best there is, and something for each change.
 */
export function ordered<T extends Compared>(found: readonly T[], sortBy: SortBy): T[] {
  const cheapest = Math.max(
    1,
    least(found, ({ price }) => price),
  )
  const shortest = Math.max(
    1,
    least(found, ({ duration }) => duration),
  )
  const value = (each: T): number => {
    switch (sortBy) {
      case 'price':
        return Math.round(each.price)
      case 'departureTime':
        return firstOf(each).leaves
      case 'arrivalTime':
        return lastOf(each).lands
      case 'duration':
        return each.duration
      case 'emissions':
        return each.emissionsKg
      default:
        return each.price / cheapest + each.duration / shortest + changeWorth * each.stops
    }
  }
  const rows = found.map((each) => ({ each, value: value(each), name: nameOf(each) }))
  rows.sort(
    (a, b) =>
      a.value - b.value ||
      a.each.price - b.each.price ||
      a.each.duration - b.each.duration ||
      (a.name < b.name ? -1 : 1),
  )
  return rows.map(({ each }) => each)
}

/** The least of what may be too many for the arguments of a call. */
export const least = <T>(all: readonly T[], value: (each: T) => number): number =>
  all.reduce((found, each) => Math.min(found, value(each)), Number.POSITIVE_INFINITY)

/** The flights of a trip: no two trips have the same. */
export const nameOf = ({ legs }: Pick<Compared, 'legs'>): string =>
  legs
    .map(({ segments }) =>
      segments.map((each) => `${each.departs}${each.carrier}${each.number}${each.from}${each.to}`).join(' '),
    )
    .join(' | ')

const mostBest = 4

/** The best, and the others in the order asked for. */
export function bestAndOthers(
  found: readonly Itinerary[],
  sortBy: SortBy,
): { best: Itinerary[]; others: Itinerary[] } {
  const best = ordered(found, 'top').slice(0, found.length > 2 * mostBest ? mostBest : 1)
  const chosen = new Set(best)
  return {
    best: ordered(best, sortBy),
    others: ordered(
      found.filter((each) => !chosen.has(each)),
      sortBy,
    ),
  }
}

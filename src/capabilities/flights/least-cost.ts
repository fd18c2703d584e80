import type { Airport } from '../../lib/airports.ts'
import type { PriceBook } from './price-book.ts'
import type { Route, Timetable } from './timetable.ts'

/** Minimum cost of the rest of a way. Each bound holds independently: a single way need not reach all of them. */
export interface Least {
  flights: number
  fare: number
  kg: number
  /** Minutes from one landing to the last, the change included. */
  minutes: number
}

/** A possible next route. */
export interface Onward {
  route: Route
  /** Minimum cost to the end, from its departure and from its arrival. */
  whole: Least
  rest: Least
}

interface CostRequest {
  destinations: readonly Airport[]
  layover: { min: number }
}

const atEnd: Least = { flights: 0, fare: 0, kg: 0, minutes: 0 }
const minChange = 60

/** Routes that lead from an airport to a destination within a number of flights, computed once per search. */
export function onwardRoutes(
  timetable: Timetable,
  { destinations, layover }: CostRequest,
  book: PriceBook,
): (airport: Airport, flights: number) => readonly Onward[] {
  const ends = new Set(destinations)
  const feeders = new Set(destinations.flatMap(({ code }) => [...timetable.feeding(code)]))
  const cache = new Map<string, readonly Onward[]>()
  const leasts = new Map<readonly Onward[], Least | undefined>()
  const change = Math.max(layover.min, minChange)

  function restBehind(to: Airport, flights: number): Least | undefined {
    if (ends.has(to)) return atEnd
    if (flights <= 1 || (flights === 2 && !feeders.has(to.code))) return undefined
    const next = onwardFrom(to, flights - 1)
    if (!leasts.has(next)) leasts.set(next, findLeast(next))
    return leasts.get(next)
  }

  function onwardFrom(airport: Airport, flights: number): readonly Onward[] {
    const name = `${airport.code}${flights}`
    let onward = cache.get(name)
    if (onward === undefined) {
      onward =
        flights < 1
          ? []
          : timetable.routes(airport.code).flatMap((route) => {
              const rest = restBehind(route.to, flights)
              const floor = rest && book.floor(route)
              if (rest === undefined || floor === undefined) return []
              const whole = {
                flights: rest.flights + 1,
                fare: rest.fare + floor.fare,
                kg: rest.kg + floor.kg,
                minutes: rest.minutes + floor.minutes + change,
              }
              return [{ route, whole, rest }]
            })
      cache.set(name, onward)
    }
    return onward
  }

  return onwardFrom
}

/** The minimum of each member; undefined for no entries. */
function findLeast(all: readonly Onward[]): Least | undefined {
  const [first, ...others] = all
  return first === undefined
    ? undefined
    : others.reduce(
        (least, { whole }) => ({
          flights: Math.min(least.flights, whole.flights),
          fare: Math.min(least.fare, whole.fare),
          kg: Math.min(least.kg, whole.kg),
          minutes: Math.min(least.minutes, whole.minutes),
        }),
        first.whole,
      )
}

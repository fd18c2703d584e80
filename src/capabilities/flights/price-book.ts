import type { Airport } from '../../lib/airports.ts'
import { findFare, type FarePurchase } from './fares.ts'
import { estimateEmissions } from './itinerary.ts'
import { leastFare, routeFloor } from './route-floor.ts'
import {
  clockAhead,
  buildDeparture,
  operatesOn,
  type Departure,
  type Route,
  type Schedule,
} from './timetable.ts'

/** A flight on a day, with an adult's fare and its carbon dioxide. */
export interface PricedDeparture extends Departure {
  fare: number
  kg: number
}

/** Minimum costs of the flights of a route. */
interface RouteFloor {
  fare: number
  kg: number
  /** Minutes in the air. */
  minutes: number
}

/** Flights of routes with their prices, each computed once per search. */
export interface PriceBook {
  /** Flights on sale that leave on a local day, by time. */
  departures(route: Route, day: number): readonly PricedDeparture[]
  /** Undefined where none is sold. */
  floor(route: Route): RouteFloor | undefined
}

/** Local days after the first on which flights of a way may leave: the date line and two stops of a day. */
const daysAround = { before: 1, behind: 6 } as const

/** The book of a search that begins on a day, with the flights that it accepts. */
export function openPriceBook(
  purchase: FarePurchase,
  { day, accepts }: { day: number; accepts: (schedule: Schedule) => boolean },
): PriceBook {
  const sold = new Map<Route, Map<number, readonly PricedDeparture[]>>()
  const floors = new Map<Route, RouteFloor | undefined>()

  function priced(schedule: Schedule, on: number): PricedDeparture | undefined {
    if (!operatesOn(schedule, on) || !accepts(schedule)) return undefined
    const departure = buildDeparture(schedule, on)
    const fare = findFare(departure, purchase)
    if (departure.lands <= departure.leaves || fare === undefined) return undefined
    const { schedule: _same, ...times } = departure
    return {
      schedule,
      ...times,
      fare,
      kg: estimateEmissions(schedule.km, schedule.record.emissions_kg, purchase.cabin),
    }
  }

  const { before, behind } = daysAround
  const clock = clockBounds(day - before, day + behind + 2)
  const daysBefore = [day - before, day + behind].map((each) => Math.max(0, each - purchase.today)) as [
    number,
    number,
  ]

  function findFloor(route: Route): RouteFloor | undefined {
    const floor = routeFloor(route, purchase.cabin)
    const fare = leastFare(floor, purchase.currency, daysBefore)
    if (fare === undefined) return undefined
    // A change of clocks during a flight may make it look an hour shorter.
    const gain = clock(route.from).least - clock(route.to).most
    return { fare, kg: floor.kg, minutes: Math.max(1, floor.minutes + gain) }
  }

  return {
    departures(route, on) {
      let byDay = sold.get(route)
      if (byDay === undefined) sold.set(route, (byDay = new Map()))
      let departures = byDay.get(on)
      if (departures === undefined)
        byDay.set(on, (departures = route.flights.flatMap((each) => priced(each, on) ?? [])))
      return departures
    },
    floor(route) {
      if (!floors.has(route)) floors.set(route, findFloor(route))
      return floors.get(route)
    },
  }
}

/** Minimum and maximum offset of an airport from UTC on some days, computed once per airport. */
function clockBounds(first: number, last: number): (airport: Airport) => { least: number; most: number } {
  const cache = new Map<Airport, { least: number; most: number }>()
  return (airport) => {
    let bounds = cache.get(airport)
    if (bounds === undefined) {
      const days = Array.from({ length: last - first + 1 }, (_, place) => clockAhead(airport, first + place))
      cache.set(airport, (bounds = { least: Math.min(...days), most: Math.max(...days) }))
    }
    return bounds
  }
}

import type { Airport } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import { onwardRoutes, type Least, type Onward } from './least-cost.ts'
import type { PriceBook, PricedDeparture } from './price-book.ts'
import { localDay, type Route, type Schedule, type Timetable } from './timetable.ts'

/** A query for connections between two places on a day. */
export interface LegQuestion {
  origins: readonly Airport[]
  destinations: readonly Airport[]
  /** Local day of departure, in days since 1970. */
  day: number
  /** Earliest departure of the first flight: minutes since 1970, UTC. */
  notBefore: number
  maxStops: number
  /** Whether a flight may be part of it. */
  accepts(schedule: Schedule): boolean
  /** Whether a way may begin, and end, with a flight. */
  begins(schedule: Schedule): boolean
  ends(schedule: Schedule): boolean
  /** Whether a change at an airport is allowed. */
  connectsAt(airport: string): boolean
  /** Whether one airline must operate the whole way. */
  isOneCarrier: boolean
  /** Bounds of each stop in minutes. */
  layover: { min: number; max: number }
}

/** A partial way. */
export interface Begun {
  flights: number
  fare: number
  kg: number
  km: number
  /** Minutes since 1970, UTC. */
  leaves: number
  lands: number
}

/** Receives ways, and decides which partial ways are worth continuing. */
export interface Guide {
  /** Whether a partial way with this minimum remaining cost may still be wanted. */
  isHopeful(begun: Begun, rest: Least): boolean
  /** Priority of a partial way: the lowest value is continued first. */
  worth(begun: Begun, rest: Least): number
  /** `whole` may be read but not stored, since it is reused. */
  take(path: readonly PricedDeparture[], whole: Begun): void
}

/** Minimum minutes of a change: more where a border is crossed before or after it. */
const connectionMinutes = { domestic: 60, international: 90 } as const

/** Default bounds of a stop in minutes. */
export const usualLayover = { min: 0, max: 720 } as const

/** Maximum length of a way: a multiple of the direct distance plus some kilometres. */
const maxDetour = { factor: 1.8, km: 800 } as const

/**
 * Finds ways from the origins to the destinations that leave on a day, direct or with up to two changes. Each change
 * takes between the minimum time and the longest layover, no airport is visited twice, and long detours are excluded.
 * The guide receives all of them except those it rejects as partial ways.
 */
export function connect(
  timetable: Timetable,
  question: LegQuestion,
  { book, guide }: { book: PriceBook; guide: Guide },
): void {
  const ends = new Set(question.destinations.map(({ code }) => code))
  const starts = new Set(question.origins.map(({ code }) => code))
  const onwardFrom = onwardRoutes(timetable, question, book)
  const { isDetour, mayEnd } = detours(question.destinations)

  // One scratch object per number of flights is reused, because millions of ways are examined.
  const scratch = Array.from({ length: question.maxStops + 1 }, blank)

  function goOn(path: readonly PricedDeparture[], begun: Begun): void {
    const [first, last] = [path[0] as PricedDeparture, path.at(-1) as PricedDeparture]
    const { to: airport } = last.schedule
    if (starts.has(airport.code) || !question.connectsAt(airport.code)) return
    const span = spanBehind(last, question)
    for (const { route, whole, rest } of onwardFrom(airport, question.maxStops + 1 - path.length)) {
      if (!guide.isHopeful(begun, whole)) continue
      const { to } = route
      if (path.some(({ schedule }) => schedule.from === to)) continue
      const km = begun.km + route.km
      const isEnd = ends.has(to.code)
      if (isEnd ? isDetour(first, km, to) : !mayEnd(first, km, to)) continue
      for (const next of departuresAfter(book, { last, route, span })) {
        const further = join(begun, next, { km, into: scratch[path.length] as Begun })
        if (!guide.isHopeful(further, rest)) continue
        if (question.isOneCarrier && readCarrier(next) !== readCarrier(first)) continue
        if (!isEnd) goOn([...path, next], further)
        else if (question.ends(next.schedule)) guide.take([...path, next], further)
      }
    }
  }

  for (const { departure, begun, onward } of firstFlights(question, { book, guide, onwardFrom })) {
    if (!guide.isHopeful(begun, onward.rest)) continue
    if (!ends.has(onward.route.to.code)) goOn([departure], begun)
    else if (question.ends(departure.schedule)) guide.take([departure], begun)
  }
}

const readCarrier = ({ schedule }: PricedDeparture) => schedule.record.carrier_code

/** Possible first flights, in the guide's order of priority. */
function firstFlights(
  { origins, day, notBefore, maxStops, begins }: LegQuestion,
  { book, guide, onwardFrom }: { book: PriceBook; guide: Guide; onwardFrom: ReturnType<typeof onwardRoutes> },
) {
  const starts = new Set(origins)
  const candidates: { departure: PricedDeparture; begun: Begun; onward: Onward; worth: number }[] = []
  for (const origin of origins)
    for (const onward of onwardFrom(origin, maxStops + 1)) {
      // A flight between two airports of one city leads nowhere.
      if (starts.has(onward.route.to)) continue
      for (const departure of book.departures(onward.route, day)) {
        const { leaves, lands, fare, kg, schedule } = departure
        if (leaves < notBefore || !begins(schedule)) continue
        const begun = { flights: 1, fare, kg, km: onward.route.km, leaves, lands }
        candidates.push({ departure, begun, onward, worth: guide.worth(begun, onward.rest) })
      }
    }
  return candidates.sort((a, b) => a.worth - b.worth)
}

const blank = (): Begun => ({ flights: 0, fare: 0, kg: 0, km: 0, leaves: 0, lands: 0 })

function join(begun: Begun, next: PricedDeparture, { km, into }: { km: number; into: Begun }): Begun {
  into.flights = begun.flights + 1
  into.fare = begun.fare + next.fare
  into.kg = begun.kg + next.kg
  into.km = km
  into.leaves = begun.leaves
  into.lands = next.lands
  return into
}

/** Departure window of a connecting flight, with its local days. */
interface Span {
  from: number
  until: number
  firstDay: number
  lastDay: number
}

function spanBehind(last: PricedDeparture, { layover }: LegQuestion): Span {
  const { to: airport } = last.schedule
  const from = last.lands + Math.max(layover.min, connectionMinutes.domestic)
  const until = last.lands + layover.max
  return { from, until, firstDay: localDay(airport, from), lastDay: localDay(airport, until) }
}

/** Flights of a route that make the connection. */
function* departuresAfter(
  book: PriceBook,
  { last, route, span }: { last: PricedDeparture; route: Route; span: Span },
): Generator<PricedDeparture> {
  const before = last.schedule
  const isDomestic = before.from.country === before.to.country && route.from.country === route.to.country
  const least = isDomestic ? connectionMinutes.domestic : connectionMinutes.international
  const from = Math.max(span.from, last.lands + least)
  for (let day = span.firstDay; day <= span.lastDay; day++)
    for (const next of book.departures(route, day)) {
      if (next.leaves > span.until) break
      if (next.leaves >= from) yield next
    }
}

/** Compares the length of a way with the direct distance. */
function detours(destinations: readonly Airport[]) {
  const limits = new Map<string, number>()
  const straight = new Map<Airport, { to: Airport; km: number }[]>()
  const isDetour = (first: PricedDeparture, km: number, to: Airport): boolean => {
    const origin = first.schedule.from
    const pair = origin.code + to.code
    let limit = limits.get(pair)
    if (limit === undefined) {
      limit = distanceKm(origin, to) * maxDetour.factor + maxDetour.km
      limits.set(pair, limit)
    }
    return km > limit
  }
  const straightFrom = (airport: Airport) => {
    let legs = straight.get(airport)
    if (legs === undefined) {
      legs = destinations.map((to) => ({ to, km: distanceKm(airport, to) }))
      straight.set(airport, legs)
    }
    return legs
  }
  const mayEnd = (first: PricedDeparture, km: number, airport: Airport): boolean =>
    straightFrom(airport).some((end) => !isDetour(first, km + end.km, end.to))
  return { isDetour, mayEnd }
}

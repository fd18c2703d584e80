import { distanceKm } from '../../lib/geo.ts'
import { orderOfWay } from './combine.ts'
import { connect, type Begun, type Guide } from './connect.ts'
import { seatsPaid, type FarePurchase } from './fares.ts'
import { buildLegQuestion } from './filters.ts'
import { typicalEmissions, type Leg } from './itinerary.ts'
import type { Least } from './least-cost.ts'
import { clockTime } from './local-time.ts'
import { openPriceBook, type PricedDeparture } from './price-book.ts'
import {
  flightName,
  sortTrips,
  findLowest,
  maxBestTrips,
  chooseMeasure,
  type Measures,
  type Yardstick,
} from './rank.ts'
import type { FlightQuestion } from './schema.ts'
import type { Timetable } from './timetable.ts'
import { pricedLeg } from './trip-price.ts'
import type { Way } from './trip.ts'

/** The way of a trip to find, and how many results to keep. */
export interface WayWanted {
  way: Way
  place: number
  /** Number of ways of the trip. */
  ways: number
  nowMs: number
  most: number
  purchase: FarePurchase
}

interface FirstWay extends Measures {
  path: readonly PricedDeparture[]
  /** Built on first use, because only ties need it. */
  name?: string
}

/**
 * The first ways in the requested order, the cheapest and the shortest, against which the others are measured, and for
 * a one-way trip the best. The first walk finds only the cheapest and the shortest, the second the rest. Partial ways
 * that can no longer be among the first are dropped, so that the cost depends on the size of the answer, not of the
 * timetable.
 */
export function firstWays(
  timetable: Timetable,
  question: FlightQuestion,
  wanted: WayWanted,
): { leg: Leg; path: readonly PricedDeparture[] }[] {
  const legQuestion = buildLegQuestion(question, wanted)
  const book = openPriceBook(wanted.purchase, legQuestion)
  const bounds = readBounds(question, wanted)
  const walk = (lists: readonly FirstList[], hidden?: Yardstick): FirstWay[] => {
    connect(timetable, legQuestion, { book, guide: buildGuide(question, { lists, bounds, wanted, hidden }) })
    return lists.flatMap((list) => list.first())
  }
  const ends = (hidden?: Yardstick): FirstWay[] =>
    walk([firstList(chooseMeasure('price', none), 1), firstList(chooseMeasure('duration', none), 1)], hidden)
  const all = ends()
  if (all.length === 0) return []
  const hidden = wanted.ways === 1 && !question.showHidden ? makeYardstick(all) : undefined
  const visible = hidden === undefined ? all : ends(hidden)
  if (visible.length === 0) return []
  const against = makeYardstick(visible)
  const order = orderOfWay(question.sortBy, wanted.place, wanted.ways)
  const lists = [firstList(chooseMeasure(order, against), wanted.most)]
  if (wanted.ways === 1) lists.push(firstList(chooseMeasure('top', against), maxBestTrips))
  const candidates = [...all, ...visible, ...walk(lists, hidden)]
  const distinct = new Map(candidates.map((each) => [nameFlights(each), each.path]))
  return [...distinct.values()].flatMap((path) => {
    const leg = pricedLeg(path, wanted.purchase, question)
    return leg === undefined ? [] : [{ leg, path }]
  })
}

const none: Yardstick = { cheapest: 1, shortest: 1 }

const makeYardstick = (ways: readonly FirstWay[]): Yardstick => ({
  cheapest: findLowest(ways, ({ price }) => price),
  shortest: findLowest(ways, ({ duration }) => duration),
})

const nameFlights = ({ path }: FirstWay) => path.map(({ schedule, day }) => `${schedule.id} ${day}`).join()

/** Names a way by its flights, in the form used for legs. */
const nameOfPath = (way: FirstWay): string =>
  (way.name ??= way.path
    .map(({ schedule: { record, from, to, departs }, day }) =>
      flightName({
        departs: clockTime(day, departs),
        carrier: record.carrier_code,
        number: record.flight_number,
        from: from.code,
        to: to.code,
      }),
    )
    .join(' '))

/** Collects the first items by a value. */
interface FirstList {
  value(measures: Measures): number
  /** Bound above which an item is not among the first. */
  limit(): number
  add(way: FirstWay): void
  first(): FirstWay[]
}

function firstList(value: FirstList['value'], most: number): FirstList {
  let best: FirstWay[] = []
  let limit = Number.POSITIVE_INFINITY
  const sift = () => {
    best = sortTrips<FirstWay>(best, { value, name: nameOfPath }).slice(0, most)
    const last = best.at(-1)
    if (best.length === most && last !== undefined) limit = value(last)
  }
  return {
    value,
    limit: () => limit,
    add(way) {
      best.push(way)
      if (best.length >= 2 * most) sift()
    },
    first() {
      sift()
      return best
    },
  }
}

/** Upper bounds of a way, independent of the sort order. */
interface Bounds {
  price: number
  duration: number
}

const readBounds = ({ maxPrice, maxFlightDurationMinutes }: FlightQuestion, { ways }: WayWanted): Bounds => ({
  // The price covers all ways and is compared as shown, rounded.
  price: ways === 1 ? (maxPrice ?? Number.POSITIVE_INFINITY) + 0.5 : Number.POSITIVE_INFINITY,
  duration: maxFlightDurationMinutes ?? Number.POSITIVE_INFINITY,
})

/** Tolerance for rounding: the sums of a part and of the whole are added in different orders. */
const rounding = 1e-6

function buildGuide(
  question: FlightQuestion,
  request: {
    lists: readonly FirstList[]
    bounds: Bounds
    wanted: WayWanted
    hidden: Yardstick | undefined
  },
): Guide {
  const { lists, bounds, wanted, hidden } = request
  const seats = seatsPaid(question)
  const mostPrice = Math.min(bounds.price, 3 * (hidden?.cheapest ?? Number.POSITIVE_INFINITY))
  const mostDuration = Math.min(bounds.duration, 2 * (hidden?.shortest ?? Number.POSITIVE_INFINITY))
  const isLow = lowEmissions(question, wanted)
  // One object is reused for all ways that are examined.
  const measures: Measures = { price: 0, duration: 0, emissionsKg: 0, stops: 0, leaves: 0, lands: 0 }
  const measureTrip = (begun: Begun, rest: Least): Measures => {
    measures.price = (begun.fare + rest.fare) * seats
    measures.lands = begun.lands + rest.minutes
    measures.leaves = begun.leaves
    measures.duration = measures.lands - begun.leaves
    measures.emissionsKg = begun.kg + rest.kg
    measures.stops = begun.flights + rest.flights - 1
    return measures
  }
  return {
    isHopeful(begun, rest) {
      measureTrip(begun, rest)
      if (measures.price > mostPrice + rounding || measures.duration > mostDuration) return false
      return lists.some((list) => list.value(measures) <= list.limit() + rounding)
    },
    worth: (begun, rest) => (lists[0] as FirstList).value(measureTrip(begun, rest)),
    take(path, whole) {
      const way: FirstWay = { path, ...measureTrip(whole, nothingMore) }
      if (isLow !== undefined && !isLow(way)) return
      for (const list of lists) if (list.value(way) <= list.limit() + rounding) list.add(way)
    },
  }
}

const nothingMore: Least = { flights: 0, fare: 0, kg: 0, minutes: 0 }

/** Whether a way has less carbon dioxide than typical; trips with several ways are judged as a whole. */
function lowEmissions({ onlyShowLowEmissionFlights }: FlightQuestion, { ways, purchase }: WayWanted) {
  if (!onlyShowLowEmissionFlights || ways > 1) return undefined
  return ({ path, emissionsKg }: FirstWay): boolean => {
    const [first, last] = [path[0] as PricedDeparture, path.at(-1) as PricedDeparture]
    return emissionsKg < typicalEmissions(distanceKm(first.schedule.from, last.schedule.to), purchase.cabin)
  }
}

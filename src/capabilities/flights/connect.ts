import type { Airport } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import {
  clockAhead,
  departureOf,
  localDay,
  operatesOn,
  type Departure,
  type Schedule,
  type Timetable,
} from './timetable.ts'

/** What is looked for between two places on a day. */
export interface LegQuestion {
  origins: readonly Airport[]
  destinations: readonly Airport[]
  /** Local day of departure, in days since 1970. */
  day: number
  maxStops: number
  /** Whether a flight may be part of it. */
  accepts(schedule: Schedule): boolean
  /** Whether it may be changed at an airport. */
  connectsAt(airport: string): boolean
  /** Minutes of each stop. */
  layover: { min: number; max: number }
}

/** Minutes that a change takes: more where a border is crossed before or after it. */
const connectionMinutes = { domestic: 60, international: 90 } as const

/** Minutes of a stop where nothing else is asked for. */
export const usualLayover = { min: 0, max: 720 } as const

/** A way may be so many times as long as the straight one, and some kilometres more. */
const mostDetour = { factor: 1.8, km: 800 } as const

/** Least time between two flights at an airport. */
const leastConnection = (before: Schedule, after: Schedule): number =>
  before.from.country === before.to.country && after.from.country === after.to.country
    ? connectionMinutes.domestic
    : connectionMinutes.international

/**
 * All ways from the origins to the destinations that leave on a day, direct or with up to two changes: each change takes its
 * least time and at most the longest layover, no airport is visited twice, and the way is no long detour.
 */
export function connect(timetable: Timetable, question: LegQuestion): Departure[][] {
  const { origins, destinations, day, maxStops } = question
  const ends = new Map(destinations.map((airport) => [airport.code, airport]))
  const starts = new Set(origins.map(({ code }) => code))
  // Airports from which the last flight may leave.
  const lastStops = new Set(destinations.flatMap(({ code }) => [...timetable.feeding(code)]))
  const found: Departure[][] = []

  /** Kilometres a way may have from an origin to a destination, by pair. */
  const limits = new Map<string, number>()
  const isDetour = (path: readonly Departure[], km: number, to: Airport): boolean => {
    const origin = (path[0] as Departure).schedule.from
    const pair = origin.code + to.code
    let limit = limits.get(pair)
    if (limit === undefined) {
      limit = distanceKm(origin, to) * mostDetour.factor + mostDetour.km
      limits.set(pair, limit)
    }
    return km > limit
  }
  const mayEnd = (path: readonly Departure[], km: number, at: Airport) =>
    destinations.some((to) => !isDetour(path, km + distanceKm(at, to), to))

  function goOn(path: readonly Departure[], km: number): void {
    const last = path.at(-1) as Departure
    const { to } = last.schedule
    if (ends.has(to.code)) {
      found.push([...path])
      return
    }
    const stops = path.length
    if (stops > maxStops || starts.has(to.code) || !question.connectsAt(to.code)) return
    const isLast = stops === maxStops
    if (isLast ? !lastStops.has(to.code) : false) return
    if (!mayEnd(path, km, to)) return
    for (const next of departuresAfter(timetable, last, question)) {
      const target = next.schedule.to
      const isEnd = ends.has(target.code)
      if (!isEnd && (isLast || (stops + 1 === maxStops && !lastStops.has(target.code)))) continue
      if (path.some(({ schedule }) => schedule.from === target)) continue
      const total = km + next.schedule.km
      if (isEnd && isDetour(path, total, target)) continue
      goOn([...path, next], total)
    }
  }

  for (const origin of origins)
    for (const schedule of timetable.leaving(origin.code))
      if (operatesOn(schedule, day) && question.accepts(schedule)) {
        const first = departureOf(schedule, day)
        if (first.lands > first.leaves && !isSame(starts, schedule.to)) goOn([first], schedule.km)
      }
  return found
}

/** A flight from one airport of a city to another of the same is no way anywhere. */
const isSame = (starts: ReadonlySet<string>, to: Airport) => starts.has(to.code)

/** Flights that can be changed to. */
function* departuresAfter(
  timetable: Timetable,
  before: Departure,
  { accepts, layover }: LegQuestion,
): Generator<Departure> {
  const { to: airport } = before.schedule
  const from = before.lands + Math.max(layover.min, connectionMinutes.domestic)
  const until = before.lands + layover.max
  const firstDay = localDay(airport, from)
  const lastDay = localDay(airport, until)
  const schedules = timetable.leaving(airport.code)
  for (let day = firstDay; day <= lastDay; day++) {
    const midnight = day * 1_440 - clockAhead(airport, day)
    for (let place = firstAtLeast(schedules, from - midnight); place < schedules.length; place++) {
      const schedule = schedules[place] as Schedule
      const leaves = midnight + schedule.departs
      if (leaves > until) break
      if (leaves - before.lands < leastConnection(before.schedule, schedule)) continue
      if (!operatesOn(schedule, day) || !accepts(schedule)) continue
      const next = departureOf(schedule, day)
      if (next.lands > next.leaves) yield next
    }
  }
}

/** Where schedules begin that leave at a minute of the day or later. */
function firstAtLeast(schedules: readonly Schedule[], minute: number): number {
  let low = 0
  let high = schedules.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((schedules[middle] as Schedule).departs < minute) low = middle + 1
    else high = middle
  }
  return low
}

import { airports, type Airport } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import { offsetsOfYear } from '../../lib/time-zone.ts'
import type { Cabin, Flight } from '../../corpus/records/index.ts'
import { dayMs } from '../../lib/time.ts'

/** A scheduled flight in the form used for connections. Times are minutes. */
export interface Schedule {
  /** Entity id, decimal. */
  id: string
  record: Flight
  from: Airport
  to: Airport
  /** Of the local day of departure. */
  departs: number
  /** The same for the local time of arrival; each later day adds 1,440. */
  arrives: number
  /** Bit 0 is Monday. */
  weekdays: number
  /** First and last day of departure, in days since 1970. */
  first: number
  last: number
  km: number
  cabins: ReadonlySet<Cabin>
}

/** A schedule on a day: minutes since 1970, UTC. */
export interface Departure {
  schedule: Schedule
  /** Local day of departure, in days since 1970. */
  day: number
  leaves: number
  lands: number
}

/** All flights from one airport to another. */
export interface Route {
  from: Airport
  to: Airport
  km: number
  /** By time of day. */
  flights: readonly Schedule[]
}

/** Schedules by origin and destination. */
export interface Timetable {
  size: number
  /** By time of day. */
  leaving(airport: string): readonly Schedule[]
  routes(airport: string): readonly Route[]
  /** Airports with a flight to an airport. */
  feeding(airport: string): ReadonlySet<string>
}

const none: readonly never[] = []
const nowhere: ReadonlySet<string> = new Set()

export function buildTimetable(schedules: Iterable<Schedule>): Timetable {
  const leaving = new Map<string, Schedule[]>()
  const feeding = new Map<string, Set<string>>()
  let size = 0
  for (const schedule of schedules) {
    size++
    const { from, to } = schedule
    const list = leaving.get(from.code)
    if (list === undefined) leaving.set(from.code, [schedule])
    else list.push(schedule)
    const feeders = feeding.get(to.code)
    if (feeders === undefined) feeding.set(to.code, new Set([from.code]))
    else feeders.add(from.code)
  }
  const routes = new Map<string, Route[]>()
  for (const [airport, list] of leaving) {
    list.sort((a, b) => a.departs - b.departs)
    routes.set(airport, groupRoutes(list))
  }
  return {
    size,
    leaving: (airport) => leaving.get(airport) ?? none,
    routes: (airport) => routes.get(airport) ?? none,
    feeding: (airport) => feeding.get(airport) ?? nowhere,
  }
}

function groupRoutes(leaving: readonly Schedule[]): Route[] {
  const routes = new Map<string, Route & { flights: Schedule[] }>()
  for (const schedule of leaving) {
    const { from, to, km } = schedule
    const route = routes.get(to.code)
    if (route === undefined) routes.set(to.code, { from, to, km, flights: [schedule] })
    else route.flights.push(schedule)
  }
  return [...routes.values()]
}

/** A record as a schedule; undefined where an airport, and so its time zone, is unknown. */
export function toSchedule(id: string, record: Flight): Schedule | undefined {
  const from = airports().get(record.departure_airport)
  const to = airports().get(record.arrival_airport)
  if (from === undefined || to === undefined || from === to) return undefined
  const days = record.days_of_week ?? []
  return {
    id,
    record,
    from,
    to,
    departs: parseMinutes(record.departure_time),
    arrives: parseMinutes(record.arrival_time) + 1_440 * (record.arrival_day_offset ?? 0),
    weekdays: days.length === 0 ? 127 : days.reduce((mask, day) => mask | (1 << (day - 1)), 0),
    first: record.valid_from === null ? Number.NEGATIVE_INFINITY : Date.parse(record.valid_from) / dayMs,
    last: record.valid_until === null ? Number.POSITIVE_INFINITY : Date.parse(record.valid_until) / dayMs,
    km: distanceKm(from, to),
    cabins: new Set((record.fares ?? []).map(({ cabin }) => cabin)),
  }
}

function parseMinutes(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Monday is 0. 1970-01-01 was a Thursday. */
export const toWeekday = (day: number): number => (((day + 3) % 7) + 7) % 7

export const operatesOn = ({ weekdays, first, last }: Schedule, day: number): boolean =>
  day >= first && day <= last && (weekdays & (1 << toWeekday(day))) !== 0

/** UTC offsets of each zone in the year last used. */
const clocks = new Map<string, { first: number; end: number; offsets: Int16Array }>()

/** Offset of an airport's clock from UTC on a day, in minutes. */
export function clockAhead({ zone }: Airport, day: number): number {
  let clock = clocks.get(zone)
  if (clock === undefined || day < clock.first || day >= clock.end) {
    const year = new Date(day * dayMs).getUTCFullYear()
    const offsets = offsetsOfYear(zone, year)
    const first = Date.UTC(year, 0, 1) / dayMs
    clock = { first, end: first + offsets.length, offsets }
    clocks.set(zone, clock)
  }
  return clock.offsets[day - clock.first] ?? 0
}

export function buildDeparture(schedule: Schedule, day: number): Departure {
  const { from, to, departs, arrives } = schedule
  const landingDay = day + Math.floor(arrives / 1_440)
  return {
    schedule,
    day,
    leaves: day * 1_440 + departs - clockAhead(from, day),
    lands: day * 1_440 + arrives - clockAhead(to, landingDay),
  }
}

/** The local day of a moment at an airport. */
export const localDay = (airport: Airport, moment: number): number =>
  Math.floor((moment + clockAhead(airport, Math.floor(moment / 1_440))) / 1_440)

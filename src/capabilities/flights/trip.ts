import { airports, type Airport } from '../../lib/airports.ts'
import { flightRegionsBody } from '../../corpus/reference/index.ts'
import { invalidMember } from '../../operation/index.ts'
import { toDay } from './local-time.ts'
import type { Passengers } from './fares.ts'
import type { FlightQuestion, Trip } from './schema.ts'
import { localDay } from './timetable.ts'

/** A requested way of a trip. */
export interface Way {
  from: Airport[]
  to: Airport[]
  /** Local day of departure, in days since 1970. */
  day: number
}

/** The ways of a trip. Throws a 400 with its path for unknown places, past dates and dates in the wrong order. */
export function readWays(trip: Trip, nowMs: number): Way[] {
  if (trip.flightType === 'multi_city') {
    const ways = trip.segments.map((segment, place) => readWay(segment, `trip.segments[${place}].`, nowMs))
    for (const [place, way] of ways.entries())
      if (way.day < (ways[place - 1]?.day ?? way.day))
        throw invalidMember(
          `trip.segments[${place}].date`,
          'Expected the date of the previous segment, or a later one.',
        )
    return ways
  }
  const out = readWay(trip, 'trip.', nowMs)
  if (trip.flightType === 'one_way') return [out]
  const back = toDay(trip.returnDate)
  if (back < out.day) throw invalidMember('trip.returnDate', 'Expected date, or a later one.')
  return [out, { from: out.to, to: out.from, day: back }]
}

type WayInput = { departureAirports: string; arrivalAirports: string; date: string }

function readWay(way: WayInput, path: string, nowMs: number): Way {
  const from = readAirports(way.departureAirports, `${path}departureAirports`)
  const to = readAirports(way.arrivalAirports, `${path}arrivalAirports`)
  const both = to.find((airport) => from.includes(airport))
  if (both !== undefined)
    throw invalidMember(
      `${path}arrivalAirports`,
      `${both.code} is among departureAirports, too. Name it once.`,
    )
  const day = toDay(way.date)
  // The day must not be over at every airport where the trip may begin.
  if (from.every((airport) => day < localDay(airport, Math.floor(nowMs / 60_000))))
    throw invalidMember(
      `${path}date`,
      'The date is past at the departure airport. Send today or a later date.',
    )
  return { from, to, day }
}

function readAirports(text: string, path: string): Airport[] {
  const airportSet = new Set<Airport>()
  for (const part of text.split(',').map((each) => each.trim().toUpperCase())) {
    const metro = flightRegionsBody().regions.find(({ apiCode }) => apiCode === part)
    const named = (metro?.airportIataCodes ?? [part]).flatMap((code) => airports().get(code) ?? [])
    if (named.length === 0)
      throw invalidMember(
        path,
        `${part || 'An empty entry'} is not an airport with scheduled service. Send IATA codes, or an alias such as X-LON.`,
      )
    for (const airport of named) airportSet.add(airport)
  }
  return [...airportSet]
}

/** Refuses unknown airports in filters, because excluding a misspelt one would silently exclude nothing. */
export function checkConnecting({
  connectingAirports: lists,
}: Pick<FlightQuestion, 'connectingAirports'>): void {
  for (const list of ['include', 'exclude'] as const)
    for (const [place, code] of (lists?.[list] ?? []).entries())
      if (!airports().has(code))
        throw invalidMember(
          `connectingAirports.${list}[${place}]`,
          `${code} is not an airport with scheduled service.`,
        )
}

const maxPassengers = 9

/** Refuses parties that airlines do not accept. */
export function checkPassengers(passengers: Passengers, path = ''): void {
  const { adults, children, infantsInSeat, infantsOnLap } = passengers
  if (adults + children + infantsInSeat + infantsOnLap > maxPassengers)
    throw invalidMember(
      `${path}adults`,
      `Expected at most ${maxPassengers} passengers, children and infants included.`,
    )
  if (infantsOnLap > adults) throw invalidMember(`${path}infantsOnLap`, 'Expected at most one per adult.')
}

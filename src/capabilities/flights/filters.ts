import { airports } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import type { Cabin } from '../../corpus/records/index.ts'
import { usualLayover, type LegQuestion } from './connect.ts'
import {
  listCarriers,
  listLayovers,
  typicalEmissions,
  type Itinerary,
  type Leg,
  type Segment,
} from './itinerary.ts'
import { toMinute } from './local-time.ts'
import { findLowest } from './rank.ts'
import type { FlightQuestion } from './schema.ts'
import type { Way } from './trip.ts'

const cabinOf = {
  economy: 'economy',
  premiumEconomy: 'premium_economy',
  business: 'business',
  first: 'first',
} as const satisfies Record<FlightQuestion['travelClass'], Cabin>

export const cabinAsked = ({ travelClass }: Pick<FlightQuestion, 'travelClass'>): Cabin =>
  cabinOf[travelClass]

const maxLayoverLength = 1_440

/** The query for one way of the trip, with the filters that the timetable supports. */
export function buildLegQuestion(
  question: FlightQuestion,
  { way, place, nowMs }: { way: Way; place: number; nowMs: number },
): LegQuestion {
  const { airlines, connectingAirports: stops, layoverDuration: layover } = question
  const cabin = cabinAsked(question)
  const window = chooseWindow(question, place)
  const [carryOn, checked] = [question.minCarryOnBags ?? 0, question.minCheckedBags ?? 0]
  return {
    origins: way.from,
    destinations: way.to,
    day: way.day,
    // A flight that has left cannot be bought.
    notBefore: nowMs / 60_000,
    maxStops: question.maxStops ?? 2,
    accepts: ({ cabins, record }) =>
      cabins.has(cabin) &&
      isAmong(record.carrier_code, airlines) &&
      (record.carry_on_bags ?? 0) >= carryOn &&
      (record.checked_bags ?? 0) >= checked,
    begins: ({ departs }) => isWithin(departs, window?.departure),
    ends: ({ arrives }) => isWithin(arrives % 1_440, window?.arrival),
    isOneCarrier: question.hideSeparateTickets,
    connectsAt: (airport) => isAmong(airport, stops),
    layover: {
      min: layover?.min ?? usualLayover.min,
      max: Math.min(maxLayoverLength, layover?.max ?? usualLayover.max),
    },
  }
}

interface Lists {
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
}

const isAmong = (code: string, lists: Lists | undefined): boolean =>
  (lists?.include === undefined || lists.include.length === 0 || lists.include.includes(code)) &&
  lists?.exclude?.includes(code) !== true

/** Whether a way matches the question. Every filter is checked, because a source may ignore some. */
export function satisfiesWay(question: FlightQuestion, leg: Leg, place: number): boolean {
  const { airlines, connectingAirports, layoverDuration, maxFlightDurationMinutes } = question
  const { segments } = leg
  const layovers = listLayovers(leg)
  const window = chooseWindow(question, place)
  const [first, last] = [segments[0] as Segment, segments.at(-1) as Segment]
  return (
    segments.length - 1 <= (question.maxStops ?? 2) &&
    segments.every(({ carrier }) => isAmong(carrier, airlines)) &&
    segments.slice(1).every(({ from }) => isAmong(from, connectingAirports)) &&
    segments.every(({ carryOnBags }) => (carryOnBags ?? 0) >= (question.minCarryOnBags ?? 0)) &&
    segments.every(({ checkedBags }) => (checkedBags ?? 0) >= (question.minCheckedBags ?? 0)) &&
    layovers.every((stop) => stop >= (layoverDuration?.min ?? 0)) &&
    layovers.every((stop) => stop <= (layoverDuration?.max ?? maxLayoverLength)) &&
    leg.duration <= (maxFlightDurationMinutes ?? Number.POSITIVE_INFINITY) &&
    isWithin(toMinute(first.departs), window?.departure) &&
    isWithin(toMinute(last.arrives), window?.arrival)
  )
}

function chooseWindow(question: FlightQuestion, place: number) {
  if (place === 0) return question.outboundTimeWindow
  return isBack(question, place) ? question.returnTimeWindow : undefined
}

/** Only a round trip has a way back. */
const isBack = ({ trip }: FlightQuestion, place: number) => trip.flightType === 'round_trip' && place === 1

function isWithin(
  minute: number,
  range: { earliest?: string | undefined; latest?: string | undefined } | undefined,
): boolean {
  const bound = (text: string) => toMinute(`0000-00-00T${text}`)
  const earliest = range?.earliest === undefined ? 0 : bound(range.earliest)
  const latest = range?.latest === undefined ? 1_439 : bound(range.latest)
  return earliest <= latest ? minute >= earliest && minute <= latest : minute >= earliest || minute <= latest
}

/** Typical carbon dioxide of the ways of a trip, in kilograms per passenger. */
export function typicalKg(legs: readonly Leg[]): number {
  return legs.reduce((sum, { segments }) => {
    const [first, last] = [segments[0] as Segment, segments.at(-1) as Segment]
    const [from, to] = [airports().get(first.from), airports().get(last.to)]
    const km = from === undefined || to === undefined ? first.km : distanceKm(from, to)
    return sum + typicalEmissions(km, first.cabin)
  }, 0)
}

/** Whether a whole trip matches the question. */
export function satisfiesTrip(question: FlightQuestion, itinerary: Itinerary): boolean {
  return (
    Math.round(itinerary.price) <= (question.maxPrice ?? Number.POSITIVE_INFINITY) &&
    (!question.onlyShowLowEmissionFlights || itinerary.emissionsKg < typicalKg(itinerary.legs)) &&
    (!question.hideSeparateTickets || listCarriers(itinerary.legs).length === 1)
  )
}

/** Omits the trips that `showHidden: false` hides. */
export function applyFilters(
  question: FlightQuestion,
  itineraries: readonly Itinerary[],
): readonly Itinerary[] {
  if (question.showHidden || itineraries.length === 0) return itineraries
  const shortest = findLowest(itineraries, ({ duration }) => duration)
  const cheapest = findLowest(itineraries, ({ price }) => price)
  return itineraries.filter(({ duration, price }) => duration <= 2 * shortest && price <= 3 * cheapest)
}

import { airports } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import {
  stateOfAttempts,
  type CapabilityAnswer,
  type LiveStatus,
  type Question,
} from '../../sources/index.ts'
import type { Booking } from './booking-token.ts'
import { findExchangeRate } from './fares.ts'
import { cabinAsked, satisfiesTrip, satisfiesWay, applyFilters } from './filters.ts'
import { estimateEmissions, type Itinerary, type Leg, type Segment } from './itinerary.ts'
import { toDate, toDay, toMinute } from './local-time.ts'
import type { FlightQuestion } from './schema.ts'
import type { FlightDeps } from './slice.ts'
import { clockAhead } from './timetable.ts'
import type { Way } from './trip.ts'

/** Time for sources in milliseconds; the rest of the operation's time is for the timetable. */
const withinMs = 25_000

type Offer = CapabilityAnswer<'flight.offers'>['offers'][number]

/** The answers of sources; `itineraries` is undefined where none had any. */
export interface SourceTrips {
  status: LiveStatus
  itineraries?: Itinerary[]
  observedAt: string | null
  source: string | null
  /** Offers that could not be read. */
  leftOut?: number | undefined
}

function offersQuestion(question: FlightQuestion, ways: readonly Way[]): Question<'flight.offers'> {
  const { adults, children, infantsInSeat, infantsOnLap, airlines, searchMarketCountryCode } = question
  return {
    ways: ways.map(({ from, to, day }) => ({
      from: from.map(({ code }) => code),
      to: to.map(({ code }) => code),
      date: toDate(day),
    })),
    cabin: cabinAsked(question),
    passengers: { adults, children, infantsInSeat, infantsOnLap },
    maxStops: question.maxStops ?? null,
    currency: question.currencyCode,
    market: searchMarketCountryCode,
    includeAirlines: airlines?.include ?? [],
    excludeAirlines: airlines?.exclude ?? [],
    maxPrice: question.maxPrice ?? null,
  }
}

/** Calls the operator's sources for offers; omits offers that do not match or use airports unknown here. */
export async function askSources(
  { sources }: Pick<FlightDeps, 'sources'>,
  question: FlightQuestion,
  { ways, signal }: { ways: readonly Way[]; signal: AbortSignal },
): Promise<SourceTrips> {
  const { answers, attempts } = await sources.ask('flight.offers', offersQuestion(question, ways), {
    signal,
    withinMs,
  })
  const [first] = answers
  if (first === undefined) return { status: stateOfAttempts(attempts), observedAt: null, source: null }
  const { source, observedAt, leftOut } = first
  const itineraries = first.answer.offers.flatMap((offer) => buildItinerary(offer, question, source) ?? [])
  const matching = itineraries.filter(
    (trip) =>
      trip.legs.length === ways.length &&
      trip.legs.every((leg, place) => satisfiesWay(question, leg, place)) &&
      satisfiesTrip(question, trip),
  )
  return { status: 'live', itineraries: [...applyFilters(question, matching)], observedAt, source, leftOut }
}

function buildItinerary(offer: Offer, question: FlightQuestion, source: string): Itinerary | undefined {
  const rate = findExchangeRate(offer.currency, question.currencyCode)
  if (rate === undefined) return undefined
  const cabin = cabinAsked(question)
  const legs: Leg[] = []
  for (const { segments: legSegments } of offer.ways) {
    const segments = legSegments.map((segment) => buildSegment(segment, offer, cabin))
    const complete = segments.filter((segment) => segment !== undefined)
    const [first, last] = [complete[0], complete.at(-1)]
    if (complete.length < segments.length || first === undefined || last === undefined) return undefined
    legs.push({
      segments: complete,
      price: 0,
      duration: last.lands - first.leaves,
      emissionsKg: complete.reduce((sum, { emissionsKg }) => sum + emissionsKg, 0),
    })
  }
  const all = legs.flatMap(({ segments }) => segments)
  const price = offer.price * rate
  const booking: Booking = {
    of: 'source',
    cabin,
    source,
    sellers: offer.sellers,
    price,
    currency: question.currencyCode,
    flights: all.map(({ carrier, number }) => `${carrier} ${number}`),
    airlines: [...new Map(all.map(({ carrier, carrierName }) => [carrier, carrierName]))],
    bags: [offer.carryOnBags, offer.checkedBags],
    leaves: (all[0] as Segment).leaves,
  }
  return {
    legs,
    price,
    duration: legs.reduce((sum, { duration }) => sum + duration, 0),
    emissionsKg: legs.reduce((sum, { emissionsKg }) => sum + emissionsKg, 0),
    stops: legs.reduce((sum, { segments }) => sum + segments.length - 1, 0),
    sellers: offer.sellers.slice(1),
    booking,
  }
}

function buildSegment(
  segment: Offer['ways'][number]['segments'][number],
  offer: Offer,
  cabin: Segment['cabin'],
): Segment | undefined {
  const [from, to] = [airports().get(segment.from), airports().get(segment.to)]
  if (from === undefined || to === undefined) return undefined
  const moment = (local: string, airport: typeof from) => {
    const day = toDay(local.slice(0, 10))
    return day * 1_440 + toMinute(local) - clockAhead(airport, day)
  }
  const km = distanceKm(from, to)
  const [leaves, lands] = [moment(segment.departs, from), moment(segment.arrives, to)]
  return {
    carrier: segment.carrier,
    carrierName: segment.carrierName,
    logoUrl: null,
    operatingCarrier: segment.operatingCarrier,
    number: segment.number,
    from: from.code,
    to: to.code,
    departs: segment.departs.slice(0, 16),
    arrives: segment.arrives.slice(0, 16),
    duration: lands - leaves,
    leaves,
    lands,
    aircraft: segment.aircraft,
    legroom: null,
    cabin,
    km,
    emissionsKg: estimateEmissions(km, segment.emissionsKg, cabin),
    carryOnBags: offer.carryOnBags,
    checkedBags: offer.checkedBags,
  }
}

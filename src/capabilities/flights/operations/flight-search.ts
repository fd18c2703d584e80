import { z } from 'zod'
import { Failure, perMinute, positionIn, sealPage, type Call } from '../../../operation/index.ts'
import { freshness, isCharged, warnLeftOut, warnNotLive, type LiveStatus } from '../../../sources/index.ts'
import { askSources, type SourceTrips } from '../ask-sources.ts'
import type { Booking } from '../booking-token.ts'
import type { FarePurchase } from '../fares.ts'
import { cabinAsked } from '../filters.ts'
import { findTrips } from '../find-trips.ts'
import { buildInsights } from '../insights.ts'
import type { Itinerary } from '../itinerary.ts'
import type { CurrentTimetable } from '../open-timetable.ts'
import { bestAndOthers } from '../rank.ts'
import { searchInput, searchOutput, type FlightQuestion, type SearchOutput } from '../schema.ts'
import { operation, type FlightDeps } from '../slice.ts'
import type { Departure, Schedule } from '../timetable.ts'
import { buildDeparture } from '../timetable.ts'
import { checkConnecting, checkPassengers, readWays, type Way } from '../trip.ts'
import { airportsView, buildView } from '../view.ts'

const perPage = 20

/** Position of a page: the set of results, and how many were shown. */
const position = z.object({
  /** Commit of the timetable; absent where a source answered. */
  commit: z.int().optional(),
  /** Reason why the timetable answered, which also applies to later pages. */
  status: freshness.liveStatus.optional(),
  /** Day of the prices. */
  today: z.int(),
  shown: z.int().min(0),
})

export const flightSearch = operation({
  id: 'flightSearch',
  route: 'POST /v1/flights/search',
  tag: 'Market intelligence',
  summary: 'Search flights',
  tasks: ['cheap flights, airfare, plane tickets', 'fly from one city to another'],
  describe:
    'Answers one-way, round-trip or multi-city itineraries (up to five ways), with prices for all passengers, in pages of 20. The sources the operator configured are called first; where none has any, flights of the corpus are connected, with live false and a warning: up to two changes a way, each with at least 60 minutes (90 where a border is crossed before or after it) and at most 720 unless layoverDuration says otherwise, no airport twice, and no way longer than 1.8 times the direct distance plus 800 km. The first 400 in the requested order are answered, and the best, the cheapest and the shortest; for trips with several ways the first 200 of each way in that order are combined. Children and infants in a seat pay three quarters of a fare, infants on a lap a tenth. bestFlights are on the first page. A bookingToken is for flightBookingOptions, with the same trip and passengers. Charged per page with content; an empty result is free, and so is an answer of the corpus because the live source could not be read.',
  input: searchInput,
  otherNames: { 'trip.outboundDate': 'trip.date' },
  output: searchOutput,
  pages: 'nextPageToken',
  price: (p) =>
    p.perRequest({
      key: 'flightPage',
      units: ({ bestFlights, otherFlights, liveStatus }) =>
        bestFlights.length + otherFlights.length > 0 && isCharged(liveStatus as LiveStatus) ? 1 : 0,
    }),
  limit: perMinute(120),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'One way',
      input: {
        trip: {
          flightType: 'one_way',
          departureAirports: 'X-NYC',
          arrivalAirports: 'LHR',
          date: '2030-03-10',
        },
        maxStops: 1,
        sortBy: 'price',
      },
    },
    {
      name: 'Round trip in business',
      input: {
        trip: {
          flightType: 'round_trip',
          departureAirports: 'FRA',
          arrivalAirports: 'SIN',
          date: '2030-03-10',
          returnDate: '2030-03-20',
        },
        travelClass: 'business',
        adults: 2,
        currencyCode: 'EUR',
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { nextPageToken, ...question }, call, deps }) {
    checkPassengers(question)
    checkConnecting(question)
    if (question.returnTimeWindow !== undefined && question.trip.flightType !== 'round_trip')
      call.warn('returnTimeWindow', `Applies to a return way only; ignored for ${question.trip.flightType}.`)
    const ways = readWays(question.trip, call.nowMs)
    const { organizationId } = call
    const seal = { key: deps.secret, of: 'flightSearch', organizationId, query: question }
    const from = nextPageToken === undefined ? undefined : positionIn(nextPageToken, seal, position)
    if (nextPageToken !== undefined && from === undefined) throw new Failure('invalid-cursor')
    const today = from?.today ?? Math.floor(call.nowMs / 86_400_000)
    const trips = await readTrips(deps, question, { ways, today, call, from })
    const { best, others } = bestAndOthers(trips.itineraries, question.sortBy)
    const start = from?.shown ?? 0
    const page = others.slice(start, start + perPage)
    const isFirst = from === undefined
    const visible = [...(isFirst ? best : []), ...page]
    if (visible.length > 0) warnNotLive(call, [trips.status])
    const bound = { key: deps.secret, organizationId, trip: question.trip, passengers: question }
    const view = (itinerary: Itinerary) => buildView(itinerary, question, bound)
    const next = start + page.length
    return {
      bestFlights: isFirst ? best.map(view) : [],
      otherFlights: page.map(view),
      airports: airportsView(ways),
      priceInsights: isFirst ? insights(trips, question, today) : null,
      currencyCode: question.currencyCode,
      nextPageToken:
        next < others.length
          ? sealPage(
              {
                today,
                shown: next,
                ...(trips.commit === undefined ? {} : { commit: trips.commit, status: trips.status }),
              },
              seal,
            )
          : null,
      live: trips.status === 'live',
      liveStatus: trips.status,
      observedAt: trips.observedAt,
      source: trips.source,
    }
  },
})

interface FoundTrips extends Pick<SourceTrips, 'status' | 'observedAt' | 'source'> {
  itineraries: Itinerary[]
  commit?: number
  timetable?: CurrentTimetable['timetable']
}

interface Asking {
  ways: readonly Way[]
  today: number
  call: Call
  from: z.output<typeof position> | undefined
}

/** All trips for a question, from a source or the timetable; later pages use the origin of the first. */
async function readTrips(deps: FlightDeps, question: FlightQuestion, asking: Asking): Promise<FoundTrips> {
  const { ways, today, call, from } = asking
  const { signal, nowMs } = call
  const { itineraries, leftOut, ...rest }: SourceTrips =
    from?.commit === undefined
      ? await askSources(deps, question, { ways, signal })
      : { status: from.status ?? 'no_source', observedAt: null, source: null }
  warnLeftOut(call, leftOut)
  if (itineraries !== undefined && itineraries.length > 0) return { ...rest, itineraries }
  // Pages of the timetable would not continue those of the source.
  if (from !== undefined && from.commit === undefined)
    throw new Failure('unavailable', { retryAfterSeconds: 30 })
  const { timetable, commit } = await deps.timetable()
  if (from !== undefined && from.commit !== commit) throw new Failure('cursor-expired')
  const status = itineraries === undefined ? rest.status : ('not_found' as const)
  return {
    itineraries: findTrips(timetable, question, { ways, today, nowMs }),
    commit,
    timetable,
    status,
    observedAt: null,
    source: null,
  }
}

function insights(trips: FoundTrips, question: FlightQuestion, today: number): SearchOutput['priceInsights'] {
  const [cheapest] = trips.itineraries.toSorted((a, b) => a.price - b.price)
  if (cheapest === undefined) return null
  const lowestPrice = Math.round(cheapest.price)
  const booking = cheapest.booking as Booking
  if (booking.of === 'source' || trips.timetable === undefined)
    return { lowestPrice, priceLevel: null, typicalRange: null, history: [] }
  const purchase: FarePurchase = { cabin: cabinAsked(question), currency: question.currencyCode, today }
  return buildInsights(findDepartures(cheapest, booking, trips.timetable), purchase, {
    lowestPrice,
    passengers: question,
  })
}

/** The flights of a trip in the timetable. */
function findDepartures(
  { legs }: Itinerary,
  booking: Extract<Booking, { of: 'corpus' }>,
  timetable: CurrentTimetable['timetable'],
): Departure[] {
  const wanted = booking.ways.flat()
  return legs
    .flatMap(({ segments }) => segments)
    .flatMap(({ from }, place) => {
      const [id, day] = wanted[place] ?? ['', 0]
      const schedule = timetable.leaving(from).find((each: Schedule) => each.id === id)
      return schedule === undefined ? [] : [buildDeparture(schedule, day)]
    })
}

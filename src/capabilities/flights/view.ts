import { airports, type Airport } from '../../lib/airports.ts'
import { showing } from '../../operation/index.ts'
import { countryByAlpha2 } from '../../corpus/reference/index.ts'
import { sealBooking, type BoundTo } from './booking-token.ts'
import { typicalKg } from './filters.ts'
import { listLayovers, type Itinerary, type Segment } from './itinerary.ts'
import type { FlightQuestion, SearchOutput, ShownItinerary } from './schema.ts'
import type { Way } from './trip.ts'

const findName = (code: string): string | null => airports().get(code)?.name ?? null
const isLater = (local: string, than: string) => local.slice(0, 10) > than.slice(0, 10)

/** An itinerary as answered, with its booking token. */
export function buildView(itinerary: Itinerary, question: FlightQuestion, bound: BoundTo): ShownItinerary {
  const { legs, emissionsKg } = itinerary
  const typical = Math.max(1, Math.round(typicalKg(legs)))
  const all = legs.flatMap(({ segments }) => segments)
  return {
    segments: legs.flatMap(({ segments }, tripLeg) =>
      segments.map((segment) => segmentView(segment, question.travelClass, tripLeg)),
    ),
    layovers: legs.flatMap((leg, tripLeg) =>
      listLayovers(leg).map((durationMinutes, place) => {
        const [before, after] = [leg.segments[place] as Segment, leg.segments[place + 1] as Segment]
        return {
          iataCode: after.from,
          name: findName(after.from),
          durationMinutes,
          isOvernight: isLater(after.departs, before.arrives),
          tripLeg,
        }
      }),
    ),
    totalDurationMinutes: itinerary.duration,
    price: Math.round(itinerary.price),
    bookingToken: sealBooking(itinerary.booking, bound),
    flightType: question.trip.flightType,
    mainAirlineLogoUrl: all[0]?.logoUrl ?? null,
    carbonEmissions: {
      thisFlightKg: emissionsKg,
      typicalForRouteKg: typical,
      differencePercent: Math.round((100 * (emissionsKg - typical)) / typical),
    },
    alsoSoldBy: itinerary.sellers,
    operatingCarrier: all.find(({ operatingCarrier }) => operatingCarrier !== null)?.operatingCarrier ?? null,
  }
}

function segmentView(
  segment: Segment,
  travelClass: string,
  tripLeg: number,
): ShownItinerary['segments'][number] {
  const { from, to, departs, arrives, record } = segment
  const view = {
    departure: { iataCode: from, name: findName(from), localDateTime: departs },
    arrival: { iataCode: to, name: findName(to), localDateTime: arrives },
    durationMinutes: segment.duration,
    airline: segment.carrierName,
    airlineCode: segment.carrier,
    flightNumber: `${segment.carrier} ${segment.number}`,
    aircraft: segment.aircraft,
    travelClass,
    legroom: segment.legroom,
    isOvernight: isLater(arrives, departs),
    tripLeg,
  }
  return record === undefined ? view : showing(view, record)
}

/** The airports of each way. */
export const airportsView = (ways: readonly Way[]): SearchOutput['airports'] =>
  ways.map(({ from, to }) => ({ departure: from.map(airportView), arrival: to.map(airportView) }))

const airportView = ({ code, name, city, country }: Airport) => ({
  iataCode: code,
  name,
  city,
  countryCode: countryByAlpha2(country)?.alpha3 ?? null,
})

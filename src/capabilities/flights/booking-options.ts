import type { Flight } from '../../corpus/records/index.ts'
import type { Booking } from './booking-token.ts'
import { findExchangeRate, findFare, seatsPaid, type Passengers, type FarePurchase } from './fares.ts'
import { toDate } from './local-time.ts'
import type { BookingOutput } from './schema.ts'
import type { Departure } from './timetable.ts'

type Option = BookingOutput['bookingOptions'][number]

const fareNames = {
  economy: 'Economy',
  premium_economy: 'Premium economy',
  business: 'Business',
  first: 'First',
} as const

/**
 * Sellers of the flights of a trip: the airline, or each airline separately where there are several, and sellers of all
 * flights. Cheapest first. Empty where a flight no longer has a fare.
 */
export function buildOptions(
  departures: readonly Departure[],
  purchase: FarePurchase,
  passengers: Passengers,
): Option[] {
  const seats = seatsPaid(passengers)
  const fares = departures.map((departure) => findFare(departure, purchase))
  if (departures.length === 0 || fares.includes(undefined)) return []
  const records = departures.map(({ schedule }) => schedule.record)
  const sumPrice = (factor: (record: Flight) => number) =>
    Math.round(
      seats * records.reduce((sum, record, place) => sum + (fares[place] as number) * factor(record), 0),
    )
  const carriers = [...new Map(records.map((record) => [record.carrier_code, record])).values()]
  const facts = {
    airlineLogoUrls: carriers.flatMap(({ carrier_logo_url: logo }) => logo ?? []),
    flightNumbers: records.map(({ carrier_code, flight_number }) => `${carrier_code} ${flight_number}`),
    fareConditions: [...new Set(records.flatMap(({ fare_conditions }) => fare_conditions ?? []))],
    baggageDetails: baggage(least(records, 'carry_on_bags'), least(records, 'checked_bags')),
    fareType: fareNames[purchase.cabin],
  }
  const byAirline: Option = {
    ...facts,
    providerName: carriers.map(({ carrier_name, carrier_code }) => carrier_name ?? carrier_code).join(' + '),
    price: sumPrice(() => 1),
    isSplitBooking: carriers.length > 1,
    bookingLink: buildLink(carriers[0]?.booking_url ?? null, departures),
  }
  const [first] = records
  const agencies = (first?.sellers ?? []).flatMap(({ name, url }): Option[] => {
    const factors = records.map(({ sellers }) => sellers?.find((each) => each.name === name))
    if (factors.includes(undefined)) return []
    return [
      {
        ...facts,
        providerName: name,
        price: sumPrice((record) => record.sellers?.find((each) => each.name === name)?.price_factor ?? 1),
        isSplitBooking: false,
        bookingLink: buildLink(url, departures),
      },
    ]
  })
  return [byAirline, ...agencies].toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0))
}

function least(records: readonly Flight[], member: 'carry_on_bags' | 'checked_bags'): number | null {
  const counts = records.flatMap((record) => record[member] ?? [])
  return counts.length < records.length ? null : Math.min(...counts)
}

function baggage(carryOn: number | null, checked: number | null): string[] {
  const seats = (count: number | null, what: string) =>
    count === null ? [] : [count === 0 ? `No ${what}` : `${count} ${what}${count > 1 ? 's' : ''}`]
  return [...seats(carryOn, 'carry-on bag'), ...seats(checked, 'checked bag')]
}

function buildLink(address: string | null, departures: readonly Departure[]): Option['bookingLink'] {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  for (const { schedule, day } of departures)
    url.searchParams.append(
      'flight',
      `${schedule.record.carrier_code}${schedule.record.flight_number}-${toDate(day)}`,
    )
  return { url: url.toString(), postData: null }
}

/** The offer of a source, unchanged. */
export function offeredOptions(booking: Extract<Booking, { of: 'source' }>, currency: string): Option[] {
  const rate = findExchangeRate(booking.currency, currency)
  const providers =
    booking.sellers.length > 0 ? booking.sellers : [booking.airlines[0]?.[1] ?? booking.airlines[0]?.[0]]
  return providers.map((provider) => ({
    providerName: provider ?? booking.source,
    airlineLogoUrls: [],
    flightNumbers: booking.flights,
    fareConditions: [],
    baggageDetails: baggage(booking.bags[0], booking.bags[1]),
    price: rate === undefined ? null : Math.round(booking.price * rate),
    fareType: fareNames[booking.cabin],
    isSplitBooking: false,
    bookingLink: null,
  }))
}

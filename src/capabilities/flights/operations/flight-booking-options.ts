import type { Flight } from '../../../corpus/records/index.ts'
import { invalidMember, perMinute } from '../../../operation/index.ts'
import { openBooking, type Booking } from '../booking-token.ts'
import { offeredOptions, buildOptions } from '../booking-options.ts'
import { bookingInput, bookingOutput } from '../schema.ts'
import { operation, type FlightDeps } from '../slice.ts'
import { buildDeparture, operatesOn, toSchedule, type Departure } from '../timetable.ts'
import { checkPassengers, readWays } from '../trip.ts'

const alone = { adults: 1, children: 0, infantsInSeat: 0, infantsOnLap: 0 }

export const flightBookingOptions = operation({
  id: 'flightBookingOptions',
  route: 'POST /v1/flights/booking-options',
  tag: 'Market intelligence',
  summary: 'List sellers of an itinerary',
  tasks: ['where to book a flight that was chosen, offers of an itinerary'],
  describe:
    'Answers the sellers of an itinerary of flightSearch, with price and bags: the airline, or each airline separately where several fly it, and sellers of all its flights. bookingToken is bound to the trip, the passengers and the organization; prices are those of the day. Offers of a source are answered unchanged. Charged like a page of flightSearch; free where nobody sells it any longer.',
  input: bookingInput,
  otherNames: { 'trip.outboundDate': 'trip.date' },
  output: bookingOutput,
  price: (p) =>
    p.perRequest({ key: 'flightPage', units: ({ bookingOptions }) => (bookingOptions.length > 0 ? 1 : 0) }),
  limit: perMinute(120),
  follows: 'flightSearch',
  examples: [
    {
      name: 'Sellers of an itinerary',
      input: {
        bookingToken: 'bookingToken of an itinerary',
        trip: {
          flightType: 'one_way',
          departureAirports: 'X-NYC',
          arrivalAirports: 'LHR',
          date: '2030-03-10',
        },
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { bookingToken, trip, passengers = alone, currencyCode }, call, deps }) {
    checkPassengers(passengers, 'passengers.')
    readWays(trip, call.nowMs)
    const { organizationId, nowMs } = call
    const booking = openBooking(bookingToken, { key: deps.secret, organizationId, trip, passengers })
    const departures = booking.of === 'corpus' ? await findDepartures(deps, booking) : []
    const leaves = booking.of === 'source' ? booking.leaves : departures[0]?.leaves
    if (leaves !== undefined && leaves * 60_000 < nowMs)
      throw invalidMember('bookingToken', 'The first flight has left. Search again.')
    const purchase = { cabin: booking.cabin, currency: currencyCode, today: Math.floor(nowMs / 86_400_000) }
    const bookingOptions =
      booking.of === 'source'
        ? offeredOptions(booking, currencyCode)
        : buildOptions(departures, purchase, passengers)
    return { bookingOptions, currencyCode }
  },
})

/** The flights of a token, in order; empty where one of them no longer operates. */
async function findDepartures(
  { search }: FlightDeps,
  { ways }: Extract<Booking, { of: 'corpus' }>,
): Promise<Departure[]> {
  const wanted = ways.flat()
  const snapshot = await search.snapshots.newest('flights')
  const records = await search.lookupIds('flights', { ids: wanted.map(([id]) => id), snapshot })
  const departures = wanted.flatMap(([id, day]) => {
    const record = records.find((each) => each.id === id)
    const schedule = record === undefined ? undefined : toSchedule(id, JSON.parse(record.body) as Flight)
    return schedule !== undefined && operatesOn(schedule, day) ? [buildDeparture(schedule, day)] : []
  })
  return departures.length === wanted.length ? departures : []
}

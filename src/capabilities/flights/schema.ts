import { z } from 'zod'
import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import { entityView, optional, pageInput, sealedBy, withDefault } from '../../operation/index.ts'
import { freshness } from '../../sources/index.ts'
import { findExchangeRate } from './fares.ts'

const airportsAsked = z
  .string()
  .trim()
  .min(3)
  .max(400)
  .describe('IATA code, several with commas between them, or a metro alias of getFlightRegions: JFK, X-LON')

const calendarDate = z.iso.date()

const oneWay = { departureAirports: airportsAsked, arrivalAirports: airportsAsked, date: calendarDate }

const trip = z.discriminatedUnion('flightType', [
  z.object({ flightType: z.literal('one_way'), ...oneWay }),
  z.object({ flightType: z.literal('round_trip'), ...oneWay, returnDate: calendarDate }),
  z.object({
    flightType: z.literal('multi_city'),
    segments: z.array(z.object(oneWay)).min(2).max(5),
  }),
])
export type Trip = z.output<typeof trip>

const travellers = {
  adults: withDefault(z.int().min(1).max(9), 1),
  children: withDefault(z.int().min(0).max(8), 0),
  infantsInSeat: withDefault(z.int().min(0).max(8), 0),
  infantsOnLap: withDefault(z.int().min(0).max(8), 0),
}

const market = {
  currencyCode: withDefault(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => /^[A-Z]{3}$/.test(code) && findExchangeRate('USD', code) !== undefined, {
        message: 'Expected the ISO 4217 code of a currency in use, such as EUR.',
      }),
    'USD',
  ).describe('Currency of all prices, ISO 4217'),
  searchMarketCountryCode: withDefault(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => countryByAlpha3(code) !== undefined, {
        message: 'Expected an ISO 3166-1 alpha-3 code such as USA.',
      }),
    'USA',
  ).describe('Point of sale, ISO 3166-1 alpha-3; sources may answer offers sold there'),
}

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const codes = (form: RegExp, message: string) =>
  z.array(z.string().trim().toUpperCase().regex(form, message)).max(100)
const airlineCodes = codes(/^[A-Z0-9]{2,3}$/, 'Expected the code of an airline such as LH.')
const airportCodes = codes(/^[A-Z]{3}$/, 'Expected an IATA code such as FRA.')

const minutes = optional(z.int().min(0).max(10_000))
const clock = optional(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 08:35.'))
const clockRange = optional(z.object({ earliest: clock, latest: clock }))
const timeWindow = (doc: string) =>
  optional(z.object({ departure: clockRange, arrival: clockRange })).describe(doc)

const filters = {
  travelClass: withDefault(z.enum(['economy', 'premiumEconomy', 'business', 'first']), 'economy'),
  ...travellers,
  maxStops: optional(z.int().min(0).max(2)).describe('0 to 2 changes per way; default 2'),
  sortBy: withDefault(
    z.enum(['top', 'price', 'departureTime', 'arrivalTime', 'duration', 'emissions']),
    'top',
  ).describe('top weighs price, time and changes'),
  airlines: optional(z.object({ include: optional(airlineCodes), exclude: optional(airlineCodes) })),
  minCarryOnBags: optional(z.int().min(0).max(9)).describe("Included in every flight's fare"),
  minCheckedBags: optional(z.int().min(0).max(9)).describe("Included in every flight's fare"),
  maxPrice: optional(z.number().min(0)).describe('For all passengers and ways, in currencyCode'),
  outboundTimeWindow: timeWindow(
    'Local times of the first way; a latest before the earliest means past midnight',
  ),
  returnTimeWindow: timeWindow('The same for the return'),
  layoverDuration: optional(
    z
      .object({ min: minutes, max: minutes })
      .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
        path: ['max'],
        message: 'Expected at least min.',
      }),
  ).describe('Minutes of each stop; default at most 720, never above 1,440'),
  maxFlightDurationMinutes: optional(z.int().min(1)).describe('Of each way'),
  connectingAirports: optional(
    z.object({ include: optional(airportCodes), exclude: optional(airportCodes) }),
  ).describe('Where changes are made'),
  onlyShowLowEmissionFlights: withDefault(z.boolean(), false).describe("Below the route's typical emissions"),
  showHidden: withDefault(z.boolean(), true).describe(
    'false omits trips over twice the shortest time or three times the lowest price',
  ),
  hideSeparateTickets: withDefault(z.boolean(), false).describe('Omits trips that airlines sell separately'),
  ...market,
  languageCode: withDefault(
    z.string().trim().refine(isLanguageTag, { message: 'Expected a BCP-47 tag such as en.' }),
    'en',
  ).describe('BCP-47; names are answered as in the data'),
}

export const searchInput = z.object({
  trip,
  ...filters,
  nextPageToken: pageInput({ sizes: { default: 1, most: 1 } }).cursor.describe(
    'nextPageToken of the previous page, with the same request.',
  ),
})
export type FlightQuestion = Omit<z.output<typeof searchInput>, 'nextPageToken'>

export const bookingInput = z.object({
  bookingToken: sealedBy(
    'flightSearch',
    z.string().min(1).max(8_192).describe('From an itinerary of flightSearch'),
  ),
  trip: trip.describe('As in the search'),
  passengers: optional(z.object(travellers)).describe('As in the search; default one adult'),
  ...market,
})

const number = (doc: string) => z.number().nullable().describe(doc)
const text = (doc: string) => z.string().nullable().describe(doc)

const place = z.object({
  iataCode: z.string(),
  name: text('Name of the airport'),
  localDateTime: z.string().describe('YYYY-MM-DDTHH:MM'),
})

const segment = z.object({
  departure: place,
  arrival: place,
  durationMinutes: z.int(),
  airline: text('Name'),
  airlineCode: z.string().describe('IATA code'),
  flightNumber: z.string().describe('With the airline code'),
  aircraft: text('Type'),
  travelClass: z.string(),
  legroom: text('Room between seats'),
  isOvernight: z.boolean().describe('Lands on a later day'),
  tripLeg: z.int().describe('Index of its way in the trip, from 0'),
})
entityView('flights', segment, {
  departure: ['departure_time'],
  arrival: ['arrival_time'],
  durationMinutes: ['arrival_time'],
  airline: ['carrier_name'],
  airlineCode: ['carrier_code'],
  flightNumber: ['flight_number'],
  aircraft: ['aircraft'],
  legroom: ['legroom'],
})

const itinerary = z.object({
  segments: z.array(segment),
  layovers: z.array(
    z.object({
      iataCode: z.string(),
      name: text('Name of the airport'),
      durationMinutes: z.int(),
      isOvernight: z.boolean(),
      tripLeg: z.int(),
    }),
  ),
  totalDurationMinutes: z.int().describe('All ways with stops, without the stays between ways'),
  price: z.int().describe('For all passengers and ways, in currencyCode'),
  bookingToken: z.string().describe('For flightBookingOptions'),
  flightType: z.enum(['one_way', 'round_trip', 'multi_city']),
  mainAirlineLogoUrl: text('Logo of the first airline'),
  carbonEmissions: z.object({
    thisFlightKg: z.int().describe('Of a passenger'),
    typicalForRouteKg: z.int(),
    differencePercent: z.int(),
  }),
  alsoSoldBy: z.array(z.string()),
  operatingCarrier: text('If another airline flies it'),
})
export type ShownItinerary = z.input<typeof itinerary>

const airport = z.object({
  iataCode: z.string(),
  name: z.string(),
  city: z.string(),
  countryCode: text('ISO 3166-1 alpha-3'),
})

export const searchOutput = z.object({
  bestFlights: z.array(itinerary).describe('The best by price, time and changes; on the first page'),
  otherFlights: z.array(itinerary).describe('The others in the requested order'),
  airports: z
    .array(z.object({ departure: z.array(airport), arrival: z.array(airport) }))
    .describe('Of each way'),
  priceInsights: z
    .object({
      lowestPrice: z.int(),
      priceLevel: z.enum(['low', 'typical', 'high']).nullable(),
      typicalRange: z.object({ low: z.int(), high: z.int() }).nullable(),
      history: z.array(z.object({ price: z.int(), snapshotDate: z.string() })),
    })
    .nullable()
    .describe('For the cheapest trip; level, range and history where its fares vary'),
  currencyCode: z.string(),
  nextPageToken: z.string().nullable(),
  ...freshness,
})
export type SearchOutput = z.input<typeof searchOutput>

export const bookingOutput = z.object({
  bookingOptions: z.array(
    z.object({
      providerName: z.string(),
      airlineLogoUrls: z.array(z.string()),
      flightNumbers: z.array(z.string()),
      fareConditions: z.array(z.string()),
      baggageDetails: z.array(z.string()),
      price: number('For all passengers and ways, in currencyCode'),
      fareType: z.string(),
      isSplitBooking: z.boolean().describe('Each airline is booked separately'),
      bookingLink: z.object({ url: z.string(), postData: text('Body, if the URL takes a POST') }).nullable(),
    }),
  ),
  currencyCode: z.string(),
})
export type BookingOutput = z.input<typeof bookingOutput>

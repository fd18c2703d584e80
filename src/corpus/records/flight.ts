import { z } from 'zod'
import { completer } from './completer.ts'
import { currencyCode, date, list, number, text, texts } from './fields.ts'
import { provenance } from './native.ts'

const cabins = ['economy', 'premium_economy', 'business', 'first'] as const

const airportCode = z.string().regex(/^[A-Z]{3}$/, 'Expected an IATA code such as JFK.')
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 08:35.')

const fare = z
  .object({
    cabin: z.enum(cabins),
    amount: z.number().positive().describe('Of one adult, one way'),
    currency: z.string().describe('ISO 4217'),
  })
  .meta({ id: 'Fare' })

/** How a fare changes with the days before departure and with the weekday. */
const fareFactors = z
  .object({
    by_days_before: list(
      z.object({
        days: z.int().min(0).describe('From this many days before departure until the next smaller number'),
        factor: z.number().positive(),
      }),
      'Any order; earlier days have the factor of the earliest one',
    ),
    by_weekday: list(z.number().positive(), 'Seven factors, Monday first'),
  })
  .meta({ id: 'FareFactors' })

const seller = z
  .object({
    name: z.string(),
    url: text('Where to buy it'),
    price_factor: number('Factor of the fare; 1 if not given'),
  })
  .meta({ id: 'FlightSeller' })

/** A flight of a schedule: it leaves on some days of the week while the schedule is valid. */
export const flight = z
  .object({
    carrier_code: z.string().describe('IATA code of the airline'),
    carrier_name: text('Airline'),
    carrier_logo_url: text('Its logo'),
    operating_carrier: text('The airline that flies it, if different'),
    flight_number: z.string().describe('Without the code of the airline'),
    departure_airport: airportCode.describe('IATA code'),
    arrival_airport: airportCode.describe('IATA code'),
    departure_time: localTime.describe('Local time, HH:MM'),
    arrival_time: localTime.describe('Local time, HH:MM'),
    arrival_day_offset: number('Days from the local day of departure to that of arrival; 0 if not given'),
    days_of_week: list(z.int().min(1).max(7), 'Days it leaves on, Monday is 1; every day if not given'),
    valid_from: date('First day it leaves'),
    valid_until: date('Last day it leaves'),
    variation: text('Distinguishes schedules of one number that are valid on the same days'),
    aircraft: text('Type'),
    legroom: text('Room between seats, 31 in'),
    fares: list(fare, 'By cabin; a cabin without a fare is not sold'),
    fare_factors: fareFactors.nullable(),
    fare_conditions: texts('In words'),
    carry_on_bags: number('In the fare'),
    checked_bags: number('In the fare'),
    emissions_kg: number('Carbon dioxide of a seat in economy'),
    sellers: list(seller, 'Sellers other than the airline'),
    booking_url: text('Where the airline sells it'),
  })
  .meta({ id: 'FlightRecord' })

/** One line of a `native` flights file. */
export const nativeFlight = flight
  .partial()
  .extend({
    carrier_code: z.string().regex(/^[A-Z0-9]{2,3}$/, 'Expected the code of an airline such as LH.'),
    flight_number: z.string().regex(/^\d{1,4}[A-Z]?$/, 'Expected the number of a flight such as 400.'),
    departure_airport: airportCode,
    arrival_airport: airportCode,
    departure_time: localTime,
    arrival_time: localTime,
    fares: z.array(fare.extend({ currency: currencyCode.describe('ISO 4217') })).nullish(),
    ...provenance,
  })
  .refine(({ departure_airport, arrival_airport }) => departure_airport !== arrival_airport, {
    path: ['arrival_airport'],
    message: 'Expected another airport than departure_airport.',
  })
  .refine(({ valid_from, valid_until }) => !valid_from || !valid_until || valid_until >= valid_from, {
    path: ['valid_until'],
    message: 'Expected a day that is not before valid_from.',
  })
  .meta({ id: 'NativeFlight' })

export type Flight = z.infer<typeof flight>
export type NativeFlight = z.infer<typeof nativeFlight>
export type Cabin = (typeof cabins)[number]
export const completeFlight: (members: NativeFlight) => Flight = completer(flight)

import { z } from 'zod'
import { findCountry } from '../reference/index.ts'
import { latitude, longitude, text } from './fields.ts'

const coordinates = z
  .object({
    lat: z.number().describe('Degrees north, -90 to 90'),
    lon: z.number().describe('Degrees east, -180 to 180'),
  })
  .meta({ id: 'Coordinates' })

/** A place: of a person, a headquarters, an office or a job posting. */
export const locationRecord = z
  .object({
    street_address: text('Street and number'),
    neighborhood: text('Part of the city'),
    city: text('City'),
    state_name: text('State, province or region'),
    state_code: text('Code of the state within its country, e.g. `CA`'),
    county: text('County'),
    postal_code: text('Postal code'),
    country_code: text('ISO 3166-1 alpha-3 code'),
    country_name: text('Country'),
    coordinates: coordinates.nullable(),
    timezone: text('IANA time zone'),
    full_address: text('Address as the source wrote it'),
    formatted_address: text('City, state, country in one line'),
  })
  .meta({ id: 'LocationRecord' })

/**
 * For lines: alpha-3 or alpha-2 in any case. No filter names a wrong code; for a country's name the message gives its
 * code.
 */
export const countryCode = z
  .string()
  .refine((code) => code.trim() === '' || (code.trim().length <= 3 && findCountry(code) !== undefined), {
    error: ({ input }) =>
      `Expected an ISO 3166-1 alpha-3 code such as ${findCountry(String(input))?.alpha3 ?? 'DEU'}.`,
  })

/** The same in lines, where a point off the globe is refused, since nothing would find it. */
export const nativeLocation = locationRecord.partial().extend({
  country_code: countryCode.nullish(),
  coordinates: z.object({ lat: latitude, lon: longitude }).nullish(),
})

export type Coordinates = z.infer<typeof coordinates>
export type LocationRecord = z.infer<typeof locationRecord>

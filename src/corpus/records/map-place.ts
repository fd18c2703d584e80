import { z } from 'zod'
import { normalizePhone } from '../../lib/phone.ts'
import { countryAt, countryByAlpha3 } from '../reference/index.ts'
import { completer } from './completer.ts'
import { number, text, texts } from './fields.ts'
import { locationRecord, nativeLocation, type LocationRecord } from './location.ts'
import { completeLocation } from './places/complete-location.ts'

/** A place on maps: a shop, a restaurant, an office. */
export const mapPlace = z
  .object({
    place_id: text('Id in the data it comes from'),
    osm_type: z.enum(['node', 'way', 'relation']).nullable().describe('Type of its OpenStreetMap element'),
    osm_id: text('Number of its OpenStreetMap element'),
    name: text('Name'),
    names: texts('Other names: in other languages, former, short'),
    primary_type: text('Main type, e.g. `restaurant`, `dentist`, `supermarket`'),
    types: texts('All types, the main one included'),
    brand: text('Brand'),
    operator: text('Who runs it'),
    keywords: texts('What it offers, e.g. `pizza`'),
    description: text('Description'),
    location: locationRecord.nullable(),
    phone: text('Phone number, E.164 if it can be read'),
    website: text('Website'),
    emails: texts('E-mail addresses of the place'),
    social_urls: texts('Pages of the place on social platforms'),
    rating: number('Mean rating of visitors, 0 to 5'),
    review_count: number('How many rated it'),
    price_level: text('How expensive it is, as the source says'),
    opening_hours: text('Opening hours, as OpenStreetMap writes them'),
    business_status: text('`open`, or why it is not: `closed_temporarily`, `closed_permanently`'),
  })
  .meta({ id: 'MapPlaceRecord' })

/** One line of a `native` places file. No area finds a place without coordinates. */
export const nativeMapPlace = mapPlace
  .partial()
  .extend({
    location: nativeLocation.nullish(),
    osm_type: z.enum(['node', 'way', 'relation']).nullish(),
    rating: z.number().min(0).max(5).nullish(),
    review_count: z.number().int().min(0).nullish(),
    source: z.string().min(1).nullish().describe('Where the line comes from'),
    observed_at: z.string().nullish().describe('When it was true, ISO 8601; the time of import if absent'),
    confidence: z.number().min(0).max(1).nullish().describe('How sure the source is, 0 to 1'),
  })
  .meta({ id: 'NativeMapPlace' })

export type MapPlace = z.infer<typeof mapPlace>
export type NativeMapPlace = z.infer<typeof nativeMapPlace>

const complete = completer(mapPlace)

/** Members that `completeMapPlace` derives, each with the one they follow from. */
export const derivedMapPlaceMembers = { primary_type: 'types' } as const

/**
 * The stored form of a place: its main type comes first among its types, its location is completed, and its phone
 * number is written with the country's code where it can be read.
 */
export function completeMapPlace(members: NativeMapPlace): MapPlace {
  const record = complete(members)
  record.primary_type ??= record.types?.[0] ?? null
  const primary = record.primary_type
  if (primary !== null) record.types = [primary, ...(record.types ?? []).filter((type) => type !== primary)]
  if (record.location !== null) completePlaceLocation(record.location)
  if (record.phone !== null) {
    const country = countryByAlpha3(record.location?.country_code ?? '')
    record.phone = normalizePhone(record.phone, country?.alpha2) ?? record.phone
  }
  return record
}

/** Maps seldom give the country, so it is that of the nearest town. */
function completePlaceLocation(location: LocationRecord): void {
  const { coordinates, country_code, country_name } = location
  if (coordinates !== null && country_code === null && country_name === null)
    location.country_code = countryAt(coordinates.lat, coordinates.lon) ?? null
  completeLocation(location)
}

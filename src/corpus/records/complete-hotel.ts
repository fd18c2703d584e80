import { normalizePhone } from '../../lib/phone.ts'
import { countryByAlpha3 } from '../reference/index.ts'
import { completer } from './completer.ts'
import { hotelRecord, type HotelRecord, type NativeHotel } from './hotel.ts'
import { completeLocation } from './places/complete-location.ts'

const hotel = completer(hotelRecord)

/**
 * The stored form of a property: every member in its fixed order. A place is completed from its city, a telephone
 * number is E.164 or left out, and a property without a category is a hotel. Nothing depends on the day.
 */
export function completeHotel(members: Partial<NativeHotel>): HotelRecord {
  const record = hotel(members)
  record.category ??= 'hotel'
  if (record.location !== null) completeLocation(record.location)
  if (record.phone !== null) {
    const country = record.location?.country_code
    const alpha2 = country ? countryByAlpha3(country)?.alpha2 : undefined
    record.phone = normalizePhone(record.phone, alpha2) ?? null
  }
  return record
}

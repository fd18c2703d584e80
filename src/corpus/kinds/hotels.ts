import { completeHotel, hotelRecord, nativeHotel, nativeHotelRate } from '../records/index.ts'
import type { HotelCalendar, NativeHotel, NativeHotelRate } from '../records/index.ts'
import { hotelColumns, hotelIdentifiers, hotelRow, nightColumns } from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'
import { textMentions } from './local-mentions.ts'
import { readNights, withNights, type Nights } from './lodging/calendar.ts'
import { splitLine, type Split } from './sealed.ts'

/** A line of a hotels file, or nights to be added to the calendar of a property. */
interface HotelLine extends NativeHotel {
  added_nights?: Nights
}

export const hotels = defineKind({
  name: 'hotels',
  words: 'hotels and vacation rentals',

  record: hotelRecord,
  line: nativeHotel,
  otherLines: {
    rates: {
      words: 'nightly rates of hotels',
      schema: nativeHotelRate,
      moments: [],
      asLine: (row) => nightsLine(row as NativeHotelRate),
    },
  },
  split: splitHotel,
  naming: ['name', 'category'],
  complete: completeHotel,
  tracked: ({ name, category, star_class, brand, rating, review_count }) => ({
    name,
    category,
    star_class,
    brand,
    rating,
    review_count,
  }),

  identifiers: hotelIdentifiers,
  identity: { strong: ['hotel'] },
  suppression: { of: 'nobody' },
  mentions: textMentions,

  table: 'hotels',
  columns: hotelColumns,
  row: hotelRow,
  lookups: () => [],
  indexVersion: 5,
  indexChanges: {
    2: { columns: ['pricing'] },
    3: { columns: nightColumns },
    4: { identifiers: ['men'] },
    5: { columns: ['words'], facets: ['country', 'state', 'cstate', 'city'] },
  },
})

/** A row of rates as a line of its property. */
export function nightsLine(rate: NativeHotelRate): object {
  const { property_id, source, observed_at, confidence } = rate
  return { property_id, source, observed_at, confidence, added_nights: readNights(rate) }
}

function splitHotel(line: HotelLine): Split {
  const { added_nights: nights, ...members } = line
  const split = splitLine(members)
  if (nights === undefined) return split
  return {
    ...split,
    extend: (stored, isNewer) => ({
      calendars: withNights(
        (stored['calendars'] as HotelCalendar[] | null | undefined) ?? [],
        nights,
        isNewer('calendars'),
      ),
    }),
  }
}

import { completeFlight, flight, nativeFlight } from '../records/index.ts'
import { exactToken, ownSort } from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'

const byIdentity = ownSort('flt')
const departure = ownSort('dep')

export const flights = defineKind({
  name: 'flights',
  words: 'flights',

  record: flight,
  line: nativeFlight,
  moments: ['valid_from', 'valid_until'],
  complete: (members) => completeFlight(members),
  tracked: ({ departure_time, arrival_time, days_of_week, valid_until, fares }) => ({
    departure_time,
    arrival_time,
    days_of_week,
    valid_until,
    fares,
  }),

  // One flight number of an airline between two airports, from one day on. A file with other times or fares of it is
  // newer.
  identifiers: (record) => [
    exactToken(
      byIdentity,
      [
        record.carrier_code,
        record.flight_number,
        record.departure_airport,
        record.arrival_airport,
        record.valid_from ?? '',
        record.variation ?? '',
      ].join('/'),
    ),
  ],
  identity: { strong: [byIdentity] },
  suppression: { of: 'nobody' },

  table: 'flights',
  columns: ['facets'],
  row: (record) => ({ rank: 0, values: [exactToken(departure, record.departure_airport)] }),
  lookups: () => [],
  indexVersion: 1,
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { kinds } from './index.ts'

const flight = {
  carrier_code: 'QQ',
  flight_number: '1',
  departure_airport: 'SUV',
  arrival_airport: 'AKL',
  departure_time: '08:10',
  arrival_time: '11:40',
}
const lines = {
  places: { place_id: 'p', name: 'Café', location: { coordinates: { lat: -18.1, lon: 178.4 } } },
  hotels: { property_id: 'h', location: { coordinates: { lat: 90, lon: 180 } }, amenities: [1, 35] },
  listings: { listing_id: 'l', listing_status: 'for_sale', price: 0, latitude: null },
  instruments: {
    instrument_type: 'stock',
    symbol: 'ACME',
    price_history: [{ date: '2026-01-14', open: null, high: 2, low: 2, close: 0, volume: 0 }],
  },
  flights: { ...flight, valid_from: '2026-01-01', valid_until: '2026-01-01' },
  uploads: { platform: 'forum', upload_id: 'u', like_count: -3, view_count: 0 },
  accounts: { platform: 'photo', handle: 'ada', follower_count: 2 },
  replies: { platform: 'forum', reply_id: 'r', upload_id: 'u', like_count: -1 },
  companies: { location_consensus: { country_code: 'de', city: 'Bonn' } },
  people: { inferred_location: { country_code: 'UK' } },
  postings: { job_id: 'j', standardized_location: { country_code: '' } },
} as const

test.each(Object.entries(lines))('a line of %s is taken', (kind, line) => {
  expect(kinds[kind as keyof typeof lines].line.safeParse(line).error).toBeUndefined()
})

const day = (close: number) => ({
  date: '2026-01-14',
  open: null,
  high: null,
  low: null,
  close,
  volume: null,
})
const at = (lat: number, lon: number) => ({ location: { coordinates: { lat, lon } } })

// Each was written as it stood, and then found by nobody, or by those who asked for something else.
test.each([
  ['places', at(95, 0), 'location.coordinates.lat'],
  ['places', at(0, -181), 'location.coordinates.lon'],
  ['hotels', at(0, 181), 'location.coordinates.lon'],
  ['hotels', { amenities: [1, 99_999] }, 'amenities.1'],
  ['hotels', { property_type: 11 }, 'property_type'],
  ['hotels', { brand: 1e6 }, 'brand'],
  ['hotels', { bedrooms: -1 }, 'bedrooms'],
  ['places', { location: { country_code: 'Fiji' } }, 'location.country_code'],
  ['hotels', { location: { country_code: 'XQ' } }, 'location.country_code'],
  ['listings', { country_code: 'Fiji' }, 'country_code'],
  ['companies', { location_consensus: { country_code: 'Fiji' } }, 'location_consensus.country_code'],
  [
    'companies',
    { li_locations: [{ location: { country_code: 'QQQ' } }] },
    'li_locations.0.location.country_code',
  ],
  [
    'companies',
    { full_funding_rounds: [{ round_country_code: 'QQ' }] },
    'full_funding_rounds.0.round_country_code',
  ],
  ['companies', { location_consensus: at(95, 0).location }, 'location_consensus.coordinates.lat'],
  ['people', { inferred_location: { country_code: 'Fiji' } }, 'inferred_location.country_code'],
  ['postings', { standardized_location: { country_code: 'Fiji' } }, 'standardized_location.country_code'],
  ['listings', { currency: 'dollars' }, 'currency'],
  ['flights', { fares: [{ cabin: 'economy', amount: 9, currency: 'usd' }] }, 'fares.0.currency'],
  ['instruments', { price: -1 }, 'price'],
  ['instruments', { market_cap: -1 }, 'market_cap'],
  ['instruments', { price_history: [day(-1)] }, 'price_history.0.close'],
  ['instruments', { price_history: [{ ...day(1), high: 1, low: 2 }] }, 'price_history.0.high'],
  ['instruments', { price_history: [{ ...day(1), volume: -1 }] }, 'price_history.0.volume'],
  [
    'instruments',
    { intraday: [{ at: '2026-01-14T10:00:00Z', price: -1, volume: null }] },
    'intraday.0.price',
  ],
  ['listings', { price: -5 }, 'price'],
  ['listings', { bedroom_count: -2 }, 'bedroom_count'],
  ['listings', { latitude: -91 }, 'latitude'],
  ['flights', { arrival_airport: 'SUV' }, 'arrival_airport'],
  ['flights', { valid_from: '2030-05-01', valid_until: '2029-01-01' }, 'valid_until'],
  ['uploads', { view_count: -3 }, 'view_count'],
  ['accounts', { follower_count: -1 }, 'follower_count'],
  ['replies', { reply_count: -1 }, 'reply_count'],
] as const)('a line of %s with %j is refused at %s', (kind, members, path) => {
  const { error } = kinds[kind].line.safeParse({ ...lines[kind], ...members })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
})

const { prices } = kinds.instruments.otherLines ?? {}
const price = { symbol: 'ACME', date: '2026-01-14' }

test.each([
  [{ close: -1 }, ['close']],
  [{ close: 1, low: -0.01 }, ['low']],
  [{ close: 1, volume: -3 }, ['volume']],
  [{ close: 1, high: 1, low: 2 }, ['high']],
  [{ close: -37.63, instrument_type: 'commodity' }, []],
  [{ close: 0 }, []],
] as const)('a line of prices with %j is refused at %j', (members, paths) => {
  const { error } = (prices?.schema ?? z.never()).safeParse({ ...price, ...members })
  expect(error?.issues.map((issue) => issue.path.join('.')) ?? []).toEqual(paths)
})

test.each(['FJI', 'fj', 'FJ'])('a listing of %s is in that country', (country_code) => {
  const { line, complete } = kinds.listings
  expect(complete(line.parse({ ...lines.listings, country_code }), '0')).toMatchObject({
    country_code: 'FJI',
  })
})

test('a name of a country is told its code', () => {
  const { error } = kinds.people.line.safeParse({ inferred_location: { country_code: 'Fiji' } })
  expect(error?.issues[0]?.message).toBe('Expected an ISO 3166-1 alpha-3 code such as FJI.')
})

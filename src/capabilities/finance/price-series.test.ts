import { expect, test } from 'vitest'
import { completeInstrument, type NativeInstrument } from '../../corpus/records/index.ts'
import { buildSeries } from './price-series.ts'

const nowMs = Date.parse('2026-07-08T12:00:00Z')
/** Over a weekend and a holiday that no calendar here knows: the days that have prices are those of trading. */
const price_history = [
  { date: '2026-07-01', open: null, high: null, low: null, close: 100, volume: null },
  { date: '2026-07-02', open: null, high: null, low: null, close: 110, volume: null },
  { date: '2026-07-06', open: null, high: null, low: null, close: 121, volume: null },
]
const series = (more: Partial<NativeInstrument>) =>
  buildSeries(
    completeInstrument({
      instrument_type: 'stock',
      symbol: 'X',
      timezone: 'America/New_York',
      price_history,
      ...more,
    } as NativeInstrument),
    nowMs,
  )!

test('the day before is the one that has a price, whatever day that was', () => {
  expect(series({})).toMatchObject({ price: 121, previousClose: 110 })
})

test.each([
  // 20:30 in New York of the day before.
  ['2026-07-07T00:30:00Z', 110],
  ['2026-07-06T20:30:00Z', 110],
  ['2026-07-07T14:00:00Z', 121],
])('a quote of %s is one of its day in the zone of the exchange', (price_observed_at, previousClose) => {
  expect(series({ price: 121.5, price_observed_at })).toMatchObject({ price: 121.5, previousClose })
})

test('a day to come has no price yet, and nothing is quoted later than now', () => {
  const [first, ...later] = price_history
  const to_come = { ...first!, date: '2026-07-09', close: 500 }
  const found = series({
    price_history: [first!, ...later, { ...first!, date: '2026-07-08', close: 130 }, to_come],
  })
  expect(found).toMatchObject({ price: 130, previousClose: 121, quotedAtMs: nowMs })
  expect(found.days.at(-1)?.date).toBe('2026-07-08')
  const ahead = series({ price: 7, price_observed_at: '2026-07-08T12:03:00Z' })
  expect(ahead).toMatchObject({ price: 7, quotedAtMs: nowMs })
})

test('moments are of their day in the zone of the exchange', () => {
  // 10:05 in Sydney on the 6th.
  const intraday = [
    { at: '2026-07-06T00:05:00Z', price: 120, volume: null },
    { at: '2026-01-05T23:05:00Z', price: 90, volume: null },
  ]
  const { moments } = series({ timezone: 'Australia/Sydney', intraday })
  expect(moments('2026-07-06', 5).map(({ price }) => price)).toEqual([120])
  expect(moments('2026-01-06', 5).map(({ price }) => price)).toEqual([90])
  expect(moments('2026-01-05', 5)).toEqual([])
})

import { z } from 'zod'
import type { NativeInstrument } from '../../corpus/records/index.ts'
import { offsetsOfYear } from '../../lib/time-zone.ts'
import { SourceUnavailable } from '../failures.ts'
import { lines } from '../lines.ts'
import type { SourceCall } from '../source.ts'
import { documented, figure, isUnknown } from './interface.ts'

const globalQuote = z.object({
  'Global Quote': z.object({
    '05. price': figure,
    '07. latest trading day': z.string().optional(),
    '08. previous close': figure,
  }),
})

type Quote = Pick<NativeInstrument, 'price' | 'previous_close'>

/** The last price; undefined for a symbol the vendor does not know, which it answers with an empty quote. */
export function quoteMembers(body: unknown): Quote | undefined {
  if (isUnknown(body)) return undefined
  const quote = documented(globalQuote, body)['Global Quote']
  const price = quote['05. price']
  return price === null ? undefined : { price, previous_close: quote['08. previous close'] }
}

const exchangeRate = z.object({
  'Realtime Currency Exchange Rate': z.object({
    '5. Exchange Rate': figure,
    '6. Last Refreshed': z.string().optional(),
  }),
})

/** What a unit of a currency is worth; undefined for codes the vendor does not know. */
export function rateMembers(
  body: unknown,
): Pick<NativeInstrument, 'price' | 'price_observed_at'> | undefined {
  if (isUnknown(body)) return undefined
  const rate = documented(exchangeRate, body)['Realtime Currency Exchange Rate']
  const price = rate['5. Exchange Rate']
  const refreshedMs = Date.parse(`${rate['6. Last Refreshed']?.replace(' ', 'T') ?? ''}Z`)
  if (price === null) return undefined
  return { price, price_observed_at: Number.isNaN(refreshedMs) ? null : new Date(refreshedMs).toISOString() }
}

const entry = z.object({
  '1. open': figure,
  '2. high': figure,
  '3. low': figure,
  '4. close': figure.refine((close) => close === null || close >= 0, 'Expected a price.'),
  '5. volume': figure.optional(),
})

const members = z.record(z.string(), z.unknown())
const series = z.object({ entries: lines(z.tuple([z.string(), entry]), { most: 100_000 }) })

/** Entries of the one member of an answer that begins with `Time Series`; its name also tells the interval. */
function readSeries(body: unknown, read: SourceCall['read']): z.output<typeof series>['entries'] {
  if (isUnknown(body)) return []
  const answered = documented(members, body)
  const name = Object.keys(answered).find((each) => each.startsWith('Time Series'))
  if (name === undefined) throw new SourceUnavailable('not the documented answer')
  return read(series, { entries: Object.entries(documented(members, answered[name])) }).entries
}

/** Prices by day, the oldest first. */
export function dailyPrices(
  body: unknown,
  { read }: Pick<SourceCall, 'read'>,
): NonNullable<NativeInstrument['price_history']> {
  return readSeries(body, read)
    .flatMap(([date, day]) => {
      const close = day['4. close']
      if (close === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return []
      const [open, high, low] = [day['1. open'], day['2. high'], day['3. low']]
      return [{ date, open, high, low, close, volume: day['5. volume'] ?? null }]
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** Prices within days are told in the time of New York. */
const vendorZone = 'America/New_York'

/** Prices within days, the oldest first. */
export function intradayPrices(
  body: unknown,
  { read }: Pick<SourceCall, 'read'>,
): NonNullable<NativeInstrument['intraday']> {
  return readSeries(body, read)
    .flatMap(([moment, { '4. close': price, '5. volume': volume }]) => {
      const local = Date.parse(`${moment.replace(' ', 'T')}Z`)
      if (price === null || Number.isNaN(local)) return []
      const year = new Date(local).getUTCFullYear()
      const day = Math.floor((local - Date.UTC(year, 0, 1)) / 86_400_000)
      const ahead = offsetsOfYear(vendorZone, year)[day] ?? 0
      return [{ at: new Date(local - ahead * 60_000).toISOString(), price, volume: volume ?? null }]
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

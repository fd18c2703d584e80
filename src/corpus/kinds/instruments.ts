import { compareValues } from '../../lib/compare.ts'
import {
  completeInstrument,
  instrument,
  nativeInstrument,
  nativePrice,
  type DailyPrice,
  type Instrument,
  type NativeInstrument,
  type NativePrice,
} from '../records/index.ts'
import { exactToken, ownSort, token } from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'
import { splitLine, type Split } from './sealed.ts'

/** One of its sort and exchange. */
const byIdentity = ownSort('inst')
/** The symbol at any exchange; finds, but does not identify. */
const bySymbol = ownSort('sym')
const ofType = ownSort('itype')

/** What names an instrument. */
type Named = Pick<Instrument, 'instrument_type' | 'symbol'> & { exchange?: string | null | undefined }

/** Shares and the funds traded like them are asked for by one form, and no two of an exchange share a ticker. */
const nameSort = (type: Instrument['instrument_type']) =>
  type === 'stock' || type === 'etf' ? 'listed' : type

const upper = (value: string | null | undefined) => (value ?? '').trim().toUpperCase()

/** The token that identifies an instrument. */
export function instrumentToken({ instrument_type, symbol, exchange }: Named): string {
  return exactToken(byIdentity, `${nameSort(instrument_type)}/${upper(exchange)}/${upper(symbol)}`)
}

/** The token by which instruments of a sort are found whatever their exchange; `any`: of every sort. */
export function symbolToken(symbol: string, type: Instrument['instrument_type'] | 'any'): string {
  return exactToken(bySymbol, `${type === 'any' ? type : nameSort(type)}/${upper(symbol)}`)
}

export const instruments = defineKind({
  name: 'instruments',
  words: 'instruments',

  record: instrument,
  line: nativeInstrument,
  moments: ['price_observed_at'],
  otherLines: {
    prices: {
      words: 'daily prices',
      schema: nativePrice,
      moments: ['date'],
      asLine: priceLine,
    },
  },
  split: splitInstrument,
  naming: ['name', 'symbol', 'exchange', 'instrument_type'],
  own: ['symbol'],
  complete: (members) => completeInstrument(members),
  tracked: ({ name, currency, market_cap, shares_outstanding, earnings_per_share }) => ({
    name,
    currency,
    market_cap,
    shares_outstanding,
    earnings_per_share,
  }),

  identifiers: (record) => [instrumentToken(record)],
  identity: { strong: [byIdentity] },
  suppression: { of: 'nobody' },

  table: 'instruments',
  columns: ['facets'],
  row: (record) => ({ rank: 0, values: [token(ofType, record.instrument_type)] }),
  lookups: (record) => [
    symbolToken(record.symbol, record.instrument_type),
    symbolToken(record.symbol, 'any'),
  ],
  indexVersion: 1,
})

/** A line of an instruments file, or days to be added to what is known of one. */
interface InstrumentLine extends NativeInstrument {
  added_prices?: DailyPrice[]
}

/** A day of prices as an observation of its instrument. */
function priceLine(line: NativePrice): object {
  const { date, open, high, low, close, volume, ...named } = line
  const [day, ...rest] = [open, high, low, volume].map((value) => value ?? null)
  return {
    ...named,
    added_prices: [{ date, open: day, high: rest[0], low: rest[1], close, volume: rest[2] }],
  }
}

function splitInstrument(line: NativeInstrument): Split {
  const { added_prices = [], price_history, ...members }: InstrumentLine = line
  const added = [...(price_history ?? []), ...added_prices]
  const split = splitLine(members)
  if (added.length === 0) return split
  split.extend = (stored, isNewer) => ({
    price_history: withPrices(
      (stored['price_history'] as DailyPrice[] | null | undefined) ?? [],
      added,
      isNewer('price_history'),
    ),
  })
  return split
}

/** Days of two sources in order; of a day that both have, the newer word counts. */
function withPrices(
  stored: readonly DailyPrice[],
  added: readonly DailyPrice[],
  isNewer: boolean,
): DailyPrice[] {
  const [under, over] = isNewer ? [stored, added] : [added, stored]
  const byDay = new Map([...under, ...over].map((day) => [day.date, day]))
  return [...byDay.values()].toSorted((a, b) => compareValues(a.date, b.date))
}

import { instrumentToken, symbolToken } from '../../corpus/kinds/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import type { Instrument } from '../../corpus/records/index.ts'
import { inverse, quotient, buildSeries, type PriceSeries } from './price-series.ts'
import type { InstrumentAsked } from './schema.ts'
import type { FinanceDeps } from './slice.ts'

/** An instrument of the corpus and its prices up to a moment. */
export interface KnownInstrument {
  record: Instrument
  /** Entities from which it was read. */
  ids: string[]
  series: PriceSeries | undefined
}

/** Exchanges by market identifier code (ISO 10383), with the names used in tickers. */
const exchangeOfCode: Readonly<Record<string, string>> = {
  XNAS: 'NASDAQ',
  XNYS: 'NYSE',
  XASE: 'AMEX',
  ARCX: 'NYSEARCA',
  XLON: 'LON',
  XPAR: 'EPA',
  XAMS: 'AMS',
  XETR: 'ETR',
  XFRA: 'FRA',
  XSWX: 'SWX',
  XTSE: 'TSE',
  XTKS: 'TYO',
  XHKG: 'HKG',
  XASX: 'ASX',
}

/** Both names of an exchange. */
function exchangeNames(exchange: string): string[] {
  const name = exchange.toUpperCase()
  const code = Object.keys(exchangeOfCode).find((each) => exchangeOfCode[each] === name)
  return [name, ...[exchangeOfCode[name] ?? code].filter((each) => each !== undefined)]
}

/** Tokens of the requested instrument; the first known one decides. */
function listTokens(instrument: Exclude<InstrumentAsked, { type: 'currencyPair' }>): string[] {
  switch (instrument.type) {
    case 'index':
      return [instrumentToken({ instrument_type: 'index', symbol: instrument.index })]
    case 'mutualFund':
      return [symbolToken(instrument.ticker, 'mutual_fund')]
    case 'customSymbol':
      return [symbolToken(instrument.symbol, 'any')]
    default:
      if (instrument.exchange === undefined) return [symbolToken(instrument.ticker, 'stock')]
      return exchangeNames(instrument.exchange).map((exchange) =>
        instrumentToken({ instrument_type: 'stock', symbol: instrument.ticker, exchange }),
      )
  }
}

/** The instrument in the corpus. A pair of currencies may be derived from others. */
export async function findInstrument(
  deps: Pick<FinanceDeps, 'search'>,
  instrument: InstrumentAsked,
  nowMs: number,
): Promise<KnownInstrument | undefined> {
  if (instrument.type === 'currencyPair') return findPair(deps, instrument, nowMs)
  const tokens = listTokens(instrument)
  const records = await findNow(deps.search, 'instruments', { tokens, perToken: 1 })
  for (const token of tokens) {
    const record = records.find((each) => each.tokens.includes(token))
    if (record !== undefined) return toInstrument(record, nowMs)
  }
  return undefined
}

function toInstrument({ id, body }: { id: string; body: string }, nowMs: number): KnownInstrument {
  const record = JSON.parse(body) as Instrument
  return { record, ids: [id], series: buildSeries(record, nowMs) }
}

type Pair = Extract<InstrumentAsked, { type: 'currencyPair' }>

/** The currency through which others are converted. */
const pivot = 'USD'

/** A pair as recorded, inverted, or derived from the values of both in dollars. */
async function findPair(
  { search }: Pick<FinanceDeps, 'search'>,
  { baseCurrency: base, quoteCurrency: quoted }: Pair,
  nowMs: number,
): Promise<KnownInstrument | undefined> {
  const makeToken = (one: string, other: string) =>
    instrumentToken({ instrument_type: 'currency_pair', symbol: one + other })
  const wanted = [
    [base, quoted],
    [quoted, base],
    [base, pivot],
    [quoted, pivot],
  ].map(([one = '', other = '']) => makeToken(one, other))
  const records = await findNow(search, 'instruments', { tokens: wanted, perToken: 1 })
  const quotedIn = [quoted, base, pivot, pivot]
  const [same, turned, left, right] = wanted.map((token, index) => {
    const record = records.find((each) => each.tokens.includes(token))
    if (record === undefined) return undefined
    const pair = toInstrument(record, nowMs)
    // Codes differ in length: `USDTEUR` is not a price of dollars.
    return (pair.record.currency ?? quotedIn[index]) === quotedIn[index] ? pair : undefined
  })
  if (same !== undefined) return same
  const named = { symbol: base + quoted, name: `${base} / ${quoted}`, currency: quoted }
  const bare = { price: null, previous_close: null, extended_hours_price: null }
  if (turned?.series !== undefined)
    return {
      record: { ...turned.record, ...named, ...bare },
      ids: turned.ids,
      series: inverse(turned.series),
    }
  if (left?.series === undefined || right?.series === undefined) return undefined
  return {
    record: { ...left.record, ...named, ...bare },
    ids: [...left.ids, ...right.ids],
    series: quotient(left.series, right.series),
  }
}

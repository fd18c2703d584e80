import { z } from 'zod'
import { completer } from './completer.ts'
import { date, list, notBelowZero, number, text } from './fields.ts'
import { provenance } from './native.ts'

const instrumentTypes = [
  'index',
  'mutual_fund',
  'stock',
  'etf',
  'currency_pair',
  'crypto',
  'commodity',
  'other',
] as const

/** A day of trading, or the price of a fund on a day. */
const dailyPrice = z
  .object({
    date: z.iso.date().describe('Day of trading, ISO 8601'),
    open: number('First price'),
    high: number('Highest price'),
    low: number('Lowest price'),
    close: z.number().describe('Last price'),
    volume: number('Units traded'),
  })
  .meta({ id: 'DailyPrice' })

/** Prices within a day, as a source gave them last. */
const momentPrice = z
  .object({
    at: z.iso.datetime({ offset: true }).describe('ISO 8601'),
    price: z.number(),
    volume: number('Units traded since the previous entry'),
  })
  .meta({ id: 'MomentPrice' })

/**
 * A rule for prices of any day: a walk by whole trading days through a known price. The sample uses it, so that it
 * never goes out of date.
 */
const priceRule = z
  .object({
    seed: z.int().describe('Another seed, another walk'),
    since: z.iso.date().describe('First day with a price'),
    anchor_date: z.iso.date().describe('A day whose price is known'),
    anchor_price: z.number().positive(),
    yearly_growth: z.number().describe('Mean growth, 0.07 is 7 %'),
    yearly_volatility: z.number().min(0).max(3),
    daily_volume: number('Units traded on a usual day; null if not counted'),
    decimals: z.int().min(0).max(8),
  })
  .meta({ id: 'PriceRule' })

const statementPeriod = z
  .object({
    period_end_date: z.iso.date(),
    period_label: text('Q3 2026'),
    period_type: z.enum(['annual', 'quarterly']),
    line_items: list(
      z.object({ name: z.string(), value: number('In the currency of the instrument') }),
      'Lines of the statement',
    ),
  })
  .meta({ id: 'StatementPeriod' })

/** Something with a price: a share, a fund, an index, a pair of currencies. */
export const instrument = z
  .object({
    instrument_type: z.enum(instrumentTypes),
    symbol: z.string().describe('Ticker; for a currency pair both codes, EURUSD; for major indexes SP_500'),
    exchange: text('Exchange it is traded at, NASDAQ'),
    name: text('Name'),
    currency: text('Currency of its prices, ISO 4217'),
    timezone: text('IANA time zone of its trading hours'),
    price: number('Last price known'),
    previous_close: number('Last price of the previous trading day'),
    price_observed_at: text('When the last price was true, ISO 8601'),
    extended_hours_price: number('Price outside of trading hours'),
    extended_hours_observed_at: text('When that was true, ISO 8601'),
    price_history: list(dailyPrice, 'Prices by day, the oldest first'),
    intraday: list(momentPrice, 'Prices within the last days, the oldest first'),
    price_rule: priceRule.nullable(),
    market_cap: number('In its currency; computed from the shares if known'),
    shares_outstanding: number('Shares'),
    earnings_per_share: number('Of the last four quarters'),
    dividend_per_share: number('Of the last four quarters'),
    beta: number('Against its market'),
    expense_ratio_percentage: number('Of a fund, a year'),
    net_assets: number('Of a fund'),
    description: text('What it is'),
    sector: text('Sector of the company'),
    industry: text('Industry of the company'),
    website: text('Address'),
    headquarters: text('Place'),
    chief_executive: text('Name'),
    employee_count: number('Employees'),
    founded_on: date('Day or year'),
    company_domain: text('Domain of the company, which links it to the company in the corpus'),
    financials: list(
      z.object({
        statement: z.enum(['incomeStatement', 'balanceSheet', 'cashFlow', 'other']),
        periods: list(statementPeriod, 'The newest first'),
      }),
      'Statements',
    ),
  })
  .meta({ id: 'InstrumentRecord' })

/** Barrels and yields have cost less than nothing. Shares, funds and currencies never do. */
const mayBeBelowZero: ReadonlySet<string> = new Set(['commodity', 'other'])
const priceMembers = ['open', 'high', 'low', 'close', 'price', 'previous_close', 'extended_hours_price']

/** Refuses prices and volumes below zero, and a day whose highest price is below its lowest. */
function checkPrices(
  type: string,
  prices: Readonly<Record<string, unknown>>,
  refuse: (member: string, message: string) => void,
): void {
  const isBelowZero = (member: string) => {
    const value = prices[member]
    return typeof value === 'number' && value < 0
  }
  if (isBelowZero('volume')) refuse('volume', 'Expected 0 or more.')
  if (!mayBeBelowZero.has(type))
    for (const member of priceMembers.filter(isBelowZero))
      refuse(member, `Expected 0 or more: the price of a ${type.replaceAll('_', ' ')} is not negative.`)
  const { high, low } = prices
  if (typeof high === 'number' && typeof low === 'number' && high < low)
    refuse('high', 'Expected a price that is not below low.')
}

type Priced = Pick<Instrument, 'instrument_type'> & Partial<Pick<Instrument, 'price_history' | 'intraday'>>

function checkInstrument(line: Priced, context: z.RefinementCtx): void {
  const refuseAt = (path: readonly (string | number)[]) => (member: string, message: string) =>
    context.addIssue({ code: 'custom', path: [...path, member], message })
  checkPrices(line.instrument_type, line, refuseAt([]))
  for (const list of ['price_history', 'intraday'] as const)
    for (const [place, prices] of (line[list] ?? []).entries())
      checkPrices(line.instrument_type, prices, refuseAt([list, place]))
}

/** One line of a `native` instruments file. */
export const nativeInstrument = instrument
  .partial()
  .extend({
    instrument_type: instrument.shape.instrument_type,
    symbol: z.string().min(1).max(40),
    market_cap: notBelowZero,
    shares_outstanding: notBelowZero,
    employee_count: notBelowZero,
    ...provenance,
  })
  .superRefine(checkInstrument)
  .meta({ id: 'NativeInstrument' })

/** One line of a `native` prices file: a day of an instrument. */
export const nativePrice = dailyPrice
  .partial()
  .extend({
    instrument_type: instrument.shape.instrument_type.default('stock'),
    symbol: z.string().min(1).max(40),
    exchange: instrument.shape.exchange.optional(),
    currency: instrument.shape.currency.optional(),
    date: dailyPrice.shape.date,
    close: dailyPrice.shape.close,
    ...provenance,
  })
  .superRefine(checkInstrument)
  .meta({ id: 'NativePrice' })

export type Instrument = z.infer<typeof instrument>
export type NativeInstrument = z.infer<typeof nativeInstrument>
export type NativePrice = z.infer<typeof nativePrice>
export type DailyPrice = z.infer<typeof dailyPrice>
export type PriceRule = z.infer<typeof priceRule>
export const completeInstrument: (members: NativeInstrument) => Instrument = completer(instrument)

import { z } from 'zod'
import { freshness } from '../../sources/index.ts'
import { entityView, optional, withDefault } from '../../operation/index.ts'
import { windows } from './window.ts'

const indexNames = [
  'DOW_JONES',
  'FTSE_100',
  'NASDAQ_100',
  'NASDAQ_COMPOSITE',
  'RUSSELL_1000',
  'RUSSELL_2000',
  'RUSSELL_3000',
  'SP_500',
] as const

const ticker = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.\-^=]{0,19}$/, 'Expected a ticker such as ACME.')
const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^[A-Z][A-Z0-9]{2,9}$/,
    'Expected the code of a currency, three to ten letters, such as EUR or USDT.',
  )

const instrumentAsked = z.discriminatedUnion('type', [
  z.object({ type: z.literal('index'), index: z.enum(indexNames) }),
  z.object({ type: z.literal('mutualFund'), ticker }),
  z.object({
    type: z.literal('stockOrEtf'),
    ticker,
    exchange: optional(z.string().trim().min(1).max(40)).describe(
      'Where it is traded, NASDAQ or XNAS; without it the first exchange that has the ticker.',
    ),
  }),
  z.object({
    type: z.literal('currencyPair'),
    baseCurrency: currencyCode.describe('Priced currency: ISO 4217, or a longer code such as USDT'),
    quoteCurrency: currencyCode.describe('Currency of the price, likewise'),
  }),
  z.object({
    type: z.literal('customSymbol'),
    symbol: z.string().trim().min(1).max(40).describe('Symbol of anything else, BTC-USD'),
  }),
])
export type InstrumentAsked = z.output<typeof instrumentAsked>

export const input = z.object({
  instrument: instrumentAsked,
  window: withDefault(z.enum(windows), '1D').describe('How far back the prices go.'),
})

const nullableNumber = (doc: string) => z.number().nullable().describe(doc)
const nullableText = (doc: string) => z.string().nullable().describe(doc)

const quote = z.object({
  price: z.number(),
  currency: nullableText('ISO 4217'),
  priceChange: z
    .object({
      percentage: z.number(),
      amount: z.number(),
      currency: nullableText('ISO 4217'),
      direction: z.enum(['up', 'down']),
    })
    .nullable()
    .describe('Over the window; for a day since the last price of the day before'),
  quotedAt: nullableText('ISO 8601'),
})
const prices = ['price', 'price_history', 'price_rule']
entityView('instruments', quote, {
  price: prices,
  currency: ['currency'],
  priceChange: prices,
  quotedAt: ['price_observed_at', 'price_history', 'price_rule'],
})
const extendedHoursQuote = quote.clone()
entityView('instruments', extendedHoursQuote, {
  price: ['extended_hours_price'],
  currency: ['currency'],
  priceChange: ['extended_hours_price'],
  quotedAt: ['extended_hours_observed_at'],
})

const keyStats = z.object({
  currency: nullableText('ISO 4217'),
  open: nullableNumber('First price of the day'),
  previousClose: nullableNumber('Last price of the day before'),
  high: nullableNumber('Highest price of the day'),
  low: nullableNumber('Lowest price of the day'),
  yearHigh: nullableNumber('Highest price of a year'),
  yearLow: nullableNumber('Lowest price of a year'),
  volume: nullableNumber('Units traded on the day'),
  averageVolume: nullableNumber('Over the last 65 days'),
  marketCap: nullableNumber('Price times shares'),
  sharesOutstanding: nullableNumber('Shares'),
  earningsPerShare: nullableNumber('Of the last four quarters'),
  peRatio: nullableNumber('Price over earnings'),
  dividendYieldPercentage: nullableNumber('Dividends of the last four quarters over the price'),
  beta: nullableNumber('Against its market'),
  expenseRatioPercentage: nullableNumber('Of a fund, a year'),
  netAssets: nullableNumber('Of a fund'),
})
const days = ['price_history', 'price_rule']
entityView('instruments', keyStats, {
  currency: ['currency'],
  open: days,
  previousClose: ['previous_close', ...days],
  high: days,
  low: days,
  yearHigh: days,
  yearLow: days,
  volume: days,
  averageVolume: days,
  marketCap: ['shares_outstanding', 'market_cap'],
  sharesOutstanding: ['shares_outstanding'],
  earningsPerShare: ['earnings_per_share'],
  peRatio: ['earnings_per_share'],
  dividendYieldPercentage: ['dividend_per_share'],
  beta: ['beta'],
  expenseRatioPercentage: ['expense_ratio_percentage'],
  netAssets: ['net_assets'],
})

const companyInfo = z.object({
  description: nullableText('What it does'),
  sector: nullableText('Sector'),
  industry: nullableText('Industry'),
  website: nullableText('Address'),
  headquarters: nullableText('Place'),
  chiefExecutive: nullableText('Name'),
  employeeCount: nullableNumber('Employees'),
  foundedOn: nullableText('Day or year'),
  domain: nullableText('Domain, by which searches find the company'),
})
entityView('instruments', companyInfo, {
  description: ['description'],
  sector: ['sector'],
  industry: ['industry'],
  website: ['website'],
  headquarters: ['headquarters'],
  chiefExecutive: ['chief_executive'],
  employeeCount: ['employee_count'],
  foundedOn: ['founded_on'],
  domain: ['company_domain'],
})

const shownInstrument = z.object({
  name: nullableText('Name'),
  ticker: z.string(),
  exchange: nullableText('Where it is traded'),
  currency: nullableText('Of its prices, ISO 4217'),
  type: z.string().describe('index, stock, etf, mutual_fund, currency_pair, crypto, commodity, other'),
})
entityView('instruments', shownInstrument, {
  name: ['name'],
  ticker: ['symbol'],
  exchange: ['exchange'],
  currency: ['currency'],
  type: ['instrument_type'],
})

const article = z.object({
  title: nullableText('Title'),
  url: nullableText('Address'),
  source: nullableText('Publisher'),
  publishedAt: nullableText('ISO 8601'),
  isPublishedAtEstimated: z.boolean(),
  thumbnailUrl: nullableText('Picture'),
})
entityView('news', article, {
  title: ['title'],
  url: ['url'],
  source: ['publisher_name'],
  publishedAt: ['published_at'],
})

const statement = z.object({
  statement: z.enum(['incomeStatement', 'balanceSheet', 'cashFlow', 'other']),
  periods: z.array(
    z.object({
      periodEndDate: z.string(),
      periodLabel: nullableText('Q3 2026'),
      periodType: z.enum(['annual', 'quarterly']),
      lineItems: z.array(
        z.object({
          name: z.string(),
          value: nullableNumber('In the currency of the instrument'),
          changePercentage: nullableNumber('Since the same period a year before'),
        }),
      ),
    }),
  ),
})
entityView('instruments', statement, { statement: ['financials'], periods: ['financials'] })

export const output = z.object({
  instrument: shownInstrument.nullable().describe('null when nothing was found'),
  quote: quote.nullable(),
  extendedHoursQuote: extendedHoursQuote.nullable().describe('Outside trading hours, where known'),
  priceHistory: z.array(
    z.object({
      price: z.number(),
      currency: nullableText('ISO 4217'),
      at: z.string().describe('ISO 8601'),
      volume: nullableNumber('Units traded since the entry before'),
    }),
  ),
  keyStats: keyStats.nullable(),
  companyInfo: companyInfo.nullable(),
  news: z.array(article),
  financials: z.array(statement),
  message: z.string().nullish().describe('Why nothing was found.'),
  ...freshness,
})
export type LookupOutput = z.input<typeof output>

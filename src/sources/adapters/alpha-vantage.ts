import { z } from 'zod'
import {
  dailyPrices,
  intradayPrices,
  overviewMembers,
  quoteMembers,
  rateMembers,
  statementOf,
  symbolOf,
  vendorFailure,
} from '../alpha-vantage/index.ts'
import type { Question } from '../capabilities.ts'
import { askJson } from '../http/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

const settings = z.object({
  key: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://www.alphavantage.co'),
  statements: z
    .boolean()
    .default(true)
    .describe('Company facts and statements of shares, which cost four requests more.'),
  intraday: z.boolean().default(false).describe('Prices within days, which its free plan does not have.'),
})

/** Alpha Vantage: quotes, daily prices and statements of shares and funds, and exchange rates. It has no indexes. */
export const alphaVantage = defineSource({
  id: 'alpha-vantage',
  summary: 'Quotes, price history and statements of shares, funds and currencies, from Alpha Vantage.',
  settings,
  secrets: ['key'],
  perSecond: 1,
  timeoutMs: 30_000,
  open: (given) => ({
    'finance.instrument': {
      // Prices are of the moment; the vendor sells a few requests a day.
      cacheDays: { found: 1 / 96, notFound: 1 },
      takes: ({ type, ticker }) => type === 'currencyPair' || (type !== 'index' && ticker !== null),
      fetch: (question, call) =>
        question.type === 'currencyPair' ? findPair(given, question, call) : findShare(given, question, call),
    },
  }),
  probe: () => sampleQuestions['finance.instrument'],
})

type Settings = z.output<typeof settings>
type Asked = Question<'finance.instrument'>
type Answer = SourceAnswer<'finance.instrument'>

/** Days that the short form of a history has. */
const compactDays = 100
const daysOfWindow = { '1D': 5, '5D': 10, '1M': 31, '6M': 190, YTD: 366, '1Y': 370, '5Y': 1_900, MAX: 20_000 }

/** Trading days are five of seven. */
const sizeOf = ({ window }: Asked) => ((daysOfWindow[window] * 5) / 7 <= compactDays - 5 ? 'compact' : 'full')

async function findShare(given: Settings, asked: Asked, call: SourceCall): Promise<Answer> {
  const symbol = symbolOf(asked)
  const ask = (name: string, more: Record<string, string> = {}) =>
    query(given, call, { function: name, symbol, ...more })
  const quote = quoteMembers(await ask('GLOBAL_QUOTE'))
  if (quote === undefined) return { found: false }
  const history = dailyPrices(await ask('TIME_SERIES_DAILY', { outputsize: sizeOf(asked) }), call)
  const isShort = asked.window === '1D' || asked.window === '5D'
  const intraday =
    given.intraday && isShort
      ? intradayPrices(
          await ask('TIME_SERIES_INTRADAY', { interval: asked.window === '1D' ? '5min' : '30min' }),
          call,
        )
      : undefined
  const isShare = asked.type === 'stockOrEtf'
  const overview = isShare && given.statements ? overviewMembers(await ask('OVERVIEW')) : undefined
  const isCompany = overview?.instrument_type === 'stock'
  const financials = isCompany
    ? [
        statementOf('incomeStatement', await ask('INCOME_STATEMENT')),
        statementOf('balanceSheet', await ask('BALANCE_SHEET')),
        statementOf('cashFlow', await ask('CASH_FLOW')),
      ]
    : undefined
  const type = asked.type === 'mutualFund' ? 'mutual_fund' : isShare ? 'stock' : 'other'
  return {
    found: true,
    answer: {
      instrument: {
        instrument_type: type,
        // Symbols without an ending are those of the United States; an overview says it itself.
        ...(symbol.includes('.') ? {} : { currency: 'USD' }),
        ...quote,
        ...overview,
        price_history: history,
        ...(intraday === undefined ? {} : { intraday }),
        ...(financials === undefined ? {} : { financials }),
        symbol: asked.ticker ?? '',
        ...(asked.exchange === null ? {} : { exchange: asked.exchange }),
      },
    },
  }
}

async function findPair(given: Settings, asked: Asked, call: SourceCall): Promise<Answer> {
  const { baseCurrency, quoteCurrency } = asked
  if (baseCurrency === null || quoteCurrency === null) return { found: false }
  const rate = rateMembers(
    await query(given, call, {
      function: 'CURRENCY_EXCHANGE_RATE',
      from_currency: baseCurrency,
      to_currency: quoteCurrency,
    }),
  )
  if (rate === undefined) return { found: false }
  const history = dailyPrices(
    await query(given, call, {
      function: 'FX_DAILY',
      from_symbol: baseCurrency,
      to_symbol: quoteCurrency,
      outputsize: sizeOf(asked),
    }),
    call,
  )
  return {
    found: true,
    answer: {
      instrument: {
        instrument_type: 'currency_pair',
        symbol: baseCurrency + quoteCurrency,
        name: `${baseCurrency} / ${quoteCurrency}`,
        currency: quoteCurrency,
        timezone: 'UTC',
        ...rate,
        price_history: history,
      },
    },
  }
}

async function query(
  { key, baseUrl }: Settings,
  call: SourceCall,
  parameters: Record<string, string>,
): Promise<unknown> {
  const asked = new URLSearchParams({ ...parameters, apikey: key })
  const { body } = await askJson(call, {
    url: `${baseUrl.replace(/\/+$/, '')}/query?${asked.toString()}`,
    failureOf: ({ body: said }) => vendorFailure(said),
  })
  return body
}

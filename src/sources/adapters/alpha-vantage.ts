import { z } from 'zod'
import {
  dailyPrices,
  intradayPrices,
  overviewMembers,
  quoteMembers,
  rateMembers,
  readStatement,
  toSymbol,
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
    .describe('Company facts and statements of shares; costs four more requests.'),
  intraday: z.boolean().default(false).describe('Prices within days; not part of the free plan.'),
})

/** Alpha Vantage: quotes, daily prices and statements of shares and funds, and exchange rates. It has no indexes. */
export const alphaVantage = defineSource({
  id: 'alpha-vantage',
  summary: 'Quotes, price history and statements of shares, funds and currencies, from Alpha Vantage.',
  settings,
  secrets: ['key'],
  perSecond: 1,
  timeoutMs: 30_000,
  open: (config) => ({
    'finance.instrument': {
      // Prices are of the moment; the vendor sells a few requests a day.
      cacheDays: { found: 1 / 96, notFound: 1 },
      takes: ({ type, ticker }) => type === 'currencyPair' || (type !== 'index' && ticker !== null),
      fetch: (question, call) =>
        question.type === 'currencyPair'
          ? findPair(config, question, call)
          : findShare(config, question, call),
    },
  }),
  probe: () => sampleQuestions['finance.instrument'],
})

type Settings = z.output<typeof settings>
type InstrumentQuestion = Question<'finance.instrument'>
type Answer = SourceAnswer<'finance.instrument'>

/** Days that the short form of a history has. */
const compactDays = 100
const daysOfWindow = { '1D': 5, '5D': 10, '1M': 31, '6M': 190, YTD: 366, '1Y': 370, '5Y': 1_900, MAX: 20_000 }

/** Trading days are five of seven. */
const chooseSize = ({ window }: InstrumentQuestion) =>
  (daysOfWindow[window] * 5) / 7 <= compactDays - 5 ? 'compact' : 'full'

async function findShare(config: Settings, question: InstrumentQuestion, call: SourceCall): Promise<Answer> {
  const symbol = toSymbol(question)
  const ask = (name: string, more: Record<string, string> = {}) =>
    query(config, call, { function: name, symbol, ...more })
  const quote = quoteMembers(await ask('GLOBAL_QUOTE'))
  if (quote === undefined) return { found: false }
  const history = dailyPrices(await ask('TIME_SERIES_DAILY', { outputsize: chooseSize(question) }), call)
  const isShort = question.window === '1D' || question.window === '5D'
  const intraday =
    config.intraday && isShort
      ? intradayPrices(
          await ask('TIME_SERIES_INTRADAY', { interval: question.window === '1D' ? '5min' : '30min' }),
          call,
        )
      : undefined
  const isShare = question.type === 'stockOrEtf'
  const overview = isShare && config.statements ? overviewMembers(await ask('OVERVIEW')) : undefined
  const isCompany = overview?.instrument_type === 'stock'
  const financials = isCompany
    ? [
        readStatement('incomeStatement', await ask('INCOME_STATEMENT')),
        readStatement('balanceSheet', await ask('BALANCE_SHEET')),
        readStatement('cashFlow', await ask('CASH_FLOW')),
      ]
    : undefined
  const otherType = isShare ? 'stock' : 'other'
  const type = question.type === 'mutualFund' ? 'mutual_fund' : otherType
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
        symbol: question.ticker ?? '',
        ...(question.exchange === null ? {} : { exchange: question.exchange }),
      },
    },
  }
}

async function findPair(config: Settings, question: InstrumentQuestion, call: SourceCall): Promise<Answer> {
  const { baseCurrency, quoteCurrency } = question
  if (baseCurrency === null || quoteCurrency === null) return { found: false }
  const rate = rateMembers(
    await query(config, call, {
      function: 'CURRENCY_EXCHANGE_RATE',
      from_currency: baseCurrency,
      to_currency: quoteCurrency,
    }),
  )
  if (rate === undefined) return { found: false }
  const history = dailyPrices(
    await query(config, call, {
      function: 'FX_DAILY',
      from_symbol: baseCurrency,
      to_symbol: quoteCurrency,
      outputsize: chooseSize(question),
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
  const search = new URLSearchParams({ ...parameters, apikey: key })
  const { body } = await askJson(call, {
    url: `${baseUrl.replace(/\/+$/, '')}/query?${search.toString()}`,
    readFailure: ({ body: answerBody }) => vendorFailure(answerBody),
  })
  return body
}

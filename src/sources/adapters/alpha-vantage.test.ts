import { describe, expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { alphaVantage } from './alpha-vantage.ts'

const share: Question<'finance.instrument'> = {
  type: 'stockOrEtf',
  ticker: 'IBM',
  exchange: null,
  baseCurrency: null,
  quoteCurrency: null,
  window: '1M',
}
const pair: Question<'finance.instrument'> = {
  ...share,
  type: 'currencyPair',
  ticker: null,
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
}

const price = (close: string, volume?: string) => ({
  '1. open': '290.1000',
  '2. high': '295.0000',
  '3. low': '289.0000',
  '4. close': close,
  ...(volume === undefined ? {} : { '5. volume': volume }),
})

/** Answers in the form of the vendor's documentation, by `function`. */
const documented: Record<string, unknown> = {
  GLOBAL_QUOTE: {
    'Global Quote': {
      '01. symbol': 'IBM',
      '02. open': '290.1000',
      '03. high': '295.0000',
      '04. low': '289.0000',
      '05. price': '294.7800',
      '06. volume': '4102033',
      '07. latest trading day': '2026-01-14',
      '08. previous close': '291.3000',
      '09. change': '3.4800',
      '10. change percent': '1.1946%',
    },
  },
  TIME_SERIES_DAILY: {
    'Meta Data': { '2. Symbol': 'IBM', '5. Time Zone': 'US/Eastern' },
    'Time Series (Daily)': {
      '2026-01-14': price('294.7800', '4102033'),
      '2026-01-13': price('291.3000', '3900000'),
    },
  },
  TIME_SERIES_INTRADAY: {
    'Meta Data': { '4. Interval': '5min', '6. Time Zone': 'US/Eastern' },
    'Time Series (5min)': {
      '2026-01-14 19:55:00': price('294.8000', '12'),
      '2026-01-14 09:35:00': price('290.5000', '90000'),
    },
  },
  OVERVIEW: {
    Symbol: 'IBM',
    AssetType: 'Common Stock',
    Name: 'International Business Machines',
    Exchange: 'NYSE',
    Currency: 'USD',
    Sector: 'TECHNOLOGY',
    OfficialSite: 'https://www.ibm.com',
    SharesOutstanding: '934735000',
    EPS: '8.37',
    DividendPerShare: 'None',
    Beta: '-',
  },
  INCOME_STATEMENT: {
    symbol: 'IBM',
    annualReports: [
      {
        fiscalDateEnding: '2025-12-31',
        reportedCurrency: 'USD',
        totalRevenue: '63000000000',
        netIncome: 'None',
      },
    ],
    quarterlyReports: [
      { fiscalDateEnding: '2025-09-30', reportedCurrency: 'USD', totalRevenue: '16000000000' },
    ],
  },
  BALANCE_SHEET: { symbol: 'IBM', annualReports: [], quarterlyReports: [] },
  CASH_FLOW: { symbol: 'IBM' },
  CURRENCY_EXCHANGE_RATE: {
    'Realtime Currency Exchange Rate': {
      '1. From_Currency Code': 'EUR',
      '3. To_Currency Code': 'USD',
      '5. Exchange Rate': '1.16420000',
      '6. Last Refreshed': '2026-01-15 11:58:01',
      '7. Time Zone': 'UTC',
    },
  },
  FX_DAILY: { 'Time Series FX (Daily)': { '2026-01-14': price('1.1630') } },
}

async function open(answer: (name: string) => VendorAnswer, settings: object = {}) {
  const vendor = await vendorServer(({ query }) => answer(query['function'] ?? ''))
  const opened = await openKind(alphaVantage, { key: 'secret', baseUrl: `${vendor.url}/`, ...settings })
  const answering = opened['finance.instrument']!
  const call = vendorCall()
  return {
    requests: vendor.requests,
    takes: (question: typeof share) => answering.takes?.(question),
    ask: (question: typeof share) => answering.fetch(question, call),
  }
}
const answered = (name: string) => ({ json: documented[name] })

describe('alpha-vantage', () => {
  test('a share with its days, facts and statements', async () => {
    const { ask, requests } = await open(answered, { intraday: true })
    const found = await ask({ ...share, window: '1D' })
    expect(found).toMatchObject({
      found: true,
      answer: {
        instrument: {
          instrument_type: 'stock',
          symbol: 'IBM',
          exchange: 'NYSE',
          name: 'International Business Machines',
          price: 294.78,
          previous_close: 291.3,
          company_domain: 'ibm.com',
          earnings_per_share: 8.37,
          dividend_per_share: null,
          beta: null,
        },
      },
    })
    if (!found.found) throw new Error('not found')
    const { price_history, intraday, financials } = found.answer.instrument
    expect(price_history?.map(({ date, close }) => [date, close])).toEqual([
      ['2026-01-13', 291.3],
      ['2026-01-14', 294.78],
    ])
    // New York is five hours behind in January.
    expect(intraday?.map(({ at }) => at)).toEqual(['2026-01-14T14:35:00.000Z', '2026-01-15T00:55:00.000Z'])
    const periods = financials?.[0]?.periods
    expect(periods?.map(({ period_label, line_items }) => [period_label, line_items?.[0]])).toEqual([
      ['Q3 2025', { name: 'Total revenue', value: 16e9 }],
      ['2025', { name: 'Total revenue', value: 63e9 }],
    ])
    expect(periods?.[1]?.line_items?.[1]).toEqual({ name: 'Net income', value: null })
    expect(requests.every(({ query }) => query['apikey'] === 'secret' && query['symbol'] === 'IBM')).toBe(
      true,
    )
    expect(requests).toHaveLength(7)
  })

  test('without statements two requests, of the exchange asked for, as long as the window needs', async () => {
    const { ask, requests } = await open(answered, { statements: false })
    await ask({ ...share, exchange: 'LON', window: '5Y' })
    expect(requests.map(({ query }) => [query['function'], query['symbol'], query['outputsize']])).toEqual([
      ['GLOBAL_QUOTE', 'IBM.LON', undefined],
      ['TIME_SERIES_DAILY', 'IBM.LON', 'full'],
    ])
  })

  test('a pair of currencies', async () => {
    const { ask } = await open(answered)
    expect(await ask(pair)).toMatchObject({
      answer: {
        instrument: {
          instrument_type: 'currency_pair',
          symbol: 'EURUSD',
          price: 1.1642,
          price_observed_at: '2026-01-15T11:58:01.000Z',
          price_history: [{ date: '2026-01-14', close: 1.163, volume: null }],
        },
      },
    })
  })

  test('what it does not know is not found; indexes it is not asked for', async () => {
    const unknown = await open(() => ({ json: { 'Error Message': 'Invalid API call. Please retry.' } }))
    expect(await unknown.ask(share)).toEqual({ found: false })
    expect(await unknown.ask(pair)).toEqual({ found: false })
    const empty = await open(() => ({ json: { 'Global Quote': {} } }))
    expect(await empty.ask(share)).toEqual({ found: false })
    expect(empty.takes({ ...share, type: 'index', ticker: 'SP_500' })).toBe(false)
    expect(empty.takes(share)).toBe(true)
  })

  test.each([
    [{ Note: 'Our standard API call frequency is 5 calls per minute.' }, SourceRateLimited],
    [{ Information: 'Our standard API rate limit is 25 requests per day.' }, SourceRateLimited],
    [{ Information: 'This is a premium endpoint. You may subscribe.' }, SourceRefused],
    [{ 'Error Message': 'the parameter apikey is invalid or missing.' }, SourceRefused],
    [{ 'Global Quote': { '05. price': 7 } }, SourceUnavailable],
    [['nothing'], SourceUnavailable],
  ])('%j is a failure', async (json, kind) => {
    const { ask } = await open(() => ({ json }))
    await expect(ask(share)).rejects.toBeInstanceOf(kind)
  })
})

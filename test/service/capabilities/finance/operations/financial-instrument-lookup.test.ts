import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { importText } from '../../../../support/import-text.ts'
import { marketsWorld, type MarketsTest } from '../../../../worlds/markets.ts'

const route = 'POST /v1/finance/instrument'
let markets: MarketsTest
beforeAll(async () => {
  markets = await marketsWorld()
})
beforeEach(() => markets.say())

/** One request of an organization with ten credits, and what it has left, in milli-credits. */
async function ask(instrument: object, more: object = {}) {
  const org = await markets.service.org(10)
  const answer = await markets.service.send(route, { key: org.rawKey, body: { instrument, ...more } })
  return { ...answer, left: await markets.service.available(org) }
}

const daily = (...days: [string, string][]) =>
  Object.fromEntries(
    days.map(([date, close]) => [
      date,
      { '1. open': close, '2. high': close, '3. low': close, '4. close': close, '5. volume': '1200' },
    ]),
  )

const quoted = (price: string) => ({
  'Global Quote': {
    '01. symbol': 'LIVE',
    '05. price': price,
    '07. latest trading day': '2026-01-14',
    '08. previous close': '9.5000',
    '10. change percent': '5.2%',
  },
})

describe('financialInstrumentLookup 200', () => {
  test('answers an index with its quote, history and figures, never out of date', async () => {
    verifies('op.financial-instrument-lookup', 'finance.instrument')
    const { status, body, left } = await ask({ type: 'index', index: 'SP_500' }, { window: '1M' })
    expect(status).toBe(200)
    expect(left).toBe(9_000)
    const { instrument, quote, priceHistory, keyStats } = body.output
    expect(instrument).toEqual({
      name: 'S&P 500',
      ticker: 'SP_500',
      exchange: null,
      currency: 'USD',
      type: 'index',
    })
    // Noon UTC of a Thursday: New York opens at 14:30, so Wednesday's close is the last price.
    expect(quote.quotedAt).toBe('2026-01-14T21:00:00.000Z')
    const days = priceHistory.map(({ at }: { at: string }) => at.slice(0, 10))
    expect(days[0]).toBe('2025-12-15')
    expect(days.at(-1)).toBe('2026-01-14')
    expect(days).toHaveLength(23)
    expect(quote.price).toBe(priceHistory.at(-1).price)
    const { amount, percentage, direction } = quote.priceChange
    expect(amount).toBeCloseTo(quote.price - priceHistory[0].price, 1)
    expect(percentage).toBeCloseTo((100 * amount) / priceHistory[0].price, 1)
    expect(direction).toBe(amount < 0 ? 'down' : 'up')
    expect(keyStats.yearLow).toBeLessThanOrEqual(keyStats.low)
    expect(keyStats.yearHigh).toBeGreaterThanOrEqual(keyStats.high)
    // No source that is set up knows indexes.
    expect(body.output).toMatchObject({ live: false, liveStatus: 'no_source', source: null })
    expect(body.warnings[0].field).toBe('live')
  })

  test.each(['DOW_JONES', 'FTSE_100', 'NASDAQ_100', 'NASDAQ_COMPOSITE', 'RUSSELL_1000', 'RUSSELL_2000'])(
    'knows %s',
    async (index) => {
      const { body } = await ask({ type: 'index', index })
      expect(body.output.instrument.ticker).toBe(index)
      expect(body.output.priceHistory.length).toBeGreaterThan(30)
    },
  )

  test('answers a share with its company and statements', async () => {
    const { body } = await ask({ type: 'stockOrEtf', ticker: 'xaa' })
    expect(body.output.instrument).toMatchObject({ ticker: 'XAA', type: 'etf' })
    const [share] = await findShares()
    const { output } = (await ask({ type: 'stockOrEtf', ticker: share, exchange: 'sample' })).body
    const { keyStats, financials, companyInfo, quote } = output
    expect(keyStats.marketCap).toBe(Math.round(quote.price * keyStats.sharesOutstanding))
    expect(keyStats.peRatio).toBeCloseTo(quote.price / keyStats.earningsPerShare, 1)
    expect(companyInfo.domain).toMatch(/\./)
    expect(financials.map(({ statement }: { statement: string }) => statement)).toEqual([
      'incomeStatement',
      'balanceSheet',
      'cashFlow',
    ])
    const [income] = financials
    const [newest, , , , yearBefore] = income.periods
    expect(newest).toMatchObject({ periodType: 'quarterly', periodEndDate: '2025-09-30' })
    const [revenue] = newest.lineItems
    const then = yearBefore.lineItems[0].value
    expect(revenue.changePercentage).toBeCloseTo((100 * (revenue.value - then)) / then, 1)
  })

  test('tells a pair of currencies either way round, and by way of the dollar', async () => {
    const priceOf = async (baseCurrency: string, quoteCurrency: string) => {
      const { body } = await ask({ type: 'currencyPair', baseCurrency, quoteCurrency }, { window: '5D' })
      expect(body.output.instrument.currency).toBe(quoteCurrency.toUpperCase())
      expect(body.output.priceHistory.length).toBeGreaterThan(100)
      return body.output.quote.price as number
    }
    const [euro, pound] = [await priceOf('EUR', 'USD'), await priceOf('GBP', 'USD')]
    expect(await priceOf('USD', 'EUR')).toBeCloseTo(1 / euro, 4)
    expect(await priceOf('eur', 'usd')).toBe(euro)
    expect(await priceOf('EUR', 'GBP')).toBeCloseTo(euro / pound, 4)
  })

  test('pairs of codes of any length are told apart, by base and quote too', async () => {
    verifies('client.finance.codes')
    const pair = (symbol: string, currency: string) => ({
      instrument_type: 'currency_pair',
      symbol,
      currency,
    })
    const pairs = [pair('USDTEUR', 'EUR'), pair('DOGEUSD', 'USD')]
    await importText(markets.service, 'instruments', {
      name: 'pairs.jsonl',
      text: pairs.map((line) => JSON.stringify(line)).join('\n'),
    })
    const prices = ['symbol,instrument_type,date,close']
    for (const { symbol } of pairs)
      for (const [day, close] of [
        ['2026-01-13', 0.5],
        ['2026-01-14', 0.4],
      ])
        prices.push(`${symbol},currency_pair,${day},${close}`)
    await importText(markets.service, 'prices', { name: 'pairs.csv', text: prices.join('\n') })
    const told = async (base: string, quote: string) =>
      (await ask({ type: 'currencyPair', base, quote }, { window: '5D' })).body.output.instrument
    expect(await told('usdt', 'eur')).toMatchObject({ ticker: 'USDTEUR', currency: 'EUR' })
    expect(await told('EUR', 'USDT')).toMatchObject({ currency: 'USDT' })
    expect(await told('DOGE', 'USD')).toMatchObject({ ticker: 'DOGEUSD' })
    expect(await told('DOGE', 'EUR')).toMatchObject({ ticker: 'DOGEEUR', currency: 'EUR' })
    // The same letters, another pair.
    const { body, left } = await ask({ type: 'currencyPair', base: 'USD', quote: 'TEUR' })
    expect([body.output.instrument, left]).toEqual([null, 10_000])
  })

  test.each([
    ['1D', 60, 80],
    ['5D', 60, 75],
    ['6M', 120, 135],
    ['YTD', 8, 10],
    ['1Y', 250, 265],
    ['5Y', 258, 264],
    ['MAX', 1_000, 1_100],
  ])('window %s has its prices in order', async (window, least, most) => {
    const { body } = await ask({ type: 'mutualFund', ticker: 'AAFMX' }, { window })
    const times = body.output.priceHistory.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted())
    expect(times.length).toBeGreaterThanOrEqual(least)
    expect(times.length).toBeLessThanOrEqual(most)
  })

  test('each part tells who said it; what is older than maxAgeDays is left out, charged as ever', async () => {
    verifies('provenance.views')
    const aged = {
      instrument_type: 'stock',
      symbol: 'AGED',
      name: 'Aged Inc',
      exchange: 'NASDAQ',
      currency: 'USD',
    }
    const { service } = markets
    await service.write('instruments', [{ ...aged, price: 12, sector: 'Ships' }], '2025-06-01T00:00:00Z')
    await service.write('instruments', [{ ...aged, description: 'Builds ships' }], '2026-01-10T00:00:00Z')
    const share = { type: 'stockOrEtf', ticker: 'AGED' }
    const { body } = await ask(share, { includeProvenance: true })
    const told = Object.fromEntries(
      body.output.provenance.map(({ path, members }: { path: string; members: object }) => [path, members]),
    )
    const said = (observedAt: string) => ({ source: 'test', observedAt, verifiedAt: observedAt })
    const [june, january] = [said('2025-06-01T00:00:00.000Z'), said('2026-01-10T00:00:00.000Z')]
    expect(told).toMatchObject({
      instrument: { name: january, ticker: january },
      quote: { price: june },
      companyInfo: { sector: june, description: january },
    })
    const fresh = await ask(share, { maxAgeDays: 30 })
    expect(fresh.body.output).toMatchObject({
      instrument: { name: 'Aged Inc', type: 'stock' },
      quote: null,
      companyInfo: { sector: null, description: 'Builds ships' },
      leftOut: expect.arrayContaining([
        { path: 'quote', members: expect.arrayContaining(['price']) },
        { path: 'companyInfo', members: ['sector'] },
      ]),
    })
    expect(fresh.body.chargeInfo.creditsCharged).toBe(body.chargeInfo.creditsCharged)
  })

  test('prices of imported files are added day by day, and corrected by a newer word', async () => {
    const { service } = markets
    const named = {
      instrument_type: 'stock',
      symbol: 'ROWS',
      exchange: 'NASDAQ',
      timezone: 'America/New_York',
    }
    await service.write('instruments', [{ ...named, name: 'Rows Inc' }], '2026-01-01T00:00:00Z')
    const history = (date: string, close: number) => [
      { date, open: null, high: null, low: null, close, volume: 5 },
    ]
    const write = (observed: string, date: string, close: number) =>
      service.write('instruments', [{ ...named, price_history: history(date, close) }], observed)
    await write('2026-01-13T00:00:00Z', '2026-01-12', 10)
    await write('2026-01-14T00:00:00Z', '2026-01-13', 12)
    await write('2026-01-15T00:00:00Z', '2026-01-12', 11)
    const { output } = (await ask({ type: 'stockOrEtf', ticker: 'ROWS', exchange: 'XNAS' }, { window: '1M' }))
      .body
    expect(output.instrument.name).toBe('Rows Inc')
    expect(output.priceHistory.map(({ price }: { price: number }) => price)).toEqual([11, 12])
    expect(output.quote).toMatchObject({ price: 12, quotedAt: '2026-01-13T21:00:00.000Z' })
    expect(output.quote.priceChange).toMatchObject({ amount: 1, percentage: 9.09, direction: 'up' })
  })

  test('files of instruments and their prices are answered', async () => {
    verifies('finance.of-import')
    const { service } = markets
    const share = { instrument_type: 'stock', symbol: 'FILED', exchange: 'NYSE', name: 'Filed plc' }
    const instruments = `${JSON.stringify({ ...share, currency: 'GBP', timezone: 'Europe/London' })}\n`
    const prices = [
      'symbol,exchange,date,open,high,low,close,volume',
      'FILED,NYSE,2026-01-12,1,3,1,2,100',
      'FILED,NYSE,2026-01-13,2,4,2,3,200',
      'FILED,NYSE,2026-01-32,2,4,2,3,200',
    ].join('\n')
    // Prices may come before what they are of.
    const days = await importText(service, 'prices', { name: 'p.csv', text: prices })
    expect(days.rejects).toMatchObject([{ line: 4, path: 'date' }])
    expect(
      (await importText(service, 'instruments', { name: 'i.jsonl', text: instruments })).rejects,
    ).toEqual([])
    const { output } = (await ask({ type: 'stockOrEtf', ticker: 'FILED' }, { window: '1M' })).body
    expect(output).toMatchObject({
      instrument: { name: 'Filed plc', currency: 'GBP' },
      quote: { price: 3, priceChange: { amount: 1, percentage: 50 } },
      keyStats: { volume: 200, high: 4 },
    })
    expect(output.priceHistory.map(({ price }: { price: number }) => price)).toEqual([2, 3])
  })

  test('asks the source first and keeps what it says', async () => {
    verifies('finance.of-source')
    markets.say(({ path }) => {
      if (path.includes('GLOBAL_QUOTE')) return { json: quoted('10.0000') }
      if (path.includes('TIME_SERIES_DAILY'))
        return { json: { 'Time Series (Daily)': daily(['2026-01-14', '10.0000'], ['2026-01-13', '9.5000']) } }
      return { json: {} }
    })
    const { body, left } = await ask({ type: 'stockOrEtf', ticker: 'LIVE' }, { window: '1M' })
    expect(body.output).toMatchObject({ live: true, liveStatus: 'live', source: 'quotes' })
    expect(body.output.quote).toMatchObject({ price: 10 })
    expect(body.output.priceHistory.map(({ price }: { price: number }) => price)).toEqual([9.5, 10])
    expect(left).toBe(9_000)
    // The vendor is down: what it said last is answered, and not charged.
    markets.say(() => ({ status: 503 }))
    const again = await ask({ type: 'stockOrEtf', ticker: 'LIVE' })
    expect(again.body.output).toMatchObject({ live: false, liveStatus: 'unavailable', quote: { price: 10 } })
    expect(again.body.warnings[0].message).toContain('could not be read')
    expect(again.left).toBe(10_000)
  })

  test.each([
    { type: 'stockOrEtf', ticker: 'NOBODY' },
    { type: 'currencyPair', baseCurrency: 'EUR', quoteCurrency: 'XXX' },
    { type: 'customSymbol', symbol: 'NO-SUCH' },
  ])('nothing found costs nothing: %j', async (instrument) => {
    const { status, body, left } = await ask(instrument)
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ instrument: null, quote: null, priceHistory: [], live: false })
    expect(body.output.message).toContain('has this instrument')
    expect(left).toBe(10_000)
  })
})

async function findShares(): Promise<string[]> {
  const { search, snapshots } = markets.service.almanac
  const { always } = await import('../../../../../src/corpus/search/index.ts')
  const snapshot = await snapshots.newest('instruments')
  const { bodies } = await search.page('instruments', { condition: always, limit: 400, snapshot })
  return bodies
    .map((body) => JSON.parse(body) as { instrument_type: string; symbol: string; financials: object[] })
    .filter(({ instrument_type, financials }) => instrument_type === 'stock' && financials.length > 0)
    .map(({ symbol }) => symbol)
}

describe('financialInstrumentLookup 400', () => {
  test.each([
    [{ type: 'index', index: 'DAX_40' }, {}, 'instrument.index'],
    [{ type: 'bond', ticker: 'X' }, {}, 'instrument.type'],
    [{ type: 'stockOrEtf' }, {}, 'instrument.ticker'],
    [{ type: 'stockOrEtf', ticker: 'two words' }, {}, 'instrument.ticker'],
    [{ type: 'currencyPair', baseCurrency: 'EU', quoteCurrency: 'USD' }, {}, 'instrument.baseCurrency'],
    [{ type: 'currencyPair', baseCurrency: 'EUR', quoteCurrency: 'EUR' }, {}, 'instrument.quoteCurrency'],
    [{ type: 'customSymbol', symbol: '' }, {}, 'instrument.symbol'],
    [{ type: 'index', index: 'SP_500' }, { window: '2W' }, 'window'],
  ])('%j %j names %s, for nothing', async (instrument, more, path) => {
    const { status, body, left } = await ask(instrument, more)
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe(path)
    expect(left).toBe(10_000)
  })
})

import { afterEach, describe, expect, test } from 'vitest'
import { InvalidRates, parseEuroRates } from '../../lib/exchange-rates.ts'
import { completeJobPosting } from '../records/index.ts'
import { dollarRate, useExchangeRates } from './index.ts'

afterEach(() => useExchangeRates(undefined))

const history = 'Date,USD,JPY,GBP,\n2026-11-20,1.2,180,0.8,\n2026-11-19,1.1,N/A,0.88,\n'

describe('rates of the central bank', () => {
  test('units of a euro become units of a dollar; what has no rate that day is left out', () => {
    const { source, rates } = parseEuroRates(history, 'hist.csv')
    expect(source).toBe('hist.csv')
    expect(rates['2026-11-20']?.['EUR']).toBeCloseTo(1 / 1.2, 12)
    expect(rates['2026-11-20']?.['JPY']).toBeCloseTo(150, 12)
    expect(rates['2026-11-19']).not.toHaveProperty('JPY')
  })

  test('the daily file has the same form with the day in words', () => {
    const { rates } = parseEuroRates('Date, USD, CHF, \n20 November 2026, 1.25, 0.95, \n', 'daily')
    expect(rates['2026-11-20']).toEqual({ EUR: 0.8, CHF: 0.76 })
  })

  test.each([
    ['Day,USD\n2026-11-20,1\n', 1],
    ['Date,JPY\n2026-11-20,1\n', 1],
    ['Date,USD,Yen\n2026-11-20,1,2\n', 1],
    ['Date,USD\n2026-02-30,1\n', 2],
    ['Date,USD\n2026-11-20,-1\n', 2],
    ['Date,USD\n2026-11-20,1\n2026-11-19,x\n', 3],
    ['Date,USD\n', 2],
  ])('%j is refused at line %i', (text, line) => {
    expect(() => parseEuroRates(text, 'x')).toThrow(InvalidRates)
    expect(() => parseEuroRates(text, 'x')).toThrow(`line ${line}:`)
  })
})

describe('the rate of a day', () => {
  test('is the newest that was not later, else the oldest; the answer says which', () => {
    useExchangeRates(parseEuroRates(history, 'hist.csv'))
    expect(dollarRate('GBP', '2026-11-20T10:00:00Z')).toEqual({
      currency: 'GBP',
      usd_per_unit: 1.5,
      date: '2026-11-20',
      source: 'hist.csv',
    })
    expect(dollarRate('GBP', '2026-11-19')).toMatchObject({ usd_per_unit: 1.25, date: '2026-11-19' })
    // Not on that day: an older one, of the rates shipped.
    expect(dollarRate('JPY', '2026-11-19')).toMatchObject({ date: '2026-09-29' })
    expect(dollarRate('eur', '1999-01-04')).toMatchObject({ currency: 'EUR', date: '2024-12-31' })
    expect(dollarRate('EUR', null)).toMatchObject({ date: '2026-11-20' })
    expect(dollarRate('XYZ', null)).toBeUndefined()
  })
})

describe('pay of a posting', () => {
  const pay = (currency: string, more: object = {}) =>
    completeJobPosting({
      job_id: '1',
      posted_at: '2026-11-20T00:00:00Z',
      compensation_range: { min: 20, max: 30, currency, period: 'hourly' },
      ...more,
    })

  test('in another currency has its yearly value in dollars, with rate, day and source', () => {
    useExchangeRates(parseEuroRates(history, 'hist.csv'))
    expect(pay('GBP')).toMatchObject({
      annual_salary_usd: { gte: 20 * 2080 * 1.5, lte: 30 * 2080 * 1.5 },
      annual_salary_usd_rate: { currency: 'GBP', usd_per_unit: 1.5, date: '2026-11-20', source: 'hist.csv' },
      compensation_range: { gte: { currencyUnit: 'GBP', number: 20, period: 'hr' } },
    })
  })

  test('in dollars has no rate, in a currency nobody knows no value, and a value given is kept', () => {
    expect(pay('USD')).toMatchObject({ annual_salary_usd: { gte: 41_600 }, annual_salary_usd_rate: null })
    expect(pay('XYZ')).toMatchObject({ annual_salary_usd: null, annual_salary_usd_rate: null })
    const given = { annual_salary_usd: { gte: 1, lte: 2 } }
    expect(pay('GBP', given)).toMatchObject({ ...given, annual_salary_usd_rate: null })
  })

  test('completed again stays as it is, whatever rates there are by then', () => {
    const first = pay('EUR')
    useExchangeRates(parseEuroRates('Date,USD\n2026-11-20,5\n', 'later'))
    expect(completeJobPosting(first)).toEqual(first)
  })
})

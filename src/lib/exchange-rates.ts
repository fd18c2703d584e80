import { parseDay } from './exchange-rate-day.ts'

/** Exchange rates of some days: units of a currency that one US dollar buys, by day and ISO 4217 code. */
export interface ExchangeRates {
  /** Who published them. */
  source: string
  rates: Record<string, Record<string, number>>
}

/** A file of rates that cannot be read; `line` counts from 1. */
export class InvalidRates extends Error {
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`)
  }
}

/**
 * Reads rates in the form in which the European Central Bank publishes them (eurofxref.csv, eurofxref-hist.csv): a header
 * `Date,USD,JPY,…`, then a line a day with the units of each currency that one euro buys; N/A where there is none. Throws
 * InvalidRates.
 */
export function parseEuroRates(text: string, source: string): ExchangeRates {
  const lines = text.split(/\r?\n/)
  const [header = '', ...rest] = lines
  const columns = cells(header)
  if (columns[0]?.toLowerCase() !== 'date')
    throw new InvalidRates(1, 'expected a header that begins with Date')
  const codes = columns.slice(1).filter((code) => code !== '')
  const odd = codes.find((code) => !/^[A-Z]{3}$/.test(code))
  if (odd !== undefined) throw new InvalidRates(1, `${odd} is not an ISO 4217 code`)
  if (!codes.includes('USD')) throw new InvalidRates(1, 'expected a column USD')
  const rates: ExchangeRates['rates'] = {}
  for (const [index, line] of rest.entries()) {
    if (line.trim() === '') continue
    const [day = '', ...values] = cells(line)
    const date = parseDay(day)
    if (date === undefined) throw new InvalidRates(index + 2, `${day} is not a day`)
    rates[date] = perDollar(codes, values, index + 2)
  }
  if (Object.keys(rates).length === 0) throw new InvalidRates(2, 'expected a line with a day and its rates')
  return { source, rates }
}

const cells = (line: string) => line.split(',').map((cell) => cell.trim())

function perDollar(
  codes: readonly string[],
  values: readonly string[],
  line: number,
): Record<string, number> {
  const perEuro: Record<string, number> = { EUR: 1 }
  for (const [place, code] of codes.entries()) {
    const text = values[place] ?? ''
    if (text === '' || text === 'N/A') continue
    const rate = Number(text)
    if (!(rate > 0) || !Number.isFinite(rate))
      throw new InvalidRates(line, `${text} is not a rate of ${code}`)
    perEuro[code] = rate
  }
  const dollars = perEuro['USD']
  if (dollars === undefined) throw new InvalidRates(line, 'expected a rate of USD')
  const { USD: _own, ...others } = perEuro
  return Object.fromEntries(Object.entries(others).map(([code, rate]) => [code, rate / dollars]))
}

import { compareValues } from '../../lib/compare.ts'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import type { ExchangeRates } from '../../lib/exchange-rates.ts'
import shipped from '../../../data/reference/exchange-rates.json' with { type: 'json' }

/** The worth of one unit of a currency. */
export interface DollarRate {
  /** ISO 4217 code. */
  currency: string
  /** US dollars. */
  usd_per_unit: number
  /** Day of the rate, ISO 8601. */
  date: string
  source: string
}

type Day = { date: string; source: string; rates: Record<string, number> }

const setting = 'almanac.exchangeRates'
let days: Day[] | undefined

/** Takes an operator's rates besides those of the program, in this process and the threads it starts from now on. */
export function useExchangeRates(rates: ExchangeRates | undefined): void {
  setEnvironmentData(setting, rates as never)
  days = undefined
}

const listDays = ({ source, rates }: ExchangeRates): Day[] =>
  Object.entries(rates).map(([date, of]) => ({ date, source, rates: of }))

/** Days with rates, the oldest first; of one day those of the program come first. */
function knownDays(): Day[] {
  if (days !== undefined) return days
  const rates = getEnvironmentData(setting) as ExchangeRates | undefined
  const all = [...listDays(shipped), ...(rates === undefined ? [] : listDays(rates))]
  return (days = all.toSorted((a, b) => compareValues(a.date, b.date)))
}

/**
 * The rate of a currency on a day: the newest that was not later, else the oldest there is; without a day the newest. Which
 * one it was, the answer says. Undefined for a currency without rates.
 */
export function dollarRate(currency: string, on: string | null): DollarRate | undefined {
  const code = currency.toUpperCase()
  const daysWithRate = knownDays().filter(({ rates }) => rates[code] !== undefined)
  const day = on?.slice(0, 10)
  const nearest = daysWithRate.findLast(({ date }) => day === undefined || date <= day) ?? daysWithRate[0]
  const perDollar = nearest?.rates[code]
  if (nearest === undefined || perDollar === undefined) return undefined
  const usd = Number((1 / perDollar).toPrecision(6))
  return { currency: code, usd_per_unit: usd, date: nearest.date, source: nearest.source }
}

import { dollarRate } from '../../corpus/reference/index.ts'

/** Converts amounts into one currency by the newest rates; undefined for a currency without a rate. */
export type Convert = (amount: number, currency: string) => number | undefined

/** Dollars of one unit by the newest rate; undefined without one. */
export const findUsdPerUnit = (currency: string): number | undefined =>
  currency === 'USD' ? 1 : dollarRate(currency, null)?.usd_per_unit

/** Rates are looked up once a currency. */
export function converterTo(currency: string): Convert {
  const perUnit = new Map<string, number | undefined>()
  const own = findUsdPerUnit(currency)
  const findFactor = (from: string) => {
    if (from === currency) return 1
    const theirs = findUsdPerUnit(from)
    return own === undefined || theirs === undefined ? undefined : theirs / own
  }
  return (amount, from) => {
    if (!perUnit.has(from)) perUnit.set(from, findFactor(from))
    const factor = perUnit.get(from)
    return factor === undefined ? undefined : amount * factor
  }
}

import { z } from 'zod'
import { dollarRate } from '../reference/index.ts'

/** Signs that stand for one currency; a yen sign stands for two. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  A$: 'AUD',
  HK$: 'HKD',
  S$: 'SGD',
  NZ$: 'NZD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₫': 'VND',
  '₦': 'NGN',
  '฿': 'THB',
  '₱': 'PHP',
  zł: 'PLN',
}

/** The ISO 4217 code that a file's word or sign for a currency stands for. */
export function currencyCode(text: string): string | undefined {
  const word = text.trim()
  return signs[word] ?? (/^[a-z]{3}$/i.test(word) ? word.toUpperCase() : undefined)
}

/** An amount of a currency, and the day whose rate is meant; without one the newest there is. */
export interface Money {
  amount: number
  /** ISO 4217 code. */
  currency: string
  date?: string | null | undefined
}

/** What it is worth in US dollars: exact where it is dollars, else to the dollar; undefined for a currency without rates. */
export function dollarsOf({ amount, currency, date }: Money): number | undefined {
  if (currency.toUpperCase() === 'USD') return amount
  const rate = dollarRate(currency, date ?? null)
  return rate && Math.round(amount * rate.usd_per_unit)
}

const money = z.object({
  amount: z.number(),
  currency: z.string().regex(/^[a-z]{3}$/i, 'Expected an ISO 4217 code such as EUR.'),
  date: z.string().nullish(),
})

/** US dollars of a line of a file: a number, or an amount of another currency, which becomes one. */
export const usdAmount = z.union([
  z.number(),
  money.transform((given, context) => {
    const dollars = dollarsOf(given)
    if (dollars !== undefined) return dollars
    context.issues.push({
      code: 'custom',
      message: `No exchange rate of ${given.currency.toUpperCase()} is known.`,
      input: given.currency,
      path: ['currency'],
      // Else the union says no more than that no form fits.
      continue: true,
    })
    return z.NEVER
  }),
])

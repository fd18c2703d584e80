import { z } from 'zod'
import { readMoneyText } from '../../lib/money-text.ts'
import type { DecimalSign } from '../../lib/number-text.ts'
import { withPlainDigits } from '../../lib/plain-digits.ts'
import { dollarRate } from '../reference/index.ts'
import { measures } from './quantities.ts'

/** Signs of one currency. A yen sign stands for two. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  C$: 'CAD',
  A$: 'AUD',
  CA$: 'CAD',
  AU$: 'AUD',
  NT$: 'TWD',
  MX$: 'MXN',
  Mex$: 'MXN',
  COL$: 'COP',
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

const words: Readonly<Record<string, string>> = {
  dollar: 'USD',
  dollars: 'USD',
  us: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  pound: 'GBP',
  pounds: 'GBP',
  sterling: 'GBP',
  yen: 'JPY',
  円: 'JPY',
  yuan: 'CNY',
  rmb: 'CNY',
  元: 'CNY',
  won: 'KRW',
  원: 'KRW',
  reais: 'BRL',
  rand: 'ZAR',
  zloty: 'PLN',
  zlotych: 'PLN',
  sfr: 'CHF',
  franken: 'CHF',
  euroa: 'EUR',
  евро: 'EUR',
  євро: 'EUR',
  ευρώ: 'EUR',
  tl: 'TRY',
  руб: 'RUB',
  рубль: 'RUB',
  рубля: 'RUB',
  рублей: 'RUB',
  грн: 'UAH',
  гривень: 'UAH',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  złotych: 'PLN',
  rp: 'IDR',
  rupiah: 'IDR',
  rm: 'MYR',
  ringgit: 'MYR',
  ksh: 'KES',
  naira: 'NGN',
  dong: 'VND',
  đồng: 'VND',
  baht: 'THB',
  บาท: 'THB',
}

/** Signs of several currencies, which only the country decides between. */
const byCountry: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '¥': { JPN: 'JPY', CHN: 'CNY' },
  kr: { SWE: 'SEK', NOR: 'NOK', DNK: 'DKK', ISL: 'ISK' },
  rs: { IND: 'INR', PAK: 'PKR', LKA: 'LKR', NPL: 'NPR', MUS: 'MUR', SYC: 'SCR' },
  rupees: { IND: 'INR', PAK: 'PKR', LKA: 'LKR', NPL: 'NPR', MUS: 'MUR', SYC: 'SCR' },
  fr: { CHE: 'CHF', LIE: 'CHF' },
  r: { ZAF: 'ZAR' },
  dh: { ARE: 'AED', MAR: 'MAD' },
  dhs: { ARE: 'AED', MAR: 'MAD' },
}

/** The form in which signs and words are looked up. */
const foldedSigns: ReadonlyMap<string, string> = new Map(
  [...Object.entries(signs), ...Object.entries(words)].map(([word, code]) => [word.toLowerCase(), code]),
)

/**
 * The ISO 4217 code of a currency's word or sign in a file. A sign of several currencies (`¥`, `kr`, `Rs`) needs the
 * country, as alpha-3 code.
 */
export function currencyCode(text: string, country?: string): string | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  const code = foldedSigns.get(word) ?? byCountry[word]?.[country ?? '']
  if (code !== undefined) return code
  const letters = /^([a-z]{3})\p{Sc}?$/u.exec(word)?.[1]
  return letters?.toUpperCase()
}

/** How to read amounts: what texts leave unsaid. */
export interface MoneyReading {
  /** ISO 4217 code of amounts that name none. Without it they are no money. */
  currency?: string | undefined
  /** Alpha-3 code. */
  country?: string | undefined
  decimal?: DecimalSign | undefined
  /** What amounts that name no scale are multiplied with: 1000 in a column of thousands. */
  scale?: number | undefined
}

/** Thousands in many countries, a fraction in others. */
const isAmbiguous = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/

/** Amount and currency in a text; undefined where there is no amount, or it is ambiguous. */
export function moneyOfText(text: string, reading: MoneyReading = {}): Money | undefined {
  const { currency, country, decimal, scale = 1 } = reading
  const read = readMoneyText(text, decimal)
  if (read === undefined) return undefined
  if (decimal === undefined && !read.hasScale && isAmbiguous.test(withPlainDigits(text))) return undefined
  const code = read.currency === undefined ? currency : currencyCode(read.currency, country)
  return code === undefined
    ? undefined
    : { amount: read.hasScale ? read.amount : read.amount * scale, currency: code }
}

/** An amount of a currency, and the day whose rate counts; without a day, the newest rate. */
export interface Money {
  amount: number
  /** ISO 4217 code. */
  currency: string
  date?: string | null | undefined
}

/**
 * The amount in US dollars: exact where it is in dollars, else to the dollar; undefined for a currency without rates.
 */
export function toDollars({ amount, currency, date }: Money): number | undefined {
  if (currency.toUpperCase() === 'USD') return amount
  const rate = dollarRate(currency, date ?? null)
  return rate && Math.round(amount * rate.usd_per_unit)
}

const money = z.object({
  amount: z.number(),
  currency: z.string().regex(/^[a-z]{3}$/i, 'Expected an ISO 4217 code such as EUR.'),
  date: z.string().nullish(),
})

/** US dollars in a line of a file: a number, or an amount of another currency, which is converted. */
export const usdAmount = measures(
  'dollars',
  z.union([
    z.number(),
    money.transform((amount, context) => {
      const dollars = toDollars(amount)
      if (dollars !== undefined) return dollars
      context.issues.push({
        code: 'custom',
        message: `No exchange rate for ${amount.currency.toUpperCase()} is known.`,
        input: amount.currency,
        path: ['currency'],
        // Otherwise the union only says that no form fits.
        continue: true,
      })
      return z.NEVER
    }),
  ]),
)

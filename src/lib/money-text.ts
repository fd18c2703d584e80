import { joinedScale, joinedScales, letteredSigns, scaleWords, withMoneyWords } from './money-words.ts'
import { findDecimalSign, parseNumber, type DecimalSign } from './number-text.ts'
import { withPlainDigits } from './plain-digits.ts'

/** An amount as a text gives it. */
export interface MoneyText {
  amount: number
  /** Sign, code or word as written (`€`, `EUR`, `euros`), in lower case; undefined where the text names none. */
  currency: string | undefined
  /** Whether the amount names its own scale: `3 bn`. */
  hasScale: boolean
}

const about = /^(?:about|around|approx\.?|approximately|roughly|circa|ca\.|ca(?=\s)|est\.?|estimated|~|≈)\s*/i
const aYear = /\s*(?:\/\s*(?:yr|year)|(?:per|a) (?:year|annum)|p\.\s?a\.?|annually|yearly)$/i

/**
 * Amount and currency of a text such as `€4.5M`, `CHF 2'500'000`, `1.2 Mrd. EUR` or `Rs. 5 crore`. Without `decimal`
 * the digits themselves tell the decimal sign, where they can.
 */
export function readMoneyText(text: string, decimal?: DecimalSign): MoneyText | undefined {
  const plain = withMoneyWords(withPlainDigits(text).trim().replace(about, '').replace(aYear, '')).trim()
  const digits = /\d(?:[\d.,'’\s_]*\d)?(?:(?<=\d[.,]\d+)e\+?\d{1,2}(?!\d))?/i.exec(plain)
  if (digits === null) return undefined
  const number = parseNumber(digits[0], decimal ?? findDecimalSign(digits[0]))
  const before = wordsAround(plain.slice(0, digits.index))
  const behind = wordsAround(plain.slice(digits.index + digits[0].length))
  if (number === undefined || before === undefined || behind === undefined) return undefined
  if (before.scale !== undefined && behind.scale !== undefined) return undefined
  const [one, other] = [before.currency, behind.currency]
  if (one !== undefined && other !== undefined && one !== other) return undefined
  const scale = before.scale ?? behind.scale
  // `Rp 5 M` are milliards in Indonesia.
  if (scale === 1e6 && /^(?:rp|idr)$/.test(one ?? other ?? '') && /\dM\b|\d\sM\b/.test(plain))
    return undefined
  const amount = Number((number * (scale ?? 1)).toPrecision(15))
  return {
    amount: before.isNegative ? -amount : amount,
    currency: one ?? other,
    hasScale: scale !== undefined,
  }
}

interface WordsAround {
  scale: number | undefined
  currency: string | undefined
  isNegative: boolean
}

/** The text before or behind the digits: a scale and a currency, and nothing else. */
function wordsAround(text: string): WordsAround | undefined {
  const around: WordsAround = { scale: undefined, currency: undefined, isNegative: false }
  if (text === '') return around
  const rest = text.replaceAll(
    /百万|千万|十億|十亿|\p{Script=Han}|[\p{L}\p{M}]*\p{Sc}|(?:(?!\p{Script=Han})[\p{L}\p{M}])+\.?/gu,
    (word) => (take(around, word) ? '' : '?'),
  )
  around.isNegative = /^\s*[-−]\s*$/.test(rest)
  return /^\s*[-−+]?\s*$/.test(rest) ? around : undefined
}

function take(around: WordsAround, word: string): boolean {
  const lower = word.toLowerCase().replace(/\.$/, '')
  const [, scale, currency] = letteredSigns.has(lower) ? [] : (joinedScale.exec(lower) ?? [])
  const factor = scale === undefined ? scaleWords[lower] : joinedScales[scale]
  if (factor !== undefined) {
    if (around.scale !== undefined) return false
    around.scale = factor
    if (currency === undefined) return true
  }
  const named = currency ?? lower
  if (around.currency !== undefined && around.currency !== named) return false
  around.currency = named
  return true
}

/** Currency and scale of a heading, as written: `Revenue (EUR)`, `Umsatz in T€`, `Sales ($M)`, `Revenue in millions`. */
export function moneyOfHeading(heading: string): { currency: string | undefined; scale: number | undefined } {
  const reading: { currency: string | undefined; scale: number | undefined } = {
    currency: undefined,
    scale: undefined,
  }
  for (const [word] of heading.matchAll(/\p{L}*\p{Sc}|\p{L}+|0{3}(?!\d)/gu)) {
    const lower = word.toLowerCase()
    const [, scale, currency] = letteredSigns.has(lower) ? [] : (joinedScale.exec(lower) ?? [])
    if (scale !== undefined) {
      reading.scale ??= joinedScales[scale]
      reading.currency ??= currency
    } else if (word === '000') reading.scale ??= 1e3
    else if (lower.length > 1 && scaleWords[lower] !== undefined) reading.scale ??= scaleWords[lower]
    else if (/\p{Sc}$/u.test(word) || usualCodes.test(word)) reading.currency ??= lower
    else if (/^[kmMK]$/.test(word)) reading.scale ??= scaleWords[lower]
  }
  return reading
}

const usualCodes =
  /^(?:usd|eur|gbp|chf|jpy|cny|inr|sek|nok|dkk|pln|czk|aud|cad|nzd|sgd|hkd|brl|mxn|zar|krw|try|aed|euros?|dollars?)$/i

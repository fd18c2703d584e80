import type { Bounds } from './mention.ts'
import { readComparisonAt, readComparisonBehind } from './comparison.ts'
import { buildPhrases, listRows } from './phrases.ts'
import { currencyBefore, currencyNames, letteredDollars } from './tables/currencies.ts'
import { numberWords } from './tables/numbers.ts'
import type { Comparison } from './tables/comparisons.ts'
import type { Word } from './words.ts'

/** A number or range as written, before it is known what it counts. */
export interface Quantity {
  from: number
  to: number
  bounds: Bounds
  /** A sign or code of money is at it. */
  currency?: string | undefined
  isPercent: boolean
  isAbout: boolean
  /** No comparison and no range: `200 employees`. */
  isExact: boolean
}

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  mila: 1e3,
  duizend: 1e3,
  grand: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mil_: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  millon: 1e6,
  milhoes: 1e6,
  milhao: 1e6,
  milioni: 1e6,
  milione: 1e6,
  miljoen: 1e6,
  mill: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  mrd: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  milliard: 1e9,
  bilhoes: 1e9,
  bilhao: 1e9,
  miliardi: 1e9,
  miliardo: 1e9,
  miljard: 1e9,
  crore: 1e7,
  crores: 1e7,
  lakh: 1e5,
  lakhs: 1e5,
  hundred: 100,
  hundert: 100,
  cent: 100,
}
const currencies: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }
const currencyTable = buildPhrases(listRows(currencyNames))
export const listCurrencyWords = () => [...currencyTable.vocabulary()]
/** Numbers of India, where they are rupees unless something else is said. */
const indianScales = new Set(['crore', 'crores', 'lakh', 'lakhs'])
/** Codes in capitals, but those that are words of questions: `TOP 20`, `ALL 50`. */
const currencyCodes = new Set(Intl.supportedValuesOf('currency')).difference(new Set(['TOP', 'ALL']))

/** The currency that words behind an amount name, and the word after them. */
function nameCurrency(words: readonly Word[], at: number): { currency: string; to: number } | undefined {
  const named = currencyTable.at(words, at)
  if (named !== undefined) return { currency: named.values[0]!, to: named.to }
  const { text = '' } = words[at] ?? {}
  return currencyCodes.has(text) ? { currency: text, to: at + 1 } : undefined
}

/** Where an amount begins that names its currency first: `CHF 20m`, `R$ 5M`, `Rs 5 crore`. */
function readCurrencyInFront(words: readonly Word[], at: number): string | undefined {
  const [word, next] = [words[at]!, words[at + 1]]
  if (next?.isNumber !== true) return undefined
  if (/^\$\s?$/.test(next.gap)) return letteredDollars[word.normal]
  if (!/^\.?\s?$/.test(next.gap)) return undefined
  return currencyCodes.has(word.text) ? word.text : currencyBefore[word.normal]
}
const toWords = new Set([
  'to',
  'and',
  'through',
  'till',
  'until',
  'bis',
  'und',
  'a',
  'y',
  'e',
  'et',
  'tot',
  'en',
  'ate',
  'hasta',
])

/** `and` and `to` as keyboards write them; only between two numbers. */
const slipsOfTo = new Set(
  'nad, adn, annd, andd, amd, abd, anf, ahd, ot, tto, tp, ro, untl, throught'.split(', '),
)

const wholeScales = new Set(['hundred', 'thousand', 'million', 'billion'])

interface Amount {
  value: number
  scale: number
  to: number
  currency: string | undefined
  isPercent: boolean
  hasPlus: boolean
}

/** The quantity that begins at a word, with its comparison (`at least 1k`, `50-200`, `$10M+`, `>= 20%`). */
export function readQuantityAt(words: readonly Word[], from: number, question: string): Quantity | undefined {
  const match = readComparisonAt(words, from)
  const start = match?.to ?? from
  const first = readAmountAt(words, start, question)
  if (first === undefined || isNegative(words, start)) return undefined
  const comparisonsHere = match?.values ?? []
  const isBetween = comparisonsHere.includes('between')
  const second = readSecond(words, first, question, isBetween)
  if (second !== undefined) return { from, ...buildRange(first, second, isBetween) }
  const comparison = comparisonsHere.find((each) => each !== 'between') ?? readSignBefore(words[start])
  return { from, ...readBound(words, first, comparison) }
}

/** `50-200`, `between $1 and 5 million`: the scale of the second is that of the first, where that would be tiny. */
function buildRange(first: Amount, second: Amount, isBetween: boolean): Omit<Quantity, 'from'> {
  const isShort = first.scale === 1 && second.scale > 1 && first.value < (second.value / second.scale) * 1000
  const low = isShort ? first.value * second.scale : first.value
  return {
    to: second.to,
    bounds: isBetween && second.value < low ? { low: second.value, high: low } : { low, high: second.value },
    currency: first.currency ?? second.currency,
    isPercent: first.isPercent || second.isPercent,
    isAbout: false,
    isExact: false,
  }
}

function readBound(
  words: readonly Word[],
  { value, scale, to, currency, isPercent, hasPlus }: Amount,
  before: Comparison | undefined,
): Omit<Quantity, 'from'> {
  const after = before === undefined ? readComparisonBehind(words, to) : undefined
  const comparison = before ?? after?.values[0]
  const isOpen = hasPlus && comparison === undefined
  const isContinuous = currency !== undefined || isPercent || scale >= 1e6
  return {
    to: after?.to ?? to,
    bounds: isOpen ? { low: value } : toBounds(comparison, value, isContinuous),
    currency,
    isPercent,
    isAbout: comparison === 'about',
    isExact: comparison === undefined && !hasPlus,
  }
}

/** The same number as the bound that words after it make of it: `50 employees or more`. */
export function readBoundBehind(
  quantity: Quantity,
  words: readonly Word[],
  at: number,
): { bounds: Bounds; to: number } {
  const { bounds, isExact } = quantity
  const match = isExact ? readComparisonBehind(words, at) : undefined
  return match === undefined || bounds.low === undefined
    ? { bounds, to: at }
    : { bounds: toBounds(match.values[0], bounds.low, true), to: match.to }
}

/** Counts are whole, so more than 50 is from 51 on; of money and shares the bound itself is taken with them. */
function toBounds(comparison: Comparison | undefined, value: number, isContinuous: boolean): Bounds {
  const step = isContinuous ? 0 : 1
  if (comparison === 'more') return { low: value + step }
  if (comparison === 'least') return { low: value }
  if (comparison === 'less') return { high: Math.max(0, value - step) }
  if (comparison === 'most') return { high: value }
  if (comparison === 'about') return { low: Math.round(value * 0.8), high: Math.round(value * 1.2) }
  return { low: value, high: value }
}

function readSignBefore(word: Word | undefined): Comparison | undefined {
  const sign = /([<>≥≤~]=?)\s*[$€£]?\s*$/.exec(word?.gap ?? '')?.[1]
  if (sign === undefined) return undefined
  if (sign === '~') return 'about'
  if (sign === '>') return 'more'
  if (sign === '<') return 'less'
  return sign === '≥' || sign === '>=' ? 'least' : 'most'
}

/** `-5`, after no other number: nothing is counted so. */
const isNegative = (words: readonly Word[], at: number): boolean =>
  /(^|\s)[-−]$/.test(words[at]?.gap ?? '') && words[at - 1]?.isNumber !== true

function readSecond(
  words: readonly Word[],
  first: Amount,
  question: string,
  isEitherWay: boolean,
): Amount | undefined {
  const next = words[first.to]
  if (next === undefined) return undefined
  if (/^\s*[-–—]\s*[$€£]?\s*$/.test(next.gap)) return readAmountAt(words, first.to, question)
  const isTo = toWords.has(next.normal) || slipsOfTo.has(next.normal)
  if (!isTo || !/^\s*$/.test(next.gap)) return undefined
  const second = readAmountAt(words, first.to + 1, question)
  // `between 500 and 10` is a range, whichever way it is said.
  return second !== undefined && (second.value > first.value || isEitherWay) ? second : undefined
}

function readAmountAt(words: readonly Word[], at: number, question: string): Amount | undefined {
  const word = words[at]
  if (word === undefined) return undefined
  const next = words[at + 1]
  const inFront = readCurrencyInFront(words, at)
  if (inFront !== undefined) {
    const amount = readAmountAt(words, at + 1, question)
    return amount && { ...amount, currency: inFront }
  }
  const value = readValue(word, next)
  if (value === undefined) return undefined
  const scale = readScale(next)
  const end = scale === undefined ? at + 1 : at + 2
  const behind = question.slice(words[end - 1]!.end, words[end]?.start ?? question.length)
  const money = currencyAt(words, { at, end, behind })
  const isPercentWord = percentWords.has(words[money.to]?.normal ?? '')
  return {
    value: value * (scale ?? 1),
    scale: scale ?? 1,
    to: isPercentWord ? money.to + 1 : money.to,
    currency: money.currency,
    isPercent: /^\s?%/.test(behind) || isPercentWord,
    hasPlus: /^\s?\+/.test(behind),
  }
}

const percentWords = new Set(['percent', 'prozent', 'pct', 'percento', 'procent'])

/** The number a word says; `a` says one in `over a thousand`. */
function readValue(word: Word, next: Word | undefined): number | undefined {
  if (word.isNumber) return parseNumber(word.text)
  const isOne = word.normal === 'a' && wholeScales.has(next?.normal ?? '')
  return isOne ? 1 : numberWords[word.normal]
}

/** What the word after a number multiplies it by: `10k`, `5 million`. */
function readScale(next: Word | undefined): number | undefined {
  const scale = next && /^\s?$/.test(next.gap) ? scales[next.normal] : undefined
  if (scale === undefined || next === undefined) return undefined
  return next.gap === '' || next.normal.length > 1 || /^[KMB]$/.test(next.text) ? scale : undefined
}

/** The currency of a sign before or behind an amount. */
const readSign = (before: string, behind: string): string | undefined =>
  currencies[/([$€£¥₹])\s*$/.exec(before)?.[1] ?? ''] ?? currencies[/^\s?([$€£¥₹])/.exec(behind)?.[1] ?? '']

const isOf = (word: Word | undefined) => /^(de|d|di|do|of)$/.test(word?.normal ?? '')

/** The currency behind an amount: `pesos`, also of `10 millones de pesos`; `us` is one where it has a sign of its own. */
function readCurrencyBehind(
  words: readonly Word[],
  end: number,
): { currency: string; to: number } | undefined {
  const at = isOf(words[end]) && currencyTable.at(words, end + 1) !== undefined ? end + 1 : end
  const named = nameCurrency(words, at)
  const isUs = words[at]?.normal === 'us' && named?.to === at + 1
  return isUs && !/\$/.test(words[at + 1]?.gap ?? '') ? undefined : named
}

/** The currency of an amount, by the sign at it or the word after it. */
function currencyAt(
  words: readonly Word[],
  { at, end, behind }: { at: number; end: number; behind: string },
): { currency: string | undefined; to: number } {
  const sign = readSign(words[at]!.gap, behind)
  const named = readCurrencyBehind(words, end)
  if (named !== undefined) return { currency: sign ?? named.currency, to: named.to }
  return { currency: sign ?? (indianScales.has(words[end - 1]!.normal) ? 'INR' : undefined), to: end }
}

/** `1,000`, `1.000`, `1.5`, `1,5`: a mark before three digits divides thousands. */
function parseNumber(text: string): number {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''))
  return Number(text.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.'))
}

import {
  findCallingCode,
  hasTrunkZero,
  normalizePhone,
  phonePlan,
  withoutExtension,
} from '../../../lib/phone.ts'
import type { Healed } from './heal-text.ts'

/** Evidence of the country of a national number. Countries are alpha-2. */
export interface PhoneEvidence {
  /** Said outright: by the row's country, or by the instructions. */
  country?: string | undefined
  /** Where the row's state, city or address may be. */
  places: readonly string[]
  /** What the other rows, and the endings of addresses, point to; evidence of one country only when they agree. */
  others: readonly string[]
}

export const noEvidence: PhoneEvidence = { places: [], others: [] }

/** Whose readings are shown of a number that nothing tells anything about. */
const largestCountries = ['US', 'CN', 'DE', 'GB', 'FR', 'RU']
const maxReadings = 4

interface Reading {
  value: string | undefined
  /** What it may be, where it can be told no better. */
  may: string[]
}

/**
 * A number in E.164, its extension after it; several in a cell: each, joined. A national form is read only where the
 * evidence leaves one number; what may be several stays as it is, with its readings.
 */
export function healPhone(text: string, evidence: PhoneEvidence): Healed {
  const parts = text
    .split(/\s*(?:;(?!ext=)|\||,(?=\s*[+(\d])|:::|\bor\b|\boder\b|\s\/\s(?=\+|0))\s*/i)
    .filter((part) => part !== '')
  const read = parts.map((part) => readPart(part, evidence))
  const values = read.flatMap(({ value }) => value ?? [])
  if (values.length === 0 || values.length < read.length) {
    const readings = [...new Set(read.flatMap(({ value, may }) => (value === undefined ? may : [])))]
    if (readings.length === 0) return { value: text, changes: [], problem: 'invalid' }
    return { value: text, changes: [], problem: 'ambiguous', readings: readings.slice(0, maxReadings) }
  }
  const value = [...new Set(values)].join('; ')
  return { value, changes: value === text ? [] : ['format'] }
}

function readPart(part: string, evidence: PhoneEvidence): Reading {
  const { bare, extension } = withoutWords(part)
  const text = /e\+?\d/i.test(bare) ? scientific(bare) : bare
  if (text === undefined) return { value: undefined, may: [] }
  const whole = (number: string) => (extension === undefined ? number : `${number} ext. ${extension}`)
  const explicit = international(text, evidence.country)
  const { value, may } = explicit ?? nationally(text, evidence)
  return { value: value === undefined ? undefined : whole(value), may: may.map(whole) }
}

function withoutWords(part: string): { bare: string; extension: string | undefined } {
  const { number, extension } = withoutExtension(part)
  const bare = number
    .replace(/^(?:tel|telefon|phone|mobile|mobil|cell|fax|handy|t|m|f|p|ph)\b\s*[.:]*\s*/i, '')
    // `+49 (0)30`: the zero is for calls from inside.
    .replace(/(\+\d{1,3}\s*)\(0\)/, '$1')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/^(\d+)\.0$/, '$1')
    .trim()
  return { bare, extension }
}

/** A number that says its country: by a plus, or by the dialling prefix of most of the world. */
function international(text: string, country: string | undefined): Reading | undefined {
  const dialled = /^00\s?[1-9]/.test(text) ? `+${text.slice(2).trim()}` : undefined
  const plus = text.startsWith('+') ? text : dialled
  if (plus === undefined) return undefined
  // Countries dial out by other prefixes, too: `001` of Hong Kong.
  const number =
    (text.startsWith('+') || country === undefined ? undefined : normalizePhone(text, country)) ??
    normalizePhone(plus)
  if (number === undefined) return { value: undefined, may: [] }
  // `+8 (495)`: what comes before the brackets is not a country's code, so the plus is a slip or the eight is.
  const first = /^\+\s*\(?(\d+)/.exec(plus)?.[1] ?? ''
  const { callingCode = '' } = phonePlan(number) ?? {}
  return first.length < callingCode.length
    ? { value: undefined, may: [formatNumber(number)] }
    : { value: number, may: [] }
}

/** `(202) 555-0123`, which North America writes. */
const american = /^\(?[2-9]\d\d\)?[-. ]\s?[2-9]\d\d[-. ]\d{4}$/

function nationally(text: string, { country, places, others }: PhoneEvidence): Reading {
  const isSure = country !== undefined || places.length > 0
  const fromPlaces = places.length > 0 ? places : others
  const countries = country === undefined ? fromPlaces : [country]
  const numbers = new Set(
    chooseCountries(text, country, countries).flatMap((country) => numbersIn(text, country)),
  )
  const [only] = numbers
  const isOne = numbers.size === 1 && (isSure || new Set(countries.map(findCallingCode)).size === 1)
  if (isOne && only !== undefined && isOfCountries(only, countries) && (isSure || isWhole(text, only)))
    return { value: only, may: [formatNumber(only)] }
  if (numbers.size === 0 && country === undefined)
    for (const country of largestCountries) for (const number of numbersIn(text, country)) numbers.add(number)
  const abroad = withPlus(text)
  if (abroad !== undefined) numbers.add(abroad)
  return { value: undefined, may: [...numbers].map(formatNumber) }
}

/** Whose numbers a text is tried as. What looks American is, where the row may be, and makes doubtful what the others say. */
function chooseCountries(
  text: string,
  country: string | undefined,
  countries: readonly string[],
): readonly string[] {
  if (!american.test(text)) return countries
  return country === undefined && countries.includes('US') ? ['US'] : [...countries, 'US']
}

/** The numbers a text may be in a country: the national one, and the one that begins with the country's own code. */
function numbersIn(text: string, country: string): string[] {
  const abroad = withPlus(text)
  const own = abroad !== undefined && isOfCountries(abroad, [country]) ? abroad : undefined
  return [normalizePhone(text, country), own].flatMap((number) => number ?? [])
}

/** Digits that begin with a country's code, as systems keep them that drop the plus. */
function withPlus(text: string): string | undefined {
  return /^[1-9][\d\s()./-]{8,}$/.test(text) ? normalizePhone(`+${text.replace(/\D/g, '')}`) : undefined
}

/** By other rows alone nothing is known of a number that lacks the zero its country's numbers begin with. */
function isWhole(text: string, number: string): boolean {
  return number === withPlus(text) || text.replace(/\D/g, '').startsWith('0') || !hasTrunkZero(number)
}

/** Countries of one numbering plan count as one: the form does not tell Canada from the United States. */
function isOfCountries(number: string, countries: readonly string[]): boolean {
  const code = phonePlan(number)?.callingCode
  return code !== undefined && countries.some((country) => findCallingCode(country) === code)
}

function formatNumber(number: string): string {
  const country = phonePlan(number)?.country
  return country === undefined ? number : `${number} (${country})`
}

/** `4.915112345678E+12`, what spreadsheets make of a number; lost digits are not made up. */
function scientific(text: string): string | undefined {
  const match = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i.exec(text.replace(/\s/g, ''))
  if (match === null) return undefined
  const [, first = '', decimals = '', power = ''] = match
  return decimals.length === Number(power) ? first + decimals : undefined
}

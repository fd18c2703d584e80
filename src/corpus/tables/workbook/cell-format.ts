import { dateFromSerial, format, getFormatDateInfo, isDateFormat, tokenize, type Token } from 'numfmt'

/** What becomes of a number of a format. */
type Reading = (value: number) => string

const readings = new Map<string, Reading>()
const maxReadings = 2_000

/**
 * A number of a sheet as the text of a cell. A format that pads it, or writes signs in front or between (`00000`, `"+"0`),
 * is followed: it makes an id or a telephone number. Dates are ISO 8601, shares have their `%`, amounts their currency;
 * what only rounds or groups is left out.
 */
export function numberText(raw: string, pattern: string | undefined, epoch1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (pattern === undefined || pattern === 'General' || pattern === '@') return plainNumber(value, raw)
  let reading = readings.get(pattern)
  if (reading === undefined) {
    reading = makeReading(pattern)
    if (readings.size < maxReadings) readings.set(pattern, reading)
  }
  if (reading === plain) return plainNumber(value, raw)
  return reading(toSerial(value, pattern, epoch1904))
}

/** A number of a sheet as one of those that count days from 1900; only dates differ. */
export const toSerial = (value: number, pattern: string | undefined, epoch1904: boolean): number =>
  epoch1904 && pattern !== undefined && isDate(pattern) ? value + daysTo1904 : value

/** Between the two days that sheets count from. */
const daysTo1904 = 1_462

/** Long numbers are ids and telephone numbers, never 4.9E+12; sheets keep fifteen digits of a fraction. */
function plainNumber(value: number, raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw
  if (Number.isInteger(value)) return BigInt(value).toString()
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}

const plain: Reading = (value) => plainNumber(value, String(value))

const isDate = (pattern: string): boolean => {
  try {
    return isDateFormat(pattern)
  } catch {
    return false
  }
}

function makeReading(pattern: string): Reading {
  let tokens: Token[]
  try {
    if (isDateFormat(pattern)) return dateReading(pattern)
    tokens = tokenize(pattern)
  } catch {
    return plain
  }
  const [first = []] = splitSections(tokens)
  const types = new Set(first.map(({ type }) => type))
  if (types.has('PERCENT')) return (value) => `${plain(Number((value * 100).toPrecision(15)))}%`
  const currency = findCurrency(first)
  if (currency !== undefined)
    return (value) => (currency.isBefore ? currency.sign + plain(value) : plain(value) + currency.sign)
  const isShown = splitSections(tokens).every(isPadded) && first.some(isMark)
  // Of a fraction such a format shows a part alone.
  return isShown ? (value) => (Number.isInteger(value) ? shownBy(pattern, value) : plain(value)) : plain
}

function shownBy(pattern: string, value: number): string {
  try {
    return format(pattern, value, { throws: true }).trim()
  } catch {
    return plain(value)
  }
}

/** Sections of a format: of positive numbers, negative ones, nothing, text. */
function splitSections(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]]
  for (const token of tokens)
    if (token.type === 'BREAK') sections.push([])
    else sections.at(-1)!.push(token)
  return sections
}

const digits = new Set(['ZERO', 'HASH', 'GENERAL'])
const silent = new Set(['COLOR', 'CONDITION', 'LOCALE', 'SKIP', 'FILL', 'MODIFIER'])
const written = new Set(['STRING', 'ESCAPED', 'CHAR', 'PLUS', 'MINUS', 'PAREN', 'SPACE', 'DIGIT'])

/** A section of digits with signs in front and between; words after them are units. */
function isPadded(section: readonly Token[]): boolean {
  const last = section.findLastIndex(({ type }) => digits.has(type))
  return section.every(
    ({ type }, index) =>
      type === 'TEXT' ||
      digits.has(type) ||
      silent.has(type) ||
      (written.has(type) && (index < last || last === -1)),
  )
}

/** Digits that are there in any case, or signs. */
function isMark({ type }: Token, _index: number, section: readonly Token[]): boolean {
  if (type === 'ZERO') return section.filter((other) => other.type === 'ZERO').length > 1
  return written.has(type) && type !== 'SPACE'
}

const currencies =
  /^(?:\p{Sc}|kr\.?|CHF|EUR|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|CNY|RMB|INR|Rs\.?|AUD|CAD|NZD|SGD|HKD|BRL|MXN|ZAR|TRY|R\$|[A-Z]{1,3}\$|zł|Kč|Ft|lei|Fr\.?)$/u

/** The sign of a currency and the side it stands on. */
function findCurrency(section: readonly Token[]): { sign: string; isBefore: boolean } | undefined {
  const firstDigit = section.findIndex(({ type }) => digits.has(type) || type === 'DIGIT')
  for (const [index, { type, raw, value }] of section.entries()) {
    // `[$€-407]`
    const named = type === 'LOCALE' ? /^\[\$([^-\]]+)/.exec(raw)?.[1] : String(value ?? raw)
    const sign = named?.trim() ?? ''
    if (type !== 'CURRENCY' && (sign === '' || !currencies.test(sign))) continue
    const isBefore = index < firstDigit
    const isWord = /\p{L}$/u.test(sign)
    return { sign: isBefore ? sign + (isWord ? ' ' : '') : (isWord ? ' ' : '') + sign, isBefore }
  }
  return undefined
}

function dateReading(pattern: string): Reading {
  const info = getFormatDateInfo(pattern)
  if (/\[(?:h+|m+|s+)\]/i.test(pattern)) return (value) => shownBy(pattern, value)
  if (!info.year && !info.month && !info.day) return (value) => isoParts(value)?.time ?? plain(value)
  return (value) => {
    const parts = isoParts(value)
    if (parts === undefined) return plain(value)
    return parts.time === '00:00:00' ? parts.date : `${parts.date}T${parts.time}`
  }
}

/** Undefined for a number that no day has. */
function isoParts(value: number): { date: string; time: string } | undefined {
  if (value < 0 || value > 2_958_466) return undefined
  const [year, month, day, hour, minute, second] = dateFromSerial(value).map(padded) as string[]
  return { date: `${year!.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` }
}

const padded = (part: number) => String(part).padStart(2, '0')

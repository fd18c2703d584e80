import { dayOfSerial } from '../../../lib/serial-day.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?)?)?$/
const tokenPattern = /YYYY|YY|MMMM|MMM|MM|M|DD|D/g

type Part = 'year' | 'month' | 'monthName' | 'day'

const tokens: Record<string, { pattern: string; part: Part }> = {
  YYYY: { pattern: '(\\d{4})', part: 'year' },
  YY: { pattern: '(\\d{2})', part: 'year' },
  MMMM: { pattern: '(\\p{L}+)\\.?', part: 'monthName' },
  MMM: { pattern: '(\\p{L}+)\\.?', part: 'monthName' },
  MM: { pattern: '(\\d{1,2})', part: 'month' },
  M: { pattern: '(\\d{1,2})', part: 'month' },
  DD: { pattern: '(\\d{1,2})', part: 'day' },
  D: { pattern: '(\\d{1,2})', part: 'day' },
}

/** Turns a value into `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; undefined when it is no such date. */
export type DateReader = (value: unknown) => string | undefined

/**
 * A reader of dates in a format: `iso`, `unix` and `unix_ms` (numbers), `serial` (the number by which spreadsheets keep a day: 45231
 * is 2023-11-01; of 1927 and later, since smaller ones are years), or a pattern of YYYY, YY, MMMM or MMM (English
 * month names), MM, M, DD and D, which must match the whole text. Without a format: ISO 8601, with what is
 * known of it, and years as numbers; times are cut off. Undefined for a format without a year. `zone` is the time zone
 * whose day a number names.
 */
export function dateReader(format?: string, zone = 'UTC'): DateReader | undefined {
  if (format === undefined) return readIso
  const perUnit = perEpochUnit(format)
  if (perUnit !== undefined) return (value) => toDay(Number(value) * perUnit, zone)
  if (format === 'serial') return readSerialDay
  if (format === 'iso') return readIso
  const parts: Part[] = []
  const escaped = format.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
  const pattern = escaped.replace(tokenPattern, (token) => {
    parts.push(tokens[token]!.part)
    return tokens[token]!.pattern
  })
  if (!parts.includes('year')) return undefined
  const expression = new RegExp(`^${pattern}$`, 'iu')
  return (value) => {
    const match = expression.exec(String(value).trim())
    return match ? assembled(parts, match) : undefined
  }
}

function assembled(parts: Part[], match: RegExpExecArray): string | undefined {
  const partValues: Partial<Record<Part, number>> = {}
  parts.forEach((part, index) => {
    const text = match[index + 1]!
    if (part === 'monthName') partValues.month = months.indexOf(text.slice(0, 3).toLowerCase()) + 1
    // Two-digit years: 69 and later are of the last century, as in POSIX.
    else if (part === 'year' && text.length === 2)
      partValues.year = Number(text) + (Number(text) < 69 ? 2000 : 1900)
    else partValues[part] = Number(text)
  })
  return calendar(partValues.year!, partValues.month, partValues.day)
}

function readSerialDay(value: unknown): string | undefined {
  const text = String(value).trim()
  return /^[1-6]\d{4}(?:[.,]\d+)?$/.test(text)
    ? dayOfSerial(Math.trunc(Number.parseInt(text, 10)))
    : undefined
}

function readIso(value: unknown): string | undefined {
  const match = iso.exec(String(value).trim())
  if (!match) return undefined
  return calendar(Number(match[1]), numeric(match[2]), numeric(match[3]))
}

function numeric(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** Milliseconds of the unit that seconds, or milliseconds, since 1970 are counted in. */
function perEpochUnit(format: string | undefined): number | undefined {
  if (format === 'unix') return 1000
  return format === 'unix_ms' ? 1 : undefined
}

/** The calendar day a moment falls on in a time zone. */
function toDay(ms: number, zone: string): string | undefined {
  const instant = toInstant(ms)
  if (instant === undefined || zone === 'UTC') return instant?.slice(0, 10)
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const of = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${of['year']?.padStart(4, '0')}-${of['month']}-${of['day']}`
}

function toInstant(ms: number): string | undefined {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return undefined
  const text = new Date(ms).toISOString()
  return text.length === 24 ? text : undefined
}

const clockTime = /^\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}/

/**
 * A reader of moments: seconds or milliseconds since 1970 (`unix`, `unix_ms`), or a date with a time in ISO 8601, as UTC
 * where it names no zone. A date without a time stays one. Undefined for other formats.
 */
export function momentReader(format?: string): DateReader | undefined {
  const perUnit = perEpochUnit(format)
  if (perUnit !== undefined) return (value) => toInstant(Number(value) * perUnit)
  if (format !== undefined) return undefined
  return (value) => {
    const text = String(value).trim()
    if (!clockTime.test(text)) return readIso(text)
    const zoned = text.replace(' ', 'T')
    const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(zoned)
    return toInstant(Date.parse(hasZone ? zoned : `${zoned}Z`))
  }
}

function calendar(year: number, month?: number, day?: number): string | undefined {
  if (month === undefined) return String(year).padStart(4, '0')
  if (month < 1 || month > 12) return undefined
  const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  if (day === undefined) return start
  const days = new Date(Date.UTC(2000, month, 0)).getUTCDate()
  const isLeapDay = month === 2 && day === 29
  if (day < 1 || day > days || (isLeapDay && new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1))
    return undefined
  return `${start}-${String(day).padStart(2, '0')}`
}

import type { Healed } from './heal-text.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** Months in English, German, French, Spanish, Portuguese, Italian, Dutch; their first letters tell them. */
const months: string[][] = [
  'jan january januar janvier enero ene janeiro gennaio gen januari jän jänner',
  'feb february februar février fevrier fév fev febrero fevereiro febbraio februari',
  'mar march märz marz mrz mars marzo março marco maart mrt',
  'apr april avril avr abril abr aprile',
  'may mai mayo maio maggio mag mei',
  'jun june juni juin junio junho giugno giu',
  'jul july juli juillet juil julio julho luglio lug',
  'aug august août aout agosto ago augustus',
  'sep sept september septembre septiembre setembro set settembre',
  'oct october oktober okt octobre octubre outubro out ottobre ott',
  'nov november novembre noviembre novembro',
  'dec december dezember dez décembre decembre diciembre dic dezembro dicembre',
].map((names) => names.split(' '))

const monthOf = new Map(months.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))

const time = String.raw`(?:[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2}|UTC|GMT)?)?`
const numeric = new RegExp(String.raw`^(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?${time}$`, 'i')
const compact = /^(\d{4})(\d{2})(\d{2})$/
const dayFirst = new RegExp(
  String.raw`^(?:\p{L}+,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.|er|º)?[\s-]*(?:de\s+)?(\p{L}{3,})\.?[\s,-]*(?:de\s+|del\s+)?('?\d{2}|\d{4})${time}$`,
  'iu',
)
const monthFirst = new RegExp(
  String.raw`^(?:\p{L}+,\s+)?(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}$`,
  'iu',
)

interface Numbers {
  parts: [string, string, string]
  separator: string
  clock: (string | undefined)[]
}

/** Whether a text can be a date at all. */
export function looksLikeDate(text: string): boolean {
  if (text.length > 40) return false
  return numbersOf(text) !== undefined || named(text) !== undefined
}

/**
 * The order of day and month in a column, as far as its cells tell: a 13 or more can be no month. Undefined when no cell
 * tells, or when they tell different things.
 */
export function dateOrderOf(
  cells: readonly string[],
  fallback: DateOrder | undefined,
): DateOrder | undefined {
  let [day, month, dots] = [0, 0, 0]
  for (const cell of cells) {
    const found = numbersOf(cell.trim())
    if (found === undefined || found.parts[0].length === 4) continue
    if (Number(found.parts[0]) > 12) day += 1
    if (Number(found.parts[1]) > 12) month += 1
    if (found.separator === '.') dots += 1
  }
  if (day > 0 !== month > 0) return day > 0 ? 'dmy' : 'mdy'
  if (day > 0) return day > month * 20 ? 'dmy' : month > day * 20 ? 'mdy' : fallback
  return dots > 0 ? 'dmy' : fallback
}

/** A date as `2024-01-31`, with the time behind a T where there is one. */
export function healDate(text: string, order: DateOrder | undefined): Healed {
  const read = named(text) ?? compactOf(text)
  if (read !== undefined) return healed(text, read)
  const found = numbersOf(text)
  if (found === undefined) return { value: text, changes: [], problem: 'invalid' }
  const [a, b, c] = found.parts
  const isoFirst = a.length === 4
  const used = isoFirst ? 'ymd' : orderOf(Number(a), Number(b), order)
  if (used === undefined) return { value: text, changes: [], problem: 'ambiguous' }
  const [year, month, day] = used === 'ymd' ? [a, b, c] : used === 'dmy' ? [c, b, a] : [c, a, b]
  const date = calendar(yearOf(year), Number(month), Number(day))
  if (date === undefined) return { value: text, changes: [], problem: 'invalid' }
  return healed(text, date + clockOf(found.clock))
}

/** What a cell itself says comes before what its column says. */
function orderOf(first: number, second: number, order: DateOrder | undefined): DateOrder | undefined {
  if (first > 31) return 'ymd'
  if (first > 12) return second > 12 ? undefined : order === 'ymd' ? 'ymd' : 'dmy'
  if (second > 12) return 'mdy'
  return first === second && order === undefined ? 'dmy' : order
}

function numbersOf(text: string): Numbers | undefined {
  const found = numeric.exec(text)
  if (found === null) return undefined
  const [, a = '', separator = '', b = '', c = '', ...clock] = found
  // A year at one end; 1.2.3 is a version and 12.03.555 nothing.
  const isDate = (a.length === 4 && c.length <= 2) || (a.length <= 2 && (c.length === 4 || c.length === 2))
  return isDate ? { parts: [a, b, c], separator, clock } : undefined
}

function named(text: string): string | undefined {
  const first = dayFirst.exec(text)
  if (first !== null) {
    const [, day, name = '', year = '', ...clock] = first
    return spelled({ day: Number(day), name, year, clock })
  }
  const second = monthFirst.exec(text)
  if (second === null) return undefined
  const [, name = '', day, year = '', ...clock] = second
  return spelled({ day: Number(day), name, year, clock })
}

function spelled(parts: {
  day: number
  name: string
  year: string
  clock: (string | undefined)[]
}): string | undefined {
  const month = monthOf.get(parts.name.toLowerCase())
  if (month === undefined) return undefined
  const date = calendar(yearOf(parts.year.replace("'", '')), month, parts.day)
  return date === undefined ? undefined : date + clockOf(parts.clock)
}

function compactOf(text: string): string | undefined {
  const found = compact.exec(text)
  if (found === null) return undefined
  const year = Number(found[1])
  return year < 1900 || year > 2100 ? undefined : calendar(year, Number(found[2]), Number(found[3]))
}

/** Two digits: 69 and later are of the last century, as in POSIX. */
const yearOf = (text: string) =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 69 ? 2000 : 1900)

function calendar(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

function clockOf([hours, minutes, seconds, half]: (string | undefined)[]): string {
  if (hours === undefined || minutes === undefined) return ''
  let hour = Number(hours)
  if (half !== undefined) hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return ''
  const second = seconds === undefined ? '' : `:${seconds}`
  return `T${String(hour).padStart(2, '0')}:${minutes}${second}`
}

const healed = (text: string, value: string): Healed => ({ value, changes: value === text ? [] : ['format'] })

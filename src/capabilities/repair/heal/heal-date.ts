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

/** From Sunday on; a date that stands beside another day is none. */
const weekdayOf = new Map(
  [
    'sun sunday sonntag dimanche dim domingo dom domenica zondag',
    'mon monday montag lundi lun lunes segunda lunedì lunedi maandag',
    'tue tues tuesday dienstag mardi mar martes terça martedì martedi dinsdag',
    'wed wednesday mittwoch mercredi mer miércoles miercoles mié quarta mercoledì mercoledi woensdag',
    'thu thur thurs thursday donnerstag jeudi jeu jueves jue quinta giovedì giovedi donderdag',
    'fri friday freitag vendredi ven viernes vie sexta venerdì venerdi vrijdag',
    'sat saturday samstag sonnabend samedi sam sábado sabado sáb sabato sab zaterdag',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at] as const)),
)

const monthOf = new Map(months.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))

const time = String.raw`(?:[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d{2}(?::?\d{2})?|UTC|GMT)?)?`
const numeric = new RegExp(String.raw`^(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?${time}$`, 'i')
const compact = /^(\d{4})(\d{2})(\d{2})$/
const dayFirst = new RegExp(
  String.raw`^(?:(\p{L}+)\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.|er|º)?[\s-]*(?:de\s+)?(\p{L}{3,})\.?[\s,-]*(?:de\s+|del\s+)?('?\d{2}|\d{4})${time}$`,
  'iu',
)
const monthFirst = new RegExp(
  String.raw`^(?:(\p{L}+)\.?,\s+)?(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}$`,
  'iu',
)

interface Numbers {
  parts: [string, string, string]
  separator: string
  clock: (string | undefined)[]
}

/** What is known of the column a date stands in. */
export interface DateContext {
  order?: DateOrder | undefined
  /** Of people: it lies in the past, and of two centuries neither can be ruled out by its age. */
  isBirth: boolean
  /** The year it is read in. */
  year: number
}

interface Found {
  year: string
  month: number
  day: number
  clock: (string | undefined)[]
  weekday?: string | undefined
}

/** Whether a text can be a date at all. */
export function looksLikeDate(text: string): boolean {
  if (text.length > 40) return false
  return numbersOf(text) !== undefined || named(text) !== undefined
}

const orders: DateOrder[] = ['dmy', 'mdy', 'ymd']

/**
 * The order all dates of a column can be in, as far as its cells tell: a 13 or more can be no month. Undefined when
 * several can be, or when they tell different things.
 */
export function dateOrderOf(cells: readonly string[]): DateOrder | undefined {
  const possible = new Set<DateOrder>(orders)
  for (const cell of cells) {
    const found = numbersOf(cell.trim())
    if (found === undefined || found.parts[0].length === 4) continue
    const fitting = orders.filter((order) => ordered(found, order) !== undefined)
    if (fitting.length === 0) continue
    for (const order of possible) if (!fitting.includes(order)) possible.delete(order)
  }
  const [only] = possible
  return possible.size === 1 ? only : undefined
}

/** A date as `2024-01-31`, with the time and its zone behind a T where there are any. Left alone when it may be several. */
export function healDate(text: string, context: DateContext): Healed {
  const found = named(text) ?? compactOf(text)
  const read = found === undefined ? numericOf(text, context.order) : [found]
  const readings = [...new Set(read.flatMap((one) => datesOf(one, context)))]
  const [value] = readings
  if (value === undefined) return { value: text, changes: [], problem: 'invalid' }
  if (readings.length > 1) return { value: text, changes: [], problem: 'ambiguous', readings }
  return { value, changes: value === text ? [] : ['format'] }
}

/** Every date a text of numbers may be; the order of its column decides where it can be right. */
function numericOf(text: string, order: DateOrder | undefined): Found[] {
  const found = numbersOf(text)
  if (found === undefined) return []
  const told = order === undefined ? undefined : ordered(found, order)
  if (told !== undefined) return [told]
  return orders.flatMap((one) => ordered(found, one) ?? [])
}

/** What the numbers say in an order; undefined when they cannot be in it. */
function ordered({ parts: [a, b, c], separator, clock }: Numbers, order: DateOrder): Found | undefined {
  const isYearFirst = a.length === 4
  // `04.03.24` begins with no year anywhere, nor does `4/3/24`.
  const canBeYear = isYearFirst || (separator !== '.' && [a, b, c].every(({ length }) => length === 2))
  if (order === 'ymd' ? !canBeYear : isYearFirst) return undefined
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  const isReal = centuriesOf(year).some((full) => calendar(full, Number(month), Number(day)) !== undefined)
  return isReal ? { year, month: Number(month), day: Number(day), clock } : undefined
}

function datesOf({ year, month, day, clock, weekday }: Found, context: DateContext): string[] {
  const time = clockOf(clock)
  if (time === undefined) return []
  const years =
    year.length === 4 ? [Number(year)] : centuriesOf(year).filter((full) => isLikely(full, context))
  return years.flatMap((full) => {
    const date = calendar(full, month, day)
    const isRight = date !== undefined && (weekday === undefined || isWeekday(date, weekday))
    return isRight ? [date + time] : []
  })
}

const centuriesOf = (year: string) =>
  year.length === 4 ? [Number(year)] : [1900 + Number(year), 2000 + Number(year)]

/** Nobody is born in the future. Other dates are at most thirty years ahead and less than ninety years old. */
function isLikely(full: number, { isBirth, year }: DateContext): boolean {
  return isBirth ? full <= year && full > year - 115 : full <= year + 30 && full > year - 90
}

function numbersOf(text: string): Numbers | undefined {
  const found = numeric.exec(text)
  if (found === null) return undefined
  const [, a = '', separator = '', b = '', c = '', ...clock] = found
  // A year at one end; 1.2.3 is a version and 12.03.555 nothing.
  const isDate = (a.length === 4 && c.length <= 2) || (a.length <= 2 && (c.length === 4 || c.length === 2))
  return isDate ? { parts: [a, b, c], separator, clock } : undefined
}

function named(text: string): Found | undefined {
  const first = dayFirst.exec(text)
  const second = first === null ? monthFirst.exec(text) : null
  const [, weekday, one = '', other = '', year = '', ...clock] = first ?? second ?? []
  const [day, name] = first === null ? [other, one] : [one, other]
  const month = monthOf.get(name.toLowerCase())
  // `before 4 March 2024` is no date.
  if (month === undefined || (weekday !== undefined && !weekdayOf.has(weekday.toLowerCase())))
    return undefined
  return { year: year.replace("'", ''), month, day: Number(day), clock, weekday }
}

function compactOf(text: string): Found | undefined {
  const [, year = '', month, day] = compact.exec(text) ?? []
  const isYear = Number(year) >= 1900 && Number(year) <= 2100
  return isYear ? { year, month: Number(month), day: Number(day), clock: [] } : undefined
}

function isWeekday(date: string, weekday: string): boolean {
  return new Date(date).getUTCDay() === weekdayOf.get(weekday.toLowerCase())
}

function calendar(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** The time with its zone; undefined for what is no time of a day. */
function clockOf([hours, minutes, seconds, half, zone]: (string | undefined)[]): string | undefined {
  if (hours === undefined || minutes === undefined) return ''
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59 || Number.parseInt(seconds ?? '0', 10) > 59) return undefined
  const offset = zoneOf(zone)
  const second = seconds === undefined ? '' : `:${seconds.replace(',', '.')}`
  return offset === undefined ? undefined : `T${String(hour).padStart(2, '0')}:${minutes}${second}${offset}`
}

function zoneOf(zone: string | undefined): string | undefined {
  if (zone === undefined) return ''
  if (/^[a-z]/i.test(zone)) return 'Z'
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${hours}:${minutes}`
}

import {
  readDateNumbers,
  isWeekday,
  readNamedDate,
  type DateNumbers,
  type NamedDate,
} from '../../../corpus/tables/index.ts'
import type { Healed } from './heal-text.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

const compact = /^(\d{4})(\d{2})(\d{2})$/

type DateReading = NamedDate

/** Facts on the column a date is in. */
export interface DateContext {
  order?: DateOrder | undefined
  /** Of people: it lies in the past, and of two centuries neither can be ruled out by its age. */
  isBirth: boolean
  /** The year it is read in. */
  year: number
}

const orders: DateOrder[] = ['dmy', 'mdy', 'ymd']

/**
 * The order all dates of a column can be in, as far as its cells tell: a 13 or more cannot be a month. Undefined when
 * several can be, or when they tell different things.
 */
export function findDateOrder(cells: readonly string[]): DateOrder | undefined {
  const possible = new Set<DateOrder>(orders)
  for (const cell of cells) {
    const numbers = readDateNumbers(cell.trim())
    if (numbers === undefined || numbers.parts[0].length === 4) continue
    const fitting = orders.filter((order) => ordered(numbers, order) !== undefined)
    if (fitting.length === 0) continue
    for (const order of possible) if (!fitting.includes(order)) possible.delete(order)
  }
  const [only] = possible
  return possible.size === 1 ? only : undefined
}

/** A date as `2024-01-31`, with the time and its zone after a T where there are any. Left alone when it may be several. */
export function healDate(text: string, context: DateContext): Healed {
  const date = readNamedDate(text) ?? readCompactDate(text)
  const read = date === undefined ? readNumericDates(text, context.order) : [date]
  const readings = [...new Set(read.flatMap((one) => listDates(one, context)))]
  const [value] = readings
  if (value === undefined) return { value: text, changes: [], problem: 'invalid' }
  if (readings.length > 1) return { value: text, changes: [], problem: 'ambiguous', readings }
  return { value, changes: value === text ? [] : ['format'] }
}

/** Every date a text of numbers may be; the order of its column decides where it can be right. */
function readNumericDates(text: string, order: DateOrder | undefined): DateReading[] {
  const numbers = readDateNumbers(text)
  if (numbers === undefined) return []
  const date = order === undefined ? undefined : ordered(numbers, order)
  if (date !== undefined) return [date]
  return orders.flatMap((one) => ordered(numbers, one) ?? [])
}

/** What the numbers say in an order; undefined when they cannot be in it. */
function ordered(
  { parts: [a, b, c], separator, clock }: DateNumbers,
  order: DateOrder,
): DateReading | undefined {
  const isYearFirst = a.length === 4
  // `04.03.24` begins with no year anywhere, nor does `4/3/24`.
  const canBeYear = isYearFirst || (separator !== '.' && [a, b, c].every(({ length }) => length === 2))
  if (order === 'ymd' ? !canBeYear : isYearFirst) return undefined
  const [year, month, day] = { ymd: [a, b, c], dmy: [c, b, a], mdy: [c, a, b] }[order] as [
    string,
    string,
    string,
  ]
  const isReal = listYears(year).some((full) => calendar(full, Number(month), Number(day)) !== undefined)
  return isReal ? { year, month: Number(month), day: Number(day), clock } : undefined
}

function listDates({ year, month, day, clock, weekday }: DateReading, context: DateContext): string[] {
  const time = readClock(clock)
  if (time === undefined) return []
  const years = year.length === 4 ? [Number(year)] : listYears(year).filter((full) => isLikely(full, context))
  return years.flatMap((full) => {
    const date = calendar(full, month, day)
    const isRight = date !== undefined && (weekday === undefined || isWeekday(date, weekday))
    return isRight ? [date + time] : []
  })
}

const listYears = (year: string) =>
  year.length === 4 ? [Number(year)] : [1900 + Number(year), 2000 + Number(year)]

/** Nobody is born in the future. Other dates are at most thirty years ahead and less than ninety years old. */
function isLikely(full: number, { isBirth, year }: DateContext): boolean {
  return isBirth ? full <= year && full > year - 115 : full <= year + 30 && full > year - 90
}

function readCompactDate(text: string): DateReading | undefined {
  const [, year = '', month, day] = compact.exec(text) ?? []
  const isYear = Number(year) >= 1900 && Number(year) <= 2100
  return isYear ? { year, month: Number(month), day: Number(day), clock: [] } : undefined
}

function calendar(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** The time with its zone; undefined for what is no time of a day. */
function readClock([hours, minutes, seconds, half, zone]: (string | undefined)[]): string | undefined {
  if (hours === undefined || minutes === undefined) return ''
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59 || Number.parseInt(seconds ?? '0', 10) > 59) return undefined
  const offset = readZone(zone)
  const second = seconds === undefined ? '' : `:${seconds.replace(',', '.')}`
  return offset === undefined ? undefined : `T${String(hour).padStart(2, '0')}:${minutes}${second}${offset}`
}

function readZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return ''
  if (/^[a-z]/i.test(zone)) return 'Z'
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${hours}:${minutes}`
}

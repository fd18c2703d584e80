import { listCells } from '../../lib/geo-cells.ts'
import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Days since 1970-01-01 that mean "unknown". */
export const unknownDay = -2_147_483_648

/**
 * Turns `2019`, `2019-04` or `2019-04-30` (and anything after) into days since 1970. A partial date is its first day;
 * some sources write a partial date with a month or day of `00`. Days that do not exist (`2019-02-31`) are unknown.
 */
export function dayNumber(date: string | null | undefined): number {
  return date ? dayOfDate(date) : unknownDay
}

/** Read digit by digit: a record has a dozen dates, and to look one up among thousands would take longer. */
function dayOfDate(date: string): number {
  const year = digitsAt(date, 0, 4)
  if (year === -1) return unknownDay
  const monthGiven = date[4] === '-' ? digitsAt(date, 5, 2) : -1
  const month = Math.max(monthGiven, 0) || 1
  const day = Math.max(monthGiven !== -1 && date[7] === '-' ? digitsAt(date, 8, 2) : -1, 0) || 1
  if (month > 12 || day > daysOfMonth(year, month)) return unknownDay
  return daysBeforeYear(year) + daysBeforeMonth[month - 1]! + (month > 2 && isLeap(year) ? 1 : 0) + day - 1
}

/** The number that some decimal digits of a text are; -1 where it has others. */
function digitsAt(text: string, start: number, length: number): number {
  let value = 0
  for (let at = start; at < start + length; at++) {
    const digit = text.charCodeAt(at) - 0x30
    // The code behind the end of a text is NaN.
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
const daysOfMonth = (year: number, month: number) =>
  daysBeforeMonth[month]! - daysBeforeMonth[month - 1]! + (month === 2 && isLeap(year) ? 1 : 0)

/** Days from 1970 to the first day of a year from 0 on, of the calendar that is extended to before it was made. */
function daysBeforeYear(year: number): number {
  const past = year - 1
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
  return past * 365 + leaps - 719_162
}

/** Remembered, because titles, employers, schools and skills repeat by the million. */
export const normal = memo(normalText)

/** Normal text of several members for keyword search; ` | ` keeps a phrase from matching across members. */
export function keywordText(parts: readonly (string | null | undefined)[]): string {
  let text = ' '
  for (const part of parts) {
    if (!part) continue
    const words = normal(part)
    if (words !== '') text += `${words} | `
  }
  return text === ' ' ? '' : text
}

/** Normal text between spaces, so that ` a phrase ` can be searched for. */
export function paddedText(text: string): string {
  return ` ${normal(text)} `
}

/** Largest rank value: the least prominent. */
const lowestRank = 4_000_000_000

/** Physical order of search rows, in which small is prominent. `weight` is 0 (unknown) to 1 (the most prominent). */
export function toRank(weight: number): number {
  return Math.round((1 - Math.min(1, Math.max(0, weight))) * lowestRank)
}

/** 0..1 on a logarithmic scale that reaches 1 at `top`. */
export function logShare(value: number | null | undefined, top: number): number {
  if (!value || value <= 0) return 0
  return Math.min(1, Math.log1p(value) / Math.log1p(top))
}

/**
 * A network organization id as a number; 0 for any other text, including ids of 19 digits and more, which do not
 * occur.
 */
export function organizationNumber(id: string | null | undefined): string {
  return id !== null && id !== undefined && /^[1-9]\d{0,17}$/.test(id) ? id : '0'
}

/** The nearest whole number that an Int64 column holds exactly. */
export function wholeNumber(value: number): number {
  return Math.round(Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value)))
}

/** Coordinates of a place; NaN where unknown. */
export function readPoint(place: PlaceWithPoint | null | undefined): { lat: number; lon: number } {
  const coordinates = place?.coordinates
  return { lat: coordinates?.lat ?? Number.NaN, lon: coordinates?.lon ?? Number.NaN }
}

interface PlaceWithPoint {
  coordinates: { lat: number; lon: number } | null
}

/** Tokens of the cells a place is in; see lib/geo-cells.ts. */
export function cellTokens(facet: 'cell' | 'ocell', place: PlaceWithPoint | null | undefined): string[] {
  const { lat, lon } = readPoint(place)
  return listCells(lat, lon).map((cell) => `${facet}:${cell}`)
}

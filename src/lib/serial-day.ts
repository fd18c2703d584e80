import { dayMs } from './time.ts'

/** Day 0 of Excel's count, which has a 29 February 1900 that never was. */
const firstDayMs = Date.UTC(1899, 11, 30)

/** The day of a spreadsheet's number (ISO): `45231` is the first of November 2023. */
export const dayOfSerial = (number: number): string =>
  new Date(firstDayMs + number * dayMs).toISOString().slice(0, 10)

/**
 * Whether a headcount of five digits is the number of a day that a spreadsheet made of a range: `2-10` is the second of
 * October of some year of ours, `11-50` the first of November 1950. Round numbers are headcounts.
 */
export function mayBeSerialDay(headcount: number): boolean {
  if (!Number.isInteger(headcount) || headcount % 100 === 0) return false
  const day = new Date(firstDayMs + headcount * dayMs)
  const year = day.getUTCFullYear()
  // `m-yy`: 30 to 99 are of the last century to a spreadsheet.
  if (day.getUTCDate() === 1 && year >= 1930 && year <= 2029) return true
  return year >= 2005 && year <= 2035
}

const maxOthers = 1000
const fewestOthers = 4
/** What part of a column may be large or days, before it says nothing. */
const mostDays = 0.4

/** Whether numbers of five digits among headcounts are days: all others are small, and enough to say so. */
export function areSerialDays(headcounts: readonly number[]): boolean {
  const days = headcounts.filter(mayBeSerialDay).length
  if (days === 0 || headcounts.length - days < fewestOthers || days > headcounts.length * mostDays)
    return false
  return headcounts.every((count) => count <= maxOthers || mayBeSerialDay(count))
}

import { dayMs } from '../../lib/time.ts'

// The sample counts time in months (year * 12 + month), as people do in their careers. The strings are looked up, not
// built, because every person needs a dozen.

const firstYear = 1900
const lastYear = 2060

const firstDays: string[] = []
const lastDays: string[] = []
const firstDayNumbers: number[] = []

const two = (value: number) => String(value).padStart(2, '0')
for (let month = firstYear * 12; month < lastYear * 12; month++) {
  const year = Math.floor(month / 12)
  const start = Date.UTC(year, month % 12, 1)
  const next = Date.UTC(year, (month % 12) + 1, 1)
  const prefix = `${year}-${two((month % 12) + 1)}-`
  firstDays.push(`${prefix}01`)
  lastDays.push(`${prefix}${two((next - start) / dayMs)}`)
  firstDayNumbers.push(start / dayMs)
}

/** Month number of an ISO date. */
export function toMonthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

/** First day of a month as ISO date. */
export function firstDay(month: number): string {
  return firstDays[month - firstYear * 12] as string
}

/** Last day of a month as ISO date. */
export function lastDay(month: number): string {
  return lastDays[month - firstYear * 12] as string
}

/** Days since 1970-01-01 of the first day of a month. */
export function dayNumber(month: number): number {
  return firstDayNumbers[month - firstYear * 12] as number
}

/** Days since 1970-01-01 of an ISO date. */
export function toDayNumber(date: string): number {
  return Date.parse(date) / dayMs
}

/** ISO date of a day number. */
export function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** ISO instant of a day number and a second of that day. */
export function toInstant(day: number, second: number): string {
  return new Date(day * dayMs + second * 1000).toISOString()
}

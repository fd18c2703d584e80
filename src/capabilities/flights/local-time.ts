import { dayMs } from '../../lib/time.ts'

/** A minute of a day, or of one after it, as local time: 2026-05-01T08:35. */
export function clockTime(day: number, minute: number): string {
  const later = Math.floor(minute / 1_440)
  const left = minute - later * 1_440
  return `${toDate(day + later)}T${two(Math.floor(left / 60))}:${two(left % 60)}`
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

export const toDay = (date: string): number => Date.parse(date) / dayMs
export const toDate = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Minutes of the day of a local time. */
export const toMinute = (local: string): number =>
  Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))

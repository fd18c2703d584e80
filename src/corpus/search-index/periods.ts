import { dayMs } from '../../lib/time.ts'

/** The day this many months before; a month's end stays a month's end (31 May less a month is 30 April). */
export function monthsBefore(day: number, count: number): number {
  const date = new Date(day * dayMs)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1)
  const lastOfMonth = new Date(
    Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0),
  ).getUTCDate()
  return first / dayMs + Math.min(date.getUTCDate(), lastOfMonth) - 1
}

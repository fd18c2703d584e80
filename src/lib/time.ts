/** One minute in milliseconds. */
export const minuteMs = 60_000

/** One hour in milliseconds. */
export const hourMs = 3_600_000

/** One day of 24 hours in milliseconds. */
export const dayMs = 86_400_000

/** The day this many months before; a month's end stays a month's end (31 May less a month is 30 April). */
export function monthsBefore(day: number, count: number): number {
  const date = new Date(day * dayMs)
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1)
  const lastOfMonth = new Date(
    Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0),
  ).getUTCDate()
  return first / dayMs + Math.min(date.getUTCDate(), lastOfMonth) - 1
}

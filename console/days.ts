const dayMs = 86_400_000

/** A UTC day, `2026-11-28`. The service counts and bills by these. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const today = (): string => dayOf(Date.now())
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

/** A day of an address, if it is one. */
export function dayIn(text: string | undefined): string | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  // February 30 would be a day of March.
  return Number.isNaN(ms) || dayOf(ms) !== text ? undefined : text
}

/** Days from the first to the last, both with. */
export function daysBetween(from: string, to: string): string[] {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return Array.from({ length: Math.max(0, length) }, (_day, index) => addDays(from, index))
}

/** Instants around days of an address, as the interface takes them. */
export const instantsOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...(dayIn(from) !== undefined && { from: `${from}T00:00:00Z` }),
  ...(to !== undefined && dayIn(to) !== undefined && { to: `${addDays(to, 1)}T00:00:00Z` }),
})

/** `Nov 28, 2026`. A day without a time is a UTC day, wherever it is read. */
export const dayText = (moment: string | number): string =>
  new Date(moment).toLocaleDateString('en', {
    dateStyle: 'medium',
    ...(typeof moment === 'string' && !moment.includes('T') && { timeZone: 'UTC' }),
  })

/** `Nov 28, 2026, 5:55 PM`, where the reader is. */
export const timeText = (moment: string): string =>
  new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })

/** The same with its seconds, for logs whose entries follow each other closely. */
export const exactTimeText = (moment: string): string =>
  new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** `2026-11-20` and `20 November 2026` as an ISO 8601 day; undefined for other texts. */
export function parseDay(text: string): string | undefined {
  const worded = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text)
  const month = worded === null ? 0 : months.indexOf(worded[2]?.toLowerCase() ?? '') + 1
  const day =
    worded === null || month === 0
      ? text
      : `${worded[3]}-${String(month).padStart(2, '0')}-${worded[1]?.padStart(2, '0')}`
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** A minute of a day, or of one after it, as local time: 2026-05-01T08:35. */
export const clockTime = (day: number, minute: number): string =>
  new Date(day * dayMs + minute * minuteMs).toISOString().slice(0, 16)

export const dayOf = (date: string): number => Date.parse(date) / dayMs
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Minutes of the day of a local time. */
export const minuteOf = (local: string): number =>
  Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))

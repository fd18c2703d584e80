import type { DatasetEntry } from './entry-schema.ts'

const dayMs = 86_400_000
const days: Record<DatasetEntry['rhythm'], number> = {
  daily: 1,
  weekly: 7,
  monthly: 30,
  quarterly: 91,
  yearly: 365,
}

/** Milliseconds between two publications. */
export const rhythmMs = (rhythm: DatasetEntry['rhythm']): number => days[rhythm] * dayMs

/** After a refusal the publisher is asked again the next day, or with the next publication if that is sooner. */
export const retryMs = (rhythm: DatasetEntry['rhythm']): number => Math.min(dayMs, rhythmMs(rhythm))

/** The hours of a day (UTC) in which updates run by themselves: `01:00-05:00`, also over midnight. */
export interface UpdateWindow {
  fromMinute: number
  toMinute: number
}

export function isWithin({ fromMinute, toMinute }: UpdateWindow, nowMs: number): boolean {
  const minute = Math.floor((nowMs % dayMs) / 60_000)
  return fromMinute <= toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute
}

import { dayNumber, unknownDay } from './columns.ts'
import type { DayTagFacts } from './day-tags.ts'

/** Days from which labels follow, as the history stores them: calendar days, null if not given. */
export interface TagDays {
  studies: [first: string | null, last: string | null][] | null
  joined: string[]
  promoted: string[]
  earned: Record<string, string>
}

export const writeTagDays = ({ studies, joined, promoted, earned }: DayTagFacts): TagDays => ({
  studies: studies?.map(([first, last]) => [toDate(first), toDate(last)]) ?? null,
  joined: joined.flatMap((day) => toDate(day) ?? []),
  promoted: promoted.flatMap((day) => toDate(day) ?? []),
  earned: Object.fromEntries(Object.entries(earned).map(([tag, day]) => [tag, toDate(day) ?? ''])),
})

export const readTagDays = ({ studies, joined, promoted, earned }: TagDays): DayTagFacts => ({
  studies: studies?.map(([first, last]) => [dayNumber(first), dayNumber(last)]) ?? null,
  joined: joined.map(dayNumber),
  promoted: promoted.map(dayNumber),
  earned: Object.fromEntries(Object.entries(earned).map(([tag, day]) => [tag, dayNumber(day)])),
})

const toDate = (day: number): string | null =>
  day === unknownDay ? null : new Date(day * 86_400_000).toISOString().slice(0, 10)

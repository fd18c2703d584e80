import { seniorities, type Experience, type PersonRecord } from '../records/index.ts'
import { dayNumber, unknownDay } from './columns.ts'
import { monthsBefore, dayMs } from '../../lib/time.ts'
import { readEmployer, readJoinings } from './person-career.ts'
import { exactToken } from './tokens.ts'

/**
 * Labels that come and go by the day. They follow from a few days of the record (`readDayTagFacts`), and one function
 * (`listTagsOn`) tells which of them hold on a day. Shown records, exports and rules call it, and the filter asks the
 * search row the same about the same days.
 */
export const dayTags = [
  'student',
  'recently-changed-companies',
  'recently-promoted',
  'experienced-executive',
  'deep-technical-background',
] as const
export type DayTag = (typeof dayTags)[number]

export const isDayTag = (tag: string): tag is DayTag => (dayTags as readonly string[]).includes(tag)

/** Months for which an event counts as recent. */
const maxRecentMonths = 6
/** Years that studies without an end last, at most. */
const maxStudyYears = 8

/** The first day that still counts as recent. */
export const findFirstRecentDay = (today: number): number => monthsBefore(today, maxRecentMonths)

/** Studies without an end that began on this day, or before it, are over. */
export const findEarliestStudies = (today: number): number => monthsBefore(today, maxStudyYears * 12)

/** Labels that are earned by years in some positions and then stay. */
const earned = {
  'experienced-executive': { years: 10, counts: ({ seniority }) => seniority === 'Executive' },
  'deep-technical-background': { years: 8, counts: isTechnical },
} satisfies Partial<Record<DayTag, { years: number; counts(position: Experience): boolean }>>

export type EarnedTag = keyof typeof earned
const earnedTags = Object.keys(earned) as EarnedTag[]

/** The earliest year with tokens of its own. A label earned before counts as earned then. */
export const firstEarnedYear = 1950

/** A day the person was promoted on. */
export const promotionToken = (day: number): string => exactToken('prom', String(day))

/** The year, or month (`2026-04`), in which a label is earned. */
export const earnedToken = (tag: EarnedTag, period: string): string => exactToken('since', `${tag}/${period}`)

/** Days since 1970 from which a person's labels follow. */
export interface DayTagFacts {
  /** First and last day of each education; `unknownDay` where not given. Null if no education is known. */
  studies: readonly (readonly [first: number, last: number])[] | null
  /** Days on which a present employer was joined, for people who left another one. */
  joined: readonly number[]
  /** Days on which a present position began that was a promotion. */
  promoted: readonly number[]
  /** First day of the month in which a label was earned. */
  earned: Readonly<Partial<Record<EarnedTag, number>>>
}

/** The members of a record from which its labels follow. */
export type LabelledPerson = Pick<PersonRecord, 'experiences' | 'education' | 'tags'>

export function readDayTagFacts(record: LabelledPerson): DayTagFacts {
  const positions = record.experiences ?? []
  const { starts, hasLeft } = readJoinings(positions)
  return {
    studies:
      record.education?.map(({ start_date, end_date }) => [dayNumber(start_date), dayNumber(end_date)]) ??
      null,
    joined: hasLeft ? starts.filter((day) => day !== unknownDay) : [],
    promoted: promotions(positions),
    earned: Object.fromEntries(
      earnedTags.flatMap((tag) => {
        const day = earnedIn(tag, record)
        return day === undefined ? [] : [[tag, day]]
      }),
    ),
  }
}

/** The first day of a label that holds on a day; undefined if it does not hold. */
export function findTagSince(facts: DayTagFacts, tag: DayTag, today: number): number | undefined {
  switch (tag) {
    case 'student':
      return newest((facts.studies ?? []).flatMap((each) => (isStudyOn(each, today) ? each[0] : [])))
    case 'recently-changed-companies':
      return newest(facts.joined.filter((day) => isRecent(day, today)))
    case 'recently-promoted':
      return newest(facts.promoted.filter((day) => isRecent(day, today)))
    default: {
      const day = facts.earned[tag]
      return day !== undefined && day <= today ? day : undefined
    }
  }
}

/** Labels that hold on a day, whatever labels the record carries. */
export const listTagsOn = (facts: DayTagFacts, today: number): DayTag[] =>
  dayTags.filter((tag) => findTagSince(facts, tag, today) !== undefined)

const newest = (days: readonly number[]) => (days.length === 0 ? undefined : Math.max(...days))

const isRecent = (day: number, today: number) => day >= findFirstRecentDay(today) && day <= today

/** A given end counts, even without a beginning. */
function isStudyOn([first, last]: readonly [number, number], today: number): boolean {
  if (first > today) return false
  if (last !== unknownDay) return last >= today
  return first !== unknownDay && first > findEarliestStudies(today)
}

/** What a person's row says of labels by the day, besides its columns. */
export function dayTagTokens(record: PersonRecord): string[] {
  return [
    ...promotions(record.experiences ?? []).map(promotionToken),
    ...earnedTags.flatMap((tag) => {
      const day = earnedIn(tag, record)
      if (day === undefined) return []
      const [year = '', month = ''] = new Date(day * dayMs).toISOString().split('-')
      return [earnedToken(tag, year), earnedToken(tag, `${year}-${month}`)]
    }),
  ]
}

const level = ({ seniority }: Experience) => (seniority === null ? -1 : seniorities.indexOf(seniority))

/** A present position is a promotion where an earlier one with the employer was of a lower level. */
function promotions(positions: readonly Experience[]): number[] {
  const days: number[] = []
  for (const position of positions) {
    if (position.is_current !== true) continue
    const start = dayNumber(position.start_date)
    const employer = readEmployer(position)
    if (start === unknownDay || employer === '') continue
    const isRise = positions.some((before) => {
      const began = dayNumber(before.start_date)
      const isBefore = began !== unknownDay && began < start && readEmployer(before) === employer
      return isBefore && level(before) >= 0 && level(before) < level(position)
    })
    if (isRise) days.push(start)
  }
  return days
}

const technical = new Set(['Engineering', 'Information Technology', 'Research'])

function isTechnical({ job_function, seniority }: Experience): boolean {
  return seniority !== 'Internship' && (job_function ?? []).some((each) => technical.has(each))
}

/** First day of the month in which a label was earned, since labels are earned by month. */
function earnedIn(tag: EarnedTag, record: LabelledPerson): number | undefined {
  const { years, counts } = earned[tag]
  const positions = (record.experiences ?? []).filter(counts)
  const isDoctor = tag === 'deep-technical-background' && record.tags?.includes('phd') === true
  const day = isDoctor && positions.length > 0 ? unknownDay : earnedOn(positions, Math.round(years * 365.25))
  if (day === undefined) return undefined
  const date = new Date(Math.max(day, firstDay) * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs
}

const firstDay = dayNumber(`${firstEarnedYear}`)

/** The day on which positions add up to this many days, each day counted once; undefined while unknown. */
function earnedOn(positions: readonly Experience[], days: number): number | undefined {
  const spans = positions
    .map((position) => ({ start: dayNumber(position.start_date), end: findEnd(position) }))
    .filter(({ start, end }) => start !== unknownDay && end > start)
    .sort((a, b) => a.start - b.start)
  let counted = 0
  let until = -Infinity
  for (const { start, end } of spans) {
    const from = Math.max(start, until)
    if (end <= from) continue
    if (counted + (end - from) >= days) return from + (days - counted)
    counted += end - from
    until = end
  }
  return undefined
}

/** A present position continues. One that ended on an unknown day lasted no time. */
function findEnd({ is_current, end_date }: Experience): number {
  const end = dayNumber(end_date)
  return end === unknownDay && is_current === true ? Infinity : end
}

import { seniorities, type Experience, type PersonRecord } from '../records/index.ts'
import { dayNumber, unknownDay } from './columns.ts'
import { employerOf } from './person-career.ts'
import { exactToken } from './tokens.ts'

/** Labels that come and go by the day: no record derives them, a search works them out on the day it is asked. */
export const dayTags = [
  'student',
  'recently-changed-companies',
  'recently-promoted',
  'experienced-executive',
  'deep-technical-background',
] as const
export type DayTag = (typeof dayTags)[number]

/** Labels that are earned by years in some positions, and then stay. */
const earned = {
  'experienced-executive': { years: 10, counts: ({ seniority }) => seniority === 'Executive' },
  'deep-technical-background': { years: 8, counts: isTechnical },
} satisfies Partial<Record<DayTag, { years: number; counts(position: Experience): boolean }>>

export type EarnedTag = keyof typeof earned

/** Earliest year that tokens tell apart; what was earned before counts as earned then. */
export const firstEarnedYear = 1950

/** A day the person was promoted on. */
export const promotionToken = (day: number): string => exactToken('prom', String(day))

/** The year, or month (`2026-04`), a label is earned in. */
export const earnedToken = (tag: EarnedTag, period: string): string => exactToken('since', `${tag}/${period}`)

/** What a person's row says of labels that depend on the day, besides its columns. */
export function dayTagTokens(record: PersonRecord): string[] {
  const positions = record.experiences ?? []
  return [
    ...promotions(positions),
    ...Object.keys(earned).flatMap((tag) => earnedTokens(tag as EarnedTag, record)),
  ]
}

const level = ({ seniority }: Experience) => (seniority === null ? -1 : seniorities.indexOf(seniority))

/** A position held now is a promotion where an earlier one with the employer was of a lower level. */
function promotions(positions: readonly Experience[]): string[] {
  const tokens: string[] = []
  for (const held of positions) {
    const start = dayNumber(held.start_date)
    const employer = employerOf(held)
    if (held.is_current !== true || start === unknownDay || employer === '') continue
    const isRise = positions.some((before) => {
      const began = dayNumber(before.start_date)
      const isBefore = began !== unknownDay && began < start && employerOf(before) === employer
      return isBefore && level(before) >= 0 && level(before) < level(held)
    })
    if (isRise) tokens.push(promotionToken(start))
  }
  return tokens
}

const technical = new Set(['Engineering', 'Information Technology', 'Research'])

function isTechnical({ job_function, seniority }: Experience): boolean {
  return seniority !== 'Internship' && (job_function ?? []).some((each) => technical.has(each))
}

function earnedTokens(tag: EarnedTag, record: PersonRecord): string[] {
  const { years, counts } = earned[tag]
  const positions = (record.experiences ?? []).filter(counts)
  const isDoctor = tag === 'deep-technical-background' && record.tags?.includes('phd') === true
  const day = isDoctor && positions.length > 0 ? unknownDay : earnedOn(positions, Math.round(years * 365.25))
  if (day === undefined) return []
  const [year = '', month = ''] = new Date(Math.max(day, firstDay) * 86_400_000).toISOString().split('-')
  return [earnedToken(tag, year), earnedToken(tag, `${year}-${month}`)]
}

const firstDay = dayNumber(`${firstEarnedYear}`)

/** The day on which positions add up to so many days, each day counted once; undefined while that cannot be told. */
function earnedOn(positions: readonly Experience[], days: number): number | undefined {
  const spans = positions
    .map((held) => ({ start: dayNumber(held.start_date), end: endOf(held) }))
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

/** A position held now goes on; one that ended on a day nobody tells lasted no time. */
function endOf({ is_current, end_date }: Experience): number {
  const end = dayNumber(end_date)
  return end === unknownDay && is_current === true ? Infinity : end
}

import { seniorities, type Experience, type PersonRecord } from '../../src/corpus/records/index.ts'
import { isCurrent, isGoingOn, leftOn, positionsOf, sameEmployer } from './naive-career.ts'
import { inDates, type Dates } from './naive-dates.ts'
import { dayMs } from '../../src/lib/time.ts'

const lately: Dates = {
  strategy: 'relative',
  window: { method: 'within', period: 'month', lowerBound: 0, upperBound: 6 },
}

/** A partial date is its first day; null where there is none, and for a day that no calendar has. */
export function fullDay(date: string | null): string | null {
  if (!date) return null
  const day = `${date}-01-01`.slice(0, 10).replaceAll('-00', '-01')
  return Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day ? null : day
}

/** Whether a label is true of a person on a day, whatever the record carries. */
export function isTrueToday(
  record: PersonRecord,
  tag: string,
  at: { today: string; joinedOn(record: PersonRecord, position: Experience): string | null },
): boolean {
  const positions = positionsOf(record)
  const current = positions.filter(isCurrent)
  switch (tag) {
    case 'student':
      return (record.education ?? []).some(({ start_date, end_date }) =>
        isGoingOn(fullDay(start_date), fullDay(end_date), at.today),
      )
    case 'recently-changed-companies':
      return (
        positions.some((each) => !isCurrent(each) && leftOn(record, each) !== undefined) &&
        current.some((position) => inDates(fullDay(at.joinedOn(record, position)), lately, at.today))
      )
    case 'recently-promoted':
      return current.some(
        (held) =>
          inDates(fullDay(held.start_date), lately, at.today) &&
          positions.some((other) => isBelow(other, held)),
      )
    case 'experienced-executive':
      return workedFor(
        10,
        positions.filter(({ seniority }) => seniority === 'Executive'),
        at.today,
      )
    case 'deep-technical-background': {
      const technical = positions.filter(
        ({ job_function, seniority }) =>
          seniority !== 'Internship' &&
          job_function?.some((each) => ['Engineering', 'Information Technology', 'Research'].includes(each)),
      )
      if (technical.length > 0 && record.tags?.includes('phd')) return true
      return workedFor(8, technical, at.today)
    }
    default:
      return false
  }
}

function isBelow(before: Experience, held: Experience): boolean {
  const [began, start] = [fullDay(before.start_date), fullDay(held.start_date)]
  if (before === held || began === null || start === null || began >= start) return false
  if (before.seniority === null || held.seniority === null) return false
  const isLower = seniorities.indexOf(before.seniority) < seniorities.indexOf(held.seniority)
  return isLower && sameEmployer(before, held)
}

/** Whether the days in some positions, each counted once, are so many years by the end of this month. */
function workedFor(years: number, positions: readonly Experience[], today: string): boolean {
  const now = new Date(today)
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0) / dayMs
  const days = new Set<number>()
  for (const { start_date, end_date, is_current } of positions) {
    const [start, end] = [fullDay(start_date), fullDay(end_date)]
    if (start === null || (end === null && is_current !== true)) continue
    const until = Math.min(last, end === null ? last : Date.parse(end) / dayMs)
    for (let day = Date.parse(start) / dayMs; day < until; day++) days.add(day)
  }
  return days.size >= Math.round(years * 365.25)
}

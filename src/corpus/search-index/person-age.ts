import type { PersonRecord } from '../records/index.ts'
import { dayNumber, unknownDay } from './columns.ts'

/** Usual ages, in years, at the start of the first studies and of the first position. */
const ageAtStudies = 18
const ageAtWork = 22

/**
 * The day a person was born: the date of birth, else 18 years before the first studies, else 22 years before `began`,
 * the day of the first position.
 */
export function birthDay(record: PersonRecord, began: number): number {
  const born = dayNumber(record.dob)
  if (born !== unknownDay) return born
  let studies = unknownDay
  for (const { start_date } of record.education ?? []) {
    const start = dayNumber(start_date)
    if (start !== unknownDay && (studies === unknownDay || start < studies)) studies = start
  }
  if (studies !== unknownDay) return yearsBefore(studies, ageAtStudies)
  return began === unknownDay ? unknownDay : yearsBefore(began, ageAtWork)
}

/** The same day of an earlier year. 29 February becomes 1 March where there is none. */
function yearsBefore(day: number, years: number): number {
  const midnight = new Date(day * 86_400_000)
  midnight.setUTCFullYear(midnight.getUTCFullYear() - years)
  return midnight.getTime() / 86_400_000
}

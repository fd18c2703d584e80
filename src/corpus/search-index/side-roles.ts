import { titleLevelsOf, type Experience } from '../records/index.ts'
import { dayNumber, normal, unknownDay } from './columns.ts'
import { notLeft } from './person-career.ts'

/** The days of a position, as numbers since 1970. */
export interface PositionDays {
  /** `unknownDay` when it is not known. */
  start: number
  /** `notLeft` while the position is held, `unknownDay` when it was left on a day that is not known. */
  end: number
}

export function spanOf({ start_date, end_date, company_end_date, is_current }: Experience): PositionDays {
  if (is_current === true) return { start: dayNumber(start_date), end: notLeft }
  return { start: dayNumber(start_date), end: dayNumber(end_date ?? company_end_date) }
}

/** Titles of people who advise or back others; a job as well where it is all they do. */
const besideTitles =
  /^(\w+ )?advis[eo]r\b|\badvisory\b|\bmentor\b|\b(angel )?investor\b|\bambassador\b|\bvolunteer\b|\bscout\b/
const besideTypes = new Set(['Part-time', 'Contract', 'Volunteer', 'Temporary'])

/**
 * The positions by which somebody is on the staff of an employer: without seats on boards and voluntary work, and without
 * advice, mandates and part-time work for most of whose time the person had a job elsewhere.
 */
export function staffPositions(experiences: readonly Experience[]): Experience[] {
  if (experiences.length < 2) return experiences.filter((position) => !isNeverStaff(position))
  const held = experiences.flatMap((position) =>
    isNeverStaff(position) ? [] : [{ position, span: spanOf(position), isBeside: isBeside(position) }],
  )
  if (!held.some(({ isBeside }) => isBeside)) return held.map(({ position }) => position)
  const jobs = held.filter(({ isBeside }) => !isBeside)
  return held.flatMap(({ position, span, isBeside }) =>
    isBeside && jobs.some((job) => !isSameEmployer(job.position, position) && covers(job.span, span))
      ? []
      : [position],
  )
}

function isNeverStaff({ title, employment_type }: Experience): boolean {
  if (employment_type?.length === 1 && employment_type[0] === 'Volunteer') return true
  if (!title) return false
  const levels = titleLevelsOf(normal(title))
  // A chairman and chief executive is on the staff.
  return levels.includes('board-member') && !levels.includes('c-suite') && !levels.includes('founder')
}

function isBeside({ title, employment_type }: Experience): boolean {
  if (title && besideTitles.test(normal(title))) return true
  return employment_type?.some((type) => besideTypes.has(type)) === true
}

function isSameEmployer(a: Experience, b: Experience): boolean {
  if (a.pnet_company_id && b.pnet_company_id) return a.pnet_company_id === b.pnet_company_id
  return a.company_name === b.company_name
}

/** Whether more than half of the second lies within the first. */
function covers(job: PositionDays, beside: PositionDays): boolean {
  if (job.start === unknownDay || beside.start === unknownDay)
    return job.end === notLeft && beside.end === notLeft
  if (job.end === unknownDay || beside.end === unknownDay) return false
  const common = Math.min(job.end, beside.end) - Math.max(job.start, beside.start)
  return common * 2 > Math.max(1, beside.end - beside.start)
}

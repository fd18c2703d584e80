import { findTitleLevels, type Experience } from '../records/index.ts'
import { dayNumber, normal, unknownDay } from './columns.ts'
import { notLeft } from './person-career.ts'
import { isSameEmployer } from './same-employer.ts'

/** The days of a position, as numbers since 1970. */
export interface PositionDays {
  /** `unknownDay` if unknown. */
  start: number
  /** `notLeft` while the position is held, `unknownDay` when it was left on an unknown day. */
  end: number
}

export function readSpan({ start_date, end_date, company_end_date, is_current }: Experience): PositionDays {
  if (is_current === true) return { start: dayNumber(start_date), end: notLeft }
  return { start: dayNumber(start_date), end: dayNumber(end_date ?? company_end_date) }
}

/**
 * Titles of advisers, backers and volunteers, in the languages that titles of boards are read in. They are jobs where
 * a person has no other. `Conseiller` and `Berater` alone are jobs.
 */
const besideTitles = new RegExp(
  [
    String.raw`^(\w+ )?advis[eo]r\b|\badvisory\b|\bboard (advis[eo]r|observer)\b|\bmentor(in|a|e)?\b|\b(angel )?investor\b|\bambassador\b|\bvolunteer\b|\bscout\b`,
    String.raw`\btrustee\b|\bindependent director\b|\bbusiness angel\b`,
    String.raw`\b(beirat|beiratin|beiratsmitglied|ehrenamt|ehrenamtlich\w*|nebenberuflich\w*|freiwillig\w*)\b`,
    String.raw`\b(benevole|administrat(eur|rice) (independante?|de societes?)|conseill(er|ere) strategique)\b`,
    String.raw`\b(voluntari[oa]|inversora?|asesora? independiente|conselheir[oa])\b`,
    String.raw`\b(volontari[oa]|investitore|investisseur|vrijwilliger|frivillig|wolontariusz(ka)?)\b`,
  ].join('|'),
)
const besideTypes = new Set(['Part-time', 'Contract', 'Volunteer', 'Temporary'])

/**
 * The positions in which a person is on the staff of an employer. Seats on boards and voluntary work are left out, as
 * are advice, mandates and part-time work during most of which the person had a job elsewhere.
 */
export function staffPositions(experiences: readonly Experience[]): Experience[] {
  if (experiences.length < 2) return experiences.filter((position) => !isNeverStaff(position))
  const dated = experiences.flatMap((position) =>
    isNeverStaff(position) ? [] : [{ position, span: readSpan(position), isBeside: isBeside(position) }],
  )
  if (!dated.some(({ isBeside }) => isBeside)) return dated.map(({ position }) => position)
  const jobs = dated.filter(({ isBeside }) => !isBeside)
  return dated.flatMap(({ position, span, isBeside }) => {
    if (!isBeside) return [position]
    const elsewhere = jobs.filter((job) => !isSameEmployer(job.position, position))
    const isAside = isMostlyDuring(
      elsewhere.map((job) => job.span),
      span,
    )
    return isAside ? [] : [position]
  })
}

function isNeverStaff({ title, employment_type }: Experience): boolean {
  if (employment_type?.length === 1 && employment_type[0] === 'Volunteer') return true
  if (!title) return false
  const levels = findTitleLevels(normal(title))
  // A chairman and chief executive is on the staff.
  return levels.includes('board-member') && !levels.includes('c-suite') && !levels.includes('founder')
}

function isBeside({ title, employment_type }: Experience): boolean {
  if (title && besideTitles.test(normal(title))) return true
  return employment_type?.some((type) => besideTypes.has(type)) === true
}

/**
 * Whether jobs cover more than half of the days of another position. A position that continues is a side role beside
 * a job that continues.
 */
function isMostlyDuring(jobs: readonly PositionDays[], { start, end }: PositionDays): boolean {
  if (end === notLeft) return jobs.some((job) => job.end === notLeft)
  if (start === unknownDay || end === unknownDay) return false
  // A person who came and left in the given month or on the given day was there for some of it.
  const last = Math.max(end, start + 1)
  const dated = jobs.filter((job) => job.start !== unknownDay && job.end !== unknownDay)
  let [days, reached] = [0, start]
  for (const job of dated.toSorted((a, b) => a.start - b.start)) {
    const until = Math.min(job.end, last)
    const from = Math.max(job.start, reached)
    if (until <= from) continue
    days += until - from
    reached = until
  }
  return days * 2 > last - start
}

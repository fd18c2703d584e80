import {
  jobFunctions,
  seniorities,
  findTitleLevels,
  type Experience,
  type JobFunction,
  type Seniority,
} from '../records/index.ts'
import { dayNumber, normal, organizationNumber, unknownDay } from './columns.ts'
import { employerTie } from './employer-domains.ts'
import { notLeft } from './person-career.ts'
import { isSameEmployer, positionsByEmployer } from './same-employer.ts'
import { readSpan, staffPositions, type PositionDays } from './side-roles.ts'
import { matchMoves } from './tenure-moves.ts'
import { tokenNumber, employerKey } from './tokens.ts'
import { memo } from '../../lib/memo.ts'

/** Positions with one employer that follow each other within this many days are one tenure. */
const sameTenureDays = 92

/** Time on the staff of one employer without a break, over all positions held there. */
export interface CareerTenure extends PositionDays {
  /** Keys of the employer, as numbers; 0 if unknown. The name counts if nothing else is known. */
  org: bigint
  domain: bigint
  name: bigint
  /** Position it began with. */
  first: Experience
  /** Position it ended with, or that is held. */
  last: Experience
  /** The positions it is made of. */
  positions: readonly Experience[]
  /** Functions of the positions it ended with, or that are held, as bits. */
  functions: bigint
  /** Place in the list, from 1, of the tenure the person came from by a move; 0 none. */
  from: number
  /** … and went to. */
  to: number
}

/** The name of an employer as a number, by which positions that tell nothing else are compared. */
export const employerNameNumber = memo((name) => tokenNumber(`name:${employerKey(name)}`))

/** What an employer is distinguished by among others: its organization id, else its domain, else its name. */
export const employerNumber = ({
  org,
  domain,
  name,
}: Pick<CareerTenure, 'org' | 'domain' | 'name'>): bigint => org || domain || name

/** The tenures of a career in the order they began, those of unknown beginning first. */
export function careerTenures(experiences: readonly Experience[]): CareerTenure[] {
  const staff = staffPositions(experiences)
  const staffNow = new Set(staff)
  const others = experiences.filter((position) => !staffNow.has(position))
  const tenures = positionsByEmployer(staff).flatMap((positions) => tenuresWith(positions, others))
  tenures.sort((a, b) => a.start - b.start)
  endWithTheNext(tenures)
  return matchMoves(tenures.slice(-maxTenures))
}

/** Places of tenures are bytes. */
const maxTenures = 255

interface DatedPosition {
  position: Experience
  span: PositionDays
}

/** `others`: positions that make nobody an employee, with whomever. */
function tenuresWith(positions: readonly Experience[], others: readonly Experience[]): CareerTenure[] {
  const employer = readEmployer(positions)
  const spans = positions.map((position) => ({ position, span: readSpan(position) }))
  const dated = spans.filter(({ span }) => span.start !== unknownDay)
  const undated = spans.filter(({ span }) => span.start === unknownDay)
  if (dated.length === 0) return [buildTenure(employer, undated, endOfUndated(undated))]
  dated.sort((a, b) => a.span.start - b.span.start)
  const runs: { positions: DatedPosition[]; end: number }[] = []
  for (const each of dated) {
    const run = runs.at(-1)
    // Where the end of one is not known it lasted until the next with the same employer.
    if (run !== undefined && (run.end === unknownDay || each.span.start - sameTenureDays <= run.end)) {
      run.positions.push(each)
      run.end = Math.max(run.end === unknownDay ? each.span.start : run.end, each.span.end)
      if (each.span.end === unknownDay) run.end = unknownDay
    } else runs.push({ positions: [each], end: each.span.end })
  }
  const last = runs.at(-1) as (typeof runs)[number]
  if (undated.some(({ span }) => span.end === notLeft)) last.end = notLeft
  last.positions.push(...undated.filter(({ span }) => span.end === notLeft))
  return runs.map((run, index) => {
    const tenure = buildTenure(employer, run.positions, run.end)
    if (index > 0) return tenure
    const besides = others.filter((other) => positions.some((position) => isSameEmployer(position, other)))
    return { ...tenure, start: recordedStart(run.positions, tenure.start, besides) }
  })
}

function endOfUndated(positions: readonly DatedPosition[]): number {
  return positions.reduce((end, { span }) => Math.max(end, span.end), unknownDay)
}

/**
 * A position may say when its holder came to the employer, in whatever position: where a seat on its board or the like
 * began by that day, that is what it tells of.
 */
function recordedStart(
  positions: readonly DatedPosition[],
  start: number,
  besides: readonly Experience[],
): number {
  let first = start
  for (const { position } of positions) {
    const recorded = dayNumber(position.company_start_date)
    if (recorded === unknownDay || recorded >= first) continue
    const isOfAnother = besides.some((other) => {
      const began = dayNumber(other.start_date)
      return began !== unknownDay && began <= recorded
    })
    if (!isOfAnother) first = recorded
  }
  return first
}

function readEmployer(positions: readonly Experience[]): Pick<CareerTenure, 'org' | 'domain' | 'name'> {
  let org = 0n
  let domain = 0n
  let name = ''
  for (const position of positions) {
    const { pnet_company_id, company_name } = position
    if (org === 0n) org = BigInt(organizationNumber(pnet_company_id))
    if (domain === 0n) domain = employerTie(position)
    if (name === '' && company_name) name = company_name
  }
  const isNamed = org === 0n && domain === 0n && name !== ''
  return { org, domain, name: isNamed ? employerNameNumber(name) : 0n }
}

function buildTenure(
  employer: Pick<CareerTenure, 'org' | 'domain' | 'name'>,
  positions: readonly DatedPosition[],
  end: number,
): CareerTenure {
  const first = positions[0] as DatedPosition
  const open = positions.filter(({ span }) => span.end === notLeft)
  const ending = end === notLeft && open.length > 0 ? open : positions
  // If several began on one day, the first in the order of the record counts.
  const last = ending.reduce((best, each) => (each.span.start > best.span.start ? each : best))
  let functions = 0n
  for (const { position } of end === notLeft ? ending : [last])
    for (const each of position.job_function ?? []) functions |= functionBit(each)
  return {
    ...employer,
    start: first.span.start,
    end,
    first: first.position,
    last: last.position,
    positions: positions.map(({ position }) => position),
    functions,
    from: 0,
    to: 0,
  }
}

/** A tenure that ended on an unknown day is taken to have lasted until the next began. */
function endWithTheNext(tenures: CareerTenure[]): void {
  for (const [index, tenure] of tenures.entries()) {
    if (tenure.end !== unknownDay || tenure.start === unknownDay) continue
    const next = tenures.slice(index + 1).find(({ start }) => start > tenure.start)
    if (next !== undefined) tenure.end = next.start
  }
}

/** Place of a level among all, from 1; 0 unknown. */
export const levelNumber = (level: Seniority | null | undefined): number =>
  level ? seniorities.indexOf(level) + 1 : 0

const functionPlaces = new Map(jobFunctions.map((name, index) => [name as string, index]))

/** Place of a function among all, from 1; 0 unknown. */
export const functionNumber = (name: JobFunction | undefined): number =>
  name === undefined ? 0 : (functionPlaces.get(name) ?? -1) + 1

export const functionBit = (name: JobFunction): bigint => {
  const place = functionPlaces.get(name)
  return place === undefined ? 0n : 1n << BigInt(place)
}

/** Grades of a depth chart, lowest to highest. */
export const grades = ['Junior', 'Mid-Level', 'Senior', 'Manager', 'Executive'] as const
export type Grade = (typeof grades)[number]

const seniorTitle = /\b(senior|sr|staff|principal|distinguished|expert|lead|fellow)\b/

/** Place of a position's grade among all, from 1; 0 where neither level nor title tell. */
export function gradeNumber({ title, seniority }: Experience): number {
  switch (seniority) {
    case 'Executive':
      return 5
    case 'Director':
      return 4
    case 'Mid-Senior level': {
      const text = title ? normal(title) : ''
      if (findTitleLevels(text).some((level) => level === 'management' || level === 'director')) return 4
      return seniorTitle.test(text) ? 3 : 2
    }
    case 'Associate':
      return 2
    case 'Entry level':
    case 'Internship':
      return 1
    default:
      return 0
  }
}

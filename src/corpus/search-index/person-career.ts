import type { Experience } from '../records/index.ts'
import { employerTie } from './employer-domains.ts'
import { dayNumber, organizationNumber, paddedText, unknownDay } from './columns.ts'
import { isStealthEmployer } from './stealth.ts'
import { employerKey } from './tokens.ts'

/** Stands in `pastLeft` while the person is still with the employer. */
export const notLeft = 2_147_483_647

/** Columns of a career. Days are numbers since 1970; arrays of one group run side by side. */
export interface CareerColumns {
  /** First day with the employer of each current position. */
  companyStarts: number[]
  /** Name keys of current employers. */
  currentNames: string[]
  /** Domains of current employers, as numbers. */
  currentDomains: bigint[]
  /** Titles of past positions in normal form, between spaces. */
  pastTitles: string[]
  /** Organization id of each past position's employer; 0 if unknown. */
  pastOrgs: bigint[]
  /** Name key of each past position's employer; '' if unknown. */
  pastNames: string[]
  /** Domain of each past position's employer, as a number; 0 if unknown. */
  pastDomains: bigint[]
  /**
   * The day the person left the employer of each past position: the latest end of a past position there, `unknownDay`
   * if none is known, `notLeft` while a position there is held.
   */
  pastLeft: number[]
  /** First day of the first position. */
  began: number
  /** Start of the present position in stealth, else of the last one. */
  stealthEntered: number
  /** End of the last position in stealth, while none is held. */
  stealthLeft: number
}

/** A position with values that are needed more than once. */
interface HeldPosition {
  position: Experience
  /** Name key of the employer; '' if unknown. */
  name: string
  /** What distinguishes the employer: id, else name, else domain or page; '' if unknown. */
  employer: string
  start: number
}

export function careerColumns(experiences: readonly Experience[]): CareerColumns {
  const career: CareerColumns = {
    companyStarts: [],
    currentNames: [],
    currentDomains: [],
    pastTitles: [],
    pastOrgs: [],
    pastNames: [],
    pastDomains: [],
    pastLeft: [],
    began: unknownDay,
    stealthEntered: unknownDay,
    stealthLeft: unknownDay,
  }
  if (experiences.length === 0) return career
  const all = experiences.map(describePosition)
  const current = all.filter(({ position }) => position.is_current === true)
  for (const position of all) career.began = earlier(career.began, position.start)
  for (const position of current) addCurrent(career, position, all)
  const past = all.filter(({ position }) => position.is_current !== true)
  for (const position of past) addPast(career, position, leftAt(position, current, past))
  addStealth(career, experiences)
  return career
}

function describePosition(position: Experience): HeldPosition {
  const { company_name, start_date } = position
  const name = company_name ? employerKey(company_name) : ''
  return { position, name, employer: readEmployer(position), start: dayNumber(start_date) }
}

/** What distinguishes a position's employer: id, else name, else domain or page; '' if unknown. */
export function readEmployer({
  pnet_company_id: id,
  company_name,
  company_domain,
  company_slug,
}: Experience): string {
  // The prefixes keep the sorts apart, since no id begins with a tilde, an at sign or a slash.
  if (id) return id
  if (company_name) return `~${employerKey(company_name)}`
  if (company_domain) return `@${company_domain}`
  return company_slug ? `/${company_slug}` : ''
}

function earlier(a: number, b: number): number {
  return a === unknownDay || (b !== unknownDay && b < a) ? b : a
}

function addCurrent(career: CareerColumns, position: HeldPosition, all: readonly HeldPosition[]): void {
  career.companyStarts.push(companyStart(position, all))
  if (position.name !== '' && !career.currentNames.includes(position.name))
    career.currentNames.push(position.name)
  const domain = employerTie(position.position)
  if (domain === 0n) return
  if (!career.currentDomains.includes(domain)) career.currentDomains.push(domain)
}

/** The recorded start, else the earliest start of a position with the same employer. */
function companyStart({ position, employer, start }: HeldPosition, all: readonly HeldPosition[]): number {
  const recorded = dayNumber(position.company_start_date)
  if (recorded !== unknownDay || employer === '') return recorded === unknownDay ? start : recorded
  let first = start
  for (const other of all) if (other.employer === employer) first = earlier(first, other.start)
  return first
}

/**
 * First day with the employer of each present position, and whether another employer was left. This tells who changed
 * companies, without the rest of a career's columns.
 */
export function readJoinings(experiences: readonly Experience[]): { starts: number[]; hasLeft: boolean } {
  const all = experiences.map(describePosition)
  const [current, past] = [
    all.filter(({ position }) => position.is_current === true),
    all.filter(({ position }) => position.is_current !== true),
  ]
  const employers = new Set(current.map(({ employer }) => employer))
  return {
    starts: current.map((position) => companyStart(position, all)),
    hasLeft: past.some(({ employer }) => employer === '' || !employers.has(employer)),
  }
}

function leftAt(
  position: HeldPosition,
  current: readonly HeldPosition[],
  past: readonly HeldPosition[],
): number {
  const { employer } = position
  if (employer === '') return findEnd(position)
  for (const other of current) if (other.employer === employer) return notLeft
  let left = unknownDay
  for (const other of past) if (other.employer === employer) left = Math.max(left, findEnd(other))
  return left
}

function findEnd({ position }: HeldPosition): number {
  return dayNumber(position.end_date ?? position.company_end_date)
}

function addPast(career: CareerColumns, { position, name }: HeldPosition, left: number): void {
  career.pastTitles.push(position.title ? paddedText(position.title) : '')
  career.pastOrgs.push(BigInt(organizationNumber(position.pnet_company_id)))
  career.pastNames.push(name)
  career.pastDomains.push(employerTie(position))
  career.pastLeft.push(left)
}

function addStealth(career: CareerColumns, experiences: readonly Experience[]): void {
  const inStealth = experiences.filter((position) => isStealthEmployer(position.company_name))
  if (inStealth.length === 0) return
  const now = inStealth.filter((position) => position.is_current === true)
  if (now.length > 0) {
    for (const { start_date } of now)
      career.stealthEntered = earlier(career.stealthEntered, dayNumber(start_date))
    return
  }
  for (const { start_date, end_date } of inStealth) {
    const end = dayNumber(end_date)
    if (end < career.stealthLeft) continue
    career.stealthLeft = end
    career.stealthEntered = dayNumber(start_date)
  }
}

/** Whether a position in stealth is held now, was held, or neither. */
export function stealthStatus(experiences: readonly Experience[]): 'current' | 'previous' | undefined {
  let status: 'previous' | undefined
  for (const { company_name, is_current } of experiences) {
    if (!isStealthEmployer(company_name)) continue
    if (is_current === true) return 'current'
    status = 'previous'
  }
  return status
}

import { companyNameForms, companyNameLikeness } from '../../corpus/names/index.ts'
import { isElaborated, isSameTitle, isSideTitle, titleClimb, titleLevel } from './title.ts'

/** A position as stored in history. */
export interface Position {
  pnet_company_id: string | null
  company_name: string | null
  title: string | null
  is_current: boolean | null
  /** ISO 8601: a year, a month or a day. */
  start_date: string | null
  end_date: string | null
  seniority: string | null
  employment_type: string[] | null
}

export const movementKinds = ['promoted', 'lateral-move', 'new-role', 'changed', 'no-change'] as const
export type MovementKind = (typeof movementKinds)[number]

/** The change in a person's positions, and the two positions it is between. */
export interface Movement {
  movement: MovementKind
  /** The new position; null where they only left. */
  to: Position | null
  /** The previous position; null where none is known. */
  from: Position | null
}

/** Movements that are charged: moves of the person, not edits of their profile. */
export const isBillable = (movement: MovementKind): boolean =>
  movement === 'promoted' || movement === 'lateral-move' || movement === 'new-role'

/**
 * Compares the positions of one person at two moments; the table is in the README. Positions are matched by employer
 * and title in any spelling; unmatched positions on both sides are the movement. Of several the most important is
 * reported.
 */
export function classifyMovement(before: readonly Position[], after: readonly Position[]): Movement {
  const [heldBefore, holds] = [before.filter(isCurrent), after.filter(isCurrent)]
  const stayed = new Set<Position>()
  const started: Position[] = []
  for (const position of holds) {
    const same = heldBefore.find((each) => !stayed.has(each) && isSamePosition(each, position))
    if (same === undefined) started.push(position)
    else stayed.add(same)
  }
  const ended = heldBefore.filter((position) => !stayed.has(position))
  const career = { before, held: heldBefore, holds, ended, stayed: [...stayed] }
  const moves = started.map((position) => moveTo(position, career))
  const [weightiest] = moves.toSorted((a, b) => weight(a) - weight(b) || mainFirst(a, b))
  if (weightiest !== undefined) return weightiest
  if (ended.length > 0) return { movement: 'changed', to: holds[0] ?? null, from: ended[0] as Position }
  return unmoved(heldBefore, holds)
}

interface Career {
  before: readonly Position[]
  /** Current positions, before and after. */
  held: readonly Position[]
  holds: readonly Position[]
  /** Ended positions among those before. */
  ended: readonly Position[]
  stayed: readonly Position[]
}

const weights: readonly MovementKind[] = ['new-role', 'promoted', 'lateral-move', 'changed', 'no-change']
const weight = ({ movement }: Movement) => weights.indexOf(movement)

/** Among equal movements, the one to the higher title or earlier start is first: the other position is secondary. */
function mainFirst({ to: one }: Movement, { to: other }: Movement): number {
  if (one === null || other === null) return 0
  const higher = titleLevel(other.title) - titleLevel(one.title)
  if (higher !== 0) return higher
  return Number(isBefore(other, one)) - Number(isBefore(one, other))
}

function moveTo(position: Position, career: Career): Movement {
  const { held: heldBefore, ended } = career
  const sameEmployer = heldBefore.filter((each) => isContinuedEmployer(each, position))
  if (sameEmployer.length > 0) {
    const from = ended.find((each) => isContinuedEmployer(each, position))
    // The position is an additional one at the same employer.
    if (from === undefined) return { movement: 'changed', to: position, from: sameEmployer[0] as Position }
    return { movement: moveWithin(from, position), to: position, from }
  }
  const left = ended.find((each) => !isSide(each)) ?? ended[0]
  const movement = isNewRole(position, career) ? 'new-role' : 'changed'
  return { movement, to: position, from: left ?? heldBefore[0] ?? null }
}

/** Classifies a change of title at one employer. */
function moveWithin(from: Position, to: Position): MovementKind {
  const climb = titleClimb(from.title, to.title)
  if (climb > 0) return 'promoted'
  if (climb < 0) return 'lateral-move'
  const [lower, higher] = [seniorityRank(from), seniorityRank(to)]
  // Seniorities are compared only where both positions have one.
  if (lower > 0 && higher > lower) return 'promoted'
  if (isSameStart(from, to)) return 'changed'
  const hasNewStart = from.start_date !== null && to.start_date !== null
  return !hasNewStart && isElaborated(from.title, to.title) ? 'changed' : 'lateral-move'
}

/** Whether a position at another employer is their new job, and not a late addition to the profile or a side job. */
function isNewRole(position: Position, { before, held: heldBefore, ended, stayed }: Career): boolean {
  if (isSide(position)) return false
  // A main role continues, so the new one is secondary.
  if (stayed.some((each) => !isSide(each))) return false
  const left = ended.filter((each) => !isSide(each))
  if (isKnown(position, before)) return false
  if (left.some((each) => isSameStart(each, position) && isSameTitle(each.title, position.title)))
    return false
  if (left.length > 0) return !left.some((each) => isBefore(position, each))
  // They were between jobs; for a person without a career nothing was known.
  return before.length > 0 && (heldBefore.length > 0 || !before.some((each) => isBefore(position, each)))
}

/** Whether a position existed before, possibly as an ended one. */
const isKnown = (position: Position, before: readonly Position[]) =>
  before.some((each) => isSamePosition(each, position) && isSameStart(each, position))

/** Classifies changes within matched positions. */
function unmoved(heldBefore: readonly Position[], holds: readonly Position[]): Movement {
  for (const to of holds) {
    const from = heldBefore.find((each) => isSamePosition(each, to))
    if (
      from !== undefined &&
      kindOfWork(from) !== kindOfWork(to) &&
      kindOfWork(from) !== '' &&
      kindOfWork(to) !== ''
    )
      return { movement: 'changed', to, from }
  }
  return { movement: 'no-change', to: holds[0] ?? null, from: heldBefore[0] ?? null }
}

const kindOfWork = ({ employment_type }: Position) => (employment_type ?? []).toSorted().join(' ')

function isCurrent({ is_current, end_date, start_date }: Position): boolean {
  return is_current ?? (end_date === null && start_date !== null)
}

const isSide = ({ title, employment_type }: Position) =>
  isSideTitle(title) || employment_type?.includes('Volunteer') === true

function isSamePosition(one: Position, other: Position): boolean {
  if (!isSameTitle(one.title, other.title)) return false
  // The employer was probably renamed: a real move with the same start day and title is rare.
  return (
    isContinuedEmployer(one, other) ||
    (isSameStart(one, other) &&
      isMonth(one) &&
      one.title !== null &&
      other.title !== null &&
      isRenamed(one, other))
  )
}

/** Whether two positions have at most one employer id: then a different name may be a renamed employer. */
const isRenamed = (one: Position, other: Position) =>
  one.pnet_company_id === null || other.pnet_company_id === null

export function isContinuedEmployer(one: Position, other: Position): boolean {
  const [a, b] = [one.pnet_company_id, other.pnet_company_id]
  if (a !== null && b !== null && a === b) return true
  const isAlike = isSameName(one.company_name, other.company_name)
  // Two pages with one name are two companies, unless the position has the same start: then its page was corrected.
  if (a !== null && b !== null) return isAlike && isSameStart(one, other)
  return isAlike
}

function isSameName(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  const like = companyNameLikeness(companyNameForms(one), companyNameForms(other), { fuzzy: true })
  // Among the employers of one person, `Acme` and `Acme UK` count as one.
  return like !== undefined && (like.likeness >= 0.75 || ['part', 'initials'].includes(like.agreement))
}

/** Two dates at their common precision. */
function isSameStart({ start_date: one }: Position, { start_date: other }: Position): boolean {
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length, 7)
  return one.slice(0, length) === other.slice(0, length)
}

const isMonth = ({ start_date }: Position) => (start_date?.length ?? 0) >= 7

/** Whether one began earlier than the other, as far as known. */
function isBefore({ start_date: one }: Position, { start_date: other }: Position): boolean {
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) < other.slice(0, length)
}

const ranks = ['Internship', 'Entry level', 'Associate', 'Mid-Senior level', 'Director', 'Executive']

const seniorityRank = ({ seniority }: Position) => (seniority === null ? 0 : ranks.indexOf(seniority) + 1)

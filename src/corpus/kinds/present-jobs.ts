import { normalText } from '../../lib/text-normal.ts'
import type { NativePerson } from '../records/index.ts'
import { isSameEmployer } from '../search-index/index.ts'

type Position = NonNullable<NativePerson['experiences']>[number]
type Members = Readonly<Record<string, unknown>>

/** A line with more positions describes a career. */
const maxPresentJobs = 3

/**
 * Lays an observation that only says where a person works now (a list of contacts, a vendor's current employment)
 * over the career of an older one, whose former positions stay. Undefined if the newer one describes a career itself,
 * or the older none.
 */
export function careerWithPresent(newer: Members, older: Members): Position[] | undefined {
  const career = listPositions(older['experiences'])
  const present = heldNow(newer)
  return career.length === 0 || present.length === 0 ? undefined : withPresent(career, present)
}

function heldNow({ experiences, current_job: main }: Members): Position[] {
  if (experiences === undefined || experiences === null)
    return main ? [{ ...(main as Position), is_current: true }] : []
  const positions = listPositions(experiences)
  return positions.length <= maxPresentJobs && positions.every(isPresent) ? positions : []
}

const listPositions = (value: unknown): Position[] => (Array.isArray(value) ? (value as Position[]) : [])

/** Held now, because the line gives no dates. */
const isPresent = ({ is_current, start_date, end_date }: Position): boolean =>
  is_current === true && !start_date && !end_date

/**
 * A stored position is completed. Another title at an employer follows the one held there, and another employer
 * follows all that were held, with unknown ends. A person who holds several positions keeps those that the line does
 * not mention.
 */
function withPresent(career: readonly Position[], present: readonly Position[]): Position[] {
  const added = present.filter((position) => !career.some((each) => isSame(each, position)))
  const hasMoved = present.every(
    (position) => !career.some((each) => each.is_current === true && isSameEmployer(each, position)),
  )
  const before = career.map((each) => {
    const same = present.find((position) => isSame(each, position))
    if (same !== undefined) return completed(each, same)
    const isFollowed = hasMoved || added.some((position) => isSameEmployer(each, position))
    return each.is_current === true && isFollowed ? { ...each, is_current: false } : each
  })
  return [...added, ...before]
}

/** A title that was held there and left is not held again by this. */
const isSame = (other: Position, position: Position): boolean =>
  other.is_current === true &&
  isSameEmployer(other, position) &&
  (!position.title || !other.title || dropSmallWords(other.title) === dropSmallWords(position.title))

/** `VP of Marketing` is `VP Marketing`. */
const dropSmallWords = (title: string): string =>
  normalText(title)
    .split(' ')
    .filter((word) => !/^(?:of|the|and|for|in|at|der|die|das|für|und|de|du|des|et|y)$/.test(word))
    .join(' ')

/** The stored position, with what the line adds. */
function completed(stored: Position, position: Position): Position {
  const merged: Record<string, unknown> = { ...stored }
  for (const [member, value] of Object.entries(position)) {
    const before = merged[member] ?? null
    if (before === null || (Array.isArray(before) && before.length === 0)) merged[member] = value
  }
  return merged as Position
}

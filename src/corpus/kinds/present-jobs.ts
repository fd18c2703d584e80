import { normalText } from '../../lib/text-normal.ts'
import type { NativePerson } from '../records/index.ts'
import { isSameEmployer } from '../search-index/index.ts'

type Position = NonNullable<NativePerson['experiences']>[number]
type Members = Readonly<Record<string, unknown>>

/** A line that has more positions tells a career. */
const maxPresentJobs = 3

/**
 * Positions of an observation that says where somebody works then and nothing of before (a list of contacts, a vendor's
 * current employment), laid over the career that an older one tells: what was held before stays. Undefined if the
 * newer one tells a career itself, or the older none.
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

/** Held now, since nobody says when. */
const isPresent = ({ is_current, start_date, end_date }: Position): boolean =>
  is_current === true && !start_date && !end_date

/**
 * A position that is known is completed. Another title at an employer follows the one held there, and another employer all
 * that were held, whose ends nobody told; who holds several keeps those that are not spoken of.
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

/** Of a title held there before, and left, nobody says that it is held again. */
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

/** What is known, with what the line says as well. */
function completed(stored: Position, position: Position): Position {
  const merged: Record<string, unknown> = { ...stored }
  for (const [member, value] of Object.entries(position)) {
    const before = merged[member] ?? null
    if (before === null || (Array.isArray(before) && before.length === 0)) merged[member] = value
  }
  return merged as Position
}

import { unknownDay } from './columns.ts'
import { notLeft } from './person-career.ts'
import type { PositionDays } from './side-roles.ts'

/** After a longer break the person did not come from the employer before. */
const maxBreakDays = 366
/** Notice periods, and dates given by month, let two employers overlap. */
const maxOverlapDays = 92

interface Movable extends PositionDays {
  org: bigint
  domain: bigint
  name: bigint
  from: number
  to: number
}

/**
 * Finds for each tenure the one that the person came from, and the one that the person went to. A move is one pair: a
 * person who leaves one employer and begins with two is a gain of the first alone, and a person who comes from two is
 * a loss of the one left last. So each move is gained once and lost once.
 */
export function matchMoves<T extends Movable>(tenures: T[]): T[] {
  for (const [index, tenure] of tenures.entries()) {
    const origin = findOrigin(tenures, index)
    if (origin === -1) continue
    const left = tenures[origin] as T
    // Tenures are in the order they began, so the first one that comes from another is where the person went.
    if (left.to !== 0) continue
    left.to = index + 1
    tenure.from = origin + 1
  }
  return tenures
}

/** Index of the tenure that ended last before another one began, or about then; -1 for none. */
function findOrigin(tenures: readonly Movable[], index: number): number {
  const tenure = tenures[index] as Movable
  if (tenure.start === unknownDay) return -1
  let last = -1
  for (let place = 0; place < index; place++) {
    const { start, end } = tenures[place] as Movable
    if (start >= tenure.start || end === notLeft || end === unknownDay) continue
    if (tenure.start - end > maxBreakDays || end - tenure.start > maxOverlapDays) continue
    if (isSameEmployer(tenures[place] as Movable, tenure)) continue
    if (last === -1 || end >= (tenures[last] as Movable).end) last = place
  }
  return last
}

/** A person who returns to an employer has not come from it. */
const isSameEmployer = (a: Movable, b: Movable) =>
  a.org === b.org && a.domain === b.domain && a.name === b.name

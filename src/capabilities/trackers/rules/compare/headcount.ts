import type { Change } from '../define-rule.ts'
import type { CompanyState } from '../states.ts'
import { readBounds, readDifferentCounts, buildNumericData } from './number.ts'

/**
 * Headcount of a company that crossed a threshold for certain: by lower ends, between counts that do not overlap. A
 * count that only became more exact crosses nothing.
 */
export function findHeadcountCrossings(
  before: CompanyState,
  after: CompanyState,
  { threshold, direction }: { threshold: number; direction: 'above' | 'below' },
): Change[] {
  const counts = readDifferentCounts(
    before.company.employee_count_consensus,
    after.company.employee_count_consensus,
  )
  if (counts === undefined) return []
  const { previous, current } = counts
  const [from, to] = direction === 'above' ? [previous, current] : [current, previous]
  return from < threshold && to >= threshold
    ? [{ key: direction, data: buildNumericData(previous, current) }]
    : []
}

/** Headcount as hysteresis measures it. */
export const readTrackedHeadcount = ({ company }: CompanyState): number | undefined =>
  readBounds(company.employee_count_consensus)?.low

/** Exactly so many people. */
export const headcount = (count: number) => ({ employee_count_consensus: { gte: count, lte: count } })

/** Two counts between which a threshold is crossed. */
export function listCounts(
  threshold: number,
  direction: 'above' | 'below',
): { before: number; after: number } {
  const under = Math.max(threshold - Math.max(1, Math.round(threshold / 10)), 0)
  const over = threshold + Math.round(threshold / 20)
  return direction === 'above' ? { before: under, after: over } : { before: over, after: under }
}

/** In words, as it follows the name of a company. */
export const crossedInWords = (
  what: string,
  { threshold, direction }: { threshold: number; direction: 'above' | 'below' },
) => (direction === 'above' ? `reached ${threshold} ${what}` : `fell below ${threshold} ${what}`)

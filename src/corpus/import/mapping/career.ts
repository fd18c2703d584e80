import type { Experience } from '../../records/index.ts'
import { positionsByEmployer } from '../../search-index/index.ts'

type Position = Partial<Experience>

/**
 * Puts positions in order, newest first, and fills in the first and last day with the employer across its positions.
 * The last day stays open while one of them is current or has no end.
 */
export function buildCareer(positions: Position[]): Position[] {
  const spans = new Map(
    positionsByEmployer(positions).flatMap((positionsThere) => {
      const span = measureSpan(positionsThere)
      return positionsThere.map((each) => [each, span] as const)
    }),
  )
  return positions
    .map((each) => ({ ...each, ...(spans.get(each) ?? measureSpan([each])) }))
    .sort((a, b) => (b.start_date ?? '').localeCompare(a.start_date ?? ''))
}

function measureSpan(positions: Position[]): Pick<Position, 'company_start_date' | 'company_end_date'> {
  const starts = positions.flatMap((each) => each.start_date ?? []).sort()
  const ends = positions.flatMap((each) => each.end_date ?? []).sort()
  const isOpen = positions.some((each) => each.is_current === true || (each.end_date ?? null) === null)
  return {
    company_start_date: starts[0] ?? null,
    company_end_date: isOpen ? null : (ends.at(-1) ?? null),
  }
}

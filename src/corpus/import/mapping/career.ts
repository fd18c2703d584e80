import type { Experience } from '../../records/index.ts'

type Position = Partial<Experience>

/**
 * Puts positions in order, newest first, and fills in the first and last day with the employer over all of its
 * positions. The last day stays open while one of them is current or has no end.
 */
export function careerOf(positions: Position[]): Position[] {
  const byEmployer = Map.groupBy(positions, employerOf)
  const spans = new Map(Array.from(byEmployer, ([employer, held]) => [employer, spanOf(held)]))
  return positions
    .map((each) => ({ ...each, ...spans.get(employerOf(each)) }))
    .sort((a, b) => (b.start_date ?? '').localeCompare(a.start_date ?? ''))
}

const employerOf = (held: Position): string =>
  held.pnet_company_id ?? held.company_name ?? held.company_domain ?? ''

function spanOf(held: Position[]): Pick<Position, 'company_start_date' | 'company_end_date'> {
  const starts = held.flatMap((each) => each.start_date ?? []).sort()
  const ends = held.flatMap((each) => each.end_date ?? []).sort()
  const isOpen = held.some((each) => each.is_current === true || (each.end_date ?? null) === null)
  return {
    company_start_date: starts[0] ?? null,
    company_end_date: isOpen ? null : (ends.at(-1) ?? null),
  }
}

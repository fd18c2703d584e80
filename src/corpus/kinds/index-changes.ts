import type { FacetKind, Identifier } from '../search-index/index.ts'

/** What one number of a kind's rules changed, beside the number before it. */
export interface IndexChange {
  /** Columns of search rows whose values are others. */
  columns?: readonly string[]
  /** Sorts of tokens in `facets` that rows carry others of. */
  facets?: readonly FacetKind[]
  /** Sorts of identifiers and look-up tokens that entities carry others of. */
  identifiers?: readonly Identifier[]
}

/** What stored rows lack of the rules of this program. */
export interface IndexChanges {
  columns: ReadonlySet<string>
  facets: ReadonlySet<string>
  identifiers: ReadonlySet<string>
}

interface Rules {
  indexVersion: number
  indexChanges?: Readonly<Record<number, IndexChange>>
}

/**
 * What rows by the rules of some number lack. `all` if unknown: they are not there at all (0), are of a later
 * program, or a number between does not say what it changed.
 */
export function changesSince(
  { indexVersion, indexChanges = {} }: Rules,
  stored: number,
): IndexChanges | 'all' {
  if (stored === 0 || stored > indexVersion) return 'all'
  const changes = { columns: new Set<string>(), facets: new Set<string>(), identifiers: new Set<string>() }
  for (let number = stored + 1; number <= indexVersion; number++) {
    const change = indexChanges[number]
    if (change === undefined) return 'all'
    for (const column of change.columns ?? []) changes.columns.add(column)
    for (const facet of change.facets ?? []) changes.facets.add(facet)
    for (const identifier of change.identifiers ?? []) changes.identifiers.add(identifier)
  }
  return changes
}

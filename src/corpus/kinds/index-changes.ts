import type { FacetKind, Identifier } from '../search-index/index.ts'

/** What one number of a kind's rules changed since the number before it. */
export interface IndexChange {
  /** Columns of search rows with other values. */
  columns?: readonly string[]
  /** Sorts of tokens in `facets` that rows carry differently. */
  facets?: readonly FacetKind[]
  /** Sorts of identifiers and look-up tokens that entities carry differently. */
  identifiers?: readonly Identifier[]
}

/** What stored rows lack of this program's rules. */
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
 * What rows built by an earlier number lack. `all` if unknown: they do not exist (0), are from a later program, or a
 * number between does not say what it changed.
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

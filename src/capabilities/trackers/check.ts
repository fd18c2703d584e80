import type { Snapshot } from '../../corpus/commits/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { recordKind } from './commits.ts'
import type { ListedRule } from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import type { Commits } from './run-rows.ts'

/** The two states that are compared. */
export interface Check {
  entityType: EntityType
  /** Rules that are no dummies. */
  rules: readonly ListedRule[]
  /** Up to which commits the look before went, and when it was. */
  since: { commits: Commits; ms: number }
  to: { commits: Commits; ms: number }
  signal: AbortSignal
}

/** A moment of the corpus by its commit; data read at it is identified by numbers alone. */
export const toSnapshot = (number: number): Snapshot => ({
  number,
  mayHoldLater: true,
  mayHoldSuperseded: true,
})

/** Records of some entities, as they are stored in the newest snapshot: labels of the day are a rule's own work. */
export async function readRecords(
  { search }: SearchDeps,
  { entityType, signal }: Pick<Check, 'entityType' | 'signal'>,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const kind = recordKind[entityType]
  const records = await search.lookupIds(kind, {
    ids,
    snapshot: await search.snapshots.newest(kind),
    isAsStored: true,
    signal,
  })
  return new Map(records.map(({ id, body }) => [id, JSON.parse(body) as Record<string, unknown>]))
}

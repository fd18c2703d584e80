import type { Snapshot } from '../../corpus/commits/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { recordKind } from './record-kinds.ts'
import type { ListedRule } from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import type { Commits } from './run-rows.ts'

/** A comparison of two moments of the corpus. */
export interface Check {
  entityType: EntityType
  /** Rules that are not only for tests. */
  rules: readonly ListedRule[]
  /** The newest commits of the previous refresh, and its time. */
  since: { commits: Commits; ms: number }
  to: { commits: Commits; ms: number }
  signal: AbortSignal
}

/** Makes the snapshot of a commit, to read data that its numbers identify. */
export const toSnapshot = (number: number): Snapshot => ({
  number,
  mayHoldLater: true,
  mayHoldSuperseded: true,
})

/** Reads the newest records of some entities as they are stored. Rules work out the labels of the day themselves. */
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

import type { EntityKind } from '../kinds/index.ts'
import type { FoundRecord, LookupRequest } from './lookup-request.ts'
import type { Lookups } from './open-lookups.ts'

/** Records that carry one of some identifiers, as the corpus is now. */
export async function findNow(
  lookups: Pick<Lookups, 'snapshots' | 'lookup'>,
  kind: EntityKind,
  request: Omit<LookupRequest, 'snapshot'>,
): Promise<FoundRecord[]> {
  return lookups.lookup(kind, { ...request, snapshot: await lookups.snapshots.newest(kind) })
}

/** Of what was found, the records that carry the first of some identifiers that anything carries, in rank order. */
export function carriersOfFirst(records: readonly FoundRecord[], tokens: readonly string[]): FoundRecord[] {
  const token = tokens.find((wanted) => records.some((record) => record.tokens.includes(wanted)))
  return token === undefined ? [] : records.filter((record) => record.tokens.includes(token))
}

/**
 * Of each list of identifiers the record that the first known one of them names, the most prominent of several. Lists
 * are as many as a batch has items, so the records are indexed once.
 */
export function firstNamed(
  records: readonly FoundRecord[],
  lists: readonly (readonly string[])[],
): (FoundRecord | undefined)[] {
  const byToken = new Map<string, FoundRecord>()
  for (const record of records)
    for (const token of record.tokens) if (!byToken.has(token)) byToken.set(token, record)
  return lists.map((tokens) => {
    const token = tokens.find((each) => byToken.has(each))
    return token === undefined ? undefined : byToken.get(token)
  })
}

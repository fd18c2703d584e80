import type { EntityKind } from '../kinds/index.ts'
import type { FoundRecord, LookupRequest } from './lookup-request.ts'
import type { Lookups } from './open-lookups.ts'

/** Records that carry one of some identifiers, in the newest snapshot. */
export async function findNow(
  lookups: Pick<Lookups, 'snapshots' | 'lookup'>,
  kind: EntityKind,
  request: Omit<LookupRequest, 'snapshot'>,
): Promise<FoundRecord[]> {
  return lookups.lookup(kind, { ...request, snapshot: await lookups.snapshots.newest(kind) })
}

/** Among the matches, the records that carry the first identifier which has any, in rank order. */
export function carriersOfFirst(records: readonly FoundRecord[], tokens: readonly string[]): FoundRecord[] {
  const token = tokens.find((wanted) => records.some((record) => record.tokens.includes(wanted)))
  return token === undefined ? [] : records.filter((record) => record.tokens.includes(token))
}

/**
 * For each list of identifiers the record of its first known one, the most prominent of several. There may be a list
 * for each item of a batch, so the records are indexed once.
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

import type { GivenRow } from '../../corpus/tables/index.ts'
import { makeBrief } from './brief-record.ts'
import type { EnrichParams } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { valueAt } from './members.ts'
import { readEntities, type EntityRecord } from './read-entities.ts'
import { selectDecided, type RowGroup } from './row-groups.ts'
import { openRowValues } from './row-values.ts'
import type { EnrichDeps } from './slice.ts'

/** Rows whose item failed, or was removed meanwhile because somebody in it asked to be forgotten. */
export const lostRow: RowFound = {
  match: 'not_found',
  reason: 'The row could not be looked up, or somebody in it asked to be removed. Run the list again.',
  codes: ['withdrawn'],
}

type Decided = Pick<RowGroup, 'decision' | 'entity'>

/** A row as somebody decided it; as it was looked up where nobody did. `records` are those of the decided entities. */
export function decideRow(
  result: RowFound,
  { decision, entity }: Decided,
  {
    params,
    records,
  }: { params: Pick<EnrichParams, 'kind' | 'members'>; records: ReadonlyMap<string, EntityRecord> },
): RowFound {
  if (decision === null) return result
  if (decision === 'none')
    return {
      match: 'not_found',
      reason: 'You decided that no record is meant.',
      codes: ['decided_none'],
    }
  const same = entity === null ? undefined : records.get(entity)
  if (same === undefined) return lostRow
  const { kind, members } = params
  return {
    match: 'matched',
    ...(kind === 'companies' ? { companyId: same.id } : { personId: same.id }),
    confidence: 1,
    by: 'decision',
    reason: 'You decided that it is this record.',
    codes: ['decided_same'],
    brief: makeBrief(kind, same.record),
    values: members.map((path) => valueAt(same.record, path.split('.'))),
  }
}

/** Lays what was decided over the rows of a run, a page at a time. */
export async function openDecided(
  deps: Pick<EnrichDeps, 'db' | 'search' | 'secret'>,
  { id, params }: { id: string; params: EnrichParams },
  signal: AbortSignal,
): Promise<
  (rows: readonly GivenRow[], results: readonly RowFound[], firstRow: number) => Promise<readonly RowFound[]>
> {
  const groups = await selectDecided(deps.db, id)
  if (groups.length === 0) return async (_rows, results) => results
  const nameGroup = (value: Buffer, row: number) => `${value.toString('hex')} ${row}`
  const byName = new Map(groups.map((group) => [nameGroup(group.value, group.row), group]))
  const nameValue = openRowValues(deps.secret, params)
  return async (rows, results, firstRow) => {
    const decided = results.map((result, index) => {
      if (result.match !== 'unsure') return undefined
      const value = nameValue(rows[index] as GivenRow)
      return byName.get(nameGroup(value, firstRow + index)) ?? byName.get(nameGroup(value, 0))
    })
    const ids = decided.flatMap((group) => group?.entity ?? [])
    const records = await readEntities(deps, params.kind, { ids, signal })
    return results.map((result, index) => {
      const group = decided[index]
      return group === undefined ? result : decideRow(result, group, { params, records })
    })
  }
}

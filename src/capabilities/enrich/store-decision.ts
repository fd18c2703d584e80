import type { MilliCredits } from '../../lib/credits.ts'
import type { PriceLine } from '../../operation/index.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'
import { enrichFailures } from './failures.ts'
import type { RowOfRun } from './decide-row.ts'
import { removeDecision, storeDecision } from './match-decisions.ts'
import {
  countRows,
  selectCounts,
  selectGroup,
  type Decision,
  type RowGroup,
  type RowState,
} from './row-groups.ts'
import { matchKey, readEntity } from './settle-rows.ts'
import type { EnrichDeps } from './slice.ts'

/** What a person decided about an unsure row; `undo` makes it unsure again. */
export type NewDecision = { decision: 'same'; entity: string } | { decision: 'none' } | { decision: 'undo' }

export interface Decider {
  organizationId: string
  requestId: string
  nowMs: number
  /** False for sandbox keys. */
  pays: boolean
  /** All rows of the same cells, or the row alone. */
  rows: 'equal' | 'one'
}

const stateOf: Record<NewDecision['decision'], RowState> = {
  same: 'matched',
  none: 'not_found',
  undo: 'unsure',
}

/**
 * Stores a decision and what follows from it, and answers what it costs: a match, unless the record is paid for. It runs
 * in the transaction of the charge.
 */
export async function decide(
  tx: Queryable,
  deps: Pick<EnrichDeps, 'foundOnce' | 'recordReads'>,
  { row, made, by }: { row: RowOfRun; made: NewDecision; by: Decider },
): Promise<readonly PriceLine[]> {
  const { job, value } = row
  const { kind } = job.params
  // The run's row: decisions of one run are made one after the other.
  await selectCounts(tx, [job.id], true)
  const current = await selectGroup(tx, job.id, { value, row: row.row })
  // Somebody made it no longer unsure in another way.
  if (current === undefined || (current.decision === null && current.state !== 'unsure'))
    throw enrichFailures.of('row-not-unsure')
  const group = await leaveGroup(tx, row, current, by.rows)
  const entity = made.decision === 'same' ? made.entity : null
  await changeGroup(tx, job.id, { group, made, entity })
  // What was decided about one row alone says nothing about others.
  if (group.row === 0) await remember(tx, row, { made, by })
  if (group.entity !== null && group.entity !== entity) await deps.foundOnce.remove(tx, job.id, group.entity)
  if (entity === null) return []
  const fresh = await deps.foundOnce.record(tx, job.id, [entity])
  if (!by.pays) return []
  const unpaid = await deps.recordReads.claim(tx, fresh, { ...by, kind, priceKey: matchKey[kind] })
  if (unpaid.size === 0) return []
  await countRows(tx, job.id, () => 0, { paid: 1 })
  return [{ key: matchKey[kind], units: 1 }]
}

/** Counts what a decision was charged: in the transaction of the charge, since prices by volume are known there alone. */
export const countCharged = (tx: Queryable, jobId: string, decisionCredits: MilliCredits): Promise<void> =>
  countRows(tx, jobId, () => 0, { decisionCredits })

/** The group to change. A row decided alone leaves its group; with `equal` it stays on its own, and the others change. */
async function leaveGroup(
  tx: Queryable,
  { job, value, row }: RowOfRun,
  group: RowGroup,
  rows: Decider['rows'],
): Promise<RowGroup> {
  if (rows === 'equal' || group.row !== 0 || group.rowCount === 1) return group
  await tx.query(sql`
    UPDATE enrich_groups SET row_count = row_count - 1
    WHERE job_id = ${job.id} AND value = ${value} AND "row" = 0`)
  await tx.query(sql`
    INSERT INTO enrich_groups (job_id, value, "row", state, row_count, first_row, entity, decision, is_shown)
    SELECT job_id, value, ${row}, state, 1, ${row}, entity, decision, is_shown FROM enrich_groups
    WHERE job_id = ${job.id} AND value = ${value} AND "row" = 0`)
  return { ...group, row, rowCount: 1, firstRow: row }
}

async function changeGroup(
  tx: Queryable,
  jobId: string,
  { group, made, entity }: { group: RowGroup; made: NewDecision; entity: string | null },
): Promise<void> {
  const state = stateOf[made.decision]
  const decision: Decision | null = made.decision === 'undo' ? null : made.decision
  await tx.query(sql`
    UPDATE enrich_groups SET state = ${state}, decision = ${decision},
      entity = ${entity === null ? null : BigInt(entity)}::bigint
    WHERE job_id = ${jobId} AND value = ${group.value} AND "row" = ${group.row}`)
  const more = (of: RowState) =>
    (of === state ? group.rowCount : 0) - (of === group.state ? group.rowCount : 0)
  await countRows(tx, jobId, more, { decisions: 1 })
}

/** Later runs decide rows of the same cells alike. */
async function remember(
  tx: Queryable,
  { job, value, looked }: RowOfRun,
  { made, by }: { made: NewDecision; by: Decider },
): Promise<void> {
  const owner = { organizationId: by.organizationId, kind: job.params.kind }
  const likeliest = readEntity(looked)
  const entity = made.decision === 'same' ? made.entity : likeliest
  if (made.decision === 'undo' || entity === null) await removeDecision(tx, owner, value)
  else await storeDecision(tx, owner, { value, decision: made.decision, entity, nowMs: by.nowMs })
}

import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { ListKind } from './members.ts'
import type { Decision } from './row-groups.ts'

/** What somebody of an organization decided about rows of the same cells. */
export interface MatchDecision {
  decision: Decision
  /** The record that they are, or the likeliest one that they are not. */
  entity: string
}

const decisionRow = rowShape<MatchDecision & { value: Buffer }>({
  value: column.bytes(),
  decision: column.text(),
  entity: column.text(),
})

interface Owner {
  organizationId: string
  kind: ListKind
}

/** Decisions about some values, by their hex. */
export async function selectDecisions(
  on: Queryable,
  { organizationId, kind }: Owner,
  values: readonly Buffer[],
): Promise<Map<string, MatchDecision>> {
  if (values.length === 0) return new Map()
  const rows = await on.query(sql.rows(decisionRow)`
    SELECT value, decision, entity::text AS entity FROM match_decisions
    WHERE organization_id = ${organizationId} AND kind = ${kind} AND value = ANY(${[...values]}::bytea[])`)
  return new Map(rows.map(({ value, ...decided }) => [value.toString('hex'), decided]))
}

export async function storeDecision(
  tx: Queryable,
  { organizationId, kind }: Owner,
  { value, decision, entity, nowMs }: MatchDecision & { value: Buffer; nowMs: number },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO match_decisions (organization_id, kind, value, decision, entity, decided_at)
    VALUES (${organizationId}, ${kind}, ${value}, ${decision}, ${BigInt(entity)}, ${new Date(nowMs)})
    ON CONFLICT (organization_id, kind, value)
    DO UPDATE SET decision = EXCLUDED.decision, entity = EXCLUDED.entity, decided_at = EXCLUDED.decided_at`)
}

export async function removeDecision(
  tx: Queryable,
  { organizationId, kind }: Owner,
  value: Buffer,
): Promise<void> {
  await tx.query(sql`
    DELETE FROM match_decisions
    WHERE organization_id = ${organizationId} AND kind = ${kind} AND value = ${value}`)
}

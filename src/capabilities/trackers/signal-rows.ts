import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { Signal } from './signal.ts'

/** A signal that is not stored yet. */
export interface NewSignal {
  ruleId: string
  /** Identifies the change: one key of a rule and entity is one signal. */
  changeKey: string
  signal: Signal
}

/** Stores the signals of changes that have no signal yet, and answers those signals. */
export async function insertSignals(
  tx: Queryable,
  { organizationId, listId, createdAt }: { organizationId: string; listId: string; createdAt: Date },
  signals: readonly NewSignal[],
): Promise<NewSignal[]> {
  if (signals.length === 0) return []
  const rows = await tx.query<{ id: string }>(sql`
    INSERT INTO tracker_signals (organization_id, list_id, id, rule_id, entity_id, change_key, is_dummy, created_at, signal)
    SELECT ${organizationId}, ${listId}, s.id, s.rule_id, s.entity_id, s.change_key, s.is_dummy, ${createdAt}, s.signal::jsonb
    FROM unnest(${signals.map(({ signal }) => signal.id)}::text[], ${signals.map(({ ruleId }) => ruleId)}::text[],
      ${signals.map(({ signal }) => signal.entityId)}::text[], ${signals.map(({ changeKey }) => changeKey)}::text[],
      ${signals.map(({ signal }) => signal.isDummy)}::boolean[],
      ${signals.map(({ signal }) => JSON.stringify(signal))}::text[])
      WITH ORDINALITY AS s (id, rule_id, entity_id, change_key, is_dummy, signal, place)
    ORDER BY s.place
    ON CONFLICT (list_id, rule_id, entity_id, change_key) DO NOTHING RETURNING id`)
  const stored = new Set(rows.map(({ id }) => id))
  return signals.filter(({ signal }) => stored.has(signal.id))
}

/** Writes into stored signals what each of them cost. */
export async function priceSignals(
  tx: Queryable,
  { ids, centiCredits }: { ids: readonly string[]; centiCredits: readonly number[] },
): Promise<void> {
  await tx.query(sql`
    UPDATE tracker_signals s SET signal = jsonb_set(s.signal, '{centiCreditsCharged}', to_jsonb(p.price))
    FROM unnest(${[...ids]}::text[], ${[...centiCredits]}::int[]) AS p (id, price)
    WHERE s.id = p.id AND s.id = ANY (${[...ids]}::text[])`)
}

export async function deleteSignals(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM tracker_signals WHERE id = ANY (${[...ids]}::text[])`)
}

export const filters = ['all', 'real', 'dummy'] as const

/** Signals of a list, newest first. `before` is the number of the last signal of the previous page. */
export async function selectSignals(
  on: Queryable,
  { organizationId, listId }: { organizationId: string; listId: string },
  { before, most, filter }: { before?: number | undefined; most: number; filter: (typeof filters)[number] },
): Promise<{ number: number; signal: Signal }[]> {
  const next = before === undefined ? sql`true` : sql`number < ${before}`
  const only = filter === 'all' ? sql`true` : sql`is_dummy = ${filter === 'dummy'}`
  return on.query<{ number: number; signal: Signal }>(sql`
    SELECT number, signal FROM tracker_signals
    WHERE organization_id = ${organizationId} AND list_id = ${listId} AND ${next} AND ${only}
    ORDER BY number DESC LIMIT ${most}`)
}

/** The time of the newest signal of each rule about each of some entities, under the key `rule entity`. */
export async function selectLastSignalTimes(
  on: Queryable,
  { listId, entityIds }: { listId: string; entityIds: readonly string[] },
): Promise<Map<string, Date>> {
  if (entityIds.length === 0) return new Map()
  const rows = await on.query<{ rule: string; entity: string; told: Date }>(sql`
    SELECT rule_id AS rule, entity_id AS entity, max(created_at) AS told FROM tracker_signals
    WHERE list_id = ${listId} AND entity_id = ANY (${[...entityIds]}::text[]) AND NOT is_dummy GROUP BY 1, 2`)
  return new Map(rows.map(({ rule, entity, told: toldAt }) => [`${rule} ${entity}`, toldAt]))
}

/** Counts the signals of a list since a moment, test signals aside. */
export async function countSignals(
  on: Queryable,
  { listId, since }: { listId: string; since: Date },
): Promise<number> {
  const [row] = await on.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM tracker_signals
    WHERE list_id = ${listId} AND NOT is_dummy AND created_at >= ${since}`)
  return row?.count ?? 0
}

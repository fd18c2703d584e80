import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { Signal } from './signal.ts'

/** A signal that is not stored yet. */
export interface NewSignal {
  ruleId: string
  /** Identifies the change: one key of a rule and entity is one signal. */
  changeKey: string
  signal: Signal
}

const idRow = rowShape({ id: column.text() })

/** Stores the signals of changes that have no signal yet, and answers those signals. */
export async function insertSignals(
  tx: Queryable,
  { organizationId, listId, createdAt }: { organizationId: string; listId: string; createdAt: Date },
  signals: readonly NewSignal[],
): Promise<NewSignal[]> {
  if (signals.length === 0) return []
  const rows = await tx.query(sql.rows(idRow)`
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

export const filters = ['all', 'real', 'dummy'] as const

const numberedSignalRow = rowShape({ number: column.int(), signal: column.json<Signal>() })

/** Signals of a list, newest first. `before` is the number of the last signal of the previous page. */
export async function selectSignals(
  on: Queryable,
  { organizationId, listId }: { organizationId: string; listId: string },
  { before, most, filter }: { before?: number | undefined; most: number; filter: (typeof filters)[number] },
): Promise<{ number: number; signal: Signal }[]> {
  const next = before === undefined ? sql`true` : sql`number < ${before}`
  const only = filter === 'all' ? sql`true` : sql`is_dummy = ${filter === 'dummy'}`
  return on.query(sql.rows(numberedSignalRow)`
    SELECT number, signal FROM tracker_signals
    WHERE organization_id = ${organizationId} AND list_id = ${listId} AND ${next} AND ${only}
    ORDER BY number DESC LIMIT ${most}`)
}

/** Which signals of an organization; what is left out narrows nothing. */
export interface SignalFilter {
  organizationId: string
  listId?: readonly string[] | undefined
  /** Types of rules. */
  type?: readonly string[] | undefined
  entityType?: 'company' | 'person' | undefined
  /** Ids of companies and people, as records have them. */
  entityId?: readonly string[] | undefined
  /** Found at or after, and before. */
  from?: Date | undefined
  to?: Date | undefined
  filter: (typeof filters)[number]
  /** The last signal of the page before. */
  before?: { createdAt: Date; number: number } | undefined
  most: number
}

const listedSignalRow = rowShape({
  number: column.int(),
  createdAt: column.instant(),
  listId: column.text(),
  listName: column.text(),
  isListArchived: column.bool(),
  signal: column.json<Signal>(),
})

/** Signals of all lists of an organization with their lists, newest first. */
export async function selectAllSignals(on: Queryable, filter: SignalFilter) {
  const { organizationId, listId, type, entityType, entityId, from, to, before, most } = filter
  const conditions = [
    sql`s.organization_id = ${organizationId}`,
    ...(listId === undefined ? [] : [sql`s.list_id = ANY(${[...listId]}::text[])`]),
    ...(type === undefined ? [] : [sql`s.signal ->> 'type' = ANY(${[...type]}::text[])`]),
    ...(entityType === undefined ? [] : [sql`s.signal ->> 'entityType' = ${entityType}`]),
    ...(entityId === undefined ? [] : [sql`s.entity_id = ANY(${[...entityId]}::text[])`]),
    ...(from === undefined ? [] : [sql`s.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`s.created_at < ${to}`]),
    ...(filter.filter === 'all' ? [] : [sql`s.is_dummy = ${filter.filter === 'dummy'}`]),
    ...(before === undefined
      ? []
      : [sql`(s.created_at, s.number) < (${before.createdAt}, ${before.number})`]),
  ]
  return on.query(sql.rows(listedSignalRow)`
    SELECT s.number, s.created_at AS "createdAt", s.list_id AS "listId", l.name AS "listName",
      l.archived_at IS NOT NULL AS "isListArchived", s.signal
    FROM tracker_signals s JOIN lists l ON l.id = s.list_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY s.created_at DESC, s.number DESC LIMIT ${most}`)
}

const lastSignalRow = rowShape({
  rule: column.text(),
  entity: column.text(),
  told: column.instant(),
})

/** The time of the newest signal of each rule about each of some entities, under the key `rule entity`. */
export async function selectLastSignalTimes(
  on: Queryable,
  { listId, entityIds }: { listId: string; entityIds: readonly string[] },
): Promise<Map<string, Date>> {
  if (entityIds.length === 0) return new Map()
  const rows = await on.query(sql.rows(lastSignalRow)`
    SELECT rule_id AS rule, entity_id AS entity, max(created_at) AS told FROM tracker_signals
    WHERE list_id = ${listId} AND entity_id = ANY (${[...entityIds]}::text[]) AND NOT is_dummy GROUP BY 1, 2`)
  return new Map(rows.map(({ rule, entity, told: toldAt }) => [`${rule} ${entity}`, toldAt]))
}

const countRow = rowShape({ count: column.int() })

/** Counts the signals of a list since a moment, test signals aside. */
export async function countSignals(
  on: Queryable,
  { listId, since }: { listId: string; since: Date },
): Promise<number> {
  const [row] = await on.query(sql.rows(countRow)`
    SELECT count(*)::int AS count FROM tracker_signals
    WHERE list_id = ${listId} AND NOT is_dummy AND created_at >= ${since}`)
  return row?.count ?? 0
}

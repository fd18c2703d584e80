import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { Confirmation, EntityKind } from '../kinds/index.ts'

/** What sources said again of some entities since it was written, by entity. */
export async function readConfirmations(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, Confirmation[]>> {
  const found = new Map<string, Confirmation[]>()
  if (ids.length === 0) return found
  const rows = await db.query<Omit<Confirmation, 'observedAt'> & { confirmed_at: Date }>(sql`
    SELECT id::text AS id, source, confirmed_at, confidence, members FROM corpus_confirmations
    WHERE kind = ${kind} AND id = ANY (${[...new Set(ids)]}::bigint[]) ORDER BY id, confirmed_at`)
  for (const { confirmed_at, ...row } of rows) {
    const confirmation = { ...row, observedAt: confirmed_at.toISOString() }
    found.set(row.id, [...(found.get(row.id) ?? []), confirmation])
  }
  return found
}

/** Keeps what was said again; of one source the newest counts. */
export async function storeConfirmations(
  tx: Pick<Queryable, 'query'>,
  kind: EntityKind,
  confirmations: readonly Confirmation[],
): Promise<void> {
  if (confirmations.length === 0) return
  // One row an entity and source: a statement cannot write one twice.
  const newest = new Map<string, Confirmation>()
  for (const each of confirmations) {
    const key = `${each.id} ${each.source}`
    if ((newest.get(key)?.observedAt ?? '') <= each.observedAt) newest.set(key, each)
  }
  const rows = JSON.stringify([...newest.values()])
  await tx.query(sql`
    INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members)
    SELECT ${kind}, (r->>'id')::bigint, r->>'source', (r->>'observedAt')::timestamptz, (r->>'confidence')::real,
      ARRAY(SELECT jsonb_array_elements_text(r->'members'))
    FROM jsonb_array_elements(${rows}::jsonb) AS r
    ORDER BY 2, 3
    ON CONFLICT (kind, id, source) DO UPDATE
      SET confirmed_at = EXCLUDED.confirmed_at, confidence = EXCLUDED.confidence, members = EXCLUDED.members
      WHERE c.confirmed_at < EXCLUDED.confirmed_at`)
}

/** Takes along what was said of entities that are no more. */
export async function dropConfirmations(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
): Promise<void> {
  await db.query(
    sql`DELETE FROM corpus_confirmations WHERE kind = ${kind} AND id = ANY (${[...ids]}::bigint[])`,
  )
}

import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { Confirmation, EntityKind, Sighting } from '../kinds/index.ts'
import {
  isConfirmedNow,
  membersConfirmed,
  numberSets,
  raiseConfirmedTo,
  sightingsAdded,
} from './line-digests.ts'

const confirmationRow = rowShape<Omit<Confirmation, 'observedAt'> & { confirmed_at: Date }>({
  id: column.text(),
  source: column.text(),
  confirmed_at: column.instant(),
  confidence: column.float(),
  members: column.texts(),
})

/** What sources said again of some entities since those were written, by entity. */
async function readConfirmations(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, Confirmation[]>> {
  const confirmations = new Map<string, Confirmation[]>()
  if (ids.length === 0) return confirmations
  const rows = await db.query(sql.rows(confirmationRow)`
    SELECT id::text AS id, source, confirmed_at, confidence, members FROM corpus_confirmations
    WHERE kind = ${kind} AND members <> '{}' AND id = ANY (${[...new Set(ids)]}::bigint[]) ORDER BY id, confirmed_at`)
  for (const { confirmed_at, ...row } of rows) {
    const confirmation = { ...row, observedAt: confirmed_at.toISOString() }
    confirmations.set(row.id, [...(confirmations.get(row.id) ?? []), confirmation])
  }
  return confirmations
}

/**
 * All that sources said of some entities, by entity: what each source repeated last, and what it said before, which
 * may be more.
 */
export async function readSaid(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
): Promise<{ confirmations: Map<string, Confirmation[]>; sighted: Map<string, StoredSighting[]> }> {
  const sighted = await readSightings(db, kind, ids)
  const confirmed = await readConfirmations(db, kind, ids)
  const confirmations = new Map(confirmed)
  for (const [id, sightings] of sighted) {
    const before = sightings.map((each) => ({ ...each, members: [...each.members] }))
    confirmations.set(id, [...(confirmed.get(id) ?? []), ...before])
  }
  return { confirmations, sighted }
}

const findLatest = (sayings: readonly { observedAt: string }[]): Date =>
  new Date(Math.max(...sayings.map(({ observedAt }) => Date.parse(observedAt))))

/** Stores confirmations. For each source the newest counts. */
export async function storeConfirmations(
  tx: Pick<Queryable, 'query'>,
  kind: EntityKind,
  confirmations: readonly Confirmation[],
): Promise<void> {
  if (confirmations.length === 0) return
  // One row for an entity and source, since a statement cannot write a row twice.
  const newest = new Map<string, Confirmation>()
  for (const each of confirmations) {
    const key = `${each.id} ${each.source}`
    if ((newest.get(key)?.observedAt ?? '') <= each.observedAt) newest.set(key, each)
  }
  const rows = JSON.stringify([...newest.values()])
  await raiseConfirmedTo(tx, kind, findLatest(confirmations))
  await tx.query(sql`
    INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members)
    SELECT ${kind}, (r->>'id')::bigint, r->>'source', (r->>'observedAt')::timestamptz, (r->>'confidence')::real,
      ARRAY(SELECT jsonb_array_elements_text(r->'members'))
    FROM jsonb_array_elements(${rows}::jsonb) AS r
    ORDER BY 2, 3
    ON CONFLICT (kind, id, source) DO UPDATE
      SET confirmed_at = EXCLUDED.confirmed_at, confidence = EXCLUDED.confidence, ${membersConfirmed}
      WHERE ${isConfirmedNow} OR c.members = '{}'`)
}

/** A stored sighting, with the source's confidence when it last repeated something. */
export interface StoredSighting extends Sighting {
  confidence: number
}

const sightingRow = rowShape<Omit<StoredSighting, 'observedAt'> & { at: Date }>({
  id: column.text(),
  source: column.text(),
  at: column.instant(),
  confidence: column.float(),
  members: column.texts(),
})

/** Sightings of some entities, oldest first, by entity. */
async function readSightings(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, StoredSighting[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query(sql.rows(sightingRow)`
    SELECT c.id::text AS id, c.source, s.at, c.confidence, m.members
    FROM corpus_confirmations c CROSS JOIN LATERAL unnest(c.seen_at, c.seen_sets) AS s (at, said)
      JOIN corpus_line_members m ON m.kind = c.kind AND m.number = s.said
    WHERE c.kind = ${kind} AND c.id = ANY (${[...new Set(ids)]}::bigint[]) ORDER BY c.id, s.at, c.source`)
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, observedAt: at.toISOString() })),
    ({ id }) => id,
  )
}

/**
 * Adds sightings that are not stored yet. For sources whose lines always give other members none are stored
 * (`numberSets`). The caller holds the writers' lock of the kind.
 */
export async function storeSightings(
  tx: Queryable,
  kind: EntityKind,
  sightings: readonly Sighting[],
): Promise<void> {
  const sets = await numberSets(
    tx,
    kind,
    sightings.map(({ members }) => ({ said: members })),
  )
  const rows = sightings.flatMap(({ members, ...each }) => {
    const setNumber = sets.get(members.join())
    return setNumber === undefined ? [] : [{ ...each, said: setNumber }]
  })
  if (rows.length === 0) return
  await raiseConfirmedTo(tx, kind, findLatest(rows))
  await tx.query(sql`
    INSERT INTO corpus_confirmations AS c (kind, id, source, confirmed_at, confidence, members, seen_at, seen_sets)
    SELECT ${kind}, r.id, r.source, max(r.at), 1, '{}', array_agg(r.at ORDER BY r.at), array_agg(r.said ORDER BY r.at)
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ observedAt }) => observedAt)}::timestamptz[], ${rows.map(({ said: setNumber }) => setNumber)}::int[])
      AS r (id, source, at, said)
    GROUP BY r.id, r.source ORDER BY r.id, r.source
    ON CONFLICT (kind, id, source) DO UPDATE
      SET ${sightingsAdded}`)
}

/** Forgets what was said again of some entities; by one source, where it is named. */
export async function dropConfirmations(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  ids: readonly string[],
  { source }: { source?: string } = {},
): Promise<void> {
  await db.query(sql`
    DELETE FROM corpus_confirmations
    WHERE kind = ${kind} AND id = ANY (${[...ids]}::bigint[]) AND ${source === undefined ? sql`true` : sql`source = ${source}`}`)
}

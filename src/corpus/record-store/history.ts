import { column, rowShape, sql, type Transaction } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { compress } from './dictionaries.ts'
import type { RecordStore } from './record-store.ts'
import { nameRecordsTable, nameSnapshotsTable } from './tables.ts'

/** An earlier state of an entity's tracked members. */
export interface StoredSnapshot {
  id: string
  /** ISO 8601. */
  observedAt: string
  source: string
  /** JSON. */
  tracked: string
}

const entityStateRow = rowShape({
  id: column.text(),
  observed_at: column.instant(),
  source: column.text(),
  dictionary: column.int(),
  tracked: column.bytes(),
})

/** Earlier states of some entities as a snapshot shows them, by entity, oldest first; the newest `most` of each. */
export async function readSnapshots(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf, most }: { ids: readonly string[]; asOf: number; most: number },
): Promise<StoredSnapshot[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query(sql.rows(entityStateRow)`
    SELECT e.id::text AS id, s.observed_at, s.source, s.dictionary, s.tracked
    FROM unnest(${[...new Set(ids)]}::bigint[]) AS e (id)
      CROSS JOIN LATERAL (
        SELECT observed_at, source, dictionary, tracked FROM ${sql.id(nameSnapshotsTable(kind))} s
        WHERE s.id = e.id AND s.born <= ${asOf} ORDER BY s.observed_at DESC LIMIT ${most}) AS s
    ORDER BY e.id, s.observed_at`)
  const texts = await store.texts(
    kind,
    rows.map(({ dictionary, tracked }) => ({ dictionary, bytes: tracked })),
  )
  return rows.map(({ id, observed_at, source }, index) => ({
    id,
    observedAt: observed_at.toISOString(),
    source,
    tracked: texts[index] as string,
  }))
}

const startRow = rowShape({ id: column.text(), observed_at: column.instant() })

/** When the newest state of some entities was observed, as a snapshot shows it. */
export async function readObserved(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf }: { ids: readonly string[]; asOf: number },
): Promise<{ id: string; observedAt: string }[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query(sql.rows(startRow)`
    SELECT DISTINCT ON (r.id) r.id::text AS id, r.observed_at FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id = ANY (${[...new Set(ids)]}::bigint[]) AND r.born <= ${asOf} ORDER BY r.id, r.born DESC`)
  return rows.map(({ id, observed_at }) => ({ id, observedAt: observed_at.toISOString() }))
}

/** Instants of which some entities have an earlier state, as `id ISO-8601`. */
export async function readInstants(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf }: { ids: readonly string[]; asOf: number },
): Promise<Set<string>> {
  const rows = await store.db.query(sql.rows(startRow)`
    SELECT id::text AS id, observed_at FROM ${sql.id(nameSnapshotsTable(kind))}
    WHERE id = ANY (${[...new Set(ids)]}::bigint[]) AND born <= ${asOf}`)
  return new Set(rows.map(({ id, observed_at }) => `${id} ${observed_at.toISOString()}`))
}

/** Removes earlier states of some entities: all, or those that one commit wrote. */
export async function dropSnapshots(
  db: Pick<RecordStore['db'], 'query'>,
  kind: EntityKind,
  { ids, born = null }: { ids: readonly string[]; born?: number | null },
): Promise<void> {
  await db.query(sql`
    DELETE FROM ${sql.id(nameSnapshotsTable(kind))}
    WHERE id = ANY (${[...ids]}::bigint[]) AND (${born}::int IS NULL OR born = ${born})`)
}

const snapshotRow = rowShape({
  row: column.text(),
  id: column.text(),
  dictionary: column.int(),
  tracked: column.bytes(),
})

/** Removes parts of earlier states of some entities, and nothing else. */
export async function rewriteSnapshots(
  { store, tx }: { store: RecordStore; tx: Transaction },
  kind: EntityKind,
  ids: readonly string[],
  change: (id: string, tracked: string) => string,
): Promise<void> {
  const table = sql.id(nameSnapshotsTable(kind))
  const rows = await tx.query(sql.rows(snapshotRow)`
    SELECT ctid::text AS row, id::text AS id, dictionary, tracked FROM ${table}
    WHERE id = ANY (${[...ids]}::bigint[]) FOR UPDATE`)
  const texts = await store.texts(
    kind,
    rows.map(({ dictionary, tracked }) => ({ dictionary, bytes: tracked })),
  )
  const newest = await store.dictionary(kind)
  for (const [index, { row, id }] of rows.entries()) {
    const before = texts[index] as string
    const after = change(id, before)
    if (after === before) continue
    await tx.query(sql`
      UPDATE ${table} SET dictionary = ${newest.number}, tracked = ${compress(after, newest)}
      WHERE ctid = ${row}::tid`)
  }
}

/** Rewrites earlier states of some entities at instants that have one. */
export async function restateSnapshots(
  { store, tx }: { store: RecordStore; tx: Pick<Transaction, 'query'> },
  kind: EntityKind,
  states: readonly Pick<StoredSnapshot, 'id' | 'observedAt' | 'tracked'>[],
): Promise<void> {
  if (states.length === 0) return
  const newest = await store.dictionary(kind)
  await tx.query(sql`
    UPDATE ${sql.id(nameSnapshotsTable(kind))} s SET dictionary = ${newest.number}, tracked = decode(r.tracked, 'base64')
    FROM unnest(${states.map(({ id }) => id)}::bigint[], ${states.map(({ observedAt }) => observedAt)}::timestamptz[],
      ${states.map(({ tracked }) => compress(tracked, newest).toString('base64'))}::text[]) AS r (id, observed_at, tracked)
    WHERE s.id = r.id AND s.observed_at = r.observed_at`)
}

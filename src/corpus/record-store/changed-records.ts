import { column, rowShape, sql } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { StoredSnapshot } from './history.ts'
import type { RecordStore } from './record-store.ts'
import { nameRecordsTable, nameSnapshotsTable } from './tables.ts'

/** Where changes begin: after what searches showed at a commit, or after what was observed at an instant. */
export type Since = { commit: number } | { instant: Date }

interface ChangesRequest {
  ids: readonly string[]
  since: Since
  /** Commit of the snapshot to compare with. */
  asOf: number
}

const idRow = rowShape({ id: column.text() })

/** Entities whose record changed, in no order. Of the others only the key is read. */
export async function readChangedIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, since, asOf }: ChangesRequest,
): Promise<string[]> {
  if (ids.length === 0) return []
  const later = 'commit' in since ? sql`r.born > ${since.commit}` : sql`r.observed_at > ${since.instant}`
  const rows = await store.db.query(sql.rows(idRow)`
    SELECT r.id::text AS id FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${later} AND r.born <= ${asOf}
      AND (r.dead IS NULL OR r.dead > ${asOf})`)
  return rows.map(({ id }) => id)
}

const entityStateRow = rowShape({
  id: column.text(),
  observed_at: column.instant(),
  source: column.text(),
  dictionary: column.int(),
  tracked: column.bytes(),
})

/**
 * The states that some entities had: the one searches showed as of the commit, until a later commit replaced it, or
 * the newest one observed by the instant. Entities whose tracked members no later commit replaced are missing, as are
 * those that did not exist yet.
 */
export async function readStatesAsOf(
  store: RecordStore,
  kind: EntityKind,
  { ids, since, asOf }: ChangesRequest,
): Promise<Map<string, StoredSnapshot>> {
  if (ids.length === 0) return new Map()
  const [wanted, order] =
    'commit' in since
      ? [sql`s.born > ${since.commit} AND s.shown_since IS NOT NULL`, sql`s.born`]
      : [sql`s.observed_at <= ${since.instant}`, sql`s.observed_at DESC`]
  const rows = await store.db.query(sql.rows(entityStateRow)`
    SELECT e.id::text AS id, s.observed_at, s.source, s.dictionary, s.tracked
    FROM unnest(${[...ids]}::bigint[]) AS e (id)
      CROSS JOIN LATERAL (
        SELECT observed_at, source, dictionary, tracked FROM ${sql.id(nameSnapshotsTable(kind))} s
        WHERE s.id = e.id AND s.born <= ${asOf} AND ${wanted} ORDER BY ${order} LIMIT 1) AS s`)
  const texts = await store.texts(
    kind,
    rows.map(({ dictionary, tracked }) => ({ dictionary, bytes: tracked })),
  )
  return new Map(
    rows.map(({ id, observed_at, source }, index) => [
      id,
      { id, observedAt: observed_at.toISOString(), source, tracked: texts[index] as string },
    ]),
  )
}

/** Entities that a snapshot no longer shows: merged into others, or removed. */
export async function readGoneIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf }: { ids: readonly string[]; asOf: number },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query(sql.rows(idRow)`
    SELECT e.id::text AS id FROM unnest(${[...ids]}::bigint[]) AS e (id)
    WHERE NOT EXISTS (
      SELECT 1 FROM ${sql.id(nameRecordsTable(kind))} r
      WHERE r.id = e.id AND r.born <= ${asOf} AND (r.dead IS NULL OR r.dead > ${asOf}))`)
  return rows.map(({ id }) => id)
}

const firstRow = rowShape({ first: column.text() })

/** The first id of entities that were first written after a commit; null when there are none, or it is unknown. */
export async function readFirstIdAfter(
  store: RecordStore,
  kind: EntityKind,
  commit: number,
): Promise<bigint | null> {
  const [row] = await store.db.query(sql.rows(firstRow)`
    SELECT first_entity_id::text AS first FROM corpus_commit_log
    WHERE kind = ${kind} AND number > ${commit} AND first_entity_id IS NOT NULL ORDER BY number LIMIT 1`)
  return row === undefined ? null : BigInt(row.first)
}

/** Entities of a range of ids whose newest version is not from one of some commits. */
export async function readIdsBeside(
  store: RecordStore,
  kind: EntityKind,
  { from, to, except }: { from: number; to: number; except: readonly number[] },
): Promise<string[]> {
  const rows = await store.db.query(sql.rows(idRow)`
    SELECT r.id::text AS id FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id >= ${from} AND r.id < ${to} AND r.dead IS NULL AND r.born <> ALL (${[...except]}::int[])`)
  return rows.map(({ id }) => id)
}

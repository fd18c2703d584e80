import { sql } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { StoredSnapshot } from './history.ts'
import type { RecordStore } from './record-store.ts'
import { nameRecordsTable, nameSnapshotsTable } from './tables.ts'

/** From when on changes are looked for: what searches showed after a commit, or what was observed after an instant. */
export type Since = { commit: number } | { instant: Date }

interface ChangesRequest {
  ids: readonly string[]
  since: Since
  /** Commit of the snapshot that is compared with. */
  asOf: number
}

/** Entities whose record changed, in no order; only the key of the others is read. */
export async function readChangedIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, since, asOf }: ChangesRequest,
): Promise<string[]> {
  if (ids.length === 0) return []
  const later = 'commit' in since ? sql`r.born > ${since.commit}` : sql`r.observed_at > ${since.instant}`
  const rows = await store.db.query<{ id: string }>(sql`
    SELECT r.id::text AS id FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${later} AND r.born <= ${asOf}
      AND (r.dead IS NULL OR r.dead > ${asOf})`)
  return rows.map(({ id }) => id)
}

/**
 * The states that some entities had: the one that searches showed as of the commit, until a later commit replaced it, or the
 * newest one observed up to the instant. None of an entity whose tracked members no later commit replaced, and of one that
 * was not known then.
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
  const rows = await store.db.query<{
    id: string
    observed_at: Date
    source: string
    dictionary: number
    tracked: Buffer
  }>(sql`
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
  const rows = await store.db.query<{ id: string }>(sql`
    SELECT e.id::text AS id FROM unnest(${[...ids]}::bigint[]) AS e (id)
    WHERE NOT EXISTS (
      SELECT 1 FROM ${sql.id(nameRecordsTable(kind))} r
      WHERE r.id = e.id AND r.born <= ${asOf} AND (r.dead IS NULL OR r.dead > ${asOf}))`)
  return rows.map(({ id }) => id)
}

/** Entities with ids from here on were written first after a commit; null when nothing was, or nobody knows. */
export async function readFirstIdAfter(
  store: RecordStore,
  kind: EntityKind,
  commit: number,
): Promise<bigint | null> {
  const [row] = await store.db.query<{ first: string }>(sql`
    SELECT first_entity_id::text AS first FROM corpus_commit_log
    WHERE kind = ${kind} AND number > ${commit} AND first_entity_id IS NOT NULL ORDER BY number LIMIT 1`)
  return row === undefined ? null : BigInt(row.first)
}

/** Entities of a range of ids whose newest version another commit than some has written. */
export async function readIdsBeside(
  store: RecordStore,
  kind: EntityKind,
  { from, to, except }: { from: number; to: number; except: readonly number[] },
): Promise<string[]> {
  const rows = await store.db.query<{ id: string }>(sql`
    SELECT r.id::text AS id FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id >= ${from} AND r.id < ${to} AND r.dead IS NULL AND r.born <> ALL (${[...except]}::int[])`)
  return rows.map(({ id }) => id)
}

import { tracePlace } from '../../lib/tracing.ts'
import type { FileFormat, ImportKind } from '../../corpus/import/index.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export const importStates = [
  'ready',
  'queued',
  'running',
  'paused',
  'interrupted',
  'completed',
  'damaged',
  'failed',
  'canceled',
] as const
export type ImportState = (typeof importStates)[number]

/** How a file is read. */
export interface ImportChoice {
  /** A mapping file; null: its rows are records of Almanac. */
  mapping: string | null
  /** Rows with a name and no identifier are records, too. */
  names: boolean
  /** When the rows were true; null: when the import begins. */
  asOf: string | null
  fileFormat: FileFormat | null
  /** Pattern of the members of an archive that hold the rows. */
  member: string | null
}

/** How far an import is. */
export interface ImportCounts {
  rows: number
  bytes: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  leftOut: number
}

const noCounts: ImportCounts = {
  rows: 0,
  bytes: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  leftOut: 0,
}

export interface StoredImport {
  id: string
  kind: ImportKind
  source: string
  fileName: string
  blobId: string
  bytes: number
  choice: ImportChoice
  state: ImportState
  wish: 'pause' | 'cancel' | null
  counts: ImportCounts
  problem: string | null
  notes: string[]
  /** The import whose rejected rows were corrected. */
  corrects: string | null
  createdAt: Date
  queuedAt: Date | null
  startedAt: Date | null
  /** When the counts were written. */
  reportedAt: Date | null
  endedAt: Date | null
  /** Until then file and rejects are there. */
  expiresAt: Date
  /** Of the request that put it in line, where that was traced. */
  traceparent: string | null
}

const importRow = rowShape<StoredImport>({
  id: column.text(),
  kind: column.text(),
  source: column.text(),
  fileName: column.text(),
  blobId: column.text(),
  bytes: column.int(),
  choice: column.json(),
  state: column.text(),
  wish: nullable(column.text()),
  counts: column.json(),
  problem: nullable(column.text()),
  notes: column.json(),
  corrects: nullable(column.text()),
  createdAt: column.instant(),
  queuedAt: nullable(column.instant()),
  startedAt: nullable(column.instant()),
  reportedAt: nullable(column.instant()),
  endedAt: nullable(column.instant()),
  expiresAt: column.instant(),
  traceparent: nullable(column.text()),
})

const columns = sql`id, kind, source, file_name AS "fileName", blob_id AS "blobId", bytes, choice, state, wish, counts,
  problem, notes, corrects, created_at AS "createdAt", queued_at AS "queuedAt", started_at AS "startedAt",
  reported_at AS "reportedAt", ended_at AS "endedAt", expires_at AS "expiresAt", traceparent`

export type NewImport = Pick<
  StoredImport,
  | 'id'
  | 'kind'
  | 'source'
  | 'fileName'
  | 'blobId'
  | 'bytes'
  | 'choice'
  | 'corrects'
  | 'createdAt'
  | 'expiresAt'
> & { state: 'ready' | 'queued' }

export async function insertImport(db: Queryable, one: NewImport): Promise<void> {
  const queuedAt = one.state === 'queued' ? one.createdAt : null
  await db.query(sql`
    INSERT INTO operator_imports (id, kind, source, file_name, blob_id, bytes, choice, state, counts, notes, corrects,
      created_at, queued_at, expires_at, traceparent)
    VALUES (${one.id}, ${one.kind}, ${one.source}, ${one.fileName}, ${one.blobId}, ${one.bytes},
      ${JSON.stringify(one.choice)}::jsonb, ${one.state}, ${JSON.stringify(noCounts)}::jsonb, '[]'::jsonb,
      ${one.corrects}, ${one.createdAt}, ${queuedAt}, ${one.expiresAt}, ${tracePlace()?.traceparent ?? null})`)
}

export async function selectImport(db: Queryable, id: string): Promise<StoredImport | undefined> {
  const [row] = await db.query(sql.rows(importRow)`SELECT ${columns} FROM operator_imports WHERE id = ${id}`)
  return row
}

/** The same, locked to the end of the transaction. */
export async function lockImport(tx: Queryable, id: string): Promise<StoredImport | undefined> {
  const [row] = await tx.query(
    sql.rows(importRow)`SELECT ${columns} FROM operator_imports WHERE id = ${id} FOR UPDATE`,
  )
  return row
}

/** A page, newest first. */
export async function selectImports(
  db: Queryable,
  { before, most }: { before?: string | undefined; most: number },
): Promise<StoredImport[]> {
  return db.query(sql.rows(importRow)`
    SELECT ${columns} FROM operator_imports WHERE ${before ?? null}::text IS NULL OR id < ${before ?? null}
    ORDER BY id DESC LIMIT ${most}`)
}

export async function queueImport(
  tx: Queryable,
  { id, choice, at, expiresAt }: { id: string; choice: ImportChoice; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE operator_imports SET state = 'queued', wish = NULL, problem = NULL, choice = ${JSON.stringify(choice)}::jsonb,
      queued_at = ${at}, ended_at = NULL, expires_at = ${expiresAt}, traceparent = ${tracePlace()?.traceparent ?? null}
    WHERE id = ${id}`)
}

export async function askImport(tx: Queryable, id: string, wish: 'pause' | 'cancel'): Promise<void> {
  await tx.query(sql`UPDATE operator_imports SET wish = ${wish} WHERE id = ${id}`)
}

/** An import that does not run any more, or never did. */
export async function endImport(
  db: Queryable,
  id: string,
  end: { state: ImportState; at: Date; problem?: string | null; notes?: readonly string[] },
): Promise<void> {
  await db.query(sql`
    UPDATE operator_imports SET state = ${end.state}, wish = NULL, ended_at = ${end.at}, problem = ${end.problem ?? null},
      notes = ${JSON.stringify(end.notes ?? [])}::jsonb WHERE id = ${id}`)
}

const openRow = rowShape({ queued: column.int(), running: column.int() })

/** How many imports wait, and how many are said to run. */
export async function countOpen(db: Queryable): Promise<{ queued: number; running: number }> {
  const [row] = await db.query(sql.rows(openRow)`
    SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running
    FROM operator_imports WHERE state IN ('queued', 'running')`)
  return row ?? { queued: 0, running: 0 }
}

/** Takes the import that waits longest; its rejects of an earlier run go, because all rows are read again. */
export async function takeQueued(tx: Queryable, at: Date): Promise<StoredImport | undefined> {
  const [row] = await tx.query(sql.rows(importRow)`
    UPDATE operator_imports SET state = 'running', started_at = ${at}, reported_at = ${at}, ended_at = NULL,
      counts = ${JSON.stringify(noCounts)}::jsonb
    WHERE id = (SELECT id FROM operator_imports WHERE state = 'queued' ORDER BY queued_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`)
  if (row !== undefined) await tx.query(sql`DELETE FROM operator_import_rejects WHERE import_id = ${row.id}`)
  return row
}

/** Of imports that are said to run while nothing does: their process ended without a word. */
export async function markInterrupted(db: Queryable, at: Date, problem: string): Promise<string[]> {
  const rows = await db.query(sql.rows(rowShape({ id: column.text() }))`
    UPDATE operator_imports SET state = 'interrupted', wish = NULL, ended_at = ${at}, problem = ${problem}
    WHERE state = 'running' RETURNING id`)
  return rows.map(({ id }) => id)
}

const wishRow = rowShape<{ wish: StoredImport['wish'] }>({ wish: nullable(column.text()) })

/** Writes how far an import is; answers what it is asked to do. */
export async function reportImport(
  db: Queryable,
  id: string,
  { counts, at }: { counts: ImportCounts; at: Date },
): Promise<StoredImport['wish']> {
  const [row] = await db.query(sql.rows(wishRow)`
    UPDATE operator_imports SET counts = ${JSON.stringify(counts)}::jsonb, reported_at = ${at} WHERE id = ${id}
    RETURNING wish`)
  return row?.wish ?? null
}

/** Rejects of files that are no longer there. */
export async function deleteExpired(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM operator_import_rejects r USING operator_imports i
    WHERE i.id = r.import_id AND i.expires_at <= ${new Date(nowMs)} RETURNING 1`)
  return rows.length
}

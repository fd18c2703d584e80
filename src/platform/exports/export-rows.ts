import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** An export as stored. */
export interface ExportRow {
  id: string
  organizationId: string
  kind: string
  taskId: string
  fileName: string
  contentType: string
  mostRows: number
  /** First day of the month whose quota it uses. */
  month: string
  originKind: string | null
  originId: string | null
  rows: number
  /** Rows that cost nothing, because their records were paid for; null where no row is charged, or not yet. */
  rowsPaidBefore: number | null
  bytes: number
  blobId: string | null
  forgets: number
  /** The blob lists the parts that the file consists of (`part-list.ts`). */
  isInParts: boolean
  isWithdrawn: boolean
  isClosed: boolean
  createdAt: Date
  finishedAt: Date | null
  expiresAt: Date | null
}

const exportRow = rowShape<ExportRow>({
  id: column.text(),
  organizationId: column.text(),
  kind: column.text(),
  taskId: column.text(),
  fileName: column.text(),
  contentType: column.text(),
  mostRows: column.int(),
  month: column.text(),
  originKind: nullable(column.text()),
  originId: nullable(column.text()),
  rows: column.int(),
  rowsPaidBefore: nullable(column.int()),
  bytes: column.int(),
  blobId: nullable(column.text()),
  forgets: column.int(),
  isInParts: column.bool(),
  isWithdrawn: column.bool(),
  isClosed: column.bool(),
  createdAt: column.instant(),
  finishedAt: nullable(column.instant()),
  expiresAt: nullable(column.instant()),
})

const columns = sql`id, organization_id AS "organizationId", kind, task_id AS "taskId", file_name AS "fileName",
  content_type AS "contentType", most_rows AS "mostRows", month::text AS month, origin_kind AS "originKind",
  origin_id AS "originId", rows, rows_paid_before AS "rowsPaidBefore", bytes, blob_id AS "blobId", is_in_parts AS "isInParts", forgets,
  is_withdrawn AS "isWithdrawn", is_closed AS "isClosed", created_at AS "createdAt", finished_at AS "finishedAt",
  expires_at AS "expiresAt"`

export type NewExport = Pick<
  ExportRow,
  | 'id'
  | 'organizationId'
  | 'kind'
  | 'taskId'
  | 'fileName'
  | 'contentType'
  | 'mostRows'
  | 'month'
  | 'originKind'
  | 'originId'
  | 'createdAt'
> & { mailTo: string | null }

export async function insertExport(tx: Queryable, made: NewExport): Promise<void> {
  await tx.query(sql`
    INSERT INTO exports (id, organization_id, kind, task_id, file_name, content_type, most_rows, month, origin_kind,
      origin_id, mail_to, created_at)
    VALUES (${made.id}, ${made.organizationId}, ${made.kind}, ${made.taskId}, ${made.fileName}, ${made.contentType},
      ${made.mostRows}, ${made.month}::date, ${made.originKind}, ${made.originId}, ${made.mailTo}, ${made.createdAt})`)
}

export async function selectExport(on: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await on.query(sql.rows(exportRow)`SELECT ${columns} FROM exports WHERE id = ${id}`)
  return row
}

/** Exports of an organization, newest first, after the last of the page before. */
export async function selectExports(
  on: Queryable,
  organizationId: string,
  { after, most }: { after: { createdAt: Date; id: string } | undefined; most: number },
): Promise<ExportRow[]> {
  const beyond = after === undefined ? sql`true` : sql`(created_at, id) < (${after.createdAt}, ${after.id})`
  return on.query(sql.rows(exportRow)`
    SELECT ${columns} FROM exports WHERE organization_id = ${organizationId} AND ${beyond}
    ORDER BY created_at DESC, id DESC LIMIT ${most}`)
}

/** One export, locked until the transaction ends. */
export async function lockExport(tx: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.query(sql.rows(exportRow)`
    SELECT ${columns} FROM exports WHERE id = ${id} FOR NO KEY UPDATE`)
  return row
}

export async function finishExport(
  tx: Queryable,
  id: string,
  end: Pick<ExportRow, 'rows' | 'bytes' | 'isInParts'> & {
    blobId: string
    nowMs: number
    expiresAtMs: number
  },
): Promise<void> {
  await tx.query(sql`
    UPDATE exports SET blob_id = ${end.blobId}, is_in_parts = ${end.isInParts}, rows = ${end.rows}, bytes = ${end.bytes},
      finished_at = ${new Date(end.nowMs)}, expires_at = ${new Date(end.expiresAtMs)}
    WHERE id = ${id}`)
}

/** Exports that are not tidied up, begun before an instant, oldest first. */
export async function selectOpen(
  db: Queryable,
  { beforeMs, most }: { beforeMs: number; most: number },
): Promise<ExportRow[]> {
  return db.query(sql.rows(exportRow)`
    SELECT ${columns} FROM exports WHERE NOT is_closed AND created_at < ${new Date(beforeMs)}
    ORDER BY created_at LIMIT ${most}`)
}

/** False when somebody else was faster. */
export async function closeExport(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE exports SET is_closed = true WHERE id = ${id} AND NOT is_closed RETURNING 1`)
  return rows.length > 0
}

/** Forgets exports begun before an instant, with their parts. */
export async function deleteExports(
  db: Queryable,
  { beforeMs, most }: { beforeMs: number; most: number },
): Promise<number> {
  const where = sql`created_at < ${new Date(beforeMs)} AND is_closed`
  return deleteOldest(db, { table: 'exports', where, by: 'created_at', most })
}

/** A part as stored. */
export interface PartRow {
  number: number
  rows: number
  bytes: number
  blobId: string | null
  position: string | null
}

const partRow = rowShape<PartRow>({
  number: column.int(),
  rows: column.int(),
  bytes: column.int(),
  blobId: nullable(column.text()),
  position: nullable(column.text()),
})

const partColumns = sql`number, rows, bytes, blob_id AS "blobId", position`

export async function selectPart(
  on: Queryable,
  exportId: string,
  number: number,
): Promise<PartRow | undefined> {
  const [row] = await on.query(sql.rows(partRow)`
    SELECT ${partColumns} FROM export_parts WHERE export_id = ${exportId} AND number = ${number}`)
  return row
}

/** All parts, in order. */
export async function selectParts(on: Queryable, exportId: string): Promise<PartRow[]> {
  return on.query(sql.rows(partRow)`
    SELECT ${partColumns} FROM export_parts WHERE export_id = ${exportId} ORDER BY number`)
}

/** All people that a part is about or names, whatever its columns show, and the records that its rows are charged for. */
export interface PeopleInPart {
  /** Ids of the people its rows are about. */
  people: readonly string[]
  /** Identifiers of other people its rows name. */
  named: readonly string[]
  /** Entity ids; null where no row is charged. */
  records: readonly string[] | null
}

/** A part is stored once: a second one of its number changes nothing. */
export async function insertPart(
  tx: Queryable,
  exportId: string,
  part: PartRow & PeopleInPart,
): Promise<void> {
  // In the form answers use, so that a search for people in answers also finds them here.
  const about = part.people.map((personId) => ({ personId }))
  const people = JSON.stringify([...about, ...part.named.map((named) => ({ named }))])
  await tx.query(sql`
    INSERT INTO export_parts (export_id, number, rows, bytes, blob_id, position, people, records)
    VALUES (${exportId}, ${part.number}, ${part.rows}, ${part.bytes}, ${part.blobId}, ${part.position}, ${people}::json,
      ${part.records?.map(BigInt) ?? null}::bigint[])
    ON CONFLICT DO NOTHING`)
}

const recordRow = rowShape({ record: column.text() })

/** The records that the rows of an export are of; they are not kept once they were charged. */
export async function takeRecords(tx: Queryable, exportId: string): Promise<string[]> {
  const rows = await tx.query(sql.rows(recordRow)`
    SELECT unnest(records)::text AS record FROM export_parts WHERE export_id = ${exportId}`)
  await dropRecords(tx, exportId)
  return rows.map(({ record }) => record)
}

/** Also where nothing was charged: for a sandbox key, or because there is no file. */
export async function dropRecords(tx: Queryable, exportId: string): Promise<void> {
  await tx.query(sql`
    UPDATE export_parts SET records = NULL WHERE export_id = ${exportId} AND records IS NOT NULL`)
}

export async function notePaidBefore(tx: Queryable, exportId: string, rows: number): Promise<void> {
  await tx.query(sql`UPDATE exports SET rows_paid_before = ${rows} WHERE id = ${exportId}`)
}

/** Removes the contents of the parts; the people in them stay recorded as long as the file exists. */
export async function emptyParts(tx: Queryable, exportId: string): Promise<void> {
  await tx.query(sql`UPDATE export_parts SET blob_id = NULL WHERE export_id = ${exportId}`)
}

/** Removes the people recorded for expired files, since the files are gone. */
export async function forgetExpired(db: Queryable, nowMs: number): Promise<void> {
  await db.query(sql`
    UPDATE exports SET blob_id = NULL WHERE blob_id IS NOT NULL AND expires_at <= ${new Date(nowMs)}`)
  await db.query(sql`
    DELETE FROM export_parts p USING exports e
    WHERE e.id = p.export_id AND e.is_closed AND e.blob_id IS NULL`)
}

import type { BlobInfo } from '../../store/blobs/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import {
  emptyParts,
  finishExport,
  lockExport,
  selectExport,
  selectParts,
  type ExportRow,
  type PartRow,
} from './export-rows.ts'
import { maxBytes, type ExportRoom } from './export-spec.ts'
import type { ExportParams, ExportResult, ExportSpec } from './export-spec.ts'
import { findPack } from './file-form.ts'
import { listParts } from './part-list.ts'
import { makeFormat, packedFile } from './part-content.ts'
import { giveRowsBack } from './quota-rows.ts'

/** Files can be fetched this long after they are finished. */
const keepMs = 7 * 86_400_000

/**
 * Makes the file from its parts. May be repeated. Throws when a part is missing. The parts stay as long as the file: it
 * consists of them, or, if it is packed, their text shows who is named in it.
 */
export async function join<P, R, D>(
  room: ExportRoom,
  spec: ExportSpec<P, R, D>,
  params: ExportParams<P>,
): Promise<ExportResult> {
  const { db, blobs, clock } = room
  const { exportId } = params
  const before = await selectExport(db, exportId)
  if (before === undefined || before.isWithdrawn) return { exportId, rows: 0, isWithdrawn: true }
  if (before.finishedAt === null) {
    const parts = await wholeParts(db, params)
    const rows = parts.reduce((sum, part) => sum + part.rows, 0)
    const nowMs = clock.now()
    const expiresAtMs = nowMs + keepMs
    const pack = findPack(params.form)
    for (const { blobId } of parts) if (blobId !== null) await blobs.extend(blobId, expiresAtMs)
    const whole =
      pack === undefined
        ? await listParts(blobs, { ...makeFormat(spec, params), exportId, parts, expiresAtMs })
        : await blobs.put(packedFile(blobs, spec, { params, parts, pack }), {
            maxBytes,
            expiresAtMs,
          })
    const file = { ...whole, rows, isInParts: pack === undefined, nowMs, expiresAtMs }
    const isWithdrawn = await db.transact((tx) => finish(tx, before, file))
    if (isWithdrawn) {
      await blobs.remove(whole.id)
      return { exportId, rows: 0, isWithdrawn }
    }
  }
  return { exportId, rows: (await selectExport(db, exportId))?.rows ?? 0, isWithdrawn: false }
}

/** Stores the file and counts its rows, once; true when it is not wanted any more. */
async function finish(
  tx: Queryable,
  { id }: ExportRow,
  file: Omit<Parameters<typeof finishExport>[2], 'blobId'> & Pick<BlobInfo, 'id'>,
): Promise<boolean> {
  const now = await lockExport(tx, id)
  if (now === undefined || now.isWithdrawn) return true
  if (now.finishedAt !== null) return false
  // It was given up meanwhile, with its rows.
  if (file.rows > now.mostRows) return true
  await finishExport(tx, id, { ...file, blobId: file.id })
  await giveRowsBack(tx, now, now.mostRows - file.rows)
  return false
}

/**
 * Rows of an abandoned export no longer count, and a file that nobody paid for is taken back. Clean-up removes its parts, and
 * the file as one of them.
 */
export async function giveUpExport(tx: Queryable, exportId: string): Promise<void> {
  const row = await lockExport(tx, exportId)
  if (row === undefined || (row.finishedAt === null && row.isClosed)) return
  // Those of a finished file that was withdrawn were given back then.
  const isGivenBack = row.finishedAt !== null && row.isWithdrawn
  if (!isGivenBack) await giveRowsBack(tx, row, row.finishedAt === null ? row.mostRows : row.rows)
  if (row.blobId !== null)
    await tx.query(sql`
      INSERT INTO export_parts (export_id, number, rows, bytes, blob_id, people)
      SELECT ${exportId}, coalesce(max(number) + 1, 0), 0, 0, ${row.blobId}, '[]'::json FROM export_parts
      WHERE export_id = ${exportId}`)
  await tx.query(sql`
    UPDATE exports SET most_rows = 0, rows = 0, bytes = 0, blob_id = NULL, is_in_parts = false, finished_at = NULL,
      expires_at = NULL, is_closed = false
    WHERE id = ${exportId}`)
}

/** All parts; throws when there should be more. */
async function wholeParts(
  db: Postgres,
  { exportId, mostRows, partRows }: ExportParams<unknown>,
): Promise<PartRow[]> {
  const parts = await selectParts(db, exportId)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const last = parts.at(-1)
  const isWhole = last !== undefined && last.number === parts.length - 1
  if (!isWhole || (rows < mostRows && last.rows === partRows)) throw new Error(`${exportId} lacks a part`)
  return parts
}

export async function removeParts(
  { db, blobs }: Pick<ExportRoom, 'db' | 'blobs'>,
  exportId: string,
): Promise<void> {
  for (const { blobId } of await selectParts(db, exportId)) if (blobId !== null) await blobs.remove(blobId)
  await emptyParts(db, exportId)
}

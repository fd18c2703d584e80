import type { Clock } from '../../lib/clock.ts'
import type { BlobInfo, Blobs } from '../../store/blobs/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { withoutFields, type CellValue } from './column.ts'
import {
  emptyParts,
  finishExport,
  insertPart,
  lockExport,
  selectExport,
  selectPart,
  selectParts,
  type ExportRow,
  type PartRow,
} from './export-rows.ts'
import type { ExportParams, ExportResult, ExportSpec, ReadContext } from './export-spec.ts'
import { giveRowsBack } from './quota-rows.ts'
import { rowFormat, type RowFormat } from './row-format.ts'

/** Files can be fetched this long after they are finished. */
const keepMs = 7 * 86_400_000
/** An export that stands still for longer fails; its parts are gone. */
const partMs = 3 * 86_400_000
const mostBytes = 4 * 1024 ** 3
/** Rows turned into text at once: a millisecond or two. */
const batchRows = 200

export interface ExportRoom {
  db: Postgres
  blobs: Pick<Blobs, 'put' | 'get' | 'remove'>
  clock: Clock
}

type WriteContext<P, D> = Omit<ReadContext<P, D>, 'given'> & { params: ExportParams<P> }

/** What the jobs of exports are made of. */
export interface ExportWriter {
  /**
   * Reads the rows of one part and stores them; when it is stored already, says what it was. Undefined where the rows ended
   * before, and where there is nothing to be written any more.
   */
  writePart<P, R, D>(
    spec: ExportSpec<P, R, D>,
    context: WriteContext<P, D>,
    number: number,
  ): Promise<{ rows: number } | undefined>
  /** Puts the parts together to the file, and removes them. May be repeated. Throws when one is missing. */
  join<P, R, D>(spec: ExportSpec<P, R, D>, params: ExportParams<P>): Promise<ExportResult>
}

export function openExportWriter(room: ExportRoom): ExportWriter {
  return {
    async writePart(spec, context, number) {
      const { exportId } = context.params
      for (;;) {
        const begun = await beginPart(room, context.params, number)
        if (begun.state !== 'due') return begun.part
        const written = await putPart(room, spec, { context, number, ...begun })
        const outcome = await room.db.transact(async (tx) => {
          const now = await lockExport(tx, exportId)
          if (now === undefined || now.isWithdrawn) return 'withdrawn'
          // Somebody was forgotten who may be in what was read before: it is read again, without them.
          if (now.forgets !== begun.row.forgets) return 'outdated'
          await insertPart(tx, exportId, written)
          return 'stored'
        })
        if (outcome === 'stored') return { rows: written.rows }
        if (written.blobId !== null) await room.blobs.remove(written.blobId)
        if (outcome === 'withdrawn') return undefined
      }
    },
    join: (spec, params) => join(room, spec, params),
  }
}

type Begun =
  | { state: 'over'; part: PartRow | undefined }
  | { state: 'due'; row: ExportRow; after: string | undefined; limit: number }

async function beginPart(
  { db }: ExportRoom,
  { exportId, mostRows, partRows }: ExportParams<unknown>,
  number: number,
): Promise<Begun> {
  const row = await selectExport(db, exportId)
  if (row === undefined || row.isWithdrawn || row.finishedAt !== null)
    return { state: 'over', part: undefined }
  const known = await selectPart(db, exportId, number)
  if (known !== undefined) return { state: 'over', part: known }
  const limit = Math.min(partRows, mostRows - number * partRows)
  if (number === 0) return { state: 'due', row, after: undefined, limit }
  const before = await selectPart(db, exportId, number - 1)
  const isAfterEnd = before === undefined || before.rows < partRows || limit <= 0
  if (isAfterEnd) return { state: 'over', part: undefined }
  return { state: 'due', row, after: before.position ?? undefined, limit }
}

interface Part<P, D> {
  context: WriteContext<P, D>
  number: number
  after: string | undefined
  limit: number
}

/**
 * In front of a part stands whose it is, so that no other file has its digest: it can be removed without asking who else
 * has the same content.
 */
const markOf = (exportId: string, number: number) => Buffer.from(`${exportId} ${number}\n`)

async function putPart<P, R, D>(
  { blobs, clock }: ExportRoom,
  spec: ExportSpec<P, R, D>,
  part: Part<P, D>,
): Promise<PartRow & { people: string[] }> {
  const { number, context, limit } = part
  const { params, ...rest } = context
  const { columns, format } = formatOf(spec, params)
  const mark = markOf(params.exportId, number)
  const people = new Set<string>()
  let rows = 0
  let position: string | null = null
  async function* content(): AsyncGenerator<Buffer> {
    yield mark
    let batch: CellValue[][] = []
    const isFirst = () => number === 0 && rows === batch.length
    if (limit > 0)
      for await (const placed of spec.read({ ...rest, given: params.given }, part.after)) {
        context.signal.throwIfAborted()
        batch.push(columns.map(({ value }) => value(placed.row)))
        rows += 1
        position = placed.position
        const personId = spec.personId?.(placed.row)
        if (personId !== undefined) people.add(personId)
        if (batch.length === batchRows) {
          yield Buffer.from(format.rows(batch, isFirst()))
          batch = []
        }
        if (rows === limit) break
      }
    if (batch.length > 0) yield Buffer.from(format.rows(batch, isFirst()))
  }
  const { id, bytes } = await blobs.put(content(), {
    maxBytes: mostBytes,
    expiresAtMs: clock.now() + partMs,
  })
  if (rows === 0) await blobs.remove(id)
  const size = { rows, bytes: bytes - mark.length }
  return { number, ...size, blobId: rows === 0 ? null : id, position, people: [...people] }
}

function formatOf<P, R, D>(spec: ExportSpec<P, R, D>, params: ExportParams<P>) {
  const { columns } = withoutFields(spec.columns(params.given), params.excludeFields)
  const names = columns.map(({ name }) => name)
  return { columns, format: rowFormat(params.form, names) }
}

async function join<P, R, D>(
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
    const content = contentOf(blobs, exportId, { parts, format: formatOf(spec, params).format })
    const whole = await blobs.put(content, { maxBytes: mostBytes, expiresAtMs })
    const isWithdrawn = await db.transact((tx) => finish(tx, before, { ...whole, rows, nowMs, expiresAtMs }))
    if (isWithdrawn) {
      await blobs.remove(whole.id)
      return { exportId, rows: 0, isWithdrawn }
    }
  }
  await removeParts(room, exportId)
  return { exportId, rows: (await selectExport(db, exportId))?.rows ?? 0, isWithdrawn: false }
}

/** Stores the file and counts its rows, once; true when it is not wanted any more. */
async function finish(
  tx: Queryable,
  { organizationId, month, mostRows, id }: ExportRow,
  file: BlobInfo & { rows: number; nowMs: number; expiresAtMs: number },
): Promise<boolean> {
  const now = await lockExport(tx, id)
  if (now === undefined || now.isWithdrawn) return true
  if (now.finishedAt !== null) return false
  await finishExport(tx, id, { ...file, blobId: file.id })
  await giveRowsBack(tx, { organizationId, month }, mostRows - file.rows)
  return false
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

async function* contentOf(
  blobs: ExportRoom['blobs'],
  exportId: string,
  { parts, format }: { parts: readonly PartRow[]; format: RowFormat },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(format.head)
  for (const { number, blobId } of parts) {
    if (blobId === null) continue
    const found = await blobs.get(blobId)
    if (found === undefined) throw new Error(`${exportId}: part ${number} is gone`)
    let skipped = markOf(exportId, number).length
    for await (const chunk of found.content as AsyncIterable<Buffer>) {
      yield chunk.subarray(skipped)
      skipped = Math.max(0, skipped - chunk.length)
    }
  }
  yield Buffer.from(format.tail)
}

export async function removeParts({ db, blobs }: Omit<ExportRoom, 'clock'>, exportId: string): Promise<void> {
  for (const { blobId } of await selectParts(db, exportId)) if (blobId !== null) await blobs.remove(blobId)
  await emptyParts(db, exportId)
}

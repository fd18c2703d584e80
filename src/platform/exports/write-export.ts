import type { PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { RecordReads } from '../record-reads/index.ts'
import { chargeRows, type ChargedJob } from './charge-rows.ts'
import type { CellValue } from './column.ts'
import {
  insertPart,
  lockExport,
  selectExport,
  selectPart,
  type ExportRow,
  type PartRow,
  type PeopleInPart,
} from './export-rows.ts'
import { maxBytes, type ExportRoom } from './export-spec.ts'
import type { ExportParams, ExportResult, ExportSpec, ReadContext } from './export-spec.ts'
import { join } from './join-export.ts'
import { makeFormat, makeMark } from './part-content.ts'

/** An export without progress for longer fails; its parts are then gone. */
const partMs = 3 * 86_400_000
/** Rows turned into text at once: a millisecond or two. */
const batchRows = 50

type WriteContext<P, D> = Omit<ReadContext<P, D>, 'given'> & { params: ExportParams<P> }

/** What the jobs of exports are made of. */
export interface ExportWriter {
  /**
   * Reads the rows of one part and stores them, or returns the part if it was already stored. Undefined when the rows ended
   * before it, or when nothing is left to write.
   */
  writePart<P, R, D>(
    spec: ExportSpec<P, R, D>,
    context: WriteContext<P, D>,
    number: number,
  ): Promise<{ rows: number } | undefined>
  /** Puts the parts together to the file. May be repeated. Throws when a part is missing. */
  join<P, R, D>(spec: ExportSpec<P, R, D>, params: ExportParams<P>): Promise<ExportResult>
  /** What the rows of a finished file cost, and notes their records as paid for, in the transaction of the charge. */
  charge<P, R, D>(tx: Queryable, spec: ExportSpec<P, R, D>, job: ChargedJob<P>): Promise<readonly PriceLine[]>
  /** Tells whoever wants to know that a file is there, and charged. */
  announce(exportId: string): Promise<unknown>
}

export function openExportWriter(
  room: ExportRoom & Pick<ExportWriter, 'announce'> & { recordReads: Pick<RecordReads, 'claim'> },
): ExportWriter {
  return {
    announce: room.announce,
    charge: (tx, spec, job) => chargeRows(room.recordReads, tx, spec, job),
    async writePart(spec, context, number) {
      const { exportId } = context.params
      for (;;) {
        const begun = await beginPart(room, context.params, number)
        if (begun.state !== 'due') return begun.part
        const written = await putPart(room, spec, { context, number, ...begun })
        const outcome = await room.db.transact(async (tx) => {
          const now = await lockExport(tx, exportId)
          if (now === undefined || now.isWithdrawn) return 'withdrawn'
          // Somebody forgotten meanwhile may be in the rows already read, so they are read again without them.
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
  const part = await selectPart(db, exportId, number)
  if (part !== undefined) return { state: 'over', part }
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

async function putPart<P, R, D>(
  { blobs, clock }: ExportRoom,
  spec: ExportSpec<P, R, D>,
  part: Part<P, D>,
): Promise<PartRow & PeopleInPart> {
  const { number, context, limit } = part
  const { params, ...rest } = context
  const { columns, format } = makeFormat(spec, params)
  const mark = makeMark(params.exportId, number)
  const people = new Set<string>()
  const named = new Set<string>()
  const price = spec.price?.key(params.given) === undefined ? undefined : spec.price
  const records: string[] = []
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
        for (const identifier of spec.peopleNamed?.(placed.row) ?? []) named.add(identifier)
        if (price !== undefined) records.push(price.id(placed.row))
        if (batch.length === batchRows) {
          yield format.rows(batch, isFirst())
          batch = []
        }
        if (rows === limit) break
      }
    if (batch.length > 0) yield format.rows(batch, isFirst())
  }
  const { id, bytes } = await blobs.put(content(), {
    maxBytes,
    expiresAtMs: clock.now() + partMs,
  })
  if (rows === 0) await blobs.remove(id)
  const size = { rows, bytes: bytes - mark.length }
  return {
    number,
    ...size,
    blobId: rows === 0 ? null : id,
    position,
    people: [...people],
    named: [...named],
    records: price === undefined ? null : records,
  }
}

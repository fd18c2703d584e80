import type { Blobs } from '../../store/blobs/index.ts'
import { withoutFields, type CellValue, type Column, type PackRows } from './column.ts'
import type { PartRow } from './export-rows.ts'
import type { ExportParams, ExportSpec } from './export-spec.ts'
import { rowFormat, rowsOfCellLines, type RowFormat } from './row-format.ts'

/**
 * A part begins with the id of its owner, so that no other file has its digest and it can be removed without checking who
 * else has the same content.
 */
export const makeMark = (exportId: string, number: number): Buffer => Buffer.from(`${exportId} ${number}\n`)

/** The columns that an export has, and how its parts are written. */
export function makeFormat<P, R, D>(
  spec: ExportSpec<P, R, D>,
  params: ExportParams<P>,
): { columns: Column<R>[]; format: RowFormat } {
  const { columns } = withoutFields(spec.columns(params.given), params.excludeFields)
  const names = columns.map(({ name }) => name)
  return { columns, format: rowFormat(params.form, names) }
}

/** A file that is packed of its parts' rows. Throws when a part is gone. */
export function packedFile<P, R, D>(
  blobs: Pick<Blobs, 'get'>,
  spec: ExportSpec<P, R, D>,
  { params, parts, pack }: { params: ExportParams<P>; parts: readonly PartRow[]; pack: PackRows },
): AsyncIterable<Uint8Array> {
  const { columns } = makeFormat(spec, params)
  return pack(columns, readRows(readContents(blobs, params.exportId, parts)))
}

async function* readRows(
  contents: AsyncIterable<AsyncIterable<Uint8Array>>,
): AsyncGenerator<readonly (readonly CellValue[])[]> {
  for await (const content of contents) yield* rowsOfCellLines(content)
}

/** What each part holds behind its mark. */
async function* readContents(
  blobs: Pick<Blobs, 'get'>,
  exportId: string,
  parts: readonly PartRow[],
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  for (const { number, blobId } of parts) {
    if (blobId === null) continue
    const blob = await blobs.get(blobId)
    if (blob === undefined) throw new Error(`${exportId}: part ${number} is gone`)
    yield behind(blob.content as AsyncIterable<Buffer>, makeMark(exportId, number).length)
  }
}

/** A content without its first bytes. */
export async function* behind(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let skipped = bytes
  for await (const chunk of content) {
    yield chunk.subarray(skipped)
    skipped = Math.max(0, skipped - chunk.length)
  }
}

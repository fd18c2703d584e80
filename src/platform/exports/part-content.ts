import type { Blobs } from '../../store/blobs/index.ts'
import { withoutFields, type CellValue, type Column } from './column.ts'
import type { PartRow } from './export-rows.ts'
import type { ExportParams, ExportSpec } from './export-spec.ts'
import { packOf } from './file-form.ts'
import { rowFormat, rowsOfCellLines, type RowFormat } from './row-format.ts'

/**
 * In front of a part stands whose it is, so that no other file has its digest: it can be removed without asking who else
 * has the same content.
 */
export const markOf = (exportId: string, number: number): Buffer => Buffer.from(`${exportId} ${number}\n`)

/** The columns that an export has, and how its parts are written. */
export function formatOf<P, R, D>(
  spec: ExportSpec<P, R, D>,
  params: ExportParams<P>,
): { columns: Column<R>[]; format: RowFormat } {
  const { columns } = withoutFields(spec.columns(params.given), params.excludeFields)
  const names = columns.map(({ name }) => name)
  return { columns, format: rowFormat(params.form, names) }
}

/** The whole file, made of its parts. Throws when one is gone. */
export function wholeFile<P, R, D>(
  blobs: Pick<Blobs, 'get'>,
  spec: ExportSpec<P, R, D>,
  { params, parts }: { params: ExportParams<P>; parts: readonly PartRow[] },
): AsyncIterable<Uint8Array> {
  const { columns, format } = formatOf(spec, params)
  const contents = contentsOf(blobs, params.exportId, parts)
  const pack = packOf(params.form)
  return pack === undefined ? joined(format, contents) : pack(columns, rowsOf(contents))
}

async function* joined(
  format: RowFormat,
  contents: AsyncIterable<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(format.head)
  for await (const content of contents) yield* content
  yield Buffer.from(format.tail)
}

async function* rowsOf(
  contents: AsyncIterable<AsyncIterable<Uint8Array>>,
): AsyncGenerator<readonly (readonly CellValue[])[]> {
  for await (const content of contents) yield* rowsOfCellLines(content)
}

/** What each part holds behind its mark. */
async function* contentsOf(
  blobs: Pick<Blobs, 'get'>,
  exportId: string,
  parts: readonly PartRow[],
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  for (const { number, blobId } of parts) {
    if (blobId === null) continue
    const found = await blobs.get(blobId)
    if (found === undefined) throw new Error(`${exportId}: part ${number} is gone`)
    yield behind(found.content as AsyncIterable<Buffer>, markOf(exportId, number).length)
  }
}

async function* behind(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let skipped = bytes
  for await (const chunk of content) {
    yield chunk.subarray(skipped)
    skipped = Math.max(0, skipped - chunk.length)
  }
}

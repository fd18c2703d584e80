import type { ByteSource } from '../../tables/index.ts'
import type { OpenedFile } from './gather.ts'
import { jsonAnswer } from './json-answer.ts'
import { jsonArray } from './json-array.ts'
import { isOsmPbf, osmPbfFromStream, osmPbfRows } from './osm-pbf/index.ts'
import { parquetFromStream, parquetRows } from './parquet/parquet.ts'
import type { FileFormat, ReadOptions } from './read-options.ts'
import { refuseNoRows, refuseOneObject } from './refuse-content.ts'
import { UnreadableFile, type RowChunks } from './row.ts'
import { hasPaths, isRejectsFile, type RowSelector } from './select-rows.ts'
import { tableRows } from './table-rows.ts'
import { isXmlPath, xmlRows } from './xml-rows.ts'

/** Opens one document by its content and name; `file` is its path where it lies on disk as it is. */
export async function openDocument(
  name: string,
  source: ByteSource,
  options: ReadOptions & { file?: string | undefined },
): Promise<OpenedFile> {
  const { select, file } = options
  const format = chosenFormat(options.format, source.head) ?? findFormat(name, source.head)
  if (format === 'pbf') return { rows: await pbfChunks(file, source, options) }
  if (format === 'parquet') return { rows: await parquetChunks(file, source, options) }
  if (select !== undefined && hasPaths(select) && isDocument(source.head, select)) {
    const rows = selectedRows(source, select, format)
    if (rows === undefined) await source.close()
    return { rows: rows ?? refuseXml(select) }
  }
  if (format === 'xlsx' || format === 'csv') return { rows: tableRows(source, options.onNote) }
  await refuse(source, format)
  return format === 'jsonl' ? { lines: source.chunks } : { rows: jsonArray(source.chunks) }
}

const isDocument = (head: Buffer, select: RowSelector): boolean =>
  select.isAnswer?.(head) !== false && !isRejectsFile(head)

/** Undefined where a path is of another format than the content. */
function selectedRows(source: ByteSource, select: RowSelector, format: FileFormat): RowChunks | undefined {
  const { rows } = select
  const isXml = format === 'xml' || isMarkup(source.head)
  if (isXml !== (rows !== undefined && isXmlPath(rows))) return undefined
  return isXml ? xmlRows(source.chunks, rows as string, source.head) : jsonAnswer(source.chunks, select)
}

function refuseXml({ rows, columns }: RowSelector): never {
  throw new UnreadableFile(
    rows !== undefined && isXmlPath(rows)
      ? `rows: ${rows} is a path in an XML document, and the content is none`
      : `the content is XML, whose rows are named by elements (rows: /List/Item) and not by ${rows ?? columns}`,
  )
}

const isMarkup = (head: Buffer): boolean => /^\s*</.test(head.subarray(0, 1024).toString('latin1'))

/** A file that is broken from the start gives a better message as a whole than by its first bytes. */
async function refuse({ head, close, failed }: ByteSource, format: FileFormat): Promise<void> {
  if (failed) return
  try {
    refuseNoRows(head)
    if (format === 'jsonl') refuseOneObject(head)
    if (format === 'xml')
      throw new UnreadableFile(
        'the content is XML: say in a mapping which elements are rows (rows: /List/Item)',
      )
  } catch (error) {
    await close()
    throw error
  }
}

async function pbfChunks(
  file: string | undefined,
  source: ByteSource,
  { onBytes }: ReadOptions,
): Promise<RowChunks> {
  if (file === undefined || source.compression !== undefined) return osmPbfFromStream(source.chunks)
  await source.close()
  return osmPbfRows(file, { onBytes })
}

async function parquetChunks(
  file: string | undefined,
  source: ByteSource,
  options: ReadOptions,
): Promise<RowChunks> {
  if (file === undefined || source.compression !== undefined) return parquetFromStream(source.chunks)
  await source.close()
  return parquetRows(file, options.onBytes)
}

/** An array and lines are both JSON, and the first character tells them apart. */
const chosenFormat = (format: FileFormat | undefined, head: Buffer): FileFormat | undefined =>
  format === 'json' && /^\uFEFF?\s*\{/.test(head.toString('utf8')) ? 'jsonl' : format

/** Content decides where it is certain, then the extension, then the first character. */
function findFormat(name: string, head: Buffer): FileFormat {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  if (isOsmPbf(head)) return 'pbf'
  const first = /\S/.exec(head.toString('utf8'))?.[0]
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip|zst|zstd))?$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === 'parquet') return 'parquet'
  if (extension === 'pbf') return 'pbf'
  if (extension === 'csv' || extension === 'tsv') return 'csv'
  if (extension === 'xml') return 'xml'
  if (first === '[') return 'json'
  if (first === '{' || extension === 'jsonl' || extension === 'ndjson' || extension === 'json') return 'jsonl'
  return 'csv'
}

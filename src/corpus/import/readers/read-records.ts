import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { asUtf8 } from '../../tables/index.ts'
import { openBytes, type ByteSource } from './byte-source.ts'
import { csvRows } from './csv.ts'
import { jsonArray } from './json-array.ts'
import { jsonLines } from './json-lines.ts'
import { refuseOneObject, refuseOtherContent } from './not-rows.ts'
import { parquetFromStream, parquetRows } from './parquet.ts'
import { workbookRows } from './workbook.ts'
import { UnreadableFile, type RowChunks, type SourceRow } from './row.ts'

export const fileFormats = ['jsonl', 'json', 'csv', 'xlsx', 'parquet'] as const
/** `jsonl` is one JSON value a line, `json` one array of them. */
export type FileFormat = (typeof fileFormats)[number]

export interface ReadOptions {
  /** Overrides what extension and content say. */
  format?: FileFormat | undefined
  /** Called with the bytes of the file that have been read, as they are. */
  onBytes?: (bytes: number) => void
  /** What `-` reads; the standard input when absent. */
  stdin?: Readable
}

/**
 * Every row of a file in bounded memory; `-` reads the standard input. Rows that cannot be read come as errors
 * with their line. Throws UnreadableFile, after all good rows, where the file ends early or is damaged.
 */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<SourceRow> {
  for await (const rows of readChunks(file, options)) yield* rows
}

/** Like `readRecords`, in the chunks the file comes in. */
export async function* readChunks(file: string, options: ReadOptions = {}): RowChunks {
  let last = 0
  try {
    for await (const rows of await chunksOf(file, options)) {
      last = rows.at(-1)?.line ?? last
      yield rows
    }
  } catch (error) {
    if (error instanceof UnreadableFile) error.message += last > 0 ? ` (after line ${last})` : ''
    throw error
  }
}

async function chunksOf(file: string, options: ReadOptions): Promise<RowChunks> {
  const source = await openBytes(file, options)
  const format = options.format ?? formatOf(file, source.head)
  if (format === 'parquet') return parquetChunks(file, source, options)
  if (format === 'xlsx') return workbookRows(source.chunks)
  await refuse(source, format)
  // JSON is UTF-8 by its definition; tables come in whatever their program writes.
  if (format === 'csv') return csvRows(asUtf8(source.chunks), source.head)
  return format === 'json' ? jsonArray(source.chunks) : jsonLines(source.chunks)
}

/** What is broken from the start on tells so by itself, better than by its few bytes. */
async function refuse({ head, chunks, failed }: ByteSource, format: FileFormat): Promise<void> {
  if (failed) return
  try {
    refuseOtherContent(head)
    if (format === 'jsonl') refuseOneObject(head)
  } catch (error) {
    await chunks[Symbol.asyncIterator]().return?.()
    throw error
  }
}

async function parquetChunks(file: string, source: ByteSource, options: ReadOptions): Promise<RowChunks> {
  if (file === '-' || source.compression !== undefined) return parquetFromStream(source.chunks)
  await source.chunks[Symbol.asyncIterator]().return?.()
  return parquetRows(file, options.onBytes)
}

/** Content decides where it is certain, the extension next, then the first character. */
function formatOf(file: string, head: Buffer): FileFormat {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  const first = /\S/.exec(head.toString('utf8'))?.[0]
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip|zst|zstd))?$/i.exec(file)?.[1]?.toLowerCase()
  if (extension === 'parquet') return 'parquet'
  if (extension === 'csv' || extension === 'tsv') return 'csv'
  if (first === '[') return 'json'
  if (first === '{' || extension === 'jsonl' || extension === 'ndjson' || extension === 'json') return 'jsonl'
  return 'csv'
}

/** Bytes of a file, for progress; undefined for the standard input. */
export async function fileSize(file: string): Promise<number | undefined> {
  if (file === '-') return undefined
  const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }))
  return isFile ? size : undefined
}

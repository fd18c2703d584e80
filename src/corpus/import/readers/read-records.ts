import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { openBytes, type ByteSource } from '../../tables/index.ts'
import { jsonAnswer, type RowSelector } from './json-answer.ts'
import { jsonArray } from './json-array.ts'
import { jsonLines, lineBlocks, linesIn } from './json-lines.ts'
import { refuseNoRows, refuseOneObject } from './refuse-content.ts'
import { parquetFromStream, parquetRows } from './parquet/parquet.ts'
import { isOsmPbf, osmPbfFromStream, osmPbfRows } from './osm-pbf/index.ts'
import { tableRows } from './table-rows.ts'
import { UnreadableFile, type RowChunks, type RowInput, type SourceRow } from './row.ts'

export const fileFormats = ['jsonl', 'json', 'csv', 'xlsx', 'parquet', 'pbf'] as const
/** `jsonl` is one JSON value a line, `json` one array of them, `pbf` an extract of OpenStreetMap. */
export type FileFormat = (typeof fileFormats)[number]

export interface ReadOptions {
  /** Overrides what extension and content say. */
  format?: FileFormat | undefined
  /** Where the rows of a file are that is one JSON object. */
  select?: RowSelector | undefined
  /** Called with the bytes of the file that have been read, as they are. */
  onBytes?: (bytes: number) => void
  /** Told what was left out of a table, or decided, when its rows have been read. */
  onNote?: ((note: string) => void) | undefined
  /** The stream that `-` reads; the standard input when absent. */
  stdin?: Readable
}

/**
 * Every row of a file in bounded memory; `-` reads the standard input. Rows that cannot be read come as errors
 * with their line. Throws UnreadableFile, after all good rows, where the file ends early or is damaged.
 */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<SourceRow> {
  for await (const rows of readRowChunks(file, options)) yield* rows
}

/** Like `readRecords`, in the chunks the file comes in. */
export async function* readRowChunks(file: string, options: ReadOptions): RowChunks {
  let last = 0
  try {
    for await (const rows of readRows(await openFile(file, options))) {
      last = rows.at(-1)?.line ?? last
      yield rows
    }
  } catch (error) {
    throw after(last, error)
  }
}

/** Bytes of lines, and rows, that are handed over together: so many that handing them over costs nothing. */
const inputBytes = 256 * 1024
const inputRows = 250

/** The same rows; those of JSON lines are not parsed yet. */
export async function* readInputs(file: string, options: ReadOptions = {}): AsyncGenerator<RowInput> {
  let last = 0
  try {
    const opened = await openFile(file, options)
    for await (const input of 'lines' in opened ? gatheredLines(opened.lines) : gatheredRows(opened.rows)) {
      last = lastLine(input) ?? last
      yield input
    }
  } catch (error) {
    throw after(last, error)
  }
}

const lastLine = (input: RowInput): number | undefined =>
  'rows' in input ? input.rows.at(-1)?.line : linesIn(input.text, input.line).at(-1)?.line

function after(line: number, error: unknown): unknown {
  if (error instanceof UnreadableFile) error.message += line > 0 ? ` (after line ${line})` : ''
  return error
}

async function* gatheredLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowInput> {
  let blocks: Buffer[] = []
  let [line, size] = [1, 0]
  const take = (): RowInput[] => {
    const text = Buffer.concat(blocks)
    blocks = []
    size = 0
    return text.length === 0 ? [] : [{ text, line }]
  }
  try {
    for await (const block of lineBlocks(chunks)) {
      if ('error' in block) {
        yield* take()
        yield { rows: [block] }
        continue
      }
      if (blocks.length === 0) line = block.line
      blocks.push(block.text)
      size += block.text.length
      if (size >= inputBytes) yield* take()
    }
  } catch (error) {
    yield* take()
    throw error
  }
  yield* take()
}

async function* gatheredRows(chunks: RowChunks): AsyncGenerator<RowInput> {
  let rows: SourceRow[] = []
  try {
    for await (const more of chunks) {
      for (const row of more) {
        rows.push(row)
        if (rows.length < inputRows) continue
        yield { rows }
        rows = []
      }
    }
  } catch (error) {
    if (rows.length > 0) yield { rows }
    throw error
  }
  if (rows.length > 0) yield { rows }
}

type OpenedFile = { lines: AsyncIterable<Buffer> } | { rows: RowChunks }

const readRows = (opened: OpenedFile): RowChunks =>
  'lines' in opened ? jsonLines(opened.lines) : opened.rows

async function openFile(file: string, options: ReadOptions): Promise<OpenedFile> {
  const source = await openBytes(file, options)
  const { select } = options
  if (formatFor(file, source.head, options) === 'pbf') return { rows: await pbfChunks(file, source, options) }
  if (select !== undefined && select.isAnswer?.(source.head) !== false)
    return { rows: jsonAnswer(source.chunks, select) }
  const format = formatFor(file, source.head, options)
  if (format === 'parquet') return { rows: await parquetChunks(file, source, options) }
  if (format === 'xlsx' || format === 'csv') return { rows: tableRows(source, options.onNote) }
  await refuse(source, format)
  return format === 'jsonl' ? { lines: source.chunks } : { rows: jsonArray(source.chunks) }
}

/** A file that is broken from the start gives a better message by itself than its few bytes do. */
async function refuse({ head, close, failed }: ByteSource, format: FileFormat): Promise<void> {
  if (failed) return
  try {
    refuseNoRows(head)
    if (format === 'jsonl') refuseOneObject(head)
  } catch (error) {
    await close()
    throw error
  }
}

async function pbfChunks(file: string, source: ByteSource, { onBytes }: ReadOptions): Promise<RowChunks> {
  if (file === '-' || source.compression !== undefined) return osmPbfFromStream(source.chunks)
  await source.close()
  return osmPbfRows(file, { onBytes })
}

async function parquetChunks(file: string, source: ByteSource, options: ReadOptions): Promise<RowChunks> {
  if (file === '-' || source.compression !== undefined) return parquetFromStream(source.chunks)
  await source.close()
  return parquetRows(file, options.onBytes)
}

const formatFor = (file: string, head: Buffer, { format }: ReadOptions): FileFormat =>
  format ?? findFormat(file, head)

/** Content decides where it is certain, the extension next, then the first character. */
function findFormat(file: string, head: Buffer): FileFormat {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'xlsx'
  if (isOsmPbf(head)) return 'pbf'
  const first = /\S/.exec(head.toString('utf8'))?.[0]
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip|zst|zstd))?$/i.exec(file)?.[1]?.toLowerCase()
  if (extension === 'parquet') return 'parquet'
  if (extension === 'pbf') return 'pbf'
  if (extension === 'csv' || extension === 'tsv') return 'csv'
  if (first === '[') return 'json'
  if (first === '{' || extension === 'jsonl' || extension === 'ndjson' || extension === 'json') return 'jsonl'
  return 'csv'
}

/** Bytes of a file, for progress; undefined for the standard input. */
export async function fileSize(file: string): Promise<number | undefined> {
  if (file === '-') return undefined
  const { size, isFile } = await stat(file).then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
  return isFile ? size : undefined
}

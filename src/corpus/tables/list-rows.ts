import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse, type CsvError } from 'csv-parse'
import { unguardFormula } from '../../lib/formula-guard.ts'
import { openBytes, withoutFirst, type ByteSource } from './byte-source.ts'
import { jsonTextLines } from './json-text-lines.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { readWorkbook } from './read-workbook.ts'
import { separatorHint } from './read-delimited.ts'
import { sniffDialect, type Dialect } from './sniff-dialect.ts'
import { asUtf8 } from './transcode.ts'
import { mostBytes, mostRowBytes, UnreadableFile, UnreadableList, type RawRow } from './table.ts'

/** A row as it stands: cells of a table, or an object as a line of JSON. */
export type GivenRow = { line: number; cells: string[] } | { line: number; json: string }

/** A file by its path, or its content: that of strangers in a process of its own (`ContainedProcess`). */
export type ListSource = { file: string; onBytes?: (bytes: number) => void } | { bytes: Buffer }

/** Parsed at once. */
const pieceBytes = 256 * 1024

export interface OpenedList {
  kind: 'csv' | 'xlsx' | 'jsonl'
  /** Of a CSV; undefined where each line is one cell. */
  delimiter?: string | undefined
  /**
   * Every row in order, the header among them, in bounded memory. Blank rows between others are rows, those before and
   * behind all others are none. Throws UnreadableList.
   */
  rows: AsyncIterable<GivenRow[]>
}

/** Opens a list whatever it is called: .xlsx, JSON lines and CSV by their content, also gzip and zstd. Throws UnreadableList. */
export async function openListRows(source: ListSource): Promise<OpenedList> {
  const content = await openContent(source)
  const { head } = content
  if (head.length === 0) throw new UnreadableList('The file is empty.')
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    return { kind: 'xlsx', rows: told(withoutOuterBlanks(sheetRows(content, 'bytes' in source))) }
  refuseBinary(head)
  const text = isUtf8(head.subarray(0, head.lastIndexOf(0x0a) + 1))
    ? head.toString('utf8')
    : head.toString('latin1')
  const first = /\S/.exec(text)?.[0]
  if (first === '[')
    throw new UnreadableList('The file is a JSON array; save it as JSON lines, one object a line.')
  if (first === '{') return { kind: 'jsonl', rows: told(jsonTextLines(asUtf8(content.chunks))) }
  const hint = separatorHint(text)
  const sniffed = sniffDialect(text.slice(hint.length))
  const dialect = hint.delimiter === undefined ? sniffed : { ...sniffed, delimiter: hint.delimiter }
  const chunks = asUtf8(withoutFirst(content.chunks, hint.length))
  return {
    kind: 'csv',
    delimiter: dialect.delimiter,
    rows: told(withoutOuterBlanks(csvRows(chunks, dialect))),
  }
}

async function openContent(source: ListSource): Promise<ByteSource> {
  if ('bytes' in source) return openBytes('-', { stdin: Readable.from(pieces(source.bytes)) })
  const { file, onBytes } = source
  return openBytes(file, onBytes === undefined ? {} : { onBytes })
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** What stopped the reading, in one kind of error. */
async function* told(rows: AsyncIterable<GivenRow[]>): AsyncGenerator<GivenRow[]> {
  try {
    yield* rows
  } catch (cause) {
    if (cause instanceof UnreadableFile)
      throw new UnreadableList(`The file cannot be read: ${cause.message}.`, { cause })
    throw cause
  }
}

function refuseBinary(head: Buffer): void {
  const start = head.subarray(0, 5).toString('latin1')
  if (
    start.startsWith('%PDF') ||
    start.startsWith('PAR1') ||
    start.startsWith('\u00d0\u00cf\u0011\u00e0') ||
    head.includes(0)
  )
    throw new UnreadableList(
      'The file is no list of rows: expected CSV, .xlsx or JSON lines, plain, gzip or zstd.',
    )
}

async function* csvRows(chunks: AsyncIterable<Buffer>, dialect: Dialect): AsyncGenerator<RawRow[]> {
  // Where each line is one cell, nothing cuts it.
  const { delimiter = '\u0000', quote, escape } = dialect
  const parser = parse({
    delimiter,
    quote,
    escape,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: mostRowBytes,
  })
  let rows: RawRow[] = []
  let last = 0
  let failure: CsvError | undefined
  parser.on('data', ({ record, info }: { record: string[]; info: { lines: number } }) => {
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    last = info.lines
    rows.push({ line: last - breaks, cells: record.map(unguardFormula) })
  })
  parser.on('error', (error: CsvError) => (failure = error))
  const ended = new Promise<void>((resolve) => parser.once('close', resolve))
  const taken = () => {
    if (failure !== undefined) throw unreadable(failure, last)
    const part = rows
    rows = []
    return part
  }
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => {
      parser.write(chunk, (error) => {
        failure ??= (error as CsvError | null | undefined) ?? undefined
        resolve()
      })
    })
    yield taken()
  }
  parser.end()
  await ended
  yield taken()
}

function unreadable(cause: CsvError, line: number): UnreadableList {
  const after = line === 0 ? '' : ` after line ${line}`
  if (cause.code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableList(
      `A quote is opened${after} and never closed: close it, or double it where it is text.`,
    )
  if (cause.code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableList(
      `A row${after} is longer than 1 MiB: a line break or a closing quote is missing.`,
    )
  return new UnreadableList(`The list cannot be read further${after}: ${cause.message}`, { cause })
}

/** Rows of the first sheet that holds anything; the reader leaves out blank ones, whose numbers are missing. */
async function* sheetRows({ chunks }: ByteSource, isContained: boolean): AsyncGenerator<RawRow[]> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    size += chunk.length
    if (size > mostBytes)
      throw new UnreadableList('The workbook is larger than 50 MiB; save the sheet as CSV.')
  }
  const bytes = Buffer.concat(pieces)
  const parts = isContained ? [(await readSpreadsheet(bytes)).rows] : readWorkbook(bytes)
  let next: number | undefined
  for await (const part of parts) {
    const rows: RawRow[] = []
    for (const { line, cells } of part) {
      for (; next !== undefined && next < line; next++) rows.push({ line: next, cells: [''] })
      rows.push({ line, cells: cells.map(unguardFormula) })
      next = line + 1
    }
    yield rows
  }
}

const isBlank = ({ cells }: RawRow) => cells.length === 1 && cells[0]?.trim() === ''

async function* withoutOuterBlanks(parts: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  let held: RawRow[] = []
  let hasBegun = false
  for await (const part of parts) {
    const rows: RawRow[] = []
    for (const row of part) {
      if (!isBlank(row)) {
        rows.push(...held, row)
        held = []
        hasBegun = true
      } else if (hasBegun) held.push(row)
    }
    if (rows.length > 0) yield rows
  }
}

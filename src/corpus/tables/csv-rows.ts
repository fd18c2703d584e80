import { isUtf8 } from 'node:buffer'
import { parse, type CsvError, type Info } from 'csv-parse'
import type { Dialect } from './sniff-dialect.ts'
import { maxColumns, UnreadableFile, UnreadableList, type RawRow, type RowFault } from './table.ts'

export interface CsvOptions {
  dialect: Dialect
  /** How lines end, if known. */
  lineEnd: '\r\n' | '\n' | '\r'
  /** Of one row, in bytes. */
  mostRowBytes: number
  /** Lines of the file before the first of these chunks. */
  linesBefore: number
  /** A row that is too long is a fault of its own instead of the end. */
  toleratesFaults: boolean
}

/** Every row of a delimited text in UTF-8, blank lines among them. Throws UnreadableList, after the rows before. */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  options: CsvOptions,
): AsyncGenerator<(RawRow | RowFault)[]> {
  const reading = new CsvReading(options)
  const whole = options.toleratesFaults ? chunks : shortLines(chunks, options)
  const content = options.dialect.escape === '\\' ? keptBackslashes(whole, options.dialect) : whole
  for await (const chunk of content) {
    const failure = await reading.write(chunk)
    yield reading.take()
    if (failure !== undefined) throw failure
  }
  const failure = await reading.end()
  yield reading.take()
  if (failure !== undefined) throw failure
}

/** Cells of one row, however many of them are empty: what is wider is not a list, and fills memory. */
const maxCells = 16_384

/** Where each line is one cell, what cuts it must be in no text. */
const nowhere = '\uFFFE\u0000\uFFFE'

interface ParsedRow {
  record: string[]
  info: Info
}

class CsvReading {
  readonly #parser
  readonly #options: CsvOptions
  #rows: (RawRow | RowFault)[] = []
  #last = 0
  #failure: CsvError | undefined
  #tooWide: UnreadableList | undefined
  /** Invalid bytes were seen: from here on a replacement character tells which rows they were in. */
  #hasBroken = false
  #tail: Buffer = Buffer.alloc(0)

  constructor(options: CsvOptions) {
    const { delimiter, quote, escape, isSpaced } = options.dialect
    this.#options = options
    this.#parser = parse({
      delimiter: delimiter ?? nowhere,
      quote,
      escape,
      trim: isSpaced,
      record_delimiter: options.lineEnd === '\r' ? '\r' : ['\r\n', '\n'],
      info: true,
      // A stray quote is kept as text: refusing it would leave the parser inside quotes, swallowing the rows after.
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_error: options.toleratesFaults,
      max_record_size: options.mostRowBytes,
    })
    this.#parser.on('data', (row: ParsedRow) => this.#accept(row))
    this.#parser.on('skip', (error: CsvError) => this.#reject(error))
    this.#parser.on('error', (error: CsvError) => (this.#failure ??= error))
  }

  async write(chunk: Buffer): Promise<UnreadableList | undefined> {
    this.#checkUtf8(chunk)
    return new Promise((resolve) => {
      this.#parser.write(chunk, (error) => {
        this.#failure ??= (error as CsvError | null | undefined) ?? undefined
        resolve(this.#unreadable())
      })
    })
  }

  async end(): Promise<UnreadableList | undefined> {
    const ended = new Promise<void>((resolve) => this.#parser.once('close', resolve))
    this.#parser.end()
    await ended
    return this.#unreadable()
  }

  take(): (RawRow | RowFault)[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #accept({ record, info }: ParsedRow): void {
    this.#last = info.lines + this.#options.linesBefore
    if (record.length > maxCells && !this.#options.toleratesFaults)
      this.#tooWide ??= new UnreadableList(
        `The list has ${record.length} columns; at most ${maxColumns} are read.`,
      )
    if (this.#tooWide !== undefined) return
    let breaks = 0
    for (const cell of record)
      for (let offset = cell.indexOf('\n'); offset >= 0; offset = cell.indexOf('\n', offset + 1)) breaks++
    const row: RawRow = { line: this.#last - breaks, cells: record }
    if (this.#hasBroken && record.some((cell) => cell.includes('\uFFFD'))) row.isBroken = true
    this.#rows.push(row)
  }

  #reject(error: CsvError): void {
    const line = typeof error['lines'] === 'number' ? error['lines'] + this.#options.linesBefore : 0
    const raw = error['raw']
    this.#rows.push({ line, error: error.message, text: typeof raw === 'string' ? raw : '' })
  }

  #checkUtf8(chunk: Buffer): void {
    if (this.#hasBroken) return
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk
    const cut = incompleteTail(bytes)
    this.#tail = Buffer.from(bytes.subarray(bytes.length - cut))
    this.#hasBroken = !isUtf8(bytes.subarray(0, bytes.length - cut))
  }

  #unreadable(): UnreadableList | undefined {
    if (this.#tooWide !== undefined) return this.#tooWide
    const cause = this.#failure
    if (cause === undefined) return undefined
    const after = this.#last === 0 ? '' : ` after line ${this.#last}`
    if (cause.code === 'CSV_QUOTE_NOT_CLOSED')
      return new UnclosedQuote(
        `A quote is opened${after} and never closed: close it, or double it where it is text.`,
        { cause },
      )
    if (cause.code === 'CSV_MAX_RECORD_SIZE')
      return new UnclosedQuote(
        `A row${after} is longer than ${this.#options.mostRowBytes / 1024 ** 2} MiB: a line break or a closing quote is missing.`,
        { cause },
      )
    return new UnreadableList(`The list cannot be read further${after}: ${cause.message}`, { cause })
  }
}

/** Quotes of the text cannot be what they seem to be. */
export class UnclosedQuote extends UnreadableList {}

/** Bytes at the end that may be the first part of a character. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < charBytes(byte) ? back : 0
  }
  return 0
}

/** Bytes of a character by its first one. */
function charBytes(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

/** Before any row is read: the parser counts no delimiters, so that a line of them would become millions of cells. */
async function* shortLines(
  chunks: AsyncIterable<Buffer>,
  { lineEnd, mostRowBytes }: CsvOptions,
): AsyncGenerator<Buffer> {
  const end = lineEnd === '\r' ? 0x0d : 0x0a
  let length = 0
  for await (const chunk of chunks) {
    for (let from = 0; ;) {
      const to = chunk.indexOf(end, from)
      length += (to === -1 ? chunk.length : to) - from
      if (length > mostRowBytes)
        throw new UnreadableList(`A line of the file is longer than ${mostRowBytes / 1024 ** 2} MiB.`)
      if (to === -1) break
      length = 0
      from = to + 1
    }
    yield chunk
  }
}

/**
 * Only a quote or another backslash loses the backslash in front of it: the parser would take it from `\N` and `C:\new`,
 * too, so that those get a second one.
 */
async function* keptBackslashes(
  chunks: AsyncIterable<Buffer>,
  { quote, delimiter }: Dialect,
): AsyncGenerator<Buffer> {
  const [mark, between] = [(quote ?? '"').charCodeAt(0), (delimiter ?? '\u0000').charCodeAt(0)]
  let [isQuoted, before] = [false, 0x0a]
  let pending: number | undefined
  const opens = (byte: number) => byte === 0x0a || byte === 0x0d || byte === between || byte === 0x20
  for await (const chunk of chunks) {
    const out = Buffer.allocUnsafe(chunk.length * 2 + 2)
    let length = 0
    for (const byte of chunk) {
      if (pending !== undefined) {
        if (byte !== mark && byte !== 0x5c) out[length++] = 0x5c
        pending = undefined
      } else if (isQuoted && byte === 0x5c) pending = byte
      else if (byte === mark) isQuoted = isQuoted ? false : opens(before)
      out[length++] = byte
      before = byte
    }
    yield out.subarray(0, length)
  }
}

/** What stopped the reading of a file, in the one kind of error that lists have. */
export function asUnreadableList(cause: unknown): unknown {
  return cause instanceof UnreadableFile
    ? new UnreadableList(`The file cannot be read: ${cause.message}.`, { cause })
    : cause
}

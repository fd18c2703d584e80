import { isUtf8 } from 'node:buffer'
import { parse, type CsvError, type Info } from 'csv-parse'
import { unguardFormula } from '../../../lib/formula-guard.ts'
import { excerpt, maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

const delimiters = [',', ';', '\t', '|'] as const

interface ParsedRow {
  record: string[]
  info: Info
}

/**
 * Rows of a file with a header line, as objects of text by column name (empty cells are left out). A row with
 * too many or too few cells is an error of its own.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>, head: Buffer): AsyncGenerator<SourceRow[]> {
  const table = new CsvTable(delimiterOf(head))
  for await (const chunk of chunks) {
    const failure = await table.write(chunk)
    const rows = table.take()
    if (rows.length > 0) yield rows
    if (failure) throw failure
  }
  const failure = await table.end()
  const rows = table.take()
  if (rows.length > 0) yield rows
  if (failure) throw failure
}

/** The separator that splits the header line into most columns, quoted parts aside. */
export function delimiterOf(head: Buffer): string {
  let inQuotes = false
  const counts = new Map<string, number>()
  for (const char of head.toString('utf8')) {
    if (char === '"') inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (char === '\n') break
    else if ((delimiters as readonly string[]).includes(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  let best: string = delimiters[0]
  for (const candidate of delimiters)
    if ((counts.get(candidate) ?? 0) > (counts.get(best) ?? 0)) best = candidate
  return best
}

class CsvTable {
  readonly #parser
  #columns: string[] | undefined
  #rows: SourceRow[] = []
  /** Invalid bytes were seen: from here on a replacement character tells which rows they were in. */
  #sawInvalid = false
  #tail: Buffer = Buffer.alloc(0)

  constructor(delimiter: string) {
    this.#parser = parse({
      delimiter,
      info: true,
      relax_column_count: true,
      // A stray quote is kept as text: refusing it would leave the parser inside quotes, swallowing the rows after.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: maxRowBytes,
    })
    this.#parser.on('data', (row: ParsedRow) => this.#accept(row))
    this.#parser.on('skip', (error: CsvError) => this.#reject(error))
    this.#parser.on('error', () => undefined)
  }

  async write(chunk: Buffer): Promise<UnreadableFile | undefined> {
    this.#checkUtf8(chunk)
    return new Promise((resolve) => {
      this.#parser.write(chunk, (error) => resolve(error ? unreadable(error) : undefined))
    })
  }

  async end(): Promise<UnreadableFile | undefined> {
    return new Promise((resolve) => {
      this.#parser.once('error', (error: Error) => resolve(unreadable(error)))
      this.#parser.once('end', () => resolve(undefined))
      this.#parser.end()
    })
  }

  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #accept({ record, info }: ParsedRow): void {
    if (this.#columns === undefined) {
      this.#columns = columnNames(record.map(unguardFormula))
      return
    }
    const line = firstLine(record, info.lines)
    if (record.length !== this.#columns.length) {
      const error = `expected ${this.#columns.length} cells, found ${record.length}`
      this.#rows.push({ line, error, text: excerpt(record.join(',')) })
      return
    }
    const value: Record<string, string> = {}
    let bytes = 0
    for (let index = 0; index < record.length; index++) {
      const cell = record[index]!
      bytes += cell.length
      if (cell !== '') value[this.#columns[index]!] = unguardFormula(cell)
    }
    if (this.#sawInvalid && record.some((cell) => cell.includes('�'))) {
      this.#rows.push({ line, error: 'not valid UTF-8', text: excerpt(record.join(',')) })
      return
    }
    this.#rows.push({ line, value, bytes, isCells: true })
  }

  #reject(error: CsvError): void {
    const line = typeof error['lines'] === 'number' ? error['lines'] : 0
    const raw = error['raw']
    this.#rows.push({ line, error: error.message, text: typeof raw === 'string' ? excerpt(raw) : '' })
  }

  #checkUtf8(chunk: Buffer): void {
    if (this.#sawInvalid) return
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : chunk
    const cut = incompleteTail(bytes)
    this.#tail = Buffer.from(bytes.subarray(bytes.length - cut))
    this.#sawInvalid = !isUtf8(bytes.subarray(0, bytes.length - cut))
  }
}

/** The file's line on which a record begins: the parser tells the one on which it ends. */
function firstLine(record: string[], lastLine: number): number {
  let breaks = 0
  for (const cell of record) {
    for (let offset = cell.indexOf('\n'); offset >= 0; offset = cell.indexOf('\n', offset + 1)) breaks++
  }
  return lastLine - breaks
}

/** Unnamed columns are called by their position, the second of two equal names gets a number. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((given, index) => {
    const name = given.trim() === '' ? `column_${index + 1}` : given.trim()
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name}_${count}`
    taken.add(unique)
    return unique
  })
}

/** Bytes at the end that may be the first part of a character. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

function unreadable(error: Error): UnreadableFile {
  return new UnreadableFile(`the CSV cannot be read further: ${error.message}`, { cause: error })
}

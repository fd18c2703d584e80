import { parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { sniffDialect, type Dialect } from './sniff-dialect.ts'
import { mostColumns, mostRows, UnreadableList, type RawRow, type RawTable } from './table.ts'

/** Bytes of one row: what is longer is no row but a file without line breaks or with a quote that never ends. */
const mostRowBytes = 1024 * 1024
/** Lines read beyond the rows a list may have: titles above it, repeated headers, notes below it. */
const spareRows = 200

type Unclosed = 'unclosed'

/** Reads any delimited text. Throws UnreadableList. */
export function readDelimited(bytes: Buffer): RawTable {
  const { text, encoding, notes } = decodeText(bytes)
  const { body, delimiter, skipped } = withoutHint(text)
  const sniffed = sniffDialect(body)
  const dialect: Dialect = delimiter === undefined ? sniffed : { ...sniffed, delimiter }
  const read = rowsOf(body, dialect)
  const isBroken = read === 'unclosed' || hidesRows(read)
  if (isBroken) notes.push('A quote is never closed, so quotes are read as text.')
  const rows = isBroken ? withoutEdgeQuotes(plainRows(body, dialect)) : read
  for (const row of rows) row.line += skipped
  return {
    rows,
    notes,
    format: {
      ...{ kind: 'delimited', encoding },
      ...(dialect.delimiter === undefined ? {} : { delimiter: dialect.delimiter }),
      ...(isBroken || dialect.quote === null ? {} : { quote: dialect.quote }),
    },
  }
}

/** Excel's first line that names the delimiter: `sep=;`. */
function withoutHint(text: string): { body: string; delimiter: string | undefined; skipped: number } {
  const hint = /^"?sep=(.)"?\r?\n/i.exec(text)
  return {
    body: hint === null ? text : text.slice(hint[0].length),
    delimiter: hint?.[1],
    skipped: hint === null ? 0 : 1,
  }
}

const reading = {
  info: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: mostRowBytes,
  to: mostRows + spareRows,
  // With `info` it is given what `Parsed` says; the library's types know the plain form alone.
  on_record: narrow as never,
} as const

/** Before the next row is read: a file of nothing but delimiters takes many times its size in memory. */
function narrow(parsed: Parsed): Parsed {
  if (parsed.record.length > mostColumns) throw tooWide(parsed.record.length)
  return parsed
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

function rowsOf(text: string, { delimiter, quote, escape }: Dialect): RawRow[] | Unclosed {
  if (delimiter === undefined) return linesOf(text, quote)
  try {
    return numbered(parse(text, { ...reading, delimiter, quote, escape }) as unknown as Parsed[])
  } catch (error) {
    const { code } = error as { code?: string }
    if (code?.startsWith('CSV_')) return 'unclosed'
    throw error
  }
}

function plainRows(text: string, { delimiter, quote }: Dialect): RawRow[] {
  if (delimiter === undefined) return linesOf(text, quote)
  try {
    return numbered(parse(text, { ...reading, delimiter, quote: null }) as unknown as Parsed[])
  } catch (cause) {
    throw new UnreadableList('A line of the file is longer than 1 MiB.', { cause })
  }
}

/** One cell a line: a list of addresses, names or domains. */
function linesOf(text: string, quote: string | null): RawRow[] {
  const rows: RawRow[] = []
  let line = 0
  for (const found of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    line += 1
    const cell = found[1] as string
    if (Buffer.byteLength(cell) > mostRowBytes)
      throw new UnreadableList('A line of the file is longer than 1 MiB.')
    if (cell.trim() !== '') rows.push({ line, cells: [unquoted(cell, quote)] })
    if (rows.length > mostRows + spareRows || found.index >= text.length) break
  }
  return rows
}

function numbered(parsed: readonly Parsed[]): RawRow[] {
  return parsed.map(({ record, info }) => {
    if (record.length > mostColumns) throw tooWide(record.length)
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    return { line: info.lines - breaks, cells: record }
  })
}

export const tooWide = (columns: number) =>
  new UnreadableList(`The list has ${columns} columns; at most ${mostColumns} are read.`)

/** A cell that holds lines that look like rows: a quote was opened by mistake and closed by a later one. */
function hidesRows(rows: readonly RawRow[]): boolean {
  const widths = new Map<number, number>()
  for (const { cells } of rows.slice(0, 200)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const width = [...widths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
  if (width < 3) return false
  return rows.some(({ cells }) =>
    cells.some((cell) => {
      if (!cell.includes('\n')) return false
      const lines = cell.split('\n').slice(1, -1)
      return lines.filter((line) => /[,;\t|]/.test(line) && cutsLike(line, width)).length >= 1
    }),
  )
}

const cutsLike = (line: string, width: number) =>
  [',', ';', '\t', '|'].some((delimiter) => line.split(delimiter).length === width)

function withoutEdgeQuotes(rows: RawRow[]): RawRow[] {
  return rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => unquoted(cell, '"')) }))
}

function unquoted(cell: string, quote: string | null): string {
  const text = cell.trim()
  if (quote === null || text.length < 2 || !text.startsWith(quote)) return cell
  return text.endsWith(quote) ? text.slice(1, -1).replaceAll(quote + quote, quote) : text.slice(1)
}

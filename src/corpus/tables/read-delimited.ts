import { parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { sniffDialect, type Dialect } from './sniff-dialect.ts'
import { mostRowBytes, mostRows, TableSize, UnreadableList, type RawRow, type RawTable } from './table.ts'

/** Lines read beyond the rows a list may have: titles above it, repeated headers, notes below it. */
const spareRows = 200

type Unclosed = 'unclosed'

/** Reads any delimited text. Throws UnreadableList. */
export function readDelimited(bytes: Buffer): RawTable {
  const { text, encoding, notes } = decodeText(bytes)
  refuseLongLines(text)
  const { delimiter, length } = separatorHint(text)
  const [body, skipped] = [text.slice(length), length === 0 ? 0 : 1]
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
      kind: 'delimited',
      encoding,
      ...(dialect.delimiter === undefined ? {} : { delimiter: dialect.delimiter }),
      ...(isBroken || dialect.quote === null ? {} : { quote: dialect.quote }),
    },
  }
}

/** Excel's first line that names the delimiter: `sep=;`. */
export function separatorHint(text: string): { delimiter: string | undefined; length: number } {
  const hint = /^"?sep=(.)"?\r?\n/i.exec(text)
  return { delimiter: hint?.[1], length: hint?.[0].length ?? 0 }
}

const reading = {
  info: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: mostRowBytes,
  to: mostRows + spareRows,
} as const

/** Before the next row is read: a file of nothing but delimiters takes many times its size in memory. */
function counted() {
  const size = new TableSize()
  const take = (parsed: Parsed): Parsed => {
    size.add(parsed.record)
    return parsed
  }
  // With `info` it is given what `Parsed` says; the library's types know the plain form alone.
  return { on_record: take as never }
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

function rowsOf(text: string, { delimiter, quote, escape }: Dialect): RawRow[] | Unclosed {
  if (delimiter === undefined) return linesOf(text, quote)
  try {
    return numbered(
      parse(text, { ...reading, ...counted(), delimiter, quote, escape }) as unknown as Parsed[],
    )
  } catch (error) {
    const { code } = error as { code?: string }
    if (code?.startsWith('CSV_')) return 'unclosed'
    throw error
  }
}

function plainRows(text: string, { delimiter, quote }: Dialect): RawRow[] {
  if (delimiter === undefined) return linesOf(text, quote)
  try {
    return numbered(parse(text, { ...reading, ...counted(), delimiter, quote: null }) as unknown as Parsed[])
  } catch (cause) {
    if (cause instanceof UnreadableList) throw cause
    throw new UnreadableList('A line of the file is longer than 1 MiB.', { cause })
  }
}

/** One cell a line: a list of addresses, names or domains. */
function linesOf(text: string, quote: string | null): RawRow[] {
  const rows: RawRow[] = []
  let line = 0
  for (let from = 0; from < text.length && rows.length <= mostRows + spareRows;) {
    const to = lineEnd(text, from)
    line += 1
    const cell = text.slice(from, to)
    if (cell.trim() !== '') rows.push({ line, cells: [unquoted(cell, quote)] })
    from = text.startsWith('\r\n', to) ? to + 2 : to + 1
  }
  return rows
}

function lineEnd(text: string, from: number): number {
  let offset = from
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === 0x0a || code === 0x0d) break
  }
  return offset
}

/** Before any row is read: the parser counts no delimiters, so a line of them would become millions of cells. */
function refuseLongLines(text: string): void {
  for (let from = 0; text.length - from > mostRowBytes;) {
    const to = lineEnd(text, from)
    if (to - from > mostRowBytes) throw new UnreadableList('A line of the file is longer than 1 MiB.')
    from = to + 1
  }
}

function numbered(parsed: readonly Parsed[]): RawRow[] {
  return parsed.map(({ record, info }) => {
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    return { line: info.lines - breaks, cells: record }
  })
}

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

import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { openBytes, withoutFirst, type ByteSource } from './byte-source.ts'
import { csvRows } from './csv-rows.ts'
import { isArchive, refuseOtherContent } from './other-content.ts'
import { readWorkbook } from './read-workbook.ts'
import { shapeTable, type OpenedTable, type ShapeOptions, type UnshapedTable } from './shape-table.ts'
import { findDialect, sniffDialect, type Dialect } from './sniff-dialect.ts'
import { maxBytes, maxRowBytes, UnreadableList, type RawRow, type RowFault, type TextStyle } from './table.ts'
import { asUtf8 } from './transcode.ts'
import { findMarkup, readMarkup, type Markup } from './workbook/read-markup.ts'
import { readSpreadsheet } from './workbook/read-spreadsheet.ts'

export interface TableOptions extends ShapeOptions {
  /** This process is one that may be lost: workbooks are read in it. Others read them in a process of their own. */
  isContained?: boolean
  /** Of one row of a text, in bytes. */
  mostRowBytes?: number
  /** A row of a text that is too long is a fault of its own instead of the end. */
  toleratesFaults?: boolean
  /** Numbers, dates and flags of a workbook are kept as its cells hold them. */
  keepsTyped?: boolean
  /** Quotes are text, but for those around a cell: where one is never closed they cannot be trusted. */
  hasPlainQuotes?: boolean
}

/**
 * Opens a table whatever it is called: delimited text in any encoding, .xlsx, and what programs call .xls that is HTML or
 * XML. Its header is found, and what is around the list is left out and told. Throws UnreadableList, here and while
 * rows are read.
 */
export async function openTable(content: ByteSource, options: TableOptions): Promise<OpenedTable> {
  if (content.head.length === 0 && !content.failed) throw new UnreadableList('The file is empty.')
  return shapeTable(await unshaped(content, options), options)
}

/** Content in memory, in pieces as a file comes in. */
export const openContent = (bytes: Buffer): Promise<ByteSource> =>
  openBytes('-', { stdin: Readable.from(pieces(bytes)) })

const pieceBytes = 256 * 1024

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

async function unshaped(content: ByteSource, options: TableOptions): Promise<UnshapedTable> {
  const { head } = content
  if (isArchive(head)) return openSheet(await readWhole(content.chunks), undefined, options)
  if (!content.failed) await refused(content)
  const text = headText(head)
  const markup = findMarkup(text)
  if (markup !== undefined) return openSheet(await readWhole(asUtf8(content.chunks)), markup, options)
  return textTable(content, text, options)
}

async function refused({ head, close }: ByteSource): Promise<void> {
  try {
    refuseOtherContent(head)
  } catch (error) {
    await close()
    throw error
  }
}

/** Letters beyond ASCII do not matter here: their encoding is told later. */
function headText(head: Buffer): string {
  const whole = head.subarray(0, head.lastIndexOf(0x0a) + 1)
  return head.toString(isUtf8(whole.length > 0 ? whole : head) ? 'utf8' : 'latin1')
}

async function openSheet(
  bytes: Buffer,
  markup: Markup | undefined,
  { isContained = false, keepsTyped = false }: TableOptions,
): Promise<UnshapedTable> {
  if (!isContained) return { kind: 'xlsx', ...(await readWorkbook(bytes, { markup, keepsTyped })) }
  const { rows, format, notes } =
    markup === undefined ? readSpreadsheet(bytes, { keepsTyped }) : readMarkup(bytes.toString('utf8'), markup)
  async function* parts(): AsyncGenerator<RawRow[]> {
    for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500)
  }
  return { kind: 'xlsx', format, notes, rows: parts() }
}

/** A workbook is an archive whose directory is at its end. */
async function readWhole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const buffers: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    buffers.push(chunk)
    size += chunk.length
    if (size > maxBytes)
      throw new UnreadableList('The workbook is larger than 50 MiB; save the sheet as CSV.')
  }
  return Buffer.concat(buffers)
}

function textTable(content: ByteSource, head: string, options: TableOptions): UnshapedTable {
  const hint = separatorHint(head)
  const body = head.slice(hint.length)
  const dialect = hint.delimiter === undefined ? sniffDialect(body) : findDialect(body, hint.delimiter)
  const style: TextStyle = {
    ...(dialect.delimiter === undefined ? {} : { delimiter: dialect.delimiter }),
    quote: dialect.quote,
    escape: dialect.escape,
    quotesAll: quotesAll(body, dialect),
    lineEnd: findLineEnd(head),
    encoding: content.wide ?? 'utf-8',
    hasMark: content.hasMark,
    hasSeparatorLine: hint.length > 0,
  }
  const chunks = asUtf8(withoutFirst(content.chunks, Buffer.byteLength(hint.text)), (encoding) => {
    style.encoding = encoding
  })
  const isPlain = options.hasPlainQuotes === true
  const rows = csvRows(chunks, {
    dialect: isPlain ? { ...dialect, quote: null, escape: '"' } : dialect,
    lineEnd: style.lineEnd,
    mostRowBytes: options.mostRowBytes ?? maxRowBytes,
    linesBefore: hint.length > 0 ? 1 : 0,
    toleratesFaults: options.toleratesFaults ?? false,
  })
  return {
    kind: 'csv',
    style,
    notes: [],
    rows: isPlain ? withoutEdgeQuotes(rows, dialect.quote ?? '"') : rows,
  }
}

async function* withoutEdgeQuotes(
  parts: AsyncIterable<(RawRow | RowFault)[]>,
  quote: string,
): AsyncGenerator<(RawRow | RowFault)[]> {
  for await (const part of parts)
    yield part.map((row) =>
      'cells' in row ? { ...row, cells: row.cells.map((cell) => unquoted(cell, quote)) } : row,
    )
}

function unquoted(cell: string, quote: string): string {
  const text = cell.trim()
  if (text.length < 2 || !text.startsWith(quote)) return cell
  return text.endsWith(quote) ? text.slice(1, -1).replaceAll(quote + quote, quote) : text.slice(1)
}

interface SeparatorHint {
  delimiter: string | undefined
  length: number
  text: string
}

/** Excel's first line that names the delimiter: `sep=;`. */
function separatorHint(text: string): SeparatorHint {
  const hint = /^"?sep=(.)"?\r?\n/i.exec(text)
  return { delimiter: hint?.[1], length: hint?.[0].length ?? 0, text: hint?.[0] ?? '' }
}

/** As most lines of the beginning end. */
function findLineEnd(head: string): TextStyle['lineEnd'] {
  const all = head.split('\n').length - 1
  const windows = head.split('\r\n').length - 1
  if (all === 0) return head.includes('\r') ? '\r' : '\n'
  return windows * 2 > all ? '\r\n' : '\n'
}

const judgedLines = 50

/** Whether nearly every line of the beginning is made of quoted cells. */
function quotesAll(body: string, { delimiter, quote, isSpaced }: Dialect): boolean {
  if (delimiter === undefined || quote === null || isSpaced) return false
  const between = delimiter.replaceAll(/[|^]/g, String.raw`\$&`)
  const cell = `${quote}(?:[^${quote}\\\\]|${quote}${quote}|\\\\.)*${quote}`
  const whole = new RegExp(`^${cell}(?:${between}${cell})*\\r?$`)
  const lines = body
    .split('\n')
    .slice(0, judgedLines)
    .filter((line) => line.trim() !== '')
  const complete = lines.length === judgedLines || body.length < 64 * 1024 ? lines : lines.slice(0, -1)
  const quoted = complete.filter((line) => whole.test(line)).length
  return quoted > 0 && quoted >= complete.length * 0.9
}

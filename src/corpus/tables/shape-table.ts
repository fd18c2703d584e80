import { normalText } from '../../lib/text-normal.ts'
import { unguardFormula } from '../../lib/formula-guard.ts'
import { asUnreadableList } from './csv-rows.ts'
import { filled, findHeader, listSpan, trimmedWidth, type HeaderOptions } from './find-header.ts'
import { AddressColumns } from './linked-cells.ts'
import { withGroups } from './header-groups.ts'
import { ListEnd } from './list-end.ts'
import type { ListFormat, RawRow, RowFault, TextStyle } from './table.ts'

/** A table as its reader gives it, with everything that is around the list. */
export interface UnshapedTable {
  kind: 'csv' | 'xlsx'
  format?: ListFormat
  style?: TextStyle
  notes: string[]
  rows: AsyncIterable<(RawRow | RowFault)[]>
}

export interface ShapeOptions extends HeaderOptions {
  /** NUL characters are taken out: what they came from is not a list of another encoding any more. */
  dropsNul?: boolean
}

/** A list in a table: its header, and its rows as they come. */
export interface OpenedTable {
  kind: 'csv' | 'xlsx'
  /** Of a text; its encoding is known when the rows have been read. */
  style?: TextStyle
  sheet?: string
  /** Cells of the header as they stand; undefined if there is none. */
  header: string[] | undefined
  headerLine?: number
  /** Cells most rows have, the header among them. */
  width: number
  /** Whether the line above the header cannot be a row. */
  isHeaderSure: boolean
  /** What was left out or decided, in sentences; whole when the rows have been read. */
  notes: string[]
  /** Rows below the header, blank ones between others among them, and those that could not be read. */
  rows: AsyncIterable<(RawRow | RowFault)[]>
}

/** Rows the header is looked for in, and their characters. */
const headRows = 500
const headChars = 4 * 1024 * 1024

/** Finds the list in a table. Throws UnreadableList for what breaks before any row. */
export async function shapeTable(table: UnshapedTable, options: ShapeOptions): Promise<OpenedTable> {
  const iterator = table.rows[Symbol.asyncIterator]()
  const { rows, isWhole, failure } = await readHead(iterator)
  // A file that breaks before its first row has none to give first.
  if (failure !== undefined && rows.length === 0) throw asUnreadableList(failure.error)
  const readable = rows.flatMap((row, index) => ('cells' in row ? [{ ...row, index }] : []))
  const place = findHeader(readable, options)
  const headerRow = readable[place.header]
  const header =
    headerRow === undefined
      ? undefined
      : withGroups(
          headerRow.cells.map((cell) => unguardFormula(cell)),
          place.isGrouped ? readable[place.header - 1]?.cells : undefined,
        )
  const from = readable[place.from]?.index ?? rows.length
  const notes = [...table.notes]
  const width = Math.max(listSpan(readable.slice(Math.max(0, place.header))), trimmedWidth(header ?? []))
  noteAbove(readable.slice(0, Math.max(place.header, place.header === -1 ? place.from : 0)), headerRow, notes)
  const first = headerRow === undefined ? undefined : headerRow.line + 1
  const shaping = {
    header,
    first,
    width,
    hasCells: table.kind === 'csv',
    dropsNul: options.dropsNul === true,
    notes,
  }
  async function* rest(): AsyncGenerator<(RawRow | RowFault)[]> {
    try {
      yield rows.slice(from)
      if (failure !== undefined) throw failure.error
      if (isWhole) return
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value
    } catch (cause) {
      throw asUnreadableList(cause)
    } finally {
      await iterator.return?.()
    }
  }
  return {
    kind: table.kind,
    ...(table.style === undefined ? {} : { style: table.style }),
    ...(table.format?.sheet === undefined ? {} : { sheet: table.format.sheet }),
    header,
    ...(headerRow === undefined ? {} : { headerLine: headerRow.line }),
    width,
    isHeaderSure: place.isSure,
    notes,
    rows: shaped(rest(), shaping),
  }
}

async function readHead(iterator: AsyncIterator<(RawRow | RowFault)[]>) {
  const rows: (RawRow | RowFault)[] = []
  let chars = 0
  while (rows.length < headRows && chars < headChars) {
    let next: IteratorResult<(RawRow | RowFault)[]>
    try {
      next = await iterator.next()
    } catch (error) {
      return { rows, isWhole: true, failure: { error } }
    }
    if (next.done === true) return { rows, isWhole: true, failure: undefined }
    for (const row of next.value) {
      rows.push(row)
      if ('cells' in row) for (const cell of row.cells) chars += cell.length
    }
  }
  return { rows, isWhole: false, failure: undefined }
}

function noteAbove(above: readonly RawRow[], header: RawRow | undefined, notes: string[]): void {
  const lines = above.filter(({ cells }) => filled(cells) > 0)
  if (lines.length === 0) return
  const what = `${lines.length === 1 ? 'A line' : `${lines.length} lines`} above the list ${lines.length === 1 ? 'is' : 'are'} left out: ${excerpt(lines[0]!)}.`
  notes.push(header === undefined ? what : `The header is on line ${header.line}. ${what}`)
}

/** The beginning of a line, for messages about it. */
function excerpt({ cells }: RawRow): string {
  const text = cells
    .filter((cell) => cell.trim() !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
}

interface Shaping {
  header: readonly string[] | undefined
  /** Of the sheet, that may be one of the list. */
  first: number | undefined
  width: number
  hasCells: boolean
  dropsNul: boolean
  notes: string[]
}

async function* shaped(
  parts: AsyncIterable<(RawRow | RowFault)[]>,
  { header, first, width, hasCells, dropsNul, notes }: Shaping,
): AsyncGenerator<(RawRow | RowFault)[]> {
  const end = new ListEnd(width, hasCells)
  const addresses = new AddressColumns(header ?? [])
  let [broken, nul] = [0, 0]
  const plain = (rows: RawRow[]) => {
    for (const row of rows) {
      if (dropsNul && row.cells.some((cell) => cell.includes('\0'))) {
        row.cells = row.cells.map((cell) => cell.replaceAll('\0', ''))
        nul += 1
      }
      plainCells(row)
      if (row.links !== undefined) addresses.resolve(row)
      if (row.isBroken === true) broken += 1
    }
    return rows
  }
  for await (const part of hasCells ? parts : withBlankRows(parts, first)) {
    // Nearly every part is free of faults.
    if (part.every((row) => 'cells' in row)) {
      const rows = plain(end.take(part))
      if (rows.length > 0) yield rows
    } else
      for (const row of part) {
        const rows = 'cells' in row ? plain(end.take([row])) : [row]
        if (rows.length > 0) yield rows
      }
  }
  const { rows, closing } = end.end()
  if (rows.length > 0) yield plain(rows)
  if (closing.length > 0)
    notes.push(
      `${closing.length === 1 ? 'A line' : `${closing.length} lines`} below the list (line ${closing[0]!.line}) ${closing.length === 1 ? 'is' : 'are'} left out: ${excerpt(closing[0]!)}.`,
    )
  notes.push(...addresses.notes())
  if (nul > 0) notes.push('NUL characters were removed.')
  if (broken > 0) notes.push('Some bytes are no valid UTF-8; they are shown as \uFFFD.')
}

/** A sheet leaves blank rows out: missing row numbers show them. */
async function* withBlankRows(
  parts: AsyncIterable<(RawRow | RowFault)[]>,
  first: number | undefined,
): AsyncGenerator<(RawRow | RowFault)[]> {
  let next = first
  for await (const part of parts) {
    const rows: (RawRow | RowFault)[] = []
    for (const row of part) {
      for (; next !== undefined && next < row.line; next++) rows.push({ line: next, cells: [''] })
      rows.push(row)
      next = row.line + 1
    }
    yield rows
  }
}

/** Takes off what other programs put around a cell, and reads what stands for nothing as nothing. */
function plainCells(row: RawRow): void {
  const { cells } = row
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]!
    const code = cell.charCodeAt(0)
    if (code === 0x27) cells[index] = unguardFormula(cell)
    else if (code === 0x5c && cell === '\\N') {
      // NULL of a database dump.
      cells[index] = ''
      ;(row.written ??= {})[index] = cell
    } else if (code === 0x3d) cells[index] = forcedText.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
  }
}

/** `="02138"`: how a CSV makes Excel keep a text. */
const forcedText = /^="((?:[^"]|"")*)"$/

/** Whether a row is the header once more. */
export function repeatsHeader(header: readonly string[] | undefined): (cells: readonly string[]) => boolean {
  if (header === undefined) return () => false
  const makeKey = (cells: readonly string[]) => cells.map((cell) => normalText(cell)).join('|')
  const key = makeKey(header)
  const first = header[0]?.trim().toLowerCase() ?? ''
  return (cells) => (cells[0] ?? '').trim().toLowerCase() === first && makeKey(cells) === key
}

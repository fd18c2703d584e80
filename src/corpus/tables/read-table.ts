import { UnclosedQuote } from './csv-rows.ts'
import { openContent, openTable, type TableOptions } from './open-table.ts'
import type { OpenedTable } from './shape-table.ts'
import { maxBytes, maxRows, TableSize, UnreadableList, type RawRow } from './table.ts'

/** A table that was read whole. Lines without anything are left out. */
export type WholeTable = Omit<OpenedTable, 'rows'> & { rows: RawRow[] }

/** Rows read beyond those a list may have. */
const spareRows = 200

/**
 * Reads a table in memory from its first row to its last, in a process that may be lost. Where a quote is never closed,
 * or hides rows, quotes are read as text, with a note. Throws UnreadableList.
 */
export async function readTable(bytes: Buffer, options: TableOptions): Promise<WholeTable> {
  if (bytes.length === 0) throw new UnreadableList('The file is empty.')
  if (bytes.length > maxBytes) throw new UnreadableList('The file is larger than 50 MiB.')
  const table = await readOnce(bytes, options).catch((error: unknown) => {
    if (error instanceof UnclosedQuote) return undefined
    throw error
  })
  if (table !== undefined && !hidesRows(table)) return table
  const plain = await readOnce(bytes, { ...options, hasPlainQuotes: true })
  plain.notes.unshift('A quote is never closed, so quotes are read as text.')
  return plain
}

async function readOnce(bytes: Buffer, options: TableOptions): Promise<WholeTable> {
  const opened = await openTable(await openContent(bytes), { ...options, isContained: true, dropsNul: true })
  const rows: RawRow[] = []
  const size = new TableSize()
  for await (const part of opened.rows) {
    for (const row of part) {
      if (!('cells' in row)) continue
      size.add(row.cells)
      if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    }
    if (rows.length > maxRows + spareRows) break
  }
  if (rows.length === 0 && opened.header === undefined) throw new UnreadableList('The file is empty.')
  return { ...opened, rows }
}

/** A cell that holds lines that look like rows: a quote was opened by mistake and closed by a later one. */
function hidesRows({ style, rows }: WholeTable): boolean {
  const delimiter = style?.delimiter
  if (delimiter === undefined) return false
  const widths = new Map<number, number>()
  for (const { cells } of rows.slice(0, 200)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const width = [...widths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 1
  if (width < 3) return false
  return rows.some(({ cells }) =>
    cells.some((cell) => cell.includes('\n') && cell.split('\n').slice(1, -1).some(isRow)),
  )

  /** Delimiters with next to nothing between them are text. */
  function isRow(line: string): boolean {
    const parts = line.split(delimiter as string)
    return parts.length === width && parts.filter((part) => part.trim() !== '').length > 1
  }
}

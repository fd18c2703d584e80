import { guardArchive } from './guard-archive.ts'
import { TableSize, UnreadableList, type RawTable } from './table.ts'

/**
 * The first sheet of an .xlsx file that holds anything, as text. Formulas give the value they were saved with, dates
 * are ISO. Throws UnreadableList.
 */
export async function readSpreadsheet(bytes: Buffer): Promise<RawTable> {
  guardArchive(bytes)
  // Loaded with the first workbook: a start needs none of its 44 modules.
  const { default: readSheets } = await import('read-excel-file/universal')
  const own = new Uint8Array(bytes).buffer
  const sheets = await readSheets(own).catch((cause: unknown) => {
    throw new UnreadableList('The .xlsx file cannot be read.', { cause })
  })
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)))
  const [first, ...others] = filled
  if (first === undefined) throw new UnreadableList('The file is empty.')
  const size = new TableSize()
  const rows = first.data.flatMap((row, index) => {
    const cells = row.map(textOf)
    size.add(cells)
    return cells.every((cell) => cell.trim() === '') ? [] : [{ line: index + 1, cells }]
  })
  const notes = others.length === 0 ? [] : [`Only the sheet ${JSON.stringify(first.sheet)} is read.`]
  return { rows, notes, format: { kind: 'spreadsheet', sheet: first.sheet } }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const text = Number.isNaN(cell.getTime())
      ? ''
      : new Date(Math.round(cell.getTime() / 1_000) * 1_000).toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
  }
  // Long numbers are ids and telephone numbers, never 4.9E+12.
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell)
}

import { readSpreadsheet } from './read-spreadsheet.ts'
import { serveOrders } from './serve-orders.ts'
import { UnreadableList, type RawRow } from './table.ts'

/** Handed over at a time, as in the repair of lists. */
const mostRows = 1_000
const mostChars = 512 * 1024

let rows: RawRow[] = []

/** Reads a workbook, which comes beside the order, or hands over its next rows. */
serveOrders<{ from?: number }>(async ({ from }, bytes) => {
  if (from !== undefined) return { rows: slice(from) }
  try {
    rows = (await readSpreadsheet(bytes)).rows
    return { rowCount: rows.length }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    throw error
  }
})

function slice(from: number): RawRow[] {
  let [to, chars] = [from, 0]
  while (to < rows.length && to - from < mostRows && chars < mostChars) {
    for (const cell of rows[to]?.cells ?? []) chars += cell.length
    to += 1
  }
  return rows.slice(from, to)
}

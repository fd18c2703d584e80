import { charsOf, HandOver } from './hand-over.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { serveOrders } from './serve-orders.ts'
import { UnreadableList, type RawRow } from './table.ts'

const held = new HandOver<RawRow>(charsOf)

/** Reads a workbook, which comes beside the order, or hands over its next rows. */
serveOrders<{ from?: number }>(async ({ from }, bytes) => {
  if (from !== undefined) return { rows: held.take(from) }
  try {
    const { rows } = await readSpreadsheet(bytes)
    held.hold(rows)
    return { rowCount: rows.length }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    throw error
  }
})

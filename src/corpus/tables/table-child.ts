import { countChars, HandOver } from './hand-over.ts'
import { serveOrders } from './serve-orders.ts'
import { UnreadableList, type RawRow } from './table.ts'
import { readMarkup, type Markup } from './workbook/read-markup.ts'
import { readSpreadsheet } from './workbook/read-spreadsheet.ts'

const handOver = new HandOver<RawRow>(countChars)

/** A workbook to read, which comes beside the order, or the next rows of the one that was read. */
export type TableOrder = { from: number } | { markup?: Markup | undefined; keepsTyped: boolean }

serveOrders<TableOrder>(async (order, bytes) => {
  if ('from' in order) return { rows: handOver.take(order.from) }
  const { markup, keepsTyped } = order
  try {
    const table =
      markup === undefined
        ? readSpreadsheet(bytes, { keepsTyped })
        : readMarkup(bytes.toString('utf8'), markup)
    handOver.hold(table.rows)
    return { rowCount: table.rows.length, notes: table.notes, format: table.format }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    throw error
  }
})

import { serveOrders, UnreadableList } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'
import { repairList, UnknownColumn, type RepairOptions } from './repair-list.ts'

/** A file to read, which comes beside the order, or the next rows of the one that was read. */
type Order = { options: RepairOptions } | { from: number }

/** What is handed over at a time: the other side takes it in at once, and holds everybody up while it does. */
const mostRows = 500
const mostChars = 512 * 1024

let rows: HealedRow[] = []

/** One file at a time: whatever a file does to this process, the service goes on. */
serveOrders<Order>(async (order, bytes) => {
  if ('from' in order) return { rows: slice(order.from) }
  try {
    const list = await repairList(bytes, order.options)
    rows = list.rows
    return { list: { ...list, rows: [] }, rowCount: rows.length }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    if (error instanceof UnknownColumn) return { unknownColumn: error.message }
    throw error
  }
})

function slice(from: number): HealedRow[] {
  let [to, chars] = [from, 0]
  while (to < rows.length && to - from < mostRows && chars < mostChars) {
    for (const cell of rows[to]?.cells ?? []) chars += cell.length
    to += 1
  }
  const part = rows.slice(from, to)
  if (to >= rows.length) rows = []
  return part
}

import { parentPort } from 'node:worker_threads'
import type { HealedRow } from './heal-list.ts'
import { UnreadableList } from './read/table.ts'
import { repairList, UnknownColumn, type RepairOptions } from './repair-list.ts'

/** A file to read, or the next rows of the one that was read. */
type Order = { bytes: Uint8Array; options: RepairOptions } | { from: number }

/** What is handed over at a time: the other side takes it in at once, and holds everybody up while it does. */
const mostRows = 500
const mostChars = 512 * 1024

let rows: HealedRow[] = []

/** Worker thread, one file at a time: whatever a file does to it, the service goes on. */
parentPort?.on('message', async (order: Order) => {
  if ('from' in order) {
    parentPort?.postMessage({ rows: slice(order.from) })
    return
  }
  const { bytes, options } = order
  try {
    const list = await repairList(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
    rows = list.rows
    parentPort?.postMessage({ list: { ...list, rows: [] }, rowCount: rows.length })
  } catch (error) {
    if (error instanceof UnreadableList) parentPort?.postMessage({ unreadable: error.message })
    else if (error instanceof UnknownColumn) parentPort?.postMessage({ unknownColumn: error.message })
    else parentPort?.postMessage({ failed: String(error instanceof Error ? error.stack : error) })
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

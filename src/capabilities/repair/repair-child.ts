import { countChars, HandOver, serveOrders, UnreadableList } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'
import { repairList, UnknownColumn, type RepairOptions } from './repair-list.ts'

/** A file to read, which comes beside the order, or the next rows of the one that was read. */
type Order = { options: RepairOptions } | { from: number }

const handOver = new HandOver<HealedRow>(countChars)

/** One file at a time: whatever a file does to this process, the service continues. */
serveOrders<Order>(async (order, bytes) => {
  if ('from' in order) return { rows: handOver.take(order.from) }
  try {
    const list = await repairList(bytes, order.options)
    handOver.hold(list.rows)
    return { list: { ...list, rows: [] }, rowCount: list.rows.length }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    if (error instanceof UnknownColumn) return { unknownColumn: error.message }
    throw error
  }
})

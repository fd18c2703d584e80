import { HandOver, serveOrders, UnreadableList, type GivenRow } from '../../corpus/tables/index.ts'
import { understandList, type UnderstandOptions } from './understand-list.ts'

/** A command: read a file, which is sent along, or return the next rows of the one just read. */
type Order = { options: UnderstandOptions } | { from: number }

const handOver = new HandOver<GivenRow>((row) =>
  'json' in row ? row.json.length : row.cells.join('').length,
)

/** Maximum characters of all rows together, which this process holds in memory. */
const maxChars = 64 * 1024 * 1024

/** Reads one file at a time, in a process of its own so that no file can harm the service. */
serveOrders<Order>(async (order, bytes) => {
  if ('from' in order) return { rows: handOver.take(order.from) }
  const rows: GivenRow[] = []
  let chars = 0
  const onRows = (part: readonly GivenRow[]) => {
    for (const row of part) {
      chars += 'json' in row ? row.json.length : row.cells.reduce((sum, cell) => sum + cell.length, 0)
      rows.push(row)
    }
    if (chars > maxChars) throw new UnreadableList('The rows of the list hold more than 64 MiB. Split it.')
  }
  try {
    const list = await understandList({ bytes }, { ...order.options, onRows })
    handOver.hold(rows)
    return { list, rowCount: rows.length }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.message }
    throw error
  }
})

import { serveOrders } from '../../../tables/serve-orders.ts'
import { decodeRows, type DecodedRow } from './decode-rows.ts'

/** A file to read, by its path, or the next rows of it. */
export type ParquetOrder = { file: string } | { next: true }

/** The next rows, none at the end; of the last ones of a part, the bytes of the file the part takes. */
export type ParquetReply = { rows: DecodedRow[]; bytes: number; isEnd: boolean } | { damaged: string }

/** Rows handed over at once, and about their characters: the other side takes them in at once. */
const mostRows = 500
const mostChars = 512 * 1024

let parts: AsyncGenerator<{ rows: DecodedRow[]; bytes: number }> | undefined
let held: DecodedRow[] = []
let at = 0

serveOrders<ParquetOrder>(async (order): Promise<ParquetReply> => {
  try {
    if ('file' in order) {
      parts = decodeRows(order.file)
      return { rows: [], bytes: 0, isEnd: false }
    }
    let bytes = 0
    if (at >= held.length) {
      const next = await parts?.next()
      if (next === undefined || next.done === true) return { rows: [], bytes: 0, isEnd: true }
      held = next.value.rows
      at = 0
      bytes = next.value.bytes
    }
    const from = at
    let chars = 0
    while (at < held.length && at - from < mostRows && chars < mostChars) chars += held[at++]!.bytes
    return { rows: held.slice(from, at), bytes, isEnd: false }
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) }
  }
})

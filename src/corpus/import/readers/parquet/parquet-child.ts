import { serveOrders } from '../../../tables/serve-orders.ts'
import { decodeRows, type DecodedRow } from './decode-rows.ts'

/** A file to read, by its path, or the next rows of it. */
export type ParquetOrder = { file: string } | { next: true }

/** Asks for the next rows; none at the end. With the last rows of a part come its bytes of the file. */
export type ParquetReply = { rows: DecodedRow[]; bytes: number; isEnd: boolean } | { damaged: string }

/** Rows handed over at once, and about how many characters, because the other side reads them as a whole. */
const maxRows = 500
const maxChars = 512 * 1024

let parts: AsyncGenerator<{ rows: DecodedRow[]; bytes: number }> | undefined
let pending: DecodedRow[] = []
let at = 0

serveOrders<ParquetOrder>(async (order): Promise<ParquetReply> => {
  try {
    if ('file' in order) {
      parts = decodeRows(order.file)
      return { rows: [], bytes: 0, isEnd: false }
    }
    let bytes = 0
    if (at >= pending.length) {
      const next = await parts?.next()
      if (next === undefined || next.done === true) return { rows: [], bytes: 0, isEnd: true }
      pending = next.value.rows
      at = 0
      bytes = next.value.bytes
    }
    const from = at
    let chars = 0
    while (at < pending.length && at - from < maxRows && chars < maxChars) chars += pending[at++]!.bytes
    return { rows: pending.slice(from, at), bytes, isEnd: false }
  } catch (error) {
    return { damaged: describeDamage(error) }
  }
})

/** The decoder's message about a file. Where bytes led it astray, it only names a place in its own code. */
function describeDamage(error: unknown): string {
  const isOwnFault = [TypeError, RangeError, ReferenceError, SyntaxError].some(
    (kind) => error instanceof kind,
  )
  if (isOwnFault || !(error instanceof Error)) return 'its bytes do not match what they declare'
  return error.message
}

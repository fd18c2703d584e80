import { guardFormula } from './formula-guard.ts'
import { needsQuotes, type LineEnd } from './csv-lines.ts'

const [comma, quote] = [0x2c, 0x22]
/** Room that most rows need. A longer row makes its own. */
const room = 256 * 1024

/**
 * The rows of `csvLines` as UTF-8, a row at a time. Each cell is written in its place, because a text joined from
 * cells is laid out, searched for characters beyond ASCII and copied again as a whole: that was half of the time of
 * an export. The bytes belong to the caller.
 */
export function csvBytes(lineEnd: LineEnd = '\r\n'): (rows: readonly (readonly string[])[]) => Buffer {
  let bytes = Buffer.allocUnsafe(room)
  return (rows) => {
    const nothing = rows[0]?.length === 1 ? '""' : ''
    let end = 0
    for (const row of rows) {
      const most = end + measureMost(row)
      if (most > bytes.length) {
        const wider = Buffer.allocUnsafe(Math.max(most, bytes.length * 2))
        bytes.copy(wider, 0, 0, end)
        bytes = wider
      }
      end = writeRow(bytes, end, row, nothing)
      end += bytes.write(lineEnd, end, 'latin1')
    }
    const written = Buffer.from(bytes.subarray(0, end))
    if (bytes.length > room * 16) bytes = Buffer.allocUnsafe(room)
    return written
  }
}

/**
 * Each character is at most three bytes, or two quotes. Quotes around, an apostrophe, a comma and the line's end come
 * on top.
 */
function measureMost(row: readonly string[]): number {
  let most = 4
  for (const cell of row) most += cell.length * 4 + 6
  return most
}

function writeRow(bytes: Buffer, from: number, row: readonly string[], nothing: string): number {
  let end = from
  for (let index = 0; index < row.length; index++) {
    if (index > 0) bytes[end++] = comma
    const field = row[index]!
    if (field === '') {
      if (nothing !== '') end += bytes.write(nothing, end, 'latin1')
      continue
    }
    const cell = guardFormula(field)
    end = needsQuotes(cell) ? writeQuoted(bytes, end, cell) : end + bytes.write(cell, end)
  }
  return end
}

function writeQuoted(bytes: Buffer, from: number, cell: string): number {
  let end = from
  bytes[end++] = quote
  if (cell.includes('"')) {
    // Written behind room for all quotes, then moved to its place with each quote doubled.
    let next = end + cell.length
    const last = next + bytes.write(cell, next)
    for (; next < last; next++) {
      const byte = bytes[next]!
      bytes[end++] = byte
      if (byte === quote) bytes[end++] = quote
    }
  } else end += bytes.write(cell, end)
  bytes[end++] = quote
  return end
}

// Nights of calendars as search rows hold them. A stay is a few nights, but a column is read whole, so calendars are
// cut into pieces, and columns without a night of the stay are not read.

/** Days of a piece. Pieces begin at days since 1970 that are divisible by it. */
const pieceDays = 32
/** The columns that take pieces in turn. A year and some days fill each of them once. */
const columnCount = 12

/** Rooms left where the source does not say. */
export const anyLeft = 65_535

const numbers = Array.from({ length: columnCount }, (_, number) => number)
const pricesColumn = (piece: number) => `cal_prices_${piece % columnCount}`
const leftColumn = (piece: number) => `cal_left_${piece % columnCount}`

/** Columns of all calendars of a property: prices (0: unknown, -1: closed) and rooms left, one entry a calendar. */
export const nightColumns = [...numbers.map(pricesColumn), ...numbers.map(leftColumn)]

const countPiece = (day: number) => Math.floor(day / pieceDays)

/** A calendar by columns. Each has the pieces of its turn, one after the other, all whole but the very last. */
export function inPieces(first: number, nights: readonly number[], unknown: number): number[][] {
  const columns: number[][] = numbers.map(() => [])
  if (nights.length === 0) return columns
  const end = first + nights.length
  for (let piece = countPiece(first); piece * pieceDays < end; piece++) {
    const column = columns[piece % columnCount] as number[]
    const last = Math.min(end, (piece + 1) * pieceDays)
    for (let day = piece * pieceDays; day < last; day++) column.push(nights[day - first] ?? unknown)
  }
  return columns
}

/** The nights of a stay in one piece. */
export interface StayPiece {
  /** Nights of the stay before this piece. */
  before: number
  /** SQL for these nights of each calendar: fewer where it ends before, none where it begins after the piece. */
  prices: string
  left: string
}

/** The pieces that hold the nights from one day until before another, in order. */
export function piecesOfStay({ from, to }: { from: number; to: number }): StayPiece[] {
  const pieces: StayPiece[] = []
  for (let piece = countPiece(from); piece * pieceDays < to; piece++) {
    const start = Math.max(from, piece * pieceDays)
    const end = Math.min(to, (piece + 1) * pieceDays)
    // Pieces of the same column before this one. A calendar that begins after it contributes none.
    const ahead = `${piece} - intDiv(first, ${pieceDays})`
    const offset = `intDiv(greatest(${ahead}, 0), ${columnCount}) * ${pieceDays} + ${start - piece * pieceDays + 1}`
    const slice = `arraySlice(list, ${offset}, if(${ahead} < 0, 0, ${end - start}))`
    const ofEach = (column: string) => `arrayMap((first, list) -> ${slice}, cal_first, ${column})`
    pieces.push({
      before: start - from,
      prices: ofEach(pricesColumn(piece)),
      left: ofEach(leftColumn(piece)),
    })
  }
  return pieces
}

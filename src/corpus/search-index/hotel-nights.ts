// Nights of calendars as search rows keep them. A stay is a few nights, and a column is read whole: so calendars lie in pieces,
// and the columns a stay has no night in are not read.

/** Days of a piece. Pieces begin at days since 1970 that it divides. */
const pieceDays = 32
/** Columns that pieces go to in turn: a year and some days are in all of them once. */
const columnCount = 12

/** Rooms left where nobody says how many. */
export const anyLeft = 65_535

const numbers = Array.from({ length: columnCount }, (_, number) => number)
const pricesColumn = (piece: number) => `cal_prices_${piece % columnCount}`
const leftColumn = (piece: number) => `cal_left_${piece % columnCount}`

/** Columns of all calendars of a property: prices (0: nothing known, -1: closed) and rooms left, an entry a calendar. */
export const nightColumns = [...numbers.map(pricesColumn), ...numbers.map(leftColumn)]

const countPiece = (day: number) => Math.floor(day / pieceDays)

/** A calendar by columns: in each the pieces that are its turn, one after the other, whole but for the last of all. */
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
  /** Nights of the stay before it. */
  before: number
  /** SQL of these nights, of each calendar: fewer where it ends before, none where it begins after the piece. */
  prices: string
  left: string
}

/** The pieces that nights lie in, from a day on and before another, in order. */
export function piecesOfStay({ from, to }: { from: number; to: number }): StayPiece[] {
  const pieces: StayPiece[] = []
  for (let piece = countPiece(from); piece * pieceDays < to; piece++) {
    const start = Math.max(from, piece * pieceDays)
    const end = Math.min(to, (piece + 1) * pieceDays)
    // Pieces of the same column before this one; of a calendar that begins after it nothing is taken.
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

import { filled } from './find-header.ts'
import type { RawRow } from './table.ts'

/** Rows held back at most: what is longer is no end of a report. */
const maxHeldRows = 30

/** Words that lines below a list begin with. */
const closing =
  /^\W*(?:copyright\b|©|\(c\)\s|confidential|generated (?:by|on|at)|exported (?:by|on|at|from)|report (?:generated|run|created|date)|created (?:on|by)|printed (?:on|by)|run (?:on|by)\b|as of\b|data as of|downloaded|powered by|filtered by|page \d+ of \d+|end of (?:report|file|list)|source\s*:|quelle\s*:|all rights reserved)/i
/** Words of rows that sum a list up. */
const summing =
  /^\W*(?:grand |sub-?)?(?:totals?|sum|summe|gesamt(?:summe)?|count|somme|somma|totale?|total général|rows?|records?|anzahl|export|generated|exported|source|quelle)\s*(?:$|[:=(\d])/i
const counting = /^\W*\d[\d.,]*\s+(?:rows?|records?|results?|contacts|accounts|companies|entries)\b/i

/**
 * Holds back what may be the end of a report until another row follows: sums, notes, blank lines. What is last is no row
 * of the list.
 */
export class ListEnd {
  readonly #width: number
  readonly #hasCells: boolean
  #held: { row: RawRow; closes: boolean }[] = []

  /** `hasCells`: rows end where their last delimiter is, so that a line without one tells. */
  constructor(width: number, hasCells: boolean) {
    this.#width = width
    this.#hasCells = hasCells
  }

  /** Rows that belong to the list. */
  take(rows: readonly RawRow[]): RawRow[] {
    const released: RawRow[] = []
    for (const row of rows) {
      const closes = this.#closes(row)
      const mayEnd = closes || filled(row.cells) === 0
      if (mayEnd && (this.#held.length < maxHeldRows || isBare(row))) this.#held.push({ row, closes })
      else {
        for (const entry of this.#held) released.push(entry.row)
        this.#held = []
        released.push(row)
      }
    }
    return released
  }

  /** At the end of the file: rows of the list after all, and lines that are none. */
  end(): { rows: RawRow[]; closing: RawRow[] } {
    const first = this.#held.findIndex(({ closes }) => closes)
    const until = first === -1 ? this.#held.findLastIndex(({ row }) => !isBare(row)) + 1 : first
    const rows = this.#held.slice(0, until).map(({ row }) => row)
    if (first !== -1) while (rows.length > 0 && filled(rows.at(-1)!.cells) === 0) rows.pop()
    const closing = this.#held.slice(until).flatMap(({ row, closes }) => (closes ? [row] : []))
    return { rows, closing }
  }

  #closes({ cells }: RawRow): boolean {
    const count = filled(cells)
    if (count === 0 || count > 2 || this.#width < 2) return false
    const isLine = this.#hasCells && cells.length === 1
    // A line without a delimiter after a blank one, in a list of several columns, is a note.
    if (isLine && this.#width >= 3 && this.#held.length > 0) return true
    const first = cells.find((cell) => cell.trim() !== '') ?? ''
    if (count === 1 && closing.test(first)) return this.#width >= 3 || isLine
    return this.#width >= 3 && (summing.test(first) || counting.test(first))
  }
}

/** A line without anything, not even delimiters. */
const isBare = ({ cells }: RawRow) => cells.length <= 1 && (cells[0] ?? '').trim() === ''

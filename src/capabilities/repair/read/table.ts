/** Rows a list may have. */
export const mostRows = 20_000
export const mostColumns = 512
/** Bytes of a file. */
export const mostBytes = 50 * 1024 * 1024

/** Why a file is no list; the message is said to clients. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList'
}

/** Rows of text as they stand in a file, with what was found out about the file. */
export interface RawTable {
  rows: RawRow[]
  format: ListFormat
  /** What had to be decided or repaired while reading; whole sentences. */
  notes: string[]
}

export interface RawRow {
  /** Line of the file, or row of the sheet, the row begins on; from 1. */
  line: number
  cells: string[]
}

export interface ListFormat {
  kind: 'delimited' | 'spreadsheet'
  encoding?: string
  /** One character; absent where each line is one cell. */
  delimiter?: string
  /** `"` or `'`; absent where quotes are text. */
  quote?: string
  sheet?: string
}

/** Rows a list may have. */
export const maxRows = 20_000
export const maxColumns = 512
/** Bytes of a file. */
export const maxBytes = 50 * 1024 * 1024

/** Bytes of one row: what is longer is not a row but a file without line breaks or with a quote that never ends. */
export const maxRowBytes = 1024 * 1024
const maxCells = 5_000_000
/** Characters of all cells together. A spreadsheet says a long text once and refers to it from a million cells. */
const maxChars = 64 * 1024 * 1024

/** Why a file is not a list; the message is said to clients. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList'
}

/** The file cannot be read any further: everything before was handed over, nothing after it can be. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
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
  /** What is in the file where a cell reads otherwise, by its position: `\N` reads as nothing. */
  written?: Record<number, string>
  /** Where cells of a workbook lead to. */
  links?: Record<number, string>
  /** Cells of a workbook that are no text there. */
  typed?: Record<number, TypedCell>
  /** Some of its bytes are nothing in the encoding of the file. */
  isBroken?: true
}

/** What a cell of a workbook holds: a number with the format that shows it, a flag. */
export type TypedCell = { number: number; format?: string } | { flag: boolean }

/** A row that could not be read. */
export interface RowFault {
  line: number
  error: string
  /** What could be read of it. */
  text: string
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

/** How a delimited text is written, so that the answer can be written alike. */
export interface TextStyle {
  /** Absent where each line is one cell. */
  delimiter?: string
  quote: '"' | "'" | null
  /** In front of a quote within quotes: the quote again, or a backslash. */
  escape: string
  /** Whether every cell is in quotes. */
  quotesAll: boolean
  lineEnd: '\r\n' | '\n' | '\r'
  encoding: string
  /** Whether it begins with a byte order mark. */
  hasMark: boolean
  /** Whether its first line names the delimiter to Excel: `sep=;`. */
  hasSeparatorLine: boolean
}

/** Counts a table while it is read. Throws UnreadableList for more than anybody's memory should hold. */
export class TableSize {
  #cells = 0
  #chars = 0

  add(row: readonly string[]): void {
    if (row.length > maxColumns)
      throw new UnreadableList(`The list has ${row.length} columns; at most ${maxColumns} are read.`)
    let chars = 0
    for (const cell of row) chars += cell.length
    if (chars > maxRowBytes) throw new UnreadableList('A row of the file is longer than 1 MiB.')
    this.#cells += row.length
    this.#chars += chars
    if (this.#cells > maxCells)
      throw new UnreadableList(`The list has more than ${maxCells.toLocaleString('en')} cells. Split it.`)
    if (this.#chars > maxChars)
      throw new UnreadableList(`The cells of the list hold more than ${maxChars / 1024 ** 2} MiB. Split it.`)
  }
}

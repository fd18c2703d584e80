import { UnreadableFile } from '../../tables/index.ts'

export { UnreadableFile }

/** A document that was read to its end and has no row: of an answer in pages it is the end. */
export class FileWithoutRows extends UnreadableFile {}

/** Where a row of an archive is: its member, and how many lines the members before it have. */
export interface RowPlace {
  member: string
  linesBefore: number
}

/**
 * A row that a reader yields, or why it could not be read. `line` counts from 1 in the file's text; in Parquet and XML
 * it is the number of the row, and the members of an archive count on.
 */
export type SourceRow = { line: number; place?: RowPlace } & (
  | {
      value: unknown
      bytes: number
      /** All values are texts, cells of a table. */ isCells?: boolean
    }
  | { error: string; text: string }
)

/**
 * Readers yield rows in chunks, because one step of an async iterator for each row would cost more than parsing it.
 */
export type RowChunks = AsyncIterable<SourceRow[]>

/** Rows as they come from a file: unparsed lines, of which the first is `line`, or rows of a table. */
export type RowInput = { text: Uint8Array; line: number; place?: RowPlace } | { rows: SourceRow[] }

/** A longer line or row is a mistake in the file (a lost line break or quote) and no data. */
export const maxRowBytes = 16 * 1024 * 1024

/** What a rejects file shows of a line that could not be read. */
export function excerpt(text: string): string {
  return text.length > 2000 ? `${copied(text.slice(0, 2000))}…` : copied(text)
}

/**
 * Copies a part of a text. V8 would otherwise keep the whole text for it: a block of the file, or a row of megabytes.
 */
export function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le')
}

export { UnreadableFile } from '../../tables/index.ts'

/**
 * What a reader yields: a row, or why one could not be read. `line` counts from 1 in the file's text; in Parquet
 * it is the number of the row.
 */
export type SourceRow =
  | {
      line: number
      value: unknown
      bytes: number
      /** All values are texts, cells of a table. */ isCells?: boolean
    }
  | { line: number; error: string; text: string }

/** Readers hand rows over in chunks: one step of an async iterator a row would cost more than parsing it. */
export type RowChunks = AsyncIterable<SourceRow[]>

/** Rows as they come from a file: lines that are not parsed yet, the first of which is `line`, or rows of a table. */
export type RowInput = { text: Uint8Array; line: number } | { rows: SourceRow[] }

/** A longer line or row is a mistake in the file (a lost line break or quote), not data. */
export const maxRowBytes = 16 * 1024 * 1024

/** What a rejects file shows of a line that could not be read. */
export function excerpt(text: string): string {
  return text.length > 2000 ? `${copied(text.slice(0, 2000))}…` : copied(text)
}

/** A part of a text on its own: V8 would keep the whole text for it, a block of the file or a row of megabytes. */
export function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le')
}

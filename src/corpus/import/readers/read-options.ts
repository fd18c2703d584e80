import type { Readable } from 'node:stream'
import type { RowSelector } from './select-rows.ts'

export const fileFormats = ['jsonl', 'json', 'csv', 'xlsx', 'parquet', 'pbf', 'xml'] as const
/** `jsonl` is one JSON value a line, `json` one array of them, `pbf` an extract of OpenStreetMap. */
export type FileFormat = (typeof fileFormats)[number]

export interface ReadOptions {
  /** Overrides extension and content; of an archive, those of its members. */
  format?: FileFormat | undefined
  /** Where the rows are, in a file that is one document or an archive. */
  select?: RowSelector | undefined
  /** Pattern of the members of an archive that hold the rows, in place of the one of `select`. */
  member?: string | undefined
  /** Folder for what is joined on disk; the one for temporary files when absent. */
  scratch?: string | undefined
  /** Called with the bytes of the file as they are read. */
  onBytes?: ((bytes: number) => void) | undefined
  /** Called with omissions and decisions about a table after its rows were read. */
  onNote?: ((note: string) => void) | undefined
  /** The stream that `-` reads; the standard input when absent. */
  stdin?: Readable
}

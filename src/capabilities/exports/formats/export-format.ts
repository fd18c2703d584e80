import type { Column } from '../../../platform/exports/index.ts'

/** Files a format may be asked for as; the first is what it is where nobody says. */
export const fileTypes = ['csv', 'ndjson', 'json', 'parquet', 'xlsx'] as const
export type FileType = (typeof fileTypes)[number]

/** One of the ten formats: what a file of it says of each row. */
export interface ExportFormat<R> {
  /** As clients ask for it: kept with every export, never changed once released. */
  name: string
  /** In one sentence, for the documentation. */
  describe: string
  /** Pure functions of a row. Headings of uploads are those that their platform demands, of which some occur twice. */
  columns: readonly Column<R>[]
  /** What it may be; an upload is a CSV. */
  fileTypes: readonly FileType[]
  /** Whether columns may be left out: those of an upload may not. */
  hasFields: boolean
  /** Columns say what the search of the audience matched of each row. */
  hasMatches?: boolean
  /** Whether a row is of any use to whoever reads the file; left out: every row is. */
  includes?(row: R): boolean
}

const any = { fileTypes, hasFields: true } as const
const upload = { fileTypes: ['csv'], hasFields: false } as const

/** A list to work on: in any kind of file, with fewer columns where somebody wants. */
export const listFormat = <R>(format: Omit<ExportFormat<R>, 'fileTypes' | 'hasFields'>): ExportFormat<R> => ({
  ...format,
  ...any,
})

/** A list that a platform takes as it is. */
export const uploadFormat = <R>(
  format: Omit<ExportFormat<R>, 'fileTypes' | 'hasFields'>,
): ExportFormat<R> => ({
  ...format,
  ...upload,
})

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
  /** Rows that the platform of an upload takes, where it says so. */
  takes?: { platform: string; least: number; most?: number }
  /** Columns say what the search of the audience matched of each row. */
  hasMatches?: boolean
  /** Whether a row is of any use to whoever reads the file; left out: every row is. */
  includes?(row: R): boolean
}

/** What is to be known of an upload of so many rows at most. */
export function adviceOn({ takes }: Pick<ExportFormat<never>, 'takes'>, rows: number): string | undefined {
  if (takes === undefined) return undefined
  const { platform, least, most } = takes
  const counted = [least, ...(most === undefined ? [] : [most])].map((count) => count.toLocaleString('en'))
  const range =
    most === undefined ? `lists from ${counted[0]} rows on` : `lists of ${counted.join(' to ')} rows`
  const isOutside =
    rows < least
      ? `, and this one has ${rows.toLocaleString('en')} at most.`
      : most !== undefined && rows > most
        ? `, and this one may have ${rows.toLocaleString('en')}: ask for parts by maxRowsToExport, or of smaller audiences.`
        : '.'
  return `${platform} takes ${range}${isOutside} Who cannot be matched is left out: rows of getExport counts the file.`
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

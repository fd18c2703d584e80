import type { Column } from '../../../platform/exports/index.ts'

/** File types that a format may have; the first is the default. */
export const fileTypes = ['csv', 'ndjson', 'json', 'parquet', 'xlsx'] as const
export type FileType = (typeof fileTypes)[number]

/** One of the ten formats: its columns for each row. */
export interface ExportFormat<R> {
  /** Name in requests. It is stored with every export and never changes once released. */
  name: string
  /** In one sentence, for the documentation. */
  describe: string
  /** Pure functions of a row. Headings of uploads are those that their platform demands, of which some occur twice. */
  columns: readonly Column<R>[]
  /** Allowed file types; an upload is always a CSV. */
  fileTypes: readonly FileType[]
  /** Whether columns may be excluded: those of an upload may not. */
  hasFields: boolean
  /** Row limits of an upload's platform, where it has any. */
  takes?: { platform: string; least: number; most?: number }
  /** Whether columns show what the audience's search matched in each row. */
  hasMatches?: boolean
  /** Whether only rows with contact details are of use, which exports without an audience do not have. */
  needsContacts?: boolean
  /** Whether the reader of the file can use a row; default: every row. */
  includes?(row: R): boolean
}

/** Advice on an upload with this maximum of rows. */
export function adviceOn({ takes }: Pick<ExportFormat<never>, 'takes'>, rows: number): string | undefined {
  if (takes === undefined) return undefined
  const { platform, least, most } = takes
  const counted = [least, ...(most === undefined ? [] : [most])].map((count) => count.toLocaleString('en'))
  const range =
    most === undefined ? `lists from ${counted[0]} rows on` : `lists of ${counted.join(' to ')} rows`
  return `${platform} takes ${range}${compareRows(rows, takes)} Rows that cannot match are omitted: rows of getExport is the count.`
}

/** The end of the sentence: how the rows of this list lie to what the platform takes. */
function compareRows(rows: number, { least, most }: NonNullable<ExportFormat<never>['takes']>): string {
  const count = rows.toLocaleString('en')
  if (rows < least) return `, and this one has ${count} at most.`
  if (most === undefined || rows <= most) return '.'
  return `, and this one may have ${count}: split it by maxRowsToExport or into smaller audiences.`
}

const any = { fileTypes, hasFields: true } as const
const upload = { fileTypes: ['csv'], hasFields: false } as const

/** A list to work on: in any file type, with optional columns. */
export const listFormat = <R>(format: Omit<ExportFormat<R>, 'fileTypes' | 'hasFields'>): ExportFormat<R> => ({
  ...format,
  ...any,
})

/** A list in the exact form that a platform requires. */
export const uploadFormat = <R>(
  format: Omit<ExportFormat<R>, 'fileTypes' | 'hasFields'>,
): ExportFormat<R> => ({
  ...format,
  ...upload,
})

import type { LineEnd } from '../../lib/csv-lines.ts'
import type { PackRows } from './column.ts'
import { packParquet } from './pack-parquet.ts'
import { packWorkbook } from './pack-workbook.ts'

/** How a file is written. */
export type FileForm =
  /** RFC 4180. `lineEnd`: default CRLF; `byteOrderMark`: for spreadsheets that otherwise misread UTF-8. */
  | { format: 'csv'; lineEnd?: LineEnd; byteOrderMark?: boolean }
  /** A JSON object a line. */
  | { format: 'ndjson' }
  /** One JSON array. */
  | { format: 'json' }
  /** Apache Parquet, with a type for each column. */
  | { format: 'parquet' }
  /** A workbook (Office Open XML). */
  | { format: 'xlsx' }

/** What a file is called by. */
export interface FileType {
  contentType: string
  /** Ending of the file's name. */
  ending: string
}

const types: Record<FileForm['format'], FileType> = {
  csv: { contentType: 'text/csv; charset=utf-8', ending: 'csv' },
  ndjson: { contentType: 'application/x-ndjson', ending: 'ndjson' },
  json: { contentType: 'application/json', ending: 'json' },
  parquet: { contentType: 'application/vnd.apache.parquet', ending: 'parquet' },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
  },
}

export const findFileType = ({ format }: FileForm): FileType => types[format]

const packs: Partial<Record<FileForm['format'], PackRows>> = { parquet: packParquet, xlsx: packWorkbook }

/** How rows become a file that cannot be assembled from pieces; undefined for files that can. */
export const findPack = ({ format }: FileForm): PackRows | undefined => packs[format]

/** Whether a file of this type holds its text in a form that only its own readers read. */
export const isPackedType = (contentType: string): boolean =>
  contentType === types.parquet.contentType || contentType === types.xlsx.contentType

import type { GivenRow } from '../../corpus/tables/index.ts'
import type { ListKind } from './members.ts'
import type { UsedColumn } from './recognise.ts'
import type { OutputFormat } from './row-lines.ts'
import type { UnderstoodList } from './understand-list.ts'

/** What all rows of a run share; stored with the run. */
export interface EnrichParams {
  kind: ListKind
  list: UnderstoodList
  used: UsedColumn[]
  members: string[]
  format: OutputFormat
}

/** Rows that are looked up, charged and stored together. */
export interface RowsItem {
  rows: GivenRow[]
}

/** Each row of a list is one of these, but for `duplicates`. */
export interface EnrichStats {
  matched: number
  /** Of those matched: rows that name whom an earlier one did. */
  duplicates: number
  unsure: number
  notFound: number
  /** Rows with cells beyond the columns, and headers repeated. */
  unreadable: number
  /** Rows without anything in them. */
  blank: number
}

export const noRows: EnrichStats = {
  matched: 0,
  duplicates: 0,
  unsure: 0,
  notFound: 0,
  unreadable: 0,
  blank: 0,
}

/** What a run made. */
export interface EnrichResult {
  blobId: string
  /** Runs of earlier versions counted the first, `unsure` and `notFound` alone. */
  stats: Partial<EnrichStats>
}

/** Rows of one item: what is stored in one statement of the start stays small. */
export const rowsPerItem = 25

/** What became of the rows, once they were looked up. */
export const statsOf = (result: object | null): EnrichStats | null =>
  result === null ? null : { ...noRows, ...(result as EnrichResult).stats }

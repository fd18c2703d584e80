import type { GivenRow } from '../../corpus/tables/index.ts'
import type { ListKind } from './members.ts'
import type { UsedColumn } from './recognise.ts'
import type { OutputFormat } from './row-lines.ts'
import type { UnderstoodList } from './understand-list.ts'

/** Parameters shared by all rows of a run; stored with the run. */
export interface EnrichParams {
  /** As the client called the list. */
  fileName?: string
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

/** Every row of a list counts in exactly one of these, except `duplicates`. */
export interface EnrichStats {
  matched: number
  /** Matched rows that name the same record as an earlier row. */
  duplicates: number
  unsure: number
  notFound: number
  /** Rows with more cells than columns, and repeated headers. */
  unreadable: number
  /** Empty rows. */
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

/** The result of a run. */
export interface EnrichResult {
  blobId: string
  /** Runs of earlier versions have only the first of these, `unsure` and `notFound`. */
  stats: Partial<EnrichStats>
  /** Decisions that the file shows; none where it is left out. */
  decisions?: number
  /** Files in other forms, by form. */
  files?: Record<string, { blobId: string; decisions: number }>
}

/** Rows of one item; the bound keeps the statement that stores them at the start small. */
export const rowsPerItem = 25

/** Outcomes of the rows after their look-up. */
export const readStats = (result: object | null): EnrichStats | null =>
  result === null ? null : { ...noRows, ...(result as EnrichResult).stats }

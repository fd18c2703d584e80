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

export interface EnrichStats {
  matched: number
  unsure: number
  notFound: number
}

/** What a run made. */
export interface EnrichResult {
  blobId: string
  stats: EnrichStats
}

/** Rows of one item: what is stored in one statement of the start stays small. */
export const rowsPerItem = 25

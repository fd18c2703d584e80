import type { ContactKind } from '../contacts/index.ts'
import type { ListColumn, ListFormat, TextStyle } from '../../corpus/tables/index.ts'
import type { HealedRow } from './heal-list.ts'

/** What all rows of a run share; stored with the run. */
export interface MosaicParams {
  /** As the client called the list. */
  fileName?: string
  columns: ListColumn[]
  hasHeader: boolean
  format: ListFormat
  /** How a text is written; the answer is written alike. */
  style?: TextStyle
  /** Rows of the file, before duplicates were joined. */
  inputRows: number
  notes: string[]
  wanted: readonly ContactKind[]
  includeCompanyDetails: boolean
  liveFetch: boolean
  runRedline: boolean
  /** Started with a sandbox key: nothing is paid, so nothing is remembered as paid. */
  isSandbox: boolean
}

/** One row of a run, healed, as it waits to be looked up. */
export type MosaicRow = HealedRow

export interface MosaicStats {
  inputRows: number
  outputRows: number
  rowsWhereProfileFound: number
  rowsWhereCompanyFound: number
  /** Found rows that cost nothing; absent in runs of before it was counted. */
  rowsPaidBefore?: number
  rowsWithContactDetails: number
  /** Rows with a cell that could not be healed, or that could not be looked up. */
  rowsWithErrors: number
  rowsChanged: number
  duplicatesJoined: number
}

/** What a run made. */
export interface MosaicResult {
  csvBlobId: string
  reportBlobId: string | null
  stats: MosaicStats
}

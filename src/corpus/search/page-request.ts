import type { ShownBody } from '../lookup/index.ts'
import type { RowQuestion } from './condition.ts'
import type { Order } from './sort.ts'

/** Where a page ended. */
export interface Position {
  rank: number
  /** Entity id, decimal. */
  id: string
  /** The value that pages are sorted by, where it is not the rank. */
  key?: number | undefined
  /** The values that rows of equal key are sorted by. */
  furtherKeys?: readonly number[] | undefined
  /** Set where reading continues within an entity, whose next version may be the visible one. Cursors never have it. */
  born?: number
}

export interface PageRequest extends RowQuestion {
  /** Rank order where it is left out. It is the only order whose late pages cost as little as the first. */
  order?: Order | undefined
  limit: number
  after?: Position | undefined
  /** The day that records' labels are shown for, which the condition was made for. Left out, it is today. */
  today?: number | undefined
  /** Reads the records as they are sent, into `bytes`; `bodies` is then empty. It needs `today`. */
  asBytes?: boolean
  /** Reads the records into `records`, whose labels are worked out when they are read; `bodies` is then empty. */
  asRecords?: boolean
}

export interface RecordPage {
  /** Stored JSON of each record, in rank order. */
  bodies: string[]
  /** In UTF-8, where that was asked for. */
  bytes?: Uint8Array[]
  /** Where that was asked for. */
  records?: ShownBody[]
  /** Entity ids, aligned with `bodies`. */
  ids: string[]
  /** Ranks, aligned with `bodies`. */
  ranks: number[]
  /** The values they are sorted by, where that is not the rank; undefined if unknown. */
  sortKeys?: (number | undefined)[]
  /** Undefined when the search is exhausted. */
  next: Position | undefined
}

export interface PageOfKeys extends Pick<RecordPage, 'ids' | 'next'> {
  /** Where the page ended, even if nothing comes after it. */
  last: Position | undefined
}

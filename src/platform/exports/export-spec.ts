import type { PriceKey } from '../../operation/index.ts'
import type { EndEvent } from '../jobs/index.ts'
import type { RecordKind } from '../record-reads/index.ts'
import type { Column } from './column.ts'
import type { FileForm } from './file-form.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'

/** What an export is made of. */
export interface ExportOrigin {
  /** A short word of the slice: `audience`. It is stored with the export and never renamed. */
  kind: string
  /** Id of a thing of the organization; null where it has none. */
  id: string | null
}

/** What reading is given. */
export interface ReadContext<P, D> {
  /** The request, as `begin` stored it. */
  given: P
  organizationId: string
  deps: D
  nowMs: number
  /** Aborts when the process is about to end. */
  signal: AbortSignal
}

/** A row, and the position after which reading continues: a text of the reader's own, stored unchanged. */
export interface PlacedRow<R> {
  row: R
  position: string
}

/** How an export ended, for its event. */
export interface ExportEnd<P> {
  exportId: string
  given: P
  state: 'completed' | 'failed' | 'canceled'
  rows: number
  /** Shown to clients; null when nothing went wrong. */
  error: string | null
}

/** What a row costs, unless the organization paid for its record within the window. */
export interface RowPrice<P, R> {
  /** Undefined: the rows of this one are free. */
  key(params: P): PriceKey | undefined
  kind: RecordKind
  /** Entity id of the record that the row is of. */
  id(row: R): string
}

/** A kind of file that organizations may ask for. */
export interface ExportSpec<P, R, D> {
  /** Kept with every export: never changed once released. */
  id: string
  columns(params: P): readonly Column<R>[]
  /**
   * Rows in a fixed order, from the position after `after`. Reading must give the same rows from any position and however
   * often it is repeated; `given` names a snapshot when the data changes.
   */
  read(context: ReadContext<P, D>, after: string | undefined): AsyncIterable<PlacedRow<R>>
  /** Id of the person a row is about; undefined for a row about nobody. Left out when no row is about a person. */
  personId?(row: R): string | undefined
  /**
   * Identifiers of people named in a row about somebody or something else: slugs of their pages, their addresses. They make
   * a column that only shows a name findable.
   */
  peopleNamed?(row: R): readonly string[]
  /** What rows of the file cost; left out: it is free. The file is charged once, when its job is complete. */
  price?: RowPrice<P, R>
  /** Without its ending. */
  fileName(params: P): string
  /** Rows read, stored and never read again after a crash. Default 10,000. */
  partRows?: number
  /** Event at the end, whatever the end: `endEvent(definition, data)`. */
  event: EndEvent<ExportEnd<P>>
}

/** What the job of an export is told. */
export interface ExportParams<P> {
  exportId: string
  given: P
  form: FileForm
  excludeFields: readonly string[]
  mostRows: number
  partRows: number
}

/** What the job of an export answers. */
export interface ExportResult {
  exportId: string
  rows: number
  /** Somebody in it was forgotten while it was being written. */
  isWithdrawn: boolean
}

/** Where exports are written. */
export interface ExportRoom {
  db: Postgres
  blobs: Pick<Blobs, 'put' | 'get' | 'extend' | 'remove'>
  clock: Clock
}

/** Limit of a packed file and of a part; a file that consists of its parts has no such limit. */
export const maxBytes = 4 * 1024 ** 3

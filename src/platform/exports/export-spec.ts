import type { EndEvent } from '../jobs/index.ts'
import type { Column } from './column.ts'
import type { FileForm } from './file-form.ts'

/** What reading is given. */
export interface ReadContext<P, D> {
  /** What was asked, as `begin` stored it. */
  given: P
  organizationId: string
  deps: D
  nowMs: number
  /** Aborts when the process is about to end. */
  signal: AbortSignal
}

/** A row, and the place that reading goes on after: text of the reader's own, stored as it is. */
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
  /** Said to clients; null when nothing went wrong. */
  error: string | null
}

/** A kind of file that organizations may ask for. */
export interface ExportSpec<P, R, D> {
  /** Kept with every export: never changed once released. */
  id: string
  columns(given: P): readonly Column<R>[]
  /**
   * Rows in one order that does not change, from the place on that is after `after`. Read on from any place, and as often
   * as it takes, they must be the same: `given` names a snapshot where the data changes.
   */
  read(context: ReadContext<P, D>, after: string | undefined): AsyncIterable<PlacedRow<R>>
  /** Id of the person a row is about; undefined where it is about nobody. Left out where no row is about anybody. */
  personId?(row: R): string | undefined
  /**
   * Identifiers of people whom a row about somebody or something else names: slugs of their pages, their addresses. A column
   * that shows no more than a name is found by them.
   */
  peopleNamed?(row: R): readonly string[]
  /** Without its ending. */
  fileName(given: P): string
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

import type { PriceLine, UnitPrices } from '../../operation/index.ts'
import type { AnyEvent, EventDefinition } from '../events/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'

/** The outcome of one item. */
export type ItemOutcome<R> =
  /** Something was found: stored, and `lines` are charged. No lines: it costs nothing. */
  | { state: 'delivered'; output: R; lines: readonly PriceLine[] }
  /** Nothing was found: free. `output` says so where the poll shows more than null. */
  | { state: 'empty'; output?: R }
  /** This item cannot be processed; free. */
  | { state: 'failed'; output?: R }

/** One item as it was given at the start. */
export interface JobItem<I> {
  position: number
  input: I
}

/** An item as a poll shows it. */
export interface ItemView {
  position: number
  /** Stored JSON. */
  input: string
  state: 'pending' | 'delivered' | 'empty' | 'failed'
  /** Stored JSON; null when there is none. */
  output: string | null
}

/** What the work of a job gets in addition to its items. */
export interface JobContext<P, D> {
  jobId: string
  organizationId: string
  /** The request that started it. */
  requestId: string
  /** The parameters the start stored for the whole job. */
  params: P
  deps: D
  /** What the units of the job cost, in milli-credits. */
  unitPrices: UnitPrices
  /** Milliseconds since the epoch, when this run began. */
  nowMs: number
  /** Aborts when the process is about to end; results not returned by then are worked on again elsewhere. */
  signal: AbortSignal
}

/** Counts and credits of a job that has ended, for its event. */
export interface JobSummary<P> {
  jobId: string
  params: P
  state: 'completed' | 'failed' | 'canceled'
  total: number
  delivered: number
  empty: number
  failed: number
  /** What `conclude` made; null when there is none. */
  result: object | null
  /** Shown to clients; null when nothing went wrong. */
  error: string | null
}

/** The event of an end: which, and its payload. See `endEvent`. */
export interface EndEvent<End> {
  definition: AnyEvent
  data(end: End): object
}

/** The payload is what the definition says it is. */
export function endEvent<End, E extends object>(
  definition: EventDefinition<E>,
  data: (end: End) => E,
): EndEvent<End> {
  return { definition, data }
}

export interface JobSpec<P, I, R, D, A> {
  /** Kept with every job: never changed once released. */
  id: string
  /** Items worked on, stored and charged together; a killed process repeats at most this many. Default 1. */
  batch?: number
  /** For jobs that determine their items in the background; otherwise the start passes them. At most 100,000. */
  plan?(context: JobContext<P, D>): Promise<I[]>
  /**
   * Prepares input for `work` without storing anything. It begins while the outcomes of earlier items are being stored, so
   * it must not depend on those.
   */
  ahead?(context: JobContext<P, D>, items: readonly JobItem<I>[]): Promise<A>
  /**
   * Works on items; outcomes are aligned with them. It may run again for the same items after a crash, so its effects
   * outside must be repeatable; its results are stored and charged once. After a throw the items are tried again one by one.
   */
  work(context: JobContext<P, D>, items: readonly JobItem<I>[], ahead: A): Promise<ItemOutcome<R>[]>
  /**
   * Answers what each outcome costs, aligned with them, in place of their own lines: for charges that depend on what was
   * paid elsewhere meanwhile. It runs in the transaction that stores and charges the outcomes, before `record`.
   */
  settle?(
    tx: Queryable,
    context: JobContext<P, D>,
    ended: readonly EndedOutcome<I, R>[],
  ): Promise<(readonly PriceLine[])[]>
  /** Stores what belongs to outcomes elsewhere, in the transaction that stores and charges them. */
  record?(tx: Queryable, context: JobContext<P, D>, ended: readonly EndedOutcome<I, R>[]): Promise<void>
  /** What of an output is stored with its item, without what `record` stores elsewhere; all of it where absent. */
  keeps?(output: R): R
  /** After the last item: makes the result of the whole, if it has one. May run again. */
  conclude?(
    context: JobContext<P, D>,
    outputs: () => Promise<(R | null)[]>,
    /** The same with inputs, a few hundred items at a time or `most`: for what is too large to hold at once. */
    pages: (most?: number) => AsyncIterable<ItemView[]>,
  ): Promise<object>
  /**
   * Answers what the whole costs, where nothing is owed before it is complete: charged in the transaction that completes
   * the job. A job that ends in another way does not ask.
   */
  costWhole?(tx: Queryable, job: WholeJob<P, D>): Promise<readonly PriceLine[]>
  /**
   * Closes the job's counterpart elsewhere, in the transaction that ends a job that was given up or canceled, so that a new
   * one can begin as soon as the end is announced. A counterpart that has already ended stays unchanged.
   */
  abandon?(tx: Queryable, job: AbandonedJob<P, D>): Promise<void>
  /** Tells whoever waits for a complete job, once its end and its charge are stored. A process killed before does not. */
  announce?(context: JobContext<P, D>): Promise<unknown>
  /** Announces the end, whatever it is. */
  event: EndEvent<JobSummary<P>>
}

/** A complete job that is charged as a whole. */
export type WholeJob<P, D> = Pick<
  JobContext<P, D>,
  'jobId' | 'organizationId' | 'requestId' | 'params' | 'deps' | 'nowMs'
>

/** A job that ends without having done what it was begun for. */
export type AbandonedJob<P, D> = Pick<
  JobContext<P, D>,
  'jobId' | 'organizationId' | 'params' | 'deps' | 'nowMs'
>

/** An item with what became of it, stored now for the first and only time. */
export interface EndedOutcome<I, R> extends JobItem<I> {
  outcome: ItemOutcome<R>
}

const jobMark = Symbol('job')

/** A kind of asynchronous work. What is found out ahead concerns nobody but its own two functions. */
// oxlint-disable-next-line typescript/no-explicit-any
export interface JobDefinition<P, I, R, D> extends JobSpec<P, I, R, D, any> {
  slice: string
  batch: number
  readonly [jobMark]: true
}

/** A definition whose types are no longer known: what the queue handles. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJob = JobDefinition<any, any, any, never>

/** Binds a slice's dependencies: `export const defineJob = bindJobs<ContactsDeps>('contacts')`. */
export function bindJobs<D>(slice: string) {
  return <P extends object, I, R, A = undefined>(
    spec: JobSpec<P, I, R, D, A>,
  ): JobDefinition<P, I, R, D> => ({
    ...spec,
    slice,
    batch: spec.batch ?? 1,
    [jobMark]: true,
  })
}

export function isJob(value: unknown): value is AnyJob {
  return typeof value === 'object' && value !== null && jobMark in value
}

import type { Queryable } from '../../store/postgres/index.ts'
import type { BeginOutcome } from '../jobs/index.ts'

/** The input of a run. */
export interface ScheduleRun {
  /** The transaction that ends the slot: what the run writes with it is there exactly if the slot has ended. */
  tx: Queryable
  scheduleId: string
  /** Null: the schedule is the installation's own. */
  organizationId: string | null
  subjectId: string
  /** The slot, in milliseconds since the epoch; earlier than `nowMs` after downtime. */
  slotMs: number
  nowMs: number
}

/** The outcome of a slot. */
export type RunOutcome =
  /** A job began. */
  | { outcome: 'started'; taskId: string }
  /** All there was to do is done. */
  | { outcome: 'done' }
  /** There was nothing to do, for this reason. */
  | { outcome: 'skipped'; reason: string }
  /** It could not be paid. */
  | { outcome: 'unpaid'; reason: string }

/** Something that can be scheduled. */
export interface ScheduleKind {
  /** Stored with every schedule: never renamed. */
  kind: string
  /**
   * Does what is due, through `tx` alone, and soon: what takes long is a job of `jobs.begin`. A throw undoes what it wrote
   * and is tried again, five times in all.
   */
  run(run: ScheduleRun): Promise<RunOutcome>
}

/** A kind of schedule, as a constant: `export const nightly = defineSchedule({ kind: 'nightly', run: … })`. */
export const defineSchedule = (kind: ScheduleKind): ScheduleKind => kind

/** The outcome of a run that begins a job. */
export function startedBy(begun: BeginOutcome): RunOutcome {
  return begun.begun
    ? { outcome: 'started', taskId: begun.taskId }
    : { outcome: 'unpaid', reason: begun.reason }
}

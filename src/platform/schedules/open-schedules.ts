import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { slotAfter, type ScheduleRule } from './rule.ts'
import { runOne, slotFrom } from './run-due.ts'
import type { ScheduleKind } from './schedule-kind.ts'
import {
  deleteSchedule,
  deleteSlots,
  endSlot,
  insertSchedule,
  lockSchedule,
  pauseSchedule,
  resumeSchedule,
  selectAnyDue,
  selectSchedule,
  selectSlots,
  updateRule,
  type EndedSlot,
  type Schedule,
} from './schedule-rows.ts'
import { dayMs } from '../../lib/time.ts'

/** Slots a look may end, each in a transaction of its own. */
const maxDueSchedules = 20
/** What became of slots is kept this long. */
const keepMs = 90 * 86_400_000
const purgeBatch = 2_000
export interface SchedulesSettings {
  db: Postgres
  clock: Clock
  jobs: Pick<Jobs, 'isUnfinished' | 'ready'>
  log: Log
}

export interface NewSchedule {
  /** Null: the installation's own. */
  organizationId: string | null
  kind: string
  /** What is scheduled, as its kind names it; one schedule a subject. */
  subjectId: string
  rule: ScheduleRule
  /** For an interval; left out: a whole interval from now. */
  firstSlotMs?: number
}

/** Changes answer undefined for an unknown id. Whose schedule it is, is for the caller to look at. */
export interface Schedules {
  /** Makes a kind known: only schedules of known kinds run here. */
  register(kind: ScheduleKind): void
  /** Throws InvalidRule, and UniqueViolation when the subject has a schedule. */
  create(tx: Queryable, schedule: NewSchedule): Promise<Schedule>
  find(which: { kind: string; subjectId: string }, on?: Queryable): Promise<Schedule | undefined>
  /** From now on slots come by another rule; an interval is counted from the last slot. Throws InvalidRule. */
  changeRule(tx: Queryable, id: string, rule: ScheduleRule): Promise<Schedule | undefined>
  pause(tx: Queryable, id: string): Promise<Schedule | undefined>
  /**
   * Resumes with the first slot after now; paused slots are not made up for. An interval with `firstSlotMs` restarts there.
   */
  resume(tx: Queryable, id: string, firstSlotMs?: number): Promise<Schedule | undefined>
  /** Ends the next slot without a run. */
  skipNext(tx: Queryable, id: string): Promise<Schedule | undefined>
  /** False for an unknown id. A job that runs goes on. */
  remove(tx: Queryable, id: string): Promise<boolean>
  /** What became of the last slots, the newest first. */
  slots(id: string, most: number): Promise<EndedSlot[]>
  /** Runs what is due, up to 20; answers how many. */
  runDue(): Promise<number>
  /** Removes what became of slots 90 days ago, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

export function openSchedules(settings: SchedulesSettings): Schedules {
  const { db, clock, jobs } = settings
  const kinds = new Map<string, ScheduleKind>()

  return {
    ...changes(clock),
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`two kinds of schedule are called ${kind.kind}`)
      kinds.set(kind.kind, kind)
    },
    find: (which, on = db) => selectSchedule(on, which),
    slots: (id, most) => selectSlots(db, id, most),
    async runDue() {
      if (!(await selectAnyDue(db, { kinds: [...kinds.keys()], nowMs: clock.now() }))) return 0
      // Runs begin jobs, whose queue must be there before their transaction.
      await jobs.ready()
      let count = 0
      while (count < maxDueSchedules && (await runOne({ ...settings, kinds }))) count += 1
      return count
    },
    purge: (nowMs) => deleteSlots(db, nowMs - keepMs, purgeBatch),
  }
}

function changes(
  clock: Clock,
): Pick<Schedules, 'create' | 'changeRule' | 'pause' | 'resume' | 'skipNext' | 'remove'> {
  /** Changes a locked schedule, and answers it as it is then. */
  async function change(
    tx: Queryable,
    id: string,
    work: (schedule: Schedule, nowMs: number) => Promise<void>,
  ): Promise<Schedule | undefined> {
    const schedule = await lockSchedule(tx, id)
    if (schedule === undefined) return undefined
    await work(schedule, clock.now())
    return lockSchedule(tx, id)
  }

  return {
    async create(tx, { rule, firstSlotMs, ...schedule }) {
      const nowMs = clock.now()
      const countedFromMs = firstSlotMs === undefined ? nowMs : firstSlotMs - measureStep(rule)
      const nextSlotAt = new Date(slotAfter(rule, nowMs, countedFromMs))
      const dates = { countedFrom: new Date(countedFromMs), nextSlotAt, createdAt: new Date(nowMs) }
      return insertSchedule(tx, { ...schedule, ...dates, rule, id: newId('sched', clock) })
    },
    changeRule: (tx, id, rule) =>
      change(tx, id, async ({ lastSlotAt, createdAt }, nowMs) => {
        const countedFrom = lastSlotAt ?? createdAt
        const fromMs = Math.max(nowMs, countedFrom.getTime())
        const nextSlotAt = new Date(slotAfter(rule, fromMs, countedFrom.getTime()))
        await updateRule(tx, id, { rule, countedFrom, nextSlotAt })
      }),
    pause: (tx, id) => change(tx, id, (_, nowMs) => pauseSchedule(tx, id, new Date(nowMs))),
    resume: (tx, id, firstSlotMs) =>
      change(tx, id, async ({ paused, rule, countedFrom, lastSlotAt }, nowMs) => {
        if (!paused) return
        // With a clock that was set back, still after the last slot: none comes twice.
        const fromMs = Math.max(nowMs, lastSlotAt?.getTime() ?? 0)
        const beginsAnew = firstSlotMs !== undefined && firstSlotMs > fromMs
        const countedFromMs = beginsAnew ? firstSlotMs - measureStep(rule) : countedFrom.getTime()
        const nextSlotAt = new Date(slotAfter(rule, fromMs, countedFromMs))
        if (beginsAnew) await updateRule(tx, id, { rule, countedFrom: new Date(countedFromMs), nextSlotAt })
        await resumeSchedule(tx, id, nextSlotAt)
      }),
    skipNext: (tx, id) =>
      change(tx, id, async (schedule, nowMs) => {
        const ranAt = new Date(nowMs)
        const nextSlotAt = slotFrom(schedule, nowMs)
        await endSlot(tx, schedule, { outcome: 'skipped', reason: 'asked', taskId: null, ranAt, nextSlotAt })
      }),
    remove: deleteSchedule,
  }
}

const measureStep = (rule: ScheduleRule): number => ('everyDays' in rule ? rule.everyDays * dayMs : 0)

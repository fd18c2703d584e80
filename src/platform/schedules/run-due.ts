import type { Clock } from '../../lib/clock.ts'
import { logContext, type Log } from '../../lib/log.ts'
import { sql, StoreUnavailable, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { slotAfter } from './rule.ts'
import type { RunOutcome, ScheduleKind } from './schedule-kind.ts'
import { endSlot, lockDue, postpone, selectIsArchived, type Schedule } from './schedule-rows.ts'

const maxAttempts = 5
/** Before the second attempt; four times as long before each further one, 85 minutes in all. */
const firstRetryMs = 60_000

export interface RunnerSettings {
  db: Postgres
  clock: Clock
  jobs: Pick<Jobs, 'isUnfinished'>
  log: Log
  kinds: ReadonlyMap<string, ScheduleKind>
}

/** Ends one due slot, with whatever its run wrote, in one transaction; false when none is due. */
export function runOne(runner: RunnerSettings): Promise<boolean> {
  const { db, clock, kinds } = runner
  return db.transact(async (tx) => {
    const schedule = await lockDue(tx, { kinds: [...kinds.keys()], nowMs: clock.now() })
    if (schedule === undefined) return false
    const { id: scheduleId, organizationId } = schedule
    const subject = organizationId === null ? { scheduleId } : { scheduleId, organizationId }
    await logContext.run(subject, () => endDue(runner, tx, schedule))
    return true
  })
}

async function endDue(runner: RunnerSettings, tx: Queryable, schedule: Schedule): Promise<void> {
  const nowMs = runner.clock.now()
  const outcome = (await reasonToSkip(runner, tx, schedule)) ?? (await attempt(runner, tx, schedule))
  if (outcome === 'again') return
  await endSlot(tx, schedule, {
    outcome: outcome.outcome,
    reason: 'reason' in outcome ? outcome.reason : null,
    taskId: 'taskId' in outcome ? outcome.taskId : null,
    ranAt: new Date(nowMs),
    nextSlotAt: slotFrom(schedule, nowMs),
  })
}

/** The next slot after the one that is due and after now: of slots that were missed only one is made up for. */
export function slotFrom(
  { rule, nextSlotAt, countedFrom }: Pick<Schedule, 'rule' | 'nextSlotAt' | 'countedFrom'>,
  nowMs: number,
): Date {
  return new Date(slotAfter(rule, Math.max(nowMs, nextSlotAt.getTime()), countedFrom.getTime()))
}

async function reasonToSkip(
  { jobs }: RunnerSettings,
  tx: Queryable,
  { organizationId, lastTaskId }: Schedule,
): Promise<RunOutcome | undefined> {
  if (organizationId !== null && (await selectIsArchived(tx, organizationId)))
    return { outcome: 'skipped', reason: 'archived' }
  if (lastTaskId !== null && (await jobs.isUnfinished(tx, lastTaskId)))
    return { outcome: 'skipped', reason: 'still-running' }
  return undefined
}

type Ended = RunOutcome | { outcome: 'failed'; reason: string }

async function attempt(runner: RunnerSettings, tx: Queryable, schedule: Schedule): Promise<Ended | 'again'> {
  const { id, organizationId, subjectId, kind, nextSlotAt } = schedule
  const nowMs = runner.clock.now()
  await tx.query(sql`SAVEPOINT run`)
  try {
    const run = { tx, scheduleId: id, organizationId, subjectId, slotMs: nextSlotAt.getTime(), nowMs }
    const outcome = await runner.kinds.get(kind)?.run(run)
    if (outcome === undefined) throw new Error(`no kind of schedule is called ${kind}`)
    return outcome
  } catch (error) {
    // Without the store nothing can be noted either: the slot stays due.
    if (error instanceof StoreUnavailable) throw error
    await tx.query(sql`ROLLBACK TO SAVEPOINT run`)
    const attempts = schedule.attempts + 1
    runner.log('schedule failed', { level: 'error', kind, subjectId, attempts, cause: String(error) })
    if (attempts >= maxAttempts) return { outcome: 'failed', reason: 'error' }
    const dueAt = new Date(nowMs + firstRetryMs * 4 ** (attempts - 1))
    await postpone(tx, id, { attempts, dueAt })
    return 'again'
  }
}

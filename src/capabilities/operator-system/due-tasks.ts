import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { hourMs } from '../../lib/time.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { findLatestTask, findOpenTask, insertTask, type TaskKind } from './task-rows.ts'

/** A task that failed is tried again sooner than the next is due. */
const retryMs = { backup: hourMs, trial: 24 * hourMs }

/** Asks for a backup where the last was asked for so long ago. The one who asks is the clock: it is kept with some others. */
export const askDueBackup = (
  stores: { db: Postgres; clock: Clock },
  { everyHours, keep }: { everyHours: number; keep: number },
): Promise<boolean> =>
  askDue(stores, {
    kind: 'backup',
    choice: { keep },
    everyMs: everyHours * hourMs,
    retryMs: retryMs.backup,
    canBegin: async () => true,
  })

/** Asks for a trial of the newest backup where the last was so long ago. Before the first whole backup there is none to try. */
export const askDueTrial = (
  stores: { db: Postgres; clock: Clock },
  { everyHours }: { everyHours: number },
): Promise<boolean> =>
  askDue(stores, {
    kind: 'try-restore',
    choice: { newest: true },
    everyMs: everyHours * hourMs,
    retryMs: retryMs.trial,
    canBegin: async (tx) => (await findLatestTask(tx, 'backup', 'completed')) !== undefined,
  })

interface DueTask {
  kind: TaskKind
  choice: Record<string, unknown>
  everyMs: number
  retryMs: number
  canBegin(tx: Queryable): Promise<boolean>
}

async function askDue(
  { db, clock }: { db: Postgres; clock: Clock },
  { kind, choice, everyMs, retryMs: afterFailureMs, canBegin }: DueTask,
): Promise<boolean> {
  const isDue = async (tx: Queryable) => {
    const latest = await findLatestTask(tx, kind)
    if (latest === undefined) return canBegin(tx)
    const waitMs = latest.state === 'completed' ? everyMs : Math.min(afterFailureMs, everyMs)
    return clock.now() - latest.createdAt.getTime() >= waitMs
  }
  if (!(await isDue(db))) return false
  return db.transact(async (tx) => {
    if ((await findOpenTask(tx, kind)) !== undefined || !(await isDue(tx))) return false
    await insertTask(tx, { id: newId('otask', clock), kind, choice, createdAt: new Date(clock.now()) })
    return true
  })
}

import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { INSTALLATION, type Audit, type AuditOrigin } from '../../platform/audit/index.ts'
import { openTaskLocks } from '../../platform/maintenance/index.ts'
import { EngineUnavailable } from '../../store/clickhouse/index.ts'
import { StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import {
  countOpenTasks,
  endTask,
  findOpenTask,
  insertTask,
  markInterruptedTasks,
  selectTask,
  selectTasks,
  takeTask,
  type StoredTask,
  type TaskKind,
} from './task-rows.ts'

/** Long work of the installation, done by `almanac work`. */
export interface Tasks {
  /** Asks for a task. One of its kind that has yet to end is answered instead. */
  ask(
    kind: TaskKind,
    choice: Record<string, unknown>,
    by: AuditOrigin,
  ): Promise<{ task: StoredTask; isNew: boolean }>
  find(id: string): Promise<StoredTask | undefined>
  list(page: { before?: string | undefined; most: number }): Promise<StoredTask[]>
}

export function openTasks({ db, clock, audit }: { db: Postgres; clock: Clock; audit: Audit }): Tasks {
  return {
    find: (id) => selectTask(db, id),
    list: (page) => selectTasks(db, page),
    ask: (kind, choice, by) =>
      db.transact(async (tx) => {
        const open = await findOpenTask(tx, kind)
        if (open !== undefined) return { task: open, isNew: false }
        const id = newId('otask', clock)
        await insertTask(tx, { id, kind, choice, createdAt: new Date(clock.now()) })
        const entry = {
          organizationId: INSTALLATION,
          by,
          action: `task.${kind}`,
          subject: id,
          detail: choice,
        }
        await audit.append(tx, entry)
        return { task: (await selectTask(tx, id)) as StoredTask, isNew: true }
      }),
  }
}

/** How each kind of task is done; answers what came of it. A throw of `TaskFailed` says why not, in words for operators. */
export type TaskRunners = Record<
  TaskKind,
  (choice: Record<string, unknown>, task: { id: string; signal: AbortSignal }) => Promise<object>
>

export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
}

const lockName = 'operator-tasks'

/** Does what was asked for, one task after the other, while no other process does; answers how many. */
export async function workTasks(
  {
    db,
    clock,
    runners,
    onFailed = () => undefined,
  }: {
    db: Postgres
    clock: Clock
    runners: TaskRunners
    /** Is told of each task that failed, as it stands then. */
    onFailed?: (task: StoredTask & { problem: string }) => void
  },
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  const now = () => new Date(clock.now())
  await openTaskLocks(db).alone(lockName, async () => {
    await markInterruptedTasks(db, now())
    while (!signal.aborted) {
      const task = await db.transact((tx) => takeTask(tx, now()))
      if (task === undefined) return
      count += 1
      const { id, kind, choice } = task
      try {
        const result = await runners[kind](choice, { id, signal })
        await endTask(db, id, { state: 'completed', at: now(), result })
      } catch (error) {
        if (!(error instanceof TaskFailed)) process.stderr.write(`${id}: ${String((error as Error).stack)}\n`)
        const problem = error instanceof TaskFailed ? error.message : 'The log of the service has the cause.'
        const isAway = error instanceof StoreUnavailable || error instanceof EngineUnavailable
        const state = signal.aborted || isAway ? 'interrupted' : 'failed'
        await endTask(db, id, { state, at: now(), problem })
        if (state === 'failed') onFailed({ ...task, state, problem })
        // What waits would fare no better.
        if (isAway) return
      }
    }
  })
  return count
}

/** Whether a task waits while no process does any. Marks what a process left that ended without a word. */
export async function isTaskDue({ db, clock }: { db: Postgres; clock: Clock }): Promise<boolean> {
  const { queued, running } = await countOpenTasks(db)
  if (queued + running === 0) return false
  let isFree = false
  await openTaskLocks(db).alone(lockName, async () => {
    isFree = true
    await markInterruptedTasks(db, new Date(clock.now()))
  })
  return isFree && queued > 0
}

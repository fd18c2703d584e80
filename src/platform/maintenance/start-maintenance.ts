import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openTaskLocks } from './task-locks.ts'

/** Recurring work; returns how many rows it handled, so that a full batch is followed by another. */
export interface MaintenanceTask {
  /** Also names the lock: the same task runs in one process at a time. */
  name: string
  everyMs: number
  run(nowMs: number): Promise<number>
}

export interface MaintenanceSettings {
  db: Postgres
  clock: Clock
  tasks: readonly MaintenanceTask[]
  log: Log
}

export interface Maintenance {
  /** Runs every task once, due or not; for start-up and tests. */
  runAll(): Promise<void>
  /** Ends after the batches that are running. */
  close(): Promise<void>
}

const tickMs = 1_000
/** Batches a task may take in a row before its time is looked at again. */
const maxBatches = 20
/** Tasks begun at one look; all that are due at a start would take every connection of the pool. */
const maxUnfinishedTasks = 4

/** When a task last began, and its run while there is one. */
interface Timeline {
  task: MaintenanceTask
  lastMs: number
  running: Promise<void> | undefined
}

/** A timeline a task, so that a slow one delays no other. One that fails is logged and comes again at its next turn. */
export function startMaintenance({ db, clock, tasks, log }: MaintenanceSettings): Maintenance {
  const locks = openTaskLocks(db)
  const timelines = tasks.map((task): Timeline => {
    return { task, lastMs: Number.NEGATIVE_INFINITY, running: undefined }
  })
  let closed = false

  const isDue = ({ task, lastMs }: Timeline) => {
    const elapsedMs = clock.now() - lastMs
    // Negative when the clock was set back: run rather than wait for it to catch up.
    return elapsedMs >= task.everyMs || elapsedMs < 0
  }

  async function runBatches(task: MaintenanceTask): Promise<void> {
    for (let batch = 0; batch < maxBatches && !closed; batch++) {
      if ((await task.run(clock.now())) === 0) return
    }
  }

  async function runOnce(timeline: Timeline): Promise<void> {
    const { task } = timeline
    timeline.lastMs = clock.now()
    try {
      await locks.alone(task.name, () => runBatches(task))
    } catch (error) {
      log('maintenance failed', { level: 'error', task: task.name, cause: String(error) })
    }
  }

  /** After the run that is under way, if there is one. */
  function start(timeline: Timeline): Promise<void> {
    const before = timeline.running ?? Promise.resolve()
    const mine = before
      .then(() => (closed ? undefined : runOnce(timeline)))
      .finally(() => {
        if (timeline.running === mine) timeline.running = undefined
      })
    timeline.running = mine
    return mine
  }

  const timer = setInterval(() => {
    const due = timelines.filter((timeline) => timeline.running === undefined && isDue(timeline))
    for (const timeline of due.slice(0, maxUnfinishedTasks)) void start(timeline)
  }, tickMs)
  timer.unref()

  return {
    async runAll() {
      await Promise.all(timelines.map(start))
    },
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.all(timelines.map(({ running }) => running))
    },
  }
}

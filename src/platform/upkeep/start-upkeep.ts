import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'

/** One chore; answers how many rows it dealt with, so that a full batch is followed by another. */
export interface UpkeepTask {
  /** Also names the lock: the same chore runs in one process at a time. */
  name: string
  everyMs: number
  run(nowMs: number): Promise<number>
}

export interface UpkeepSettings {
  db: Postgres
  clock: Clock
  tasks: readonly UpkeepTask[]
  log: Log
}

export interface Upkeep {
  /** Runs every chore once, due or not; for start-up and tests. */
  runAll(): Promise<void>
  /** Ends after the chore that is running. */
  close(): Promise<void>
}

const TICK_MS = 1_000
/** Batches a chore may take in a row before the others have their turn. */
const MOST_BATCHES = 20

/** One timer for all chores. A chore that fails is logged and comes again at its next turn. */
export function startUpkeep({ db, clock, tasks, log }: UpkeepSettings): Upkeep {
  const lastMs = new Map<string, number>()
  let closed = false
  let running: Promise<void> | undefined

  const isDue = (task: UpkeepTask) => {
    const elapsedMs = clock.now() - (lastMs.get(task.name) ?? Number.NEGATIVE_INFINITY)
    // Negative when the clock was set back: run rather than wait for it to catch up.
    return elapsedMs >= task.everyMs || elapsedMs < 0
  }

  async function runAlone(task: UpkeepTask): Promise<void> {
    lastMs.set(task.name, clock.now())
    try {
      await db.transact(async (tx) => {
        const [row] = await tx.query<{ mine: boolean }>(
          sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`almanac.upkeep.${task.name}`}, 0)) AS mine`,
        )
        if (!row?.mine) return
        for (let batch = 0; batch < MOST_BATCHES && !closed; batch++) {
          if ((await task.run(clock.now())) === 0) return
        }
      })
    } catch (error) {
      log('upkeep failed', { level: 'error', task: task.name, cause: String(error) })
    }
  }

  async function runEach(due: readonly UpkeepTask[]): Promise<void> {
    for (const task of due) if (!closed) await runAlone(task)
  }

  function start(chosen: readonly UpkeepTask[]): Promise<void> {
    const before = running ?? Promise.resolve()
    const mine = before
      .then(() => runEach(chosen))
      .finally(() => {
        if (running === mine) running = undefined
      })
    running = mine
    return mine
  }

  const timer = setInterval(() => {
    if (running === undefined) void start(tasks.filter(isDue))
  }, TICK_MS)
  timer.unref()

  return {
    runAll: () => start(tasks),
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}

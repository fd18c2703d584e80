import type { Log } from '../../lib/log.ts'
import { tracePlace } from '../../lib/tracing.ts'
import { PgBoss, type Db } from 'pg-boss'
import { foreignStatement, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Schema of the queue's own tables, in the same database. */
const schema = 'job_queue'
const queue = 'jobs'

/** Jobs one process works on at the same time, and how many of them may be one organization's. */
const concurrency = 4
const perOrganization = 2

/** Jobs that clients asked for come before scheduled ones, which have 0, so that a thousand due runs keep nobody waiting. */
const askedPriority = 1

// A killed worker is noticed after its heartbeat is over and the next look for such, then waits for the retry:
// 10 + 10 + 10 s at most, and a poll of 2 s, so that work goes on within a minute.
const heartbeatSeconds = 10
const lookSeconds = 10
const retryDelayMax = 10

export interface QueueSettings {
  db: Postgres
  log: Log
}

export interface QueuedJob {
  id: string
  organizationId: string
  /** Begun by the clock: nobody waits for it. */
  isScheduled?: boolean | undefined
}

/** `traceparent` is of the request that put it in line, where that was traced. */
type RunQueued = (jobId: string, traceparent?: string) => Promise<void>

/** What a place in line says. */
interface QueuedData {
  id: string
  traceparent?: string
}

export interface Queue {
  /** Makes the library's tables where they are missing; to be awaited before `enqueue`, outside its transaction. */
  ready(): Promise<void>
  /**
   * Puts a job in line, in the caller's transaction: behind all that somebody asked for where the clock began it. One that is
   * in line already stays the only one.
   */
  enqueue(tx: Queryable, job: QueuedJob): Promise<void>
  /** Takes jobs as they come, until `close`. A throw of `run` puts the job back in line. */
  work(run: RunQueued): Promise<void>
  /** Takes what is in line now, one after the other; answers how many. */
  drain(run: RunQueued): Promise<number>
  /** Takes no more, waits for those that run; what is not done by then is left to another process. */
  close(): Promise<void>
}

/** Makes the queue's tables in a database, once for all; otherwise the first use does. */
export async function installQueue(db: Postgres): Promise<void> {
  const queue = openQueue({ db, log: () => undefined })
  await queue.ready()
  await queue.close()
}

/** The library's tables, made on first use. Nothing is opened before. */
export function openQueue({ db, log }: QueueSettings): Queue {
  let opened: Promise<PgBoss> | undefined

  const open = (): Promise<PgBoss> => {
    opened ??= startBoss(db, log).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    async ready() {
      await open()
    },
    async enqueue(tx, { id, organizationId, isScheduled = false }) {
      const boss = await open()
      const priority = isScheduled ? 0 : askedPriority
      const sendOptions = { singletonKey: id, group: { id: organizationId }, priority, db: through(tx) }
      await boss.send(queue, { id, traceparent: tracePlace()?.traceparent }, sendOptions)
    },
    async work(run) {
      const boss = await open()
      const options = {
        localConcurrency: concurrency,
        localGroupConcurrency: perOrganization,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      }
      await boss.work<QueuedData>(queue, options, async ([job]) => {
        try {
          if (job !== undefined) await run(job.data.id, job.data.traceparent)
        } finally {
          wakeBusy(boss)
        }
      })
    },
    async drain(run) {
      const boss = await open()
      for (let count = 0; ; count++) {
        const [job] = await boss.fetch<QueuedData>(queue, { ignoreStartAfter: true })
        if (job === undefined) return count
        try {
          await run(job.data.id, job.data.traceparent)
          await boss.complete(queue, job.id)
        } catch (error) {
          await boss.fail(queue, job.id, { message: String(error) })
          throw error
        }
      }
    },
    async close() {
      const boss = await opened?.catch(() => undefined)
      await boss?.stop({ graceful: true, timeout: 20_000, close: false })
    },
  }
}

/**
 * A worker that ends a job looks for the next one at once. By default the library lets each worker wait for its next poll,
 * however long the line: four workers did two jobs a second, and a thousand short ones took eleven minutes. Idle workers
 * still wait for the poll.
 */
function wakeBusy(boss: PgBoss): void {
  for (const { id, count } of boss.getWipData()) if (count > 0) boss.notifyWorker(id)
}

async function startBoss(db: Postgres, log: QueueSettings['log']): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      ...through(db),
      listen: async (channel, onMessage, onResume) => {
        const unlisten = await db.listen(channel, onMessage, onResume)
        return { close: unlisten }
      },
    },
    schema,
    schedule: false,
    useListenNotify: true,
    registerInstance: false,
    monitorVacuum: false,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: 3_600,
  })
  // Some of what the library emits here is not an Error, whatever its types say.
  boss.on('error', (error) => log('job queue', { level: 'error', cause: error.message }))
  boss.on('warning', (warning) => log('job queue', { level: 'warn', warning: warning.message }))
  try {
    await boss.start()
    await createJobsQueue(boss)
  } catch (error) {
    // Its timers would go on asking a pool that is closed, and keep the process alive.
    await boss.stop({ graceful: false, close: false }).catch(() => undefined)
    throw error
  }
  return boss
}

const createJobsQueue = (boss: PgBoss) =>
  boss.createQueue(queue, {
    // At most one entry a job, waiting or running, so putting a job in line twice does no harm.
    policy: 'exclusive',
    notify: true,
    heartbeatSeconds,
    expireInSeconds: 23 * 3_600,
    // Attempts are counted by job and item, where progress is known; the queue never gives up.
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax,
    retentionSeconds: 30 * 86_400,
    deleteAfterSeconds: 3_600,
  })

/** The library's statements on a connection of ours: the pool, or the transaction of a caller. */
function through(on: Queryable): Db {
  return {
    executeSql: async (text, values) => ({
      rows: await on.query<unknown>(foreignStatement(text, values ?? [])),
    }),
  }
}

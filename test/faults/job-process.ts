import { flushCompileCache } from 'node:module'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'
import { killedJob } from './killed-job.ts'

/** What the parent gives the process that it is going to kill. */
export interface JobOrder {
  url: string
  /** Works on this one job here and ends; without it takes what the queue has until it is killed. */
  taskId?: string
  /**
   * Where the process kills itself: so many answers of the store after work on a batch, the first from `batches` on that
   * needs so many; one that costs nothing needs fewer.
   */
  death?: { batches: number; answers: number }
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as JobOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 6,
  applicationName: 'killed jobs',
  log,
})

let batches = 0
let answers = 0
/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
function dieWhenDue(): void {
  const { death } = order
  if (death !== undefined && batches >= death.batches && answers === death.answers)
    process.kill(process.pid, 'SIGKILL')
}

/** Counts the answers from the last batch on. */
const db = dyingStore(store, () => {
  answers += 1
  dieWhenDue()
})
const ledger = openLedger({
  db,
  clock,
  process: {
    instanceId: 'instance-1',
    bootId: String(process.pid),
  },
})
const events = openEvents({ db, clock })
const jobs = openJobs({ db, clock, ledger, events, secret: Buffer.alloc(32, 7), log })
jobs.register(killedJob, {
  // After the work, before its outcome is stored: a kill now repeats the batch.
  onWork(texts: string[]) {
    process.send?.(texts)
    batches += 1
    answers = 0
    dieWhenDue()
  },
})
if (order.taskId === undefined) await jobs.startWorkers()
else {
  await jobs.run(order.taskId)
  await jobs.close()
  await db.close()
  process.disconnect?.()
}

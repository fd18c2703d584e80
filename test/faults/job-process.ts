import { flushCompileCache } from 'node:module'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { killedJob } from './killed-job.ts'

/** What the parent gives the process that it is going to kill. */
export interface JobOrder {
  url: string
  /** Works on this one job here and ends; without it takes what the queue has until it is killed. */
  taskId?: string
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as JobOrder
const log = () => undefined
const db = await openPostgres({
  ...{ url: order.url, dataDir: '', poolSize: 6, applicationName: 'killed jobs', log },
})
const ledger = openLedger({
  ...{ db, clock, process: { instanceId: 'instance-1', bootId: String(process.pid) } },
})
const events = openEvents({ db, clock })
const jobs = openJobs({ db, clock, ledger, events, secret: Buffer.alloc(32, 7), log })
jobs.register(killedJob, {
  // Told after the work, before its outcome is stored: a kill now repeats the batch.
  onWork: (texts: string[]) => void process.send?.(texts),
})
if (order.taskId === undefined) await jobs.startWorkers()
else {
  await jobs.run(order.taskId)
  await jobs.close()
  await db.close()
  process.disconnect?.()
}

import { systemClock } from '../../src/lib/clock.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { countingJob } from '../support/jobs.ts'
import { openTestPlatform } from '../support/platform.ts'

/** What the parent gives the process that it is going to kill. */
export interface JobOrder {
  url: string
  /** Works on this one job here and ends; without it takes what the queue has until it is killed. */
  taskId?: string
}

/** Items worked on together. */
export const batch = 5

const order = JSON.parse(process.argv[2] ?? '') as JobOrder
const db = await openPostgres({
  ...{ url: order.url, dataDir: '', poolSize: 6, applicationName: 'killed jobs', log: () => undefined },
})
const { jobs } = openTestPlatform(db, { clock: systemClock as never, bootId: String(process.pid) })
jobs.register(countingJob(batch), {
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

import { flushCompileCache } from 'node:module'
import { frozenClock } from '../../src/lib/clock.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openSchedules } from '../../src/platform/schedules/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'
import { killedSchedule } from './killed-schedule.ts'

/** What the parent gives the process that runs what is due and is killed meanwhile. */
export interface ScheduleOrder {
  url: string
  nowMs: number
  /** Kills itself after so many answers of the store, counted from the run on. */
  answers: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as ScheduleOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed schedule',
  log,
})
let answers: number | undefined
const db = dyingStore(store, () => {
  if (answers !== undefined) answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
})
const clock = frozenClock(order.nowMs)
const ledger = openLedger({
  db,
  clock,
  process: { instanceId: 'instance-1', bootId: String(process.pid) },
})
const jobs = openJobs({
  db,
  clock,
  ledger,
  events: openEvents({ db, clock }),
  secret: Buffer.alloc(32, 7),
  log,
})
const schedules = openSchedules({ db, clock, jobs, log })
schedules.register(killedSchedule(jobs, () => (answers = 0)))
await schedules.runDue()
await jobs.close()
await db.close()
process.disconnect?.()

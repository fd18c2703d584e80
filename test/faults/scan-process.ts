import { flushCompileCache } from 'node:module'
import { jobChangeKind } from '../../src/capabilities/job-changes/list-kind.ts'
import { jobChangeScan } from '../../src/capabilities/job-changes/jobs/job-change-scan.ts'
import { openScans } from '../../src/capabilities/job-changes/scans.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { assembleCorpus } from '../../src/open-corpus.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openLists } from '../../src/platform/lists/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { onDatabase } from '../support/engine-clone.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that it is going to kill. */
export interface ScanOrder {
  url: string
  engine: { url: string; name: string }
  taskId: string
  /** The process kills itself after so many answers of Postgres. */
  deathAfter?: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as ScanOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed scans',
  log,
})
const engine = await onDatabase(order.engine.url, order.engine.name)
const snapshots = await openSnapshots(store)
const { search: lookups, history } = assembleCorpus({ db: store, engine }, snapshots)

let answers = 0
/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
const db = dyingStore(store, () => {
  answers += 1
  if (answers === order.deathAfter) process.kill(process.pid, 'SIGKILL')
})
const ledger = openLedger({ db, clock, process: { instanceId: 'instance-1', bootId: String(process.pid) } })
const events = openEvents({ db, clock })
const jobs = openJobs({ db, clock, ledger, events, secret: Buffer.alloc(32, 7), log })
const lists = openLists({ clock }).of(jobChangeKind)
const scans = openScans({ db, clock, ledger, jobs, events, lists, history, lookups })
jobs.register(jobChangeScan, { db, scans })
await jobs.run(order.taskId)
await jobs.close()
await snapshots.close()
await engine.close()
await store.close()
process.disconnect?.()

import { flushCompileCache } from 'node:module'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { openDownloads } from '../../src/platform/downloads/index.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openExportFile, openExports } from '../../src/platform/exports/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openRecordReads } from '../../src/platform/record-reads/index.ts'
import { openFileBlobs } from '../../src/store/blobs/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { peopleExport } from '../support/exports.ts'
import { dyingStore } from './dying-store.ts'
import { mostMemory } from '../support/most-memory.ts'

/** What the parent gives the process that writes an export. */
export interface ExportOrder {
  url: string
  /** Where files lie. */
  dir: string
  taskId: string
  partRows: number
  /** The process kills itself after so many answers of the store. */
  answers?: number
}

/** What the process tells at its end. */
export interface ExportReport {
  /** Most memory that it had beyond what it began with, bytes. */
  grown: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as ExportOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed exports',
  log,
})
let answers = 0
const db = dyingStore(store, () => {
  answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
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
const secret = Buffer.alloc(32, 7)
const jobs = openJobs({ db, clock, ledger, events, secret, log })
const blobs = openFileBlobs({ dir: order.dir, clock })
const downloads = openDownloads({
  blobs,
  jobs,
  clock,
  secret,
  baseUrl: 'https://almanac.test',
  exports: { open: (file) => openExportFile({ db, blobs }, file) },
})
const mail = { send: async () => undefined }
const recordReads = openRecordReads({ db, windowDays: 30 })
const room = { db, blobs, clock, jobs, downloads, mail, recordReads }
const exports = openExports({ ...room, monthlyRows: 1_000_000 })
const before = process.memoryUsage().rss
jobs.register(peopleExport(order.partRows), { exports, onRow: () => undefined, gone: new Set() })
await jobs.run(order.taskId)
const report: ExportReport = { grown: mostMemory() - before }
process.send?.(report)
await jobs.close()
await db.close()
process.disconnect?.()

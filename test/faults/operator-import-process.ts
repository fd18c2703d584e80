import { flushCompileCache } from 'node:module'
import { workImports } from '../../src/capabilities/operator-imports/index.ts'
import { openWriter } from '../../src/corpus/write/index.ts'
import { frozenClock } from '../../src/lib/clock.ts'
import { openBlobs } from '../../src/store/blobs/index.ts'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'

/** What the parent gives the process that loads what operators started. */
export interface WorkOrder {
  url: string
  engineUrl: string
  blobDir: string
  folder: string
  nowMs: number
  /** The process kills itself when the engine has taken so many batches. */
  batches: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as WorkOrder
const log = () => undefined
const db = await openPostgres({ url: order.url, dataDir: '', poolSize: 6, applicationName: 'killed', log })
const real = await openClickHouse({ url: order.engineUrl, dataDir: '', log })
let batches = 0
const engine: ClickHouse = {
  ...real,
  async insert(into, body) {
    await real.insert(into, body)
    batches += 1
    if (batches === order.batches) process.kill(process.pid, 'SIGKILL')
  },
}
const clock = frozenClock()
clock.set(order.nowMs)
const blobs = await openBlobs({ dir: order.blobDir, s3: undefined, clock })
const onlyReader = { refresh: async () => {} }
const writer = openWriter({ db, engine, onlyReader })
await workImports({ db, blobs, writer, clock, folder: order.folder }, new AbortController().signal)
await real.close()
await db.close()
process.disconnect()

import { flushCompileCache } from 'node:module'
import { importFile, openReadThreads } from '../../src/corpus/import/index.ts'
import { openWriter } from '../../src/corpus/write/index.ts'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that imports a file of people in threads. */
export interface ImportOrder {
  url: string
  engineUrl: string
  file: string
  batchRows: number
  /** The process kills itself after so many answers of the stores. */
  answers?: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as ImportOrder
const log = () => undefined
const store = await openPostgres({ url: order.url, dataDir: '', poolSize: 6, applicationName: 'killed', log })
const real = await openClickHouse({ url: order.engineUrl, dataDir: '', log })
let answers = 0
const answered = () => {
  answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
}
const engine: ClickHouse = {
  ...real,
  async insert(into, body) {
    await real.insert(into, body)
    answered()
  },
}
const threads = openReadThreads(2)
const onlyReader = { refresh: async () => {} }
await importFile({
  kind: 'people',
  file: order.file,
  source: 'killed',
  observedAt: new Date('2026-11-01'),
  batchRows: order.batchRows,
  writer: openWriter({ db: dyingStore(store, answered), engine, onlyReader }),
  threads,
  onRejects: async () => {},
})
await threads.close()
process.send?.({ answers })
await real.close()
await store.close()
process.disconnect()

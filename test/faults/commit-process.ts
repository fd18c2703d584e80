import { flushCompileCache } from 'node:module'
import { rebuildIndex, openWriter } from '../../src/corpus/write/index.ts'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that writes to the corpus. */
export interface CommitOrder {
  url: string
  engineUrl: string
  /** Companies to write as one commit; none: rows are built again. */
  lines: object[]
  /** The process kills itself after so many answers of the stores. */
  answers?: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as CommitOrder
const log = () => undefined
const store = await openPostgres({ url: order.url, dataDir: '', poolSize: 6, applicationName: 'killed', log })
const real = await openClickHouse({ url: order.engineUrl, dataDir: '', log })
let answers = 0
const answered = () => {
  answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
}
const db = dyingStore(store, answered)
const engine: ClickHouse = {
  ...real,
  async insert(into, body) {
    await real.insert(into, body)
    answered()
  },
  async command(command) {
    await real.command(command)
    answered()
  },
}
if (order.lines.length === 0) await rebuildIndex({ db, engine })
else {
  const items = order.lines.map((record, index) => ({ line: index + 1, record }))
  const onlyReader = { refresh: async () => {} }
  await openWriter({ db, engine, onlyReader }).write('companies', items, {
    source: 'test',
    observedAt: new Date('2026-11-01'),
  })
}
process.send?.({ answers })
await real.close()
await store.close()
process.disconnect()

import { flushCompileCache } from 'node:module'
import { Command } from 'commander'
import { registerData } from '../../src/cli/commands/data.ts'
import { openWriter } from '../../src/corpus/write/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openOutbound } from '../../src/platform/outbound/index.ts'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that runs one command on data sets. */
export interface DatasetOrder {
  url: string
  engineUrl: string
  /** Where publications are fetched to. */
  folder: string
  line: string[]
  /** The process kills itself after so many answers of the stores. */
  answers?: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as DatasetOrder
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
}
const outbound = openOutbound({ allowLoopback: true })
const program = new Command('almanac').exitOverride()
registerData(program, {
  open: async () => ({
    db,
    engine,
    writer: openWriter({ db, engine, onlyReader: { refresh: async () => {} } }),
    clock: systemClock,
    folder: order.folder,
    download: { outbound, userAgent: 'test', perSecond: 1_000, wait: async () => {} },
    allowsMarked: false,
    window: undefined,
    close: async () => {},
  }),
  clock: systemClock,
  print: () => {},
  progress: { write: () => true },
  setExitCode: (code) => (process.exitCode = code),
})
await program.parseAsync(['data', ...order.line], { from: 'user' })
process.send?.({ answers })
outbound.close()
await real.close()
await store.close()
process.disconnect()

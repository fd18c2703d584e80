import { flushCompileCache } from 'node:module'
import { localBusinessSearch } from '../../src/capabilities/places/jobs/local-business-search.ts'
import { mapsSearch } from '../../src/capabilities/places/jobs/maps-search.ts'
import type { PlacesDeps } from '../../src/capabilities/places/index.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { defaultNetworkHosts as network } from '../../src/lib/network-url.ts'
import { assembleCorpus } from '../../src/open-corpus.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { onDatabase } from '../support/engine-clone.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that it is going to kill. */
export interface PlacesOrder {
  url: string
  engine: { url: string; name: string }
  taskId: string
  /** The process kills itself after so many answers of Postgres. */
  deathAfter?: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as PlacesOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed places',
  log,
})
const engine = await onDatabase(order.engine.url, order.engine.name)
const snapshots = await openSnapshots(store)
const { search, writer } = assembleCorpus({ db: store, engine }, snapshots)

let answers = 0
/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
const db = dyingStore(store, () => {
  answers += 1
  if (answers === order.deathAfter) process.kill(process.pid, 'SIGKILL')
})
const ledger = openLedger({ db, clock, process: { instanceId: 'instance-1', bootId: String(process.pid) } })
const jobs = openJobs({
  db,
  clock,
  ledger,
  events: openEvents({ db, clock }),
  secret: Buffer.alloc(32, 7),
  log,
})
const deps: PlacesDeps = {
  search,
  writer,
  jobs,
  network,
  // Nobody outside is set up, and no owner is revealed.
  sources: { names: () => [], ask: () => Promise.reject(new Error('nobody is set up')) },
  contacts: {} as PlacesDeps['contacts'],
}
jobs.register(mapsSearch, deps)
jobs.register(localBusinessSearch, deps)
await jobs.run(order.taskId)
await jobs.close()
await snapshots.close()
await engine.close()
await store.close()
process.disconnect?.()

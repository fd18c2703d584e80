import { flushCompileCache } from 'node:module'
import { companyTrackers, personTrackers } from '../../src/capabilities/trackers/list-kinds.ts'
import type { TrackerListsOfKind } from '../../src/capabilities/trackers/list-kinds.ts'
import { trackerRefresh } from '../../src/capabilities/trackers/jobs/tracker-refresh.ts'
import { openRefreshes } from '../../src/capabilities/trackers/refreshes.ts'
import { openSignals } from '../../src/capabilities/trackers/signals.ts'
import { openTrackers } from '../../src/capabilities/trackers/trackers.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { openMedia } from '../../src/corpus/media/index.ts'
import { openCursors } from '../../src/corpus/search/index.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { defaultNetworkHosts as network } from '../../src/lib/network-url.ts'
import { assembleCorpus } from '../../src/open-corpus.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openLists } from '../../src/platform/lists/index.ts'
import { openSchedules } from '../../src/platform/schedules/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { onDatabase } from '../support/engine-clone.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that it is going to kill. */
export interface TrackerOrder {
  url: string
  engine: { url: string; name: string }
  /** The refresh it works on. */
  taskId: string
  /** The process kills itself after so many answers of Postgres. */
  answers: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as TrackerOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed trackers',
  log,
})
const engine = await onDatabase(order.engine.url, order.engine.name)
const secret = Buffer.alloc(32, 7)
const snapshots = await openSnapshots(store)
const { search, entitySets, history, writer } = assembleCorpus({ db: store, engine }, snapshots)

let answers = 0
/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
const db = dyingStore(store, () => {
  answers += 1
  if (answers === order.answers) process.kill(process.pid, 'SIGKILL')
})
const ledger = openLedger({ db, clock, process: { instanceId: 'instance-1', bootId: String(process.pid) } })
const events = openEvents({ db, clock })
const jobs = openJobs({ db, clock, ledger, events, secret, log })
const lists = openLists({ clock })
const cursors = openCursors(secret, snapshots)
jobs.register(trackerRefresh, {
  db,
  clock,
  trackers: openTrackers({
    db,
    lists: {
      company: lists.of(companyTrackers) as unknown as TrackerListsOfKind,
      person: lists.of(personTrackers) as unknown as TrackerListsOfKind,
    },
    schedules: openSchedules({ db, clock, jobs, log }),
    isSandbox: false,
  }),
  refreshes: openRefreshes({
    db,
    clock,
    jobs,
    search,
    isLive: () => false,
    isVisited: () => false,
    isSandbox: false,
  }),
  signals: openSignals({ clock, events, network }),
  jobs,
  ledger,
  events,
  search: {
    search,
    entitySets,
    history,
    network,
    cursors,
    mayAskAge: async () => true,
    sources: [],
  },
  live: {
    source: { has: () => false, ask: async () => ({ state: 'no_source' }) },
    search,
    media: openMedia(search),
    history,
    writer,
    jobs,
    network,
    cursors,
    secret,
  },
  network,
  secret,
  isSandbox: false,
})
await jobs.run(order.taskId)
process.send?.(answers)
await jobs.close()
await snapshots.close()
await engine.close()
await store.close()
process.disconnect?.()

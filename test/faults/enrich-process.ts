import { flushCompileCache } from 'node:module'
import { enrichFile, planFile } from '../../src/capabilities/enrich/index.ts'
import { foundOnce } from '../../src/capabilities/enrich/found-once.ts'
import { openRecordReads } from '../../src/platform/record-reads/index.ts'
import { enrichList } from '../../src/capabilities/enrich/jobs/enrich-list.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { defaultNetworkHosts as network } from '../../src/lib/network-url.ts'
import { assembleCorpus } from '../../src/open-corpus.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openFileBlobs } from '../../src/store/blobs/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { onDatabase } from '../support/engine-clone.ts'
import { dyingStore } from './dying-store.ts'

/** What the parent gives the process that it is going to kill. */
export interface EnrichOrder {
  url: string
  engine: { url: string; name: string }
  /** Where files lie. */
  dir: string
  /** The run it works on, or the file it enriches. */
  work: { taskId: string } | { file: string; out: string }
  /** The process kills itself after so many answers of Postgres, or so many look-ups. */
  death?: { answers: number } | { lookups: number }
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as EnrichOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed lists',
  log,
})
const engine = await onDatabase(order.engine.url, order.engine.name)
const secret = Buffer.alloc(32, 7)
const snapshots = await openSnapshots(store)
const corpus = assembleCorpus({ db: store, engine }, snapshots)

const death = { answers: 0, lookups: 0, ...order.death }
const counted = { answers: 0, lookups: 0 }
/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
function count(what: keyof typeof counted): void {
  counted[what] += 1
  if (counted[what] === death[what]) process.kill(process.pid, 'SIGKILL')
}
const search: typeof corpus.search = {
  ...corpus.search,
  async lookup(kind, request) {
    const found = await corpus.search.lookup(kind, request)
    count('lookups')
    return found
  },
}

if ('file' in order.work) {
  const { file, out } = order.work
  const asked = {
    file,
    as: 'companies',
    by: [],
    members: undefined,
    header: undefined,
    format: undefined,
  } as const
  const plan = await planFile(asked, { network })
  const { signal } = new AbortController()
  process.send?.(await enrichFile({ search, network }, plan, { out, signal, onProgress: () => undefined }))
} else {
  const db = dyingStore(store, () => count('answers'))
  const ledger = openLedger({ db, clock, process: { instanceId: 'instance-1', bootId: String(process.pid) } })
  const jobs = openJobs({ db, clock, ledger, events: openEvents({ db, clock }), secret, log })
  const blobs = openFileBlobs({ dir: order.dir, clock })
  const recordReads = openRecordReads({ db, windowDays: 30 })
  jobs.register(enrichList, { search, network, blobs, foundOnce, secret, db, recordReads })
  await jobs.run(order.work.taskId)
  await jobs.close()
}
await snapshots.close()
await engine.close()
await store.close()
process.disconnect?.()

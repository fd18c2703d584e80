import { flushCompileCache } from 'node:module'
import { openAudiences } from '../../src/capabilities/audiences/audiences.ts'
import { openBuilds } from '../../src/capabilities/audiences/builds.ts'
import { openEnrichments } from '../../src/capabilities/audiences/enrichments.ts'
import { buildAudience } from '../../src/capabilities/audiences/jobs/build-audience.ts'
import { enrichAudience } from '../../src/capabilities/audiences/jobs/enrich-audience.ts'
import { fillAudience } from '../../src/capabilities/audiences/jobs/fill-audience.ts'
import { audienceKind } from '../../src/capabilities/audiences/list-kind.ts'
import { audienceCompanyExport } from '../../src/capabilities/exports/jobs/audience-company-export.ts'
import { audienceProspectExport } from '../../src/capabilities/exports/jobs/audience-prospect-export.ts'
import { openContactReads } from '../../src/capabilities/contacts/contact-reads.ts'
import { corpusFinder } from '../../src/capabilities/contacts/corpus-finder.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { openMedia } from '../../src/corpus/media/index.ts'
import { openCursors } from '../../src/corpus/search/index.ts'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { defaultNetworkHosts as network } from '../../src/lib/network-url.ts'
import { assembleCorpus } from '../../src/open-corpus.ts'
import { openAudit } from '../../src/platform/audit/index.ts'
import { openDownloads } from '../../src/platform/downloads/index.ts'
import { openExportFile, openExports } from '../../src/platform/exports/index.ts'
import { openEvents } from '../../src/platform/events/index.ts'
import { openJobs } from '../../src/platform/jobs/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openLists } from '../../src/platform/lists/index.ts'
import { openRecordReads } from '../../src/platform/record-reads/index.ts'
import { openFileBlobs } from '../../src/store/blobs/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'
import { onDatabase } from '../support/engine-clone.ts'
import { dyingStore } from './dying-store.ts'
import { everybodyIsLive } from './live-source.ts'

/** What the parent gives the process that it is going to kill. */
export interface AudienceOrder {
  url: string
  engine: { url: string; name: string }
  /** Where files lie. */
  files: string
  /** The build, the enrichment, the filling or the export it works on. */
  taskId: string
  /** The process kills itself after so many answers of Postgres. */
  answers: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as AudienceOrder
const log = () => undefined
const store = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: 4,
  applicationName: 'killed audiences',
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
const jobs = openJobs({ db, clock, ledger, events: openEvents({ db, clock }), secret, log })
const lists = openLists({ clock }).of(audienceKind)
const enrichments = openEnrichments({ db, clock, lists, jobs })
const cursors = openCursors(secret, snapshots)
const mail = { send: async () => undefined }
const deps = {
  db,
  clock,
  lists,
  jobs,
  network,
  secret,
  ledger,
  mail,
  recordReads: openRecordReads({ db, windowDays: 30 }),
  enrichments,
  audiences: openAudiences({ db, lists, enrichments }),
  builds: openBuilds({ db, clock, lists, jobs, enrichments }),
  search: { search, entitySets, history, network, cursors, mayAskAge: async () => true, sources: [] },
  live: {
    source: everybodyIsLive,
    search,
    media: openMedia(search),
    history,
    writer,
    jobs,
    network,
    cursors,
    secret,
  },
  contacts: {
    finder: corpusFinder({ search, network }),
    reads: openContactReads({ db, windowDays: 30 }),
    refunds: undefined,
    db,
    clock,
    jobs,
    network,
  },
}
jobs.register(buildAudience, deps)
jobs.register(enrichAudience, deps)
jobs.register(fillAudience, deps)
const blobs = openFileBlobs({ dir: order.files, clock })
const downloads = openDownloads({
  blobs,
  jobs,
  clock,
  secret,
  baseUrl: 'https://almanac.test',
  exports: { open: (file) => openExportFile({ db, blobs }, file) },
})
const room = { db, blobs, clock, jobs, downloads, mail, recordReads: deps.recordReads }
const exports = openExports({ ...room, monthlyRows: 1_000_000 })
const exporting = {
  db,
  audit: openAudit({ db, clock, secret }),
  exports,
  audiences: deps,
  network,
  isSandbox: false,
}
jobs.register(audienceCompanyExport, exporting)
jobs.register(audienceProspectExport, exporting)
await jobs.run(order.taskId)
process.send?.(answers)
await jobs.close()
await snapshots.close()
await engine.close()
await store.close()
process.disconnect?.()

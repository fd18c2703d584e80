import { createHmac, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { contactRefunds } from './contact-refunds.ts'
import type { Clock } from './lib/clock.ts'
import { discoverJobs, discoverOperations } from './capabilities/discover.ts'
import type { AccountDeps } from './capabilities/account/index.ts'
import {
  corpusFinder,
  fetchPerson,
  openContactReads,
  openWriteBack,
  waterfallFinder,
  type ContactReads,
  type ContactsDeps,
} from './capabilities/contacts/index.ts'
import type { EventsDeps } from './capabilities/events/index.ts'
import { openSiteIcons, type ImagesDeps, type SiteIcons } from './capabilities/images/index.ts'
import type { PrivacyDeps } from './capabilities/privacy/index.ts'
import { liveFromSources, noLiveSource, type LiveDeps, type LiveSource } from './capabilities/live/index.ts'
import { repairInThread, type RepairDeps } from './capabilities/repair/index.ts'
import type { ReferenceDeps } from './capabilities/reference/index.ts'
import type { ResolveDeps } from './capabilities/resolve/index.ts'
import { searchSources, type SearchDeps, type SearchSource } from './capabilities/search/index.ts'
import type { WebDataDeps } from './capabilities/web-data/index.ts'
import { openSnapshots, type Snapshots } from './corpus/commits/index.ts'
import { openEntitySets, type EntitySets } from './corpus/entity-sets/index.ts'
import { openHistory, type History } from './corpus/history/index.ts'
import { openMedia } from './corpus/media/index.ts'
import { preloadCities } from './corpus/reference/index.ts'
import { fixedSnapshots, openSandboxStores } from './corpus/sandbox/index.ts'
import { openCursors, openSearch, type CorpusSearch } from './corpus/search/index.ts'
import {
  openSubjects,
  type SuppressedPeople,
  openWriter,
  type CorpusWriter,
  type Subjects,
} from './corpus/write/index.ts'
import {
  createPipeline,
  createRegistry,
  type PipelinePorts,
  type Registry,
  type Sandbox,
} from './operation/index.ts'
import { openAudit, type Audit } from './platform/audit/index.ts'
import { openDownloads, type Downloads } from './platform/downloads/index.ts'
import { openIdempotency, type IdempotencyStore } from './platform/idempotency/index.ts'
import { openEvents, type Events } from './platform/events/index.ts'
import { openJobs, type Jobs, type JobSandbox } from './platform/jobs/index.ts'
import { openKeys, type Keys } from './platform/keys/index.ts'
import { openLedger, type CreditLedger } from './platform/ledger/index.ts'
import { openLimits, type Limits } from './platform/limits/index.ts'
import { openMail, type Mail } from './platform/mail/index.ts'
import { openOrganizations, type Organizations } from './platform/organizations/index.ts'
import { openOutbound, type Outbound } from './platform/outbound/index.ts'
import { openSuppressions, type Suppressions } from './platform/privacy/index.ts'
import { openSandboxClocks, type SandboxClocks } from './platform/sandbox/index.ts'
import { openSignUp, type SignUp } from './platform/sign-up/index.ts'
import { openRequests, type Requests } from './platform/requests/index.ts'
import { openSubscriptions, type Subscriptions } from './platform/subscriptions/index.ts'
import {
  discoverSourceKinds,
  noSources,
  openLiveRecords,
  openSources,
  type LiveRecords,
  type SourceKind,
  type Sources,
} from './sources/index.ts'
import { platformTasks, startUpkeep } from './platform/upkeep/index.ts'
import { corpusTasks, purgeAnswers, purgeBlobs, purgeReads, refundTasks } from './upkeep-tasks.ts'
import { openBilling, type Billing } from './open-billing.ts'
import { openFileBlobs, type Blobs } from './store/blobs/index.ts'
import type { Log, Stores } from './stores.ts'
import { createDocuments, documentLinks } from './surfaces/documents/index.ts'
import { createHttpApp, type HttpApp } from './surfaces/http/index.ts'

/** Where icons of companies' sites are served. */
const iconPath = '/images'

/** The assembled service, not listening yet. */
export interface Almanac extends Platform, Corpus {
  billing: Billing
  app: HttpApp
  registry: Registry
  sources: Sources
  /** Ends everything but the stores, which their opener closes. */
  close(): Promise<void>
}

export interface Assembly {
  config: Config
  stores: Stores
  clock: Clock
  log: Log
  /** Address clients reach the service at. */
  baseUrl: string
  /** Outside sources that answer searches, besides those of the sources file. */
  searchSources?: readonly SearchSource[]
  /** Kinds of sources a sources file may name; those of the program when left out. */
  sourceKinds?: readonly SourceKind[]
  /** Source of live fetches in place of those of the sources file. */
  liveSource?: LiveSource
}

/** The composition root: stores -> platform -> corpus -> capabilities -> surfaces. */
export async function assemble(assembly: Assembly): Promise<Almanac> {
  const { config, stores, clock, log, baseUrl } = assembly
  const platform = await openPlatform(assembly)
  const corpus = await openCorpus(stores, platform.suppressions)
  const sources = await openOutside(assembly, platform, corpus)
  const billing = openBilling({ ...assembly, ...platform })
  const registry = createRegistry(await discoverOperations())
  const deps = { ...sliceDeps({ assembly, platform, corpus, registry, sources }), billing: billing.deps }
  const links = documentLinks(baseUrl)
  const onError = loggingErrors(log)
  const clocks = openSandboxClocks({ db: stores.db, clock })
  const openDeps = () => openSandboxDeps({ assembly, platform, registry, clocks })
  // Billing works on the sandbox organization by itself, and pays with nothing there.
  const sandboxDeps = once(async () => ({ ...(await openDeps()), billing: billing.deps }))
  const depsOf = async (slice: string) => (await sandboxDeps())[slice as keyof typeof deps]
  const sandbox: Sandbox = { advance: clocks.advance, run: clocks.run, depsOf }
  for (const job of await discoverJobs()) {
    const inSandbox = jobSandbox(sandbox, platform.organizations, job.slice)
    platform.jobs.register(job, deps[job.slice as keyof typeof deps], inSandbox)
  }
  const pipeline = createPipeline({
    ...portsOf(platform),
    ...{ sandbox, clock, links, onError, operatorToken: config.ALMANAC_OPERATOR_TOKEN },
    checkOutputs: config.ALMANAC_CHECK_OUTPUTS,
  })
  const app = createHttpApp({
    ...{ registry, pipeline, clock, links, onError },
    documents: createDocuments({ registry, baseUrl }),
    ...besidesOperations(platform, billing),
    trustedProxies: config.ALMANAC_TRUSTED_PROXIES,
    depsOf: (operation) => deps[operation.slice as keyof typeof deps],
  })
  const refunds = contactRefunds({ ...assembly, ...platform, ...corpus, sources })
  const upkeep = startUpkeep({
    ...{ db: stores.db, clock, log },
    tasks: config.ALMANAC_ROLES.includes('scheduler')
      ? [
          ...[...platformTasks(platform), ...billing.tasks, ...corpusTasks(stores, log)],
          ...[purgeBlobs(platform.blobs), purgeReads(deps.contacts), purgeAnswers(sources)],
          ...refundTasks(refunds),
        ]
      : [],
  })
  // Visitors of a running server leave its work to it.
  if (config.ALMANAC_ROLES.includes('worker') && !stores.visiting) await platform.jobs.startWorkers()
  return {
    ...{ app, registry, billing, sources, ...platform, ...corpus },
    async close() {
      await Promise.all([upkeep.close(), platform.jobs.close(), refunds?.close()])
      await billing.balances.idle()
      platform.mail.close()
      platform.outbound.close()
      await platform.requests.close()
      await corpus.snapshots.close()
    },
  }
}

const loggingErrors =
  (log: Log): PipelinePorts['onError'] =>
  ({ cause, ...error }) =>
    log('request failed', { ...error, cause: cause instanceof Error ? cause.stack : String(cause) })

/** What the pipeline needs of the platform. */
function portsOf({ keys, limits, ledger, idempotency, requests, blobs }: Platform) {
  return { authenticator: keys, limiter: limits, ledger, idempotency, requestLog: requests, files: blobs }
}

/** What is answered over HTTP besides operations and documents. */
function besidesOperations({ downloads, siteIcons }: Platform, { receivers }: Billing) {
  const icons = { path: iconPath, read: (id: string) => siteIcons.read(id) } as const
  return { receivers, downloads, fileRoutes: [icons] }
}

interface Platform {
  audit: Audit
  mail: Mail
  keys: Keys
  ledger: CreditLedger
  limits: Limits
  organizations: Organizations
  idempotency: IdempotencyStore
  requests: Requests
  subscriptions: Subscriptions
  events: Events
  jobs: Jobs
  signUp: SignUp
  outbound: Outbound
  blobs: Blobs
  downloads: Downloads
  contactReads: ContactReads
  siteIcons: SiteIcons
  suppressions: Suppressions
}

async function openPlatform({ config, stores, clock, log, baseUrl }: Assembly): Promise<Platform> {
  const { db, secret } = stores
  const process = { instanceId: await instanceId(config), bootId: randomUUID() }
  const audit = openAudit({ db, clock, secret })
  const keys = openKeys({ db, clock, secret, audit })
  const ledger = openLedger({ db, clock, process })
  const idempotency = openIdempotency({ db, clock, secret, process })
  const events = openEvents({ db, clock })
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const mail = openMail({
    ...{ smtpUrl: config.ALMANAC_SMTP_URL, from: config.ALMANAC_MAIL_FROM },
    ...{ dataDir: config.dataDir, clock, log },
  })
  // What an earlier boot of this instance left open, a kill included, is given back before the first request.
  await Promise.all([ledger.abandonHolds(), idempotency.freeAbandoned()])
  const blobs = openFileBlobs({ dir: join(config.dataDir, 'blobs'), clock })
  const outbound = openOutbound({ allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK })
  const urlOf = (id: string) => `${baseUrl.replace(/\/$/, '')}${iconPath}/${id}`
  return {
    ...{ audit, keys, ledger, idempotency, events, blobs, outbound },
    suppressions: openSuppressions({ db, clock, secret, audit }),
    siteIcons: openSiteIcons({ db, blobs, outbound, clock, urlOf }),
    subscriptions: openSubscriptions({ db, clock, audit }),
    contactReads: openContactReads({
      db,
      windowDays: config.ALMANAC_CONTACT_REREAD_DAYS,
      refundDays: config.ALMANAC_CONTACT_REFUND_DAYS,
    }),
    downloads: openDownloads({ blobs, clock, secret, baseUrl }),
    jobs: openJobs({ db, clock, ledger, events, secret, log }),
    ...{ mail, organizations },
    signUp: openSignUp({ db, clock, secret, audit, keys, mail, organizations }),
    limits: openLimits({ db, clock }),
    requests: openRequests({ db, clock, log }),
  }
}

interface Corpus {
  snapshots: Snapshots
  search: CorpusSearch
  entitySets: EntitySets
  history: History
  writer: CorpusWriter
  subjects: Subjects
  /** Undefined for what is synthetic. */
  suppressed: SuppressedPeople | undefined
}

async function openCorpus(stores: Stores, suppressed: Suppressions): Promise<Corpus> {
  // The first city look-up would otherwise hold up a request while the gazetteer loads.
  preloadCities()
  return corpusOf(stores, await openSnapshots(stores.db), suppressed)
}

function corpusOf({ db, engine }: Stores, snapshots: Snapshots, suppressed?: Suppressions): Corpus {
  const onPublished = () => snapshots.refresh()
  return {
    snapshots,
    search: openSearch(engine, snapshots),
    entitySets: openEntitySets({ db, engine }),
    history: openHistory(engine),
    writer: openWriter({ db, engine, ...(suppressed && { suppressed }) }, onPublished),
    subjects: openSubjects({ db, engine }, onPublished),
    suppressed,
  }
}

/** The outside sources of the sources file. Throws InvalidSources. */
export async function openOutside(
  { config, stores, clock, log, sourceKinds }: Omit<Assembly, 'baseUrl'>,
  { outbound }: Pick<Platform, 'outbound'>,
  { search }: Pick<Corpus, 'search'>,
): Promise<Sources> {
  const { sources: document, ALMANAC_NETWORK_HOSTS: hosts } = config
  if (document === undefined) return noSources
  return openSources({
    ...{ document, outbound, clock, log, db: stores.db, secret: stores.secret },
    kinds: sourceKinds ?? (await discoverSourceKinds()),
    corpus: { search, network: { hosts } },
  })
}

interface SliceParts {
  assembly: Assembly
  platform: Platform
  corpus: Corpus
  registry: Registry
  sources: Sources
}

/** Files being repaired, of all organizations together. */
const repairFile = repairInThread()

/** What each slice of capabilities is given, by the name its operations carry. */
function sliceDeps(parts: SliceParts) {
  const { assembly, platform, corpus, registry, sources } = parts
  const { clock, config, stores } = assembly
  const network = { hosts: config.ALMANAC_NETWORK_HOSTS }
  const { ledger, keys, limits, organizations, requests, signUp } = platform
  const { search, entitySets, history, snapshots, suppressed } = corpus
  const live = openLiveRecords({ sources, writer: corpus.writer })
  const contacts = contactsDeps(assembly, platform, { corpus, sources, live })
  return {
    search: {
      ...{ search, entitySets, history, network, suppressed },
      sources: [...(assembly.searchSources ?? []), ...searchSources(sources)],
      cursors: openCursors(stores.secret, snapshots),
      mayAskAge: organizations.mayAskAge,
    } satisfies SearchDeps,
    resolve: { search, network, jobs: platform.jobs, live } satisfies ResolveDeps,
    account: {
      ...{ ledger, keys, limits, organizations, requests, signUp, registry, clock },
      secret: stores.secret,
    } satisfies AccountDeps,
    contacts,
    repair: {
      ...{ search, network, jobs: platform.jobs, finder: contacts.finder, reads: contacts.reads },
      ...{ outbound: platform.outbound, blobs: platform.blobs, downloads: platform.downloads },
      ...{ secret: stores.secret, repairFile },
    } satisfies RepairDeps,
    live: liveDeps(assembly, platform, { corpus, sources }),
    events: { events: platform.events, secret: stores.secret } satisfies EventsDeps,
    'web-data': { search, network, jobs: platform.jobs, sources } satisfies WebDataDeps,
    images: {
      ...{ search, network },
      icons: config.ALMANAC_SITE_ICONS ? platform.siteIcons : undefined,
    } satisfies ImagesDeps,
    privacy: {
      ...{ network, subjects: corpus.subjects, suppressions: platform.suppressions, db: stores.db },
      ...{ jobs: platform.jobs, events: platform.events, audit: platform.audit },
    } satisfies PrivacyDeps,
    reference: {} satisfies ReferenceDeps,
  }
}

/** The dependencies of sandbox keys: a synthetic corpus of its own and clocks that can be put forward. */
async function openSandboxDeps(parts: {
  assembly: Assembly
  platform: Platform
  registry: Registry
  clocks: SandboxClocks
}): Promise<ReturnType<typeof sliceDeps>> {
  const { assembly, platform, registry, clocks } = parts
  const real = assembly.stores
  const { db, engine } = await openSandboxStores(real)
  const secret = createHmac('sha256', real.secret).update('sandbox').digest()
  const stores: Stores = { ...real, db, engine, secret, close: async () => {} }
  const corpus = corpusOf(stores, await fixedSnapshots(db))
  const deps = sliceDeps({
    assembly: { ...assembly, stores, clock: clocks.clock, liveSource: noLiveSource },
    platform,
    corpus,
    registry,
    // What is synthetic is asked of nobody.
    sources: noSources,
  })
  // Keys are real also in the sandbox: they expire by the real clock.
  return { ...deps, account: { ...deps.account, clock: assembly.clock } }
}

/** Jobs that sandbox keys start run on the sandbox's data and time, as their requests do. */
function jobSandbox(sandbox: Sandbox, organizations: Organizations, slice: string): JobSandbox {
  return {
    async enter(organizationId, work) {
      if (!(await organizations.isSandbox(organizationId))) return { entered: false }
      const nowMs = await sandbox.advance(organizationId, 0)
      const deps = await sandbox.depsOf(slice)
      await sandbox.run(nowMs, () => work({ deps, nowMs }))
      return { entered: true }
    },
  }
}

/** Runs `open` when first asked; a failure is forgotten, so that the next call tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  return () =>
    (opening ??= open().catch((cause: unknown) => {
      opening = undefined
      throw cause
    }))
}

function contactsDeps(
  { stores, clock, config, log }: Assembly,
  { jobs, contactReads: reads }: Platform,
  { corpus, sources, live }: { corpus: Corpus; sources: Sources; live: LiveRecords },
): ContactsDeps {
  const network = { hosts: config.ALMANAC_NETWORK_HOSTS }
  const finder = waterfallFinder({
    ...{ sources, network, suppressed: corpus.suppressed },
    corpus: corpusFinder({ search: corpus.search, network }),
    writeBack: openWriteBack({ writer: corpus.writer, clock, log }),
    fetchPerson: fetchPerson(live, network),
  })
  return { finder, reads, db: stores.db, clock, jobs, network }
}

function liveDeps(
  { stores, config, liveSource }: Assembly,
  { jobs }: Platform,
  { corpus, sources }: { corpus: Corpus; sources: Sources },
): LiveDeps {
  const { search, history, writer, snapshots } = corpus
  return {
    ...{
      source: liveSource ?? liveFromSources(sources),
      search,
      history,
      writer,
      jobs,
      media: openMedia(search),
    },
    network: { hosts: config.ALMANAC_NETWORK_HOSTS },
    cursors: openCursors(stores.secret, snapshots),
    secret: stores.secret,
  }
}

/** Names this installation, so that a restart recognises what its own earlier process left open. */
async function instanceId(config: Config): Promise<string> {
  const file = join(config.dataDir, 'instance.id')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const fresh = randomUUID()
    await writeFile(file, `${fresh}\n`)
    return fresh
  }
}

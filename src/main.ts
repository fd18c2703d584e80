import type { Assembly } from './assembly.ts'
import { parseSources } from './config.ts'
import {
  discoverJobs,
  discoverRegistry,
  discoverSlices,
  openSlices,
  type OpenedSlices,
  type Slice,
} from './capabilities/index.ts'
import type { Corpus } from './corpus/corpus.ts'
import {
  corpusTasks,
  countTables,
  fileTasks,
  purgeAnswers,
  purgeSignIns,
  watchDisk,
} from './maintenance-tasks.ts'
import { openInstallation } from './open-installation.ts'
import { openApp } from './open-app.ts'
import { openCorpus } from './open-corpus.ts'
import { openPlatform } from './open-platform.ts'
import { jobSandbox, openSandbox, type SandboxParts } from './open-sandbox.ts'
import type { Registry } from './operation/index.ts'
import { platformTasks, startMaintenance } from './platform/maintenance/index.ts'
import type { Platform } from './platform/platform.ts'
import { backlogReader } from './read-backlogs.ts'
import { discoverSourceKinds, openSources, townSource, type Sources } from './sources/index.ts'
import { documentLinks } from './surfaces/documents/index.ts'
import type { HttpApp } from './surfaces/http/index.ts'

/** The assembled service, not listening yet. */
export interface Almanac extends Platform, Corpus {
  app: HttpApp
  registry: Registry
  sources: Sources
  /** What a slice gives its operations. */
  openDeps<D>(slice: Slice<D>): D
  /** Stops everything except the stores, which their opener closes. */
  close(): Promise<void>
}

/** The composition root: stores -> platform -> corpus -> capabilities -> surfaces. */
export async function assemble(assembly: Assembly): Promise<Almanac> {
  const { config, stores, clock, log, baseUrl } = assembly
  const discovered = await discoverSlices()
  const platform = await openPlatform(assembly, discovered)
  const corpus = await openCorpus(stores, platform.suppressions, assembly)
  const sources = await openOutside(assembly, platform, corpus)
  const towns = townSource(sources)
  if (towns !== undefined) corpus.search.towns.askAlso(towns)
  const registry = await discoverRegistry(config.ALMANAC_PLATFORM_NAMES)
  const backlogs = backlogReader(assembly, { platform, sources, corpus })
  const installation = openInstallation(assembly, platform, backlogs)
  const parts: SandboxParts = {
    config,
    clock,
    realClock: clock,
    log,
    baseUrl,
    moreCredits: documentLinks(baseUrl).moreCredits,
    db: stores.db,
    secret: stores.secret,
    network: { hosts: config.ALMANAC_NETWORK_HOSTS },
    platform,
    corpus,
    sources,
    registry,
    installation,
    isSandbox: false,
  }
  const slices = openSlices(discovered, parts, assembly.replaced)
  const sandbox = openSandbox(assembly, discovered, { parts, slices })
  for (const job of await discoverJobs()) {
    const inSandbox = jobSandbox(sandbox, platform.organizations, job.slice)
    platform.jobs.register(job, slices.byName(job.slice), inSandbox)
  }
  for (const kind of slices.all.flatMap(({ schedules = [] }) => schedules)) platform.schedules.register(kind)
  const app = openApp(assembly, { platform, corpus, registry, installation, slices, sandbox })
  const maintenance = startTasks(assembly, { platform, sources, slices })
  const close = async () => {
    await Promise.all([maintenance.close(), platform.jobs.close(), platform.webhooks.close()])
    await Promise.all(slices.all.map((slice) => slice.close?.()))
    platform.mail.close()
    platform.outbound.close()
    await platform.requests.close()
    await corpus.snapshots.close()
  }
  // Commands beside a running server leave background work to the server.
  if (config.ALMANAC_ROLES.includes('worker') && !stores.visiting) await startWorkers(platform, close)
  return { ...platform, ...corpus, app, registry, sources, openDeps: slices.openDeps, close }
}

/** The regular tasks of all parts, in processes that are schedulers. */
function startTasks(
  { config, stores, clock, log }: Assembly,
  { platform, sources, slices }: { platform: Platform; sources: Sources; slices: OpenedSlices },
) {
  const tasks = [
    countTables(stores),
    ...platformTasks(platform),
    ...fileTasks(platform),
    ...corpusTasks(stores.corpus, log),
    purgeAnswers(sources),
    purgeSignIns(platform.oauth),
    ...watchDisk(config, log),
    ...slices.all.flatMap((slice) => slice.tasks ?? []),
  ]
  const isScheduler = config.ALMANAC_ROLES.includes('scheduler')
  return startMaintenance({ db: stores.db, clock, log, tasks: isScheduler ? tasks : [] })
}

/**
 * Throws when the job queue cannot be processed, after closing everything opened. Otherwise tasks and pools would keep a
 * process alive that accepts jobs but works on none.
 */
async function startWorkers({ jobs, webhooks }: Platform, close: () => Promise<void>): Promise<void> {
  try {
    await jobs.startWorkers()
  } catch (cause) {
    await close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new WorkersNotStarted(
      `The workers of the job queue could not start: ${reason}. Fix this and start again; a process with ALMANAC_ROLES=api needs no workers.`,
      { cause },
    )
  }
  webhooks.startWorker()
}

/** The process would take jobs and work on none. */
class WorkersNotStarted extends Error {
  override readonly name = 'WorkersNotStarted'
}

/** The outside sources of the sources file. Throws InvalidSources. */
export async function openOutside(
  { config, stores, clock, log, sourceKinds }: Omit<Assembly, 'baseUrl'>,
  { outbound }: Pick<Platform, 'outbound'>,
  { search }: Pick<Corpus, 'search'>,
): Promise<Sources> {
  const { sources: document, ALMANAC_NETWORK_HOSTS: hosts } = config
  return openSources({
    document,
    read: (text) => parseSources(text),
    outbound,
    clock,
    log,
    db: stores.db,
    secret: stores.secret,
    kinds: sourceKinds ?? (await discoverSourceKinds()),
    corpus: {
      search,
      network: { hosts },
    },
  })
}

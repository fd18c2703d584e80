import { createHmac } from 'node:crypto'
import type { Log } from './lib/log.ts'
import {
  discoverJobs,
  discoverRegistry,
  discoverSlices,
  openSlices,
  type AnySlice,
  type OpenedSlices,
  type Slice,
  type SliceParts,
} from './capabilities/index.ts'
import type { Corpus } from './corpus/corpus.ts'
import { recordTracer } from './corpus/lookup/index.ts'
import { fixedSnapshots, openSandboxStores } from './corpus/sandbox/index.ts'
import {
  createPipeline,
  type AnyOperation,
  type PipelinePorts,
  type RecordTracer,
  type Registry,
  type Sandbox,
} from './operation/index.ts'
import type { JobSandbox } from './platform/jobs/index.ts'
import type { Organizations } from './platform/organizations/index.ts'
import type { Platform } from './platform/platform.ts'
import { openSandboxClocks, type SandboxClocks } from './platform/sandbox/index.ts'
import { discoverSourceKinds, noSources, openSources, townSource, type Sources } from './sources/index.ts'
import { platformTasks, startMaintenance } from './platform/maintenance/index.ts'
import {
  corpusTasks,
  countTables,
  fileTasks,
  purgeAnswers,
  purgeSignIns,
  watchDisk,
} from './maintenance-tasks.ts'
import type { Config } from './config.ts'
import { openInstallation, measured } from './measured.ts'
import { createDocuments, documentLinks } from './surfaces/documents/index.ts'
import {
  createHttpApp,
  downloadMount,
  fileMount,
  readinessMount,
  receiverMount,
  type HttpApp,
} from './surfaces/http/index.ts'
import { mcpMounts } from './surfaces/mcp/index.ts'
import { oauthMounts } from './surfaces/oauth/index.ts'
import type { Assembly } from './assembly.ts'
import { backlogReader } from './read-backlogs.ts'
import { version } from './lib/version.ts'
import { assembleCorpus, openCorpus } from './open-corpus.ts'
import { openPlatform } from './open-platform.ts'

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
  const installation = openInstallation(
    assembly,
    platform,
    backlogReader(assembly, { platform, sources, corpus }),
  )
  const links = documentLinks(baseUrl)
  const parts: Parts = {
    config,
    clock,
    realClock: clock,
    log,
    baseUrl,
    moreCredits: links.moreCredits,
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
  const clocks = openSandboxClocks({ db: stores.db, clock })
  const inSandbox = once(() => openInSandbox(assembly, discovered, { parts, slices, clocks }))
  const openDeps = async (slice: string) => (await inSandbox()).slices.byName(slice)
  const tracer = async () => (await inSandbox()).tracer
  const sandbox: Sandbox = { advance: clocks.advance, run: clocks.run, openDeps, tracer }
  for (const job of await discoverJobs())
    platform.jobs.register(
      job,
      slices.byName(job.slice),
      jobSandbox(sandbox, platform.organizations, job.slice),
    )
  for (const kind of slices.all.flatMap(({ schedules = [] }) => schedules)) platform.schedules.register(kind)
  const answer = createPipeline({
    ...pickPorts(platform),
    ...loggedBy(log, config),
    sandbox,
    tracer: recordTracer(corpus.search),
    clock,
    links,
    operatorToken: config.ALMANAC_OPERATOR_TOKEN,
    checkOutputs: config.ALMANAC_CHECK_OUTPUTS,
  })
  const errors = { clock, links, onError: loggedBy(log, config).onError }
  const surface = {
    registry,
    pipeline: measured(answer, installation.telemetry),
    documents: assembly.documents ?? createDocuments({ registry, baseUrl, server: config.ALMANAC_BASE_URL }),
    openDeps: (operation: AnyOperation) => slices.byName(operation.slice),
  }
  const agents = {
    baseUrl,
    authenticator: platform.keys,
    limiter: platform.limits,
    // Behind a path the addresses of the standard would be those of somebody else.
    ...(config.ALMANAC_AGENT_SIGN_IN && new URL(baseUrl).pathname === '/' ? { oauth: platform.oauth } : {}),
  }
  const app = createHttpApp({
    ...surface,
    ...errors,
    mounts: [
      ...mcpMounts({ ...agents, ...surface, errors, version }),
      ...(agents.oauth === undefined ? [] : oauthMounts({ ...agents, oauth: agents.oauth })),
      ...slices.all.flatMap(({ receivers = [] }) => receivers.map(receiverMount)),
      ...slices.all.flatMap(({ files = [] }) => files.map(fileMount)),
      downloadMount(platform.downloads),
      readinessMount(installation, clock),
    ],
    trustedProxies: config.ALMANAC_TRUSTED_PROXIES,
    corsOrigins: config.ALMANAC_CORS_ORIGINS,
  })
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
  const maintenance = startMaintenance({ db: stores.db, clock, log, tasks: isScheduler ? tasks : [] })
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

type Parts = Omit<SliceParts, 'openDeps'>

/** The data and clocks of sandbox keys: a separate synthetic corpus, and clocks that can be advanced. */
async function openInSandbox(
  assembly: Assembly,
  discovered: readonly AnySlice[],
  { parts, slices, clocks }: { parts: Parts; slices: OpenedSlices; clocks: SandboxClocks },
): Promise<{ slices: OpenedSlices; tracer: RecordTracer }> {
  const real = assembly.stores
  const sandboxed = await openSandboxStores(real.corpus)
  const secret = createHmac('sha256', real.secret).update('sandbox').digest()
  const opened = discovered.map((slice) =>
    slice.sandbox === 'same' ? { ...slice, open: () => ({ deps: slices.openDeps(slice) }) } : slice,
  )
  const corpus = assembleCorpus({ ...sandboxed, accounts: real.db }, await fixedSnapshots(sandboxed.db), {
    clock: clocks.clock,
  })
  const inside = openSlices(opened, {
    ...parts,
    clock: clocks.clock,
    secret,
    corpus,
    // Synthetic data is never looked up outside.
    sources: noSources,
    isSandbox: true,
  })
  return { slices: inside, tracer: recordTracer(corpus.search) }
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

/** What the log hears of requests. */
function loggedBy(log: Log, { ALMANAC_ACCESS_LOG }: Config): Pick<PipelinePorts, 'onAnswer' | 'onError'> {
  return {
    onError({ cause, ...error }) {
      const text = cause instanceof Error ? cause.stack : String(cause)
      log('request failed', { level: 'error', ...error, cause: text })
    },
    ...(ALMANAC_ACCESS_LOG ? { onAnswer: (line) => log('request', { ...line }) } : {}),
  }
}

/** What the pipeline needs of the platform. */
function pickPorts({ keys, limits, ledger, idempotency, requests, uploads }: Platform) {
  return { authenticator: keys, limiter: limits, ledger, idempotency, requestLog: requests, files: uploads }
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
    document,
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

/** Jobs that sandbox keys start run on the sandbox's data and time, as their requests do. */
function jobSandbox(sandbox: Sandbox, organizations: Organizations, slice: string): JobSandbox {
  return {
    async enter(organizationId, work) {
      if (!(await organizations.isSandbox(organizationId))) return { entered: false }
      const nowMs = await sandbox.advance(organizationId, 0)
      const deps = await sandbox.openDeps(slice)
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

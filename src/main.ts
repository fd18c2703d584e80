import type { Log } from './lib/log.ts'
import { discoverJobs, discoverOperations } from './capabilities/discover.ts'
import {
  createPipeline,
  createRegistry,
  type PipelinePorts,
  type Registry,
  type Sandbox,
} from './operation/index.ts'
import type { JobSandbox } from './platform/jobs/index.ts'
import type { Organizations } from './platform/organizations/index.ts'
import { openSandboxClocks } from './platform/sandbox/index.ts'
import { discoverSourceKinds, noSources, openSources, type Sources } from './sources/index.ts'
import { platformTasks, startMaintenance } from './platform/maintenance/index.ts'
import {
  corpusTasks,
  fileTasks,
  purgeAnswers,
  purgeReads,
  refundTasks,
  watchDisk,
} from './maintenance-tasks.ts'
import type { Config } from './config.ts'
import { installationOf, measured } from './measured.ts'
import { openBilling, type Billing } from './open-billing.ts'
import { createDocuments, documentLinks } from './surfaces/documents/index.ts'
import { createHttpApp, type HttpApp } from './surfaces/http/index.ts'
import type { Assembly } from './assembly.ts'
import { openCorpus, type Corpus } from './open-corpus.ts'
import { iconPath, openPlatform, type Platform } from './open-platform.ts'
import { openSandboxDeps, sliceDeps } from './slice-deps.ts'
import { contactRefunds } from './contact-refunds.ts'

/** The assembled service, not listening yet. */
export interface Almanac extends Platform, Corpus {
  billing: Billing
  app: HttpApp
  registry: Registry
  sources: Sources
  /** Ends everything but the stores, which their opener closes. */
  close(): Promise<void>
}

/** The composition root: stores -> platform -> corpus -> capabilities -> surfaces. */
export async function assemble(assembly: Assembly): Promise<Almanac> {
  const { config, stores, clock, log, baseUrl } = assembly
  const platform = await openPlatform(assembly)
  const corpus = await openCorpus(stores, platform.suppressions, assembly)
  const sources = await openOutside(assembly, platform, corpus)
  const billing = openBilling({ ...assembly, ...platform })
  const registry = createRegistry(await discoverOperations())
  const installation = installationOf(assembly, platform)
  const parts = { assembly, platform, corpus, registry, sources, installation }
  const deps = { ...sliceDeps(parts), billing: billing.deps }
  const links = documentLinks(baseUrl)
  const clocks = openSandboxClocks({ db: stores.db, clock })
  const openDeps = () => openSandboxDeps({ ...parts, clocks })
  // Billing works on the sandbox organization by itself, and pays with nothing there.
  const sandboxDeps = once(async () => ({ ...(await openDeps()), billing: billing.deps }))
  const depsOf = async (slice: string) => (await sandboxDeps())[slice as keyof typeof deps]
  const sandbox: Sandbox = { advance: clocks.advance, run: clocks.run, depsOf }
  for (const job of await discoverJobs()) {
    const inSandbox = jobSandbox(sandbox, platform.organizations, job.slice)
    platform.jobs.register(job, deps[job.slice as keyof typeof deps], inSandbox)
  }
  const answer = createPipeline({
    ...{ ...portsOf(platform), ...loggedBy(log, config) },
    ...{ sandbox, clock, links, operatorToken: config.ALMANAC_OPERATOR_TOKEN },
    checkOutputs: config.ALMANAC_CHECK_OUTPUTS,
  })
  const pipeline = measured(answer, installation.telemetry)
  const app = createHttpApp({
    ...{ registry, pipeline, clock, links, onError: loggedBy(log, config).onError },
    documents: assembly.documents ?? createDocuments({ registry, baseUrl }),
    ...besidesOperations(platform, billing),
    storesReachable: installation.stores,
    trustedProxies: config.ALMANAC_TRUSTED_PROXIES,
    depsOf: (operation) => deps[operation.slice as keyof typeof deps],
  })
  const refunds = contactRefunds({ ...assembly, ...platform, ...corpus, sources })
  const maintenance = startMaintenance({
    ...{ db: stores.db, clock, log },
    tasks: config.ALMANAC_ROLES.includes('scheduler')
      ? [
          ...[...platformTasks(platform), ...billing.tasks, ...corpusTasks(stores, log)],
          ...[...fileTasks(platform), purgeReads(deps.contacts), purgeAnswers(sources)],
          ...refundTasks(refunds),
          ...watchDisk(config, log),
        ]
      : [],
  })
  // Visitors of a running server leave its work to it.
  if (config.ALMANAC_ROLES.includes('worker') && !stores.visiting) await startWorkers(platform)
  return {
    ...{ app, registry, billing, sources, ...platform, ...corpus },
    async close() {
      const { jobs, webhooks } = platform
      await Promise.all([maintenance.close(), jobs.close(), webhooks.close(), refunds?.close()])
      await billing.balances.idle()
      platform.mail.close()
      platform.outbound.close()
      await platform.requests.close()
      await corpus.snapshots.close()
    },
  }
}

async function startWorkers({ jobs, webhooks }: Platform): Promise<void> {
  await jobs.startWorkers()
  webhooks.startWorker()
}

/** What the log hears of requests. */
function loggedBy(log: Log, { ALMANAC_ACCESS_LOG }: Config): Pick<PipelinePorts, 'onAnswer' | 'onError'> {
  return {
    onError({ cause, ...error }) {
      const shown = cause instanceof Error ? cause.stack : String(cause)
      log('request failed', { level: 'error', ...error, cause: shown })
    },
    ...(ALMANAC_ACCESS_LOG ? { onAnswer: (line) => log('request', { ...line }) } : {}),
  }
}

/** What the pipeline needs of the platform. */
function portsOf({ keys, limits, ledger, idempotency, requests, uploads }: Platform) {
  return { authenticator: keys, limiter: limits, ledger, idempotency, requestLog: requests, files: uploads }
}

/** What is answered over HTTP besides operations and documents. */
function besidesOperations({ downloads, siteIcons }: Platform, { receivers }: Billing) {
  const icons = { path: iconPath, read: (id: string) => siteIcons.read(id) } as const
  return { receivers, downloads, fileRoutes: [icons] }
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

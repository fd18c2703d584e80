import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { loadConfig, type Config } from '../../config.ts'
import { noticeLoss } from '../../corpus/write/index.ts'
import { systemClock } from '../../lib/clock.ts'
import { toMilli } from '../../lib/credits.ts'
import type { Log } from '../../lib/log.ts'
import { assemble, type Almanac } from '../../main.ts'
import { openTracing } from '../../platform/telemetry/index.ts'
import { prepareDataDir } from '../../store/data-dir.ts'
import { lockDataDir } from '../../store/data-dir-lock.ts'
import { openStores, publishStores, type Stores } from '../../stores.ts'
import { serveHttp, type HttpServer } from '../../surfaces/http/index.ts'
import { clearKilledTrials } from '../backup/try-restore.ts'
import { keepDatasets } from '../dataset-updates.ts'
import { makeConsoleLink } from '../console-link.ts'
import { printableHost } from '../printable-host.ts'
import { keepOperatorWork } from '../operator-work.ts'
import { createLog } from '../log.ts'
import { loadFirstSample } from '../first-sample.ts'
import { beginLateWork } from '../deferred-start.ts'
import { onLost, renewInBackground } from '../renew-index.ts'
import { beginConsole } from '../console-build.ts'
import { stopSignal } from '../stop-signal.ts'
import { usablePort } from '../usable-port.ts'

/** Longest wait for running requests after SIGTERM. */
const drainMs = 25_000
/** Counted from the first signal, including the stop of the stores; a signal after that ends the process at once. */
const patienceMs = drainMs + 5_000
/** Silence before the end: a person, a terminal and npm send their signals within this time. */
const afterSignalMs = 250

/** `almanac serve`: everything on one machine, or one process of several. */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('start the service')
    .action(async () => {
      const config = loadConfig()
      await serve(config, createLog(config.ALMANAC_LOG_LEVEL))
    })
}

async function serve(config: Config, log: Log): Promise<void> {
  const { signal: stopping, quietMs } = stopSignal({ patienceMs, code: 1 })
  const opened: (() => Promise<unknown>)[] = [await openTracing(config, log)]
  try {
    opened.push(await ownDataDir(config, log))
    const answers = config.ALMANAC_ROLES.includes('api')
    const host = config.HOST
    const place = answers ? await usablePort({ host, port: config.PORT }) : undefined
    const port = place?.port ?? config.PORT
    const stores = await openStores(config, log, { visit: false, engineMayFail: true })
    opened.push(() => stores.close())
    opened.push(await publishStores(config, { pid: process.pid, postgresUrl: stores.db.url }))
    const baseUrl = config.ALMANAC_BASE_URL ?? `http://${printableHost(host)}:${port}`
    const almanac = await assemble({
      config,
      stores,
      clock: systemClock,
      log,
      baseUrl,
      listensAt: () => port,
    })
    opened.push(() => almanac.close(), beginConsole(config, log))
    const first = await introduce(almanac, config)
    const filling = await fillCorpus({ config, stores, almanac, log, stopping })
    opened.push(filling, ...workBehind({ almanac, config, stores, log }))
    if (stopping.aborted) return
    if (place !== undefined) {
      await place.release()
      const server = await serveHttp({ app: almanac.app, host, port })
      opened.push(() => drain(server, log))
    }
    await sayReady(almanac, { address: `http://${printableHost(host)}:${port}`, baseUrl, first })
    if (!stopping.aborted) await once(stopping, 'abort')
    log('stopping', { reason: stopping.reason as string })
  } finally {
    // A start that fails half-way closes what it opened, or the engine and the pool would keep the process alive.
    for (const close of opened.toReversed()) {
      await close().catch((error: unknown) =>
        log('shutdown step failed', { level: 'error', cause: String(error) }),
      )
    }
    // A process that is exiting no longer handles signals, so the next one would end it with a signal instead of 0.
    while (quietMs() < afterSignalMs) await delay(afterSignalMs - quietMs())
  }
}

/** Makes the data directory this process's own; answers how to give it up. */
async function ownDataDir({ dataDir }: Config, log: Log): Promise<() => Promise<void>> {
  await prepareDataDir(dataDir)
  const lock = await lockDataDir(dataDir)
  await clearKilledTrials(dataDir, log)
  return () => lock.release()
}

/** Keeps open data up to date and does what operators ask for, where this process is a scheduler; answers how to stop it. */
function workBehind({
  almanac: { datasets },
  config,
  stores,
  log,
}: {
  almanac: Almanac
  config: Config
  stores: Stores
  log: Log
}): (() => Promise<void>)[] {
  if (!config.ALMANAC_ROLES.includes('scheduler')) return []
  const { ALMANAC_DATASET_WINDOW: window, ALMANAC_BACKUP_EVERY_HOURS: everyHours } = config
  const { ALMANAC_BACKUP_TRY_EVERY_HOURS: tryHours } = config
  const trials = tryHours === undefined ? undefined : { everyHours: tryHours }
  const backups = everyHours === undefined ? undefined : { everyHours, keep: config.ALMANAC_BACKUP_KEEP }
  const keepers = [
    keepDatasets({ datasets, window, clock: systemClock, log }),
    keepOperatorWork({ db: stores.db, clock: systemClock, log, backups, trials }),
  ]
  return keepers.map((keeper) => () => keeper.close())
}

/**
 * Loads the first sample before the service is ready. Rebuilds run while requests are answered as far as possible. Returns
 * how to stop them.
 */
async function fillCorpus({
  config,
  stores,
  almanac,
  log,
  stopping,
}: {
  config: Config
  stores: Stores
  almanac: Almanac
  log: Log
  stopping: AbortSignal
}): Promise<() => Promise<void>> {
  const sample = (signal: AbortSignal) => loadFirstSample({ config, stores, almanac, signal })
  const isDue = stores.isEngineLate || (await noticeLoss(stores.corpus, onLost)).length > 0
  if (isDue)
    return beginLateWork(stores, log, async (signal) => {
      await renewInBackground(stores.corpus, { log, signal })
      if (!signal.aborted) await sample(signal)
    })
  await finished(sample(stopping), stopping)
  return async () => {}
}

/** Also resolves when the work ended because the process is stopping. */
async function finished(work: Promise<void>, stopping: AbortSignal): Promise<void> {
  try {
    await work
  } catch (cause) {
    if (!stopping.aborted || cause !== stopping.reason) throw cause
  }
}

async function drain(server: HttpServer, log: Log): Promise<void> {
  const cutOff = await server.close(drainMs)
  if (cutOff > 0) log('requests cut off', { level: 'warn', requests: cutOff })
}

/** The ready line and a way in for whoever sits at the terminal: a log that others read gets none. */
async function sayReady(
  { sessions, organizations }: Almanac,
  { address, baseUrl, first }: { address: string; baseUrl: string; first: string | undefined },
): Promise<void> {
  process.stdout.write(`almanac ready on ${address}\n`)
  if (!process.stdout.isTTY) return
  const [only, ...others] = first === undefined ? await organizations.listOrganizations() : []
  const organizationId = first ?? (others.length === 0 ? only?.id : undefined)
  // Of several organizations `almanac console` is told which.
  if (organizationId === undefined) return
  const link = await makeConsoleLink(sessions.makeCode, { baseUrl, organizationId })
  process.stdout.write(`console: ${link}\n`)
}

/** First start: makes the first organization and shows its key once. Answers its id; undefined at later starts. */
async function introduce(almanac: Almanac, config: Config): Promise<string | undefined> {
  const credits = toMilli(config.ALMANAC_BOOTSTRAP_CREDITS)
  const key = config.ALMANAC_BOOTSTRAP_KEY
  const first = await almanac.organizations.bootstrap({ ...(key === undefined ? {} : { key }), credits })
  if (first === undefined) return undefined
  const keyText = first.rawKey === undefined ? 'the key of ALMANAC_BOOTSTRAP_KEY' : first.rawKey
  process.stdout.write(`first organization ${first.organizationId}\nAPI key (shown once): ${keyText}\n`)
  return first.organizationId
}

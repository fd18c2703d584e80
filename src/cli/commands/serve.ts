import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { loadConfig, type Config } from '../../config.ts'
import { noticeLoss } from '../../corpus/write/index.ts'
import { systemClock } from '../../lib/clock.ts'
import { toMilli } from '../../lib/credits.ts'
import type { Log } from '../../lib/log.ts'
import { assemble, type Almanac } from '../../main.ts'
import { prepareDataDir } from '../../store/data-dir.ts'
import { lockDataDir } from '../../store/data-dir-lock.ts'
import { openStores, publishStores, type Stores } from '../../stores.ts'
import { serveHttp, type HttpServer } from '../../surfaces/http/index.ts'
import { createLog } from '../log.ts'
import { loadFirstSample } from '../first-sample.ts'
import { beginLateWork } from '../late-work.ts'
import { onLost, renewInBackground } from '../renew-index.ts'
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
  const opened: (() => Promise<unknown>)[] = []
  try {
    await prepareDataDir(config.dataDir)
    const lock = await lockDataDir(config.dataDir)
    opened.push(() => lock.release())
    const answers = config.ALMANAC_ROLES.includes('api')
    const host = config.HOST
    const place = answers ? await usablePort({ host, port: config.PORT }) : undefined
    const port = place?.port ?? config.PORT
    const stores = await openStores(config, log, { visit: false, engineMayFail: true })
    opened.push(() => stores.close())
    opened.push(await publishStores(config, { pid: process.pid, postgresUrl: stores.db.url }))
    const baseUrl = config.ALMANAC_BASE_URL ?? `http://${printable(host)}:${port}`
    const almanac = await assemble({
      config,
      stores,
      clock: systemClock,
      log,
      baseUrl,
      listensAt: () => port,
    })
    opened.push(() => almanac.close())
    await introduce(almanac, config)
    const filling = await fillCorpus({ config, stores, almanac, log, stopping })
    opened.push(filling)
    if (stopping.aborted) return
    if (place !== undefined) {
      await place.release()
      const server = await serveHttp({ app: almanac.app, host, port })
      opened.push(() => drain(server, log))
    }
    process.stdout.write(`almanac ready on http://${printable(host)}:${port}\n`)
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

/** First start: makes the first organization and shows its key once. */
async function introduce(almanac: Almanac, config: Config): Promise<void> {
  const credits = toMilli(config.ALMANAC_BOOTSTRAP_CREDITS)
  const key = config.ALMANAC_BOOTSTRAP_KEY
  const first = await almanac.organizations.bootstrap({ ...(key === undefined ? {} : { key }), credits })
  if (first === undefined) return
  const keyText = first.rawKey === undefined ? 'the key of ALMANAC_BOOTSTRAP_KEY' : first.rawKey
  process.stdout.write(`first organization ${first.organizationId}\nAPI key (shown once): ${keyText}\n`)
}

/** The host as it stands in an address. */
function printable(host: string): string {
  if (host.includes(':')) return `[${host}]`
  return host === '0.0.0.0' ? '127.0.0.1' : host
}

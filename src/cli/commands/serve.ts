import type { Command } from 'commander'
import { loadConfig, type Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { toMilli } from '../../lib/credits.ts'
import { assemble, type Almanac } from '../../main.ts'
import { lockDataDir } from '../../store/data-dir-lock.ts'
import { openStores, publishStores, type Log } from '../../stores.ts'
import { serveHttp } from '../../surfaces/http/index.ts'
import { createLog } from '../log.ts'
import { loadFirstSample } from '../first-sample.ts'

/** Longest wait for running requests after SIGTERM. */
const drainMs = 25_000

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
  const lock = await lockDataDir(config.dataDir)
  const stopping = stopSignal()
  const stores = await openStores(config, log, { visit: false })
  const withdraw = await publishStores(config, { pid: process.pid, postgresUrl: stores.db.url })
  // The address is known only once a port is taken; links are made when they are needed.
  const address = { host: config.HOST, port: config.PORT }
  const baseUrl = config.ALMANAC_BASE_URL ?? `http://${printable(address.host)}:${address.port}`
  const almanac = await assemble({ config, stores, clock: systemClock, log, baseUrl })
  await introduce(almanac, config)
  await loadFirstSample({ config, stores, almanac, log })
  const server = config.ALMANAC_ROLES.includes('api')
    ? await serveHttp({ app: almanac.app, host: address.host, port: address.port })
    : undefined
  process.stdout.write(`almanac ready on http://${printable(address.host)}:${server?.port ?? address.port}\n`)

  const reason = await stopping
  log('stopping', { reason })
  const cutOff = (await server?.close(drainMs)) ?? 0
  if (cutOff > 0) log('requests cut off', { requests: cutOff })
  await almanac.close()
  await withdraw()
  await stores.close()
  await lock.release()
}

/** First start: makes the first organization and shows its key once. */
async function introduce(almanac: Almanac, config: Config): Promise<void> {
  const credits = toMilli(config.ALMANAC_BOOTSTRAP_CREDITS)
  const key = config.ALMANAC_BOOTSTRAP_KEY
  const first = await almanac.organizations.bootstrap({ ...(key === undefined ? {} : { key }), credits })
  if (first === undefined) return
  const shown = first.rawKey === undefined ? 'the key of ALMANAC_BOOTSTRAP_KEY' : first.rawKey
  process.stdout.write(`first organization ${first.organizationId}\nAPI key (shown once): ${shown}\n`)
}

const printable = (host: string) =>
  host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1)
        asked = true
        resolve(signal)
      })
    }
  })
}

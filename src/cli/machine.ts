import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { CliContext } from './context.ts'

// The command that runs loads everything heavy, so that help and version answer at once.

const settings = async (): Promise<Config> => (await import('../config.ts')).loadConfig()

async function openStores({ engineMayFail = false, isUnchanged = false, mustExist = false } = {}) {
  const [stores, log] = await Promise.all([import('../stores.ts'), import('./log.ts')])
  const options = { visit: true, engineMayFail, isUnchanged, mustExist }
  return stores.openStores(await settings(), log.createLog('warn'), options)
}

const print: CliContext['print'] = (value) =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`)

/** Commands on the control plane of this machine. */
export const controlPlane: CliContext = {
  async open() {
    // Accounts can be managed while the engine is down.
    const stores = await openStores({ engineMayFail: true })
    return { db: stores.db, clock: systemClock, secret: stores.secret, close: () => stores.close() }
  },
  print,
}

/** Commands on both stores. */
export const bothStores = { openStores: () => openStores(), print }

/** The same for commands that also work while the engine is down, and make no installation where there is none. */
export const storesToExamine = {
  openStores: () => openStores({ engineMayFail: true, mustExist: true }),
  print,
}

/** Stores with the tables they have, also beside a running service of another version. */
export const storesOfAnyVersion = {
  openUnchanged: () => openStores({ isUnchanged: true, mustExist: true }),
  findService: async (dataDir: string) => (await import('../running-server.ts')).serviceOfAnyVersion(dataDir),
}

export async function operationIds(): Promise<string[]> {
  const { discoverRegistry } = await import('../capabilities/discover.ts')
  const { ALMANAC_PLATFORM_NAMES } = await settings()
  return (await discoverRegistry(ALMANAC_PLATFORM_NAMES)).operations.map(({ id }) => id)
}

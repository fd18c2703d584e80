import { recordStore } from '../corpus/record-store/index.ts'
import { openSnapshots } from '../corpus/commits/index.ts'
import { openSearch } from '../corpus/search/index.ts'
import { loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openOutside } from '../main.ts'
import { openOutbound } from '../platform/outbound/index.ts'
import type { Sources } from '../sources/index.ts'
import { openStores } from '../stores.ts'
import { createLog } from './log.ts'

/** The outside sources of the settings, for one command. */
export interface OpenedSources {
  sources: Sources
  close(): Promise<void>
}

/** Opens the configured sources on the stores of the installation. Throws InvalidSources. */
export async function openSettledSources(): Promise<OpenedSources> {
  const config = loadConfig()
  // The report contains each source's own failure message.
  const stores = await openStores(config, createLog('warn'), { visit: true, mustExist: true })
  const outbound = openOutbound({
    allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK,
    ports: config.ALMANAC_OUTBOUND_PORTS ?? [],
  })
  const close = async () => {
    outbound.close()
    await stores.close()
  }
  try {
    const snapshots = await openSnapshots(stores.corpus.db)
    const search = openSearch(stores.engine, recordStore(stores.corpus.db), snapshots)
    const assembly = { config, stores, clock: systemClock, log: () => {} }
    const sources = await openOutside(assembly, { outbound }, { search })
    return { sources, close: () => snapshots.close().then(close) }
  } catch (error) {
    await close()
    throw error
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isLoopback } from './platform/outbound/index.ts'
import type { Stores } from './stores.ts'

const usualPorts: Record<string, number> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
}

/**
 * Ports of this machine at which the service listens, and its stores: addresses that customers give must not lead there. Read
 * again each time, because a restarted engine listens elsewhere.
 */
export function ownPorts({
  config,
  stores,
  listensAt,
}: {
  config: Config
  stores: Stores
  listensAt?: (() => number | undefined) | undefined
}): () => number[] {
  const fixed = [
    stores.db.url,
    stores.corpus.db.url,
    config.CLICKHOUSE_URL,
    config.ALMANAC_S3_ENDPOINT,
  ].flatMap(portHere)
  return () => {
    const listening = listensAt?.()
    return [...fixed, ...portHere(engineUrl(config)), ...(listening === undefined ? [] : [listening])]
  }
}

/** The port of an address of this machine. */
function portHere(address: string | undefined): number[] {
  const url = address === undefined ? null : URL.parse(address)
  if (url === null) return []
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host !== '' && host !== 'localhost' && !isLoopback(host)) return []
  const port = url.port === '' ? usualPorts[url.protocol] : Number(url.port)
  return port === undefined ? [] : [port]
}

/** Address of the embedded engine, where one runs. */
function engineUrl({ dataDir }: Config): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as { url: string }).url
  } catch {
    return undefined
  }
}

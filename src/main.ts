import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Clock } from './lib/clock.ts'
import { discoverOperations } from './capabilities/discover.ts'
import type { AccountDeps } from './capabilities/account/index.ts'
import type { ResolveDeps } from './capabilities/resolve/index.ts'
import type { SearchDeps } from './capabilities/search/index.ts'
import { openSnapshots, type Snapshots } from './corpus/commits/index.ts'
import { openCursors, openSearch, type CorpusSearch } from './corpus/search/index.ts'
import { openWriter, type CorpusWriter } from './corpus/write/index.ts'
import { createPipeline, createRegistry, type AnyOperation, type Registry } from './operation/index.ts'
import { openIdempotency } from './platform/idempotency/index.ts'
import { openKeys, type Keys } from './platform/keys/index.ts'
import { openLedger, type CreditLedger } from './platform/ledger/index.ts'
import { openLimits, type Limits } from './platform/limits/index.ts'
import { openOrganizations, type Organizations } from './platform/organizations/index.ts'
import { openRequests, type Requests } from './platform/requests/index.ts'
import { startUpkeep } from './platform/upkeep/index.ts'
import type { Log, Stores } from './stores.ts'
import { createDocuments } from './surfaces/documents/index.ts'
import { createHttpApp, type HttpApp } from './surfaces/http/index.ts'

/** The assembled service, not listening yet. */
export interface Almanac {
  app: HttpApp
  registry: Registry
  keys: Keys
  ledger: CreditLedger
  limits: Limits
  organizations: Organizations
  requests: Requests
  snapshots: Snapshots
  search: CorpusSearch
  writer: CorpusWriter
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
}

/** The composition root: stores -> platform -> corpus -> capabilities -> surfaces. */
export async function assemble({ config, stores, clock, log, baseUrl }: Assembly): Promise<Almanac> {
  const { db, engine, secret } = stores
  const process = { instanceId: await instanceId(config), bootId: randomUUID() }
  const keys = openKeys({ db, clock, secret })
  const ledger = openLedger({ db, clock, process })
  const limits = openLimits({ db, clock })
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const idempotency = openIdempotency({ db, clock, process })
  const requests = openRequests({ db, clock, log })
  // What an earlier boot of this instance left open, a kill included, is given back before the first request.
  await Promise.all([ledger.abandonHolds(), idempotency.freeAbandoned()])

  const snapshots = await openSnapshots(db)
  const search = openSearch(engine, snapshots)
  const writer = openWriter({ db, engine }, () => snapshots.refresh())
  const network = { hosts: config.ALMANAC_NETWORK_HOSTS }

  const registry = createRegistry(await discoverOperations())
  const searchDeps: SearchDeps = { search, cursors: openCursors(secret, snapshots), network }
  const resolveDeps: ResolveDeps = { search, network }
  const accountDeps: AccountDeps = { ledger, keys, limits, requests, registry, clock, secret }
  const deps: Record<string, unknown> = {
    search: searchDeps,
    resolve: resolveDeps,
    account: accountDeps,
    reference: {},
  }
  const links = {
    moreCredits: `${baseUrl}/credits`,
    documentation: (operationId: string) => `${baseUrl}/ai-docs/${operationId}.md`,
  }
  const onError = (error: { requestId: string; errorCode: string; operationId: string; cause: unknown }) =>
    log('request failed', {
      ...error,
      cause: String(error.cause instanceof Error ? error.cause.stack : error.cause),
    })
  const pipeline = createPipeline({
    authenticator: keys,
    limiter: limits,
    ledger,
    idempotency,
    requestLog: requests,
    clock,
    links,
    checkOutputs: config.ALMANAC_CHECK_OUTPUTS,
    onError,
  })
  const app = createHttpApp({
    registry,
    pipeline,
    documents: createDocuments({ registry, baseUrl }),
    depsOf: (operation: AnyOperation) => deps[operation.slice],
    clock,
    links,
    onError,
  })
  const upkeep = startUpkeep({
    db,
    clock,
    log,
    tasks: config.ALMANAC_ROLES.includes('scheduler')
      ? [
          { name: 'holds', everyMs: 5_000, run: (nowMs) => ledger.expireHolds(nowMs) },
          { name: 'closed holds', everyMs: 3_600_000, run: (nowMs) => ledger.purgeHolds(nowMs) },
          { name: 'requests', everyMs: 600_000, run: (nowMs) => requests.purgeRequests(nowMs) },
          { name: 'idempotency', everyMs: 600_000, run: (nowMs) => idempotency.purgeExpired(nowMs) },
        ]
      : [],
  })
  return {
    ...{ app, registry, keys, ledger, limits, organizations, requests, snapshots, search, writer },
    async close() {
      await upkeep.close()
      await requests.close()
      await snapshots.close()
    },
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

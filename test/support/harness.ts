import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countMilli } from '../../src/lib/credits.ts'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import { loadConfig } from '../../src/config.ts'
import { live, type LiveSource } from '../../src/capabilities/live/index.ts'
import { search, type SearchSource } from '../../src/capabilities/search/index.ts'
import type { Replaced } from '../../src/capabilities/index.ts'
import { frozenClock, type FrozenClock } from '../../src/lib/clock.ts'
import { assemble, type Almanac } from '../../src/main.ts'
import type { EntityKind } from '../../src/corpus/commits/index.ts'
import type { IngestOutcome } from '../../src/corpus/write/index.ts'
import type { SourceKind } from '../../src/sources/index.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import { sql, type Postgres } from '../../src/store/postgres/index.ts'
import type { Stores } from '../../src/stores.ts'
import { createDocuments, type Documents } from '../../src/surfaces/documents/index.ts'
import { serveHttp } from '../../src/surfaces/http/index.ts'
import { atEnd } from './at-end.ts'
import { testEngine } from './engine.ts'
import { anOrg, type TestOrganization } from './platform.ts'
import { testDatabase } from './postgres.ts'
import { sampledStores } from './sampled-stores.ts'

const baseUrl = 'http://almanac.test'
/** Rendered once for all services of this worker: it takes most of a second. */
let documents: Documents | undefined

/** An answer of the service, body parsed. */
export interface TestAnswer {
  status: number
  headers: Headers
  // Tests look into answers of every shape; their assertions are the check.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

export interface TestAlmanac {
  almanac: Almanac
  db: Postgres
  engine: ClickHouse
  clock: FrozenClock
  url: string
  /** Where its files lie. */
  dataDir: string
  /** Messages to an address, oldest first, as written to the outbox. */
  mailTo(address: string): Promise<string[]>
  /** A fresh organization with a key. Amounts in credits. */
  org(credits?: number): Promise<TestOrganization>
  /** Writes native records, true since `observedAt`; default: now. */
  write(kind: EntityKind, records: readonly object[], observedAt?: string): Promise<IngestOutcome>
  /** Milli-credits captured from an organization, whatever was given back later. */
  captured(org: Pick<TestOrganization, 'organizationId'>): Promise<number>
  /** Milli-credits an organization can spend. */
  available(org: Pick<TestOrganization, 'organizationId'>): Promise<number>
  /** One request over HTTP. `body` undefined sends none. */
  send(
    route: string,
    options?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TestAnswer>
}

/** The whole service on real stores of this test file alone, with a clock that stands still, over loopback HTTP. */
export async function testAlmanac(
  options: {
    engine?: ClickHouse
    db?: Postgres
    /** A database of its own for records, as RECORDS_URL sets it; else `db`. */
    records?: Postgres
    /** The corpus of sandbox keys is there already; their first call takes six seconds to load it otherwise. */
    sandbox?: boolean
    settings?: Record<string, string>
    searchSources?: readonly SearchSource[]
    /** Outside sources, as the sources file sets them up, of the kinds in `kinds` or of the program. */
    sources?: { entries: readonly object[]; kinds?: readonly SourceKind[] }
    liveSource?: LiveSource
    /** Where it says it is; requests still go to `url`. */
    baseUrl?: string
  } = {},
): Promise<TestAlmanac> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-file-'))
  const made = options.sandbox === true ? await sampledStores(undefined, { sandbox: true }) : options
  const db = made.db ?? (await testDatabase({ poolSize: 12 }))
  const corpus = made.engine ?? (await testEngine())
  const clock = frozenClock()
  const stores: Stores = {
    db,
    engine: corpus,
    corpus: { db: options.records ?? db, engine: corpus, accounts: db },
    secret: Buffer.alloc(32, 7),
    isEngineLate: false,
    visiting: true,
    close: async () => {},
  }
  const file = join(dataDir, 'sources.yaml')
  if (options.sources !== undefined)
    await writeFile(file, JSON.stringify({ sources: options.sources.entries }))
  const config = {
    ...loadConfig({
      ALMANAC_DATA_DIR: dataDir,
      ...(options.sources === undefined
        ? {}
        : {
            ALMANAC_SOURCES: file,
            ALMANAC_OUTBOUND_LOOPBACK: 'true',
          }),
      ALMANAC_LEDGER_ONLY_PURCHASES: 'true',
      ALMANAC_CHECK_OUTPUTS: 'true',
      ...options.settings,
      ALMANAC_SAMPLE: 'none',
    }),
    dataDir,
  }
  const errors: string[] = []
  const log = (message: string, detail?: object) => {
    if (message === 'request failed') errors.push(JSON.stringify(detail))
  }
  documents ??= createDocuments({ registry: await discoverRegistry(), baseUrl })
  const sourceKinds = options.sources?.kinds
  const listening: { port?: number } = {}
  const almanac = await assemble({
    config,
    stores,
    clock,
    log,
    replaced: standIns(options),
    ...(sourceKinds === undefined ? {} : { sourceKinds }),
    baseUrl: options.baseUrl ?? baseUrl,
    documents,
    readsAlone: true,
    listensAt: () => listening.port,
  })
  const server = await serveHttp({ app: almanac.app, host: '127.0.0.1', port: 0 })
  listening.port = server.port
  const url = `http://127.0.0.1:${server.port}`
  atEnd(async () => {
    await server.close(1_000)
    await almanac.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    almanac,
    db,
    engine: corpus,
    clock,
    url,
    dataDir,
    mailTo: (address) => outboxMessages(dataDir, address),
    org: (credits = 100_000) => anOrg(almanac, { credits: credits * 1000 }),
    write: (kind, records, observedAt) =>
      almanac.writer.write(
        kind,
        records.map((record, index) => ({ line: index + 1, record })),
        { source: 'test', observedAt: new Date(observedAt ?? clock.now()) },
      ),
    async captured({ organizationId }) {
      const [row] = await db.query<{ amount: number }>(sql`
        SELECT COALESCE(sum(amount), 0)::bigint AS amount FROM ledger_transfers
        WHERE organization_id = ${organizationId} AND kind = 'capture'`)
      return row?.amount ?? 0
    },
    available: async ({ organizationId }) =>
      countMilli((await almanac.ledger.balance(organizationId)).available),
    async send(route, { key, body, headers } = {}) {
      const [method, path] = route.split(' ') as [string, string]
      const response = await fetch(url + path, {
        method,
        headers: { ...(key === undefined ? {} : { 'x-api-key': key }), ...headers },
        ...(body === undefined ? {} : { body: bytesOf(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const parsed: unknown = isJson ? JSON.parse(text) : undefined
      if (response.status === 500) throw new Error(`500 answered: ${errors.at(-1) ?? text}`)
      return { status: response.status, headers: response.headers, body: parsed, text }
    },
  }
}

/** Sources of a test in place of those that the sources file would name. */
function standIns(options: { searchSources?: readonly SearchSource[]; liveSource?: LiveSource }): Replaced {
  const { searchSources: sources, liveSource: source } = options
  return (slice, deps) => {
    if (slice.name === search.name && sources !== undefined) return { ...deps, sources }
    if (slice.name === live.name && source !== undefined) return { ...deps, source }
    return deps
  }
}

/** Texts and bytes as they are, anything else as JSON. */
function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function outboxMessages(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${address}`))
}

import { readVersions, recordStore } from '../../src/corpus/record-store/index.ts'
import { openHistory } from '../../src/corpus/history/index.ts'
import { openEntitySets } from '../../src/corpus/entity-sets/index.ts'
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/lib/clock.ts'
import type { Call } from '../../src/operation/index.ts'
import { askedNow, companyCondition } from '../../src/capabilities/search/ask.ts'
import { peopleCondition } from '../../src/capabilities/search/people-question.ts'
import type { SearchDeps } from '../../src/capabilities/search/index.ts'
import type { Snapshot, Snapshots } from '../../src/corpus/commits/index.ts'
import {
  companySearchParams,
  openCursors,
  openSearch,
  profileSearchParams,
  type Condition,
  type Position,
} from '../../src/corpus/search/index.ts'
import type { ClickHouse, Query } from '../../src/store/clickhouse/index.ts'
import { engineAddress } from '../../src/store/clickhouse/index.ts'
import { parseEndpoint } from '../../src/store/clickhouse/endpoint.ts'
import { paramText } from '../../src/store/clickhouse/params.ts'
import { keepAliveClient, type KeepAliveClient } from '../keep-alive-client.ts'
import type { Stores } from '../../src/stores.ts'
import type { SearchCase } from './cases.ts'

/** A request to the engine as it goes over the wire, built beforehand so that only the engine is timed. */
export interface RawQuery {
  path: string
  sql: string
}

export interface RawEngine {
  readonly client: KeepAliveClient
  count(question: SearchCase): Promise<RawQuery>
  page(question: SearchCase, options: { limit: number; after?: Position }): Promise<RawQuery>
  /** Stored JSON of the rows a page's statement answered (rank, id, born). */
  records(question: SearchCase, keys: readonly string[]): Promise<string[]>
  /** Where the row `rows` places from the top stands; undefined when there are fewer. */
  position(question: SearchCase, rows: number): Promise<Position | undefined>
  close(): void
}

/** The statements search compiles, to be sent straight to the engine of a running service; records come from Postgres. */
export async function openRawEngine(
  dataDir: string,
  stores: Stores,
  snapshots: Snapshots,
): Promise<RawEngine> {
  const address = await engineAddress(dataDir)
  if (address === undefined) throw new Error('the engine of the service does not answer')
  const { origin, user, password, database } = parseEndpoint(address.url)
  const client = keepAliveClient(origin, {
    'x-clickhouse-user': user,
    'x-clickhouse-key': password,
    'x-clickhouse-database': database,
  })
  const { engine, taken } = recordingEngine(stores.engine)
  const recorded = openSearch(engine, recordStore(stores.db), snapshots)
  const real = openSearch(stores.engine, recordStore(stores.db), snapshots)
  const deps: SearchDeps = {
    search: recorded,
    cursors: openCursors(stores.secret, snapshots),
    entitySets: openEntitySets(stores),
    mayAskAge: async () => true,
    history: openHistory(stores.db),
    sources: [],
    network: { hosts: ['pnet.example'] },
  }
  const ask = async (question: SearchCase) => ({
    condition: await conditionFor(deps, question),
    snapshot: await quietSnapshot(snapshots, question.kind),
  })
  return {
    client,
    async count(question) {
      await recorded.count(question.kind, await ask(question))
      return wireForm(taken())
    },
    async page(question, options) {
      await recorded.page(question.kind, { ...(await ask(question)), ...options })
      const keys = taken()
      return wireForm(keys)
    },
    async records({ kind }, keys) {
      const asked = keys.map((line) => line.split('\t')).map(([, id = '', born = '']) => ({ id, born }))
      const found = await readVersions(recordStore(stores.corpus.db), kind, { keys: asked })
      const byId = new Map(found.map((record) => [record.id, record.body]))
      return asked.map(({ id }) => byId.get(id) ?? '')
    },
    async position(question, rows) {
      const asked = await ask(question)
      let after: Position | undefined
      for (let left = rows; left > 0; left -= 1000) {
        const limit = Math.min(1000, left)
        const page = await real.page(question.kind, { ...asked, limit, ...(after && { after }) })
        if (page.next === undefined) return undefined
        after = page.next
      }
      return after
    },
    close: () => client.close(),
  }
}

async function conditionFor(deps: SearchDeps, { kind, ask }: SearchCase): Promise<Condition> {
  const call = { nowMs: systemClock.now(), advise: () => undefined } as Partial<Call> as Call
  if (kind === 'companies') {
    return companyCondition(deps, call, {
      params: companySearchParams.parse(ask.searchParams ?? {}),
      path: 'searchParams',
      moment: await askedNow(deps, call, {}),
    })
  }
  const question = {
    searchParams: profileSearchParams.parse(ask.searchParams ?? {}),
    companyParams: ask.companyParams && companySearchParams.parse(ask.companyParams),
  }
  return peopleCondition(deps, call, question, await askedNow(deps, call, {}))
}

/** After a load readers compare commit numbers for a few seconds; the service is measured when that is over. */
async function quietSnapshot(snapshots: Snapshots, kind: SearchCase['kind']): Promise<Snapshot> {
  for (;;) {
    const snapshot = await snapshots.newest(kind)
    if (!snapshot.mayHoldLater) return snapshot
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

interface Taken extends Query {
  format: string
}

/** An engine that answers nothing and remembers what it was asked last. */
function recordingEngine(real: ClickHouse): { engine: ClickHouse; taken(): Taken } {
  let last: Taken | undefined
  const engine: ClickHouse = {
    ...real,
    topology: real.topology,
    query: (query) => {
      last = { ...query, format: 'JSONEachRow' }
      return Promise.resolve([])
    },
    raw: (query, format) => {
      last = { ...query, format }
      return Promise.resolve(Buffer.alloc(0))
    },
  }
  return {
    engine,
    taken() {
      if (last === undefined) throw new Error('search asked the engine nothing')
      return last
    },
  }
}

function wireForm({ sql, params, settings, format }: Taken): RawQuery {
  const members = new URLSearchParams({
    default_format: format,
    query_id: randomUUID(),
    readonly: '1',
    output_format_parallel_formatting: '0',
  })
  for (const [name, value] of Object.entries(settings ?? {})) members.set(name, String(value))
  for (const [name, value] of Object.entries(params ?? {})) members.set(`param_${name}`, paramText(value))
  return { path: `/?${members.toString()}`, sql }
}

import { resolve } from 'node:path'
import type { Sealed } from '../src/corpus/kinds/index.ts'
import { readVersions, recordStore } from '../src/corpus/record-store/index.ts'
import type { PersonRecord } from '../src/corpus/records/index.ts'
import type { CorpusStores } from '../src/stores.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'
import { almanac, startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { summarize } from './measure.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { readEngineFacts } from './search/engine-facts.ts'
import { baselineTables } from './search/baseline.ts'

export interface ResolveBenchOptions {
  /** Data directory of Almanac with a sample in it; unset: one of its own. */
  data?: string
  companies: number
  runs: number
}

const operationIds = ['quickPersonResolve', 'KitchenSinkProfile', 'reverseEmailLookup']
const bulk = 50
/** Rounds in which every look-up takes its turn. */
const rounds = 5
/** Look-ups of each turn that are not timed. */
const warmUp = 2

/** `npm run bench -- resolve` */
export function benchResolve(options: ResolveBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const { data, companies } = options
  if (data !== undefined) return measured(resolve(data), options)
  return inScratchDir('resolve', async (dir) => {
    await almanac(dir, 'sample', String(companies))
    return measured(dir, options)
  })
}

async function measured(dataDir: string, { data, companies, runs }: ResolveBenchOptions) {
  const service = await startService({ dataDir })
  try {
    const stores = await visitStores(dataDir)
    try {
      const tables = Object.values(baselineTables).map(({ rows }) => rows)
      const facts = await readEngineFacts(stores.engine, tables)
      const key = await richCustomer(stores, operationIds)
      const contenders = contendersOf(await strangersOf(stores.corpus, runs), runs)
      const spent = await inTurns(service, { key, runs, contenders, engine: stores.engine })
      const from = data === undefined ? `--companies ${companies}` : '--data DIR'
      return {
        bench: 'resolve',
        title: `resolve: ${facts.people.toLocaleString('en')} people, ${facts.companies.toLocaleString('en')} companies`,
        command: `npm run bench -- resolve ${from} --runs ${runs}`,
        versions: { engine: facts.version },
        body: `One caller, one look-up at a time over HTTP: key, limits, prices and ledger included, each answer charged with the commit on
disk. Each look-up asks for people nobody asked for before, so that nothing of them is kept in memory; the last row asks
again for one who was. Kinds take turns, ${rounds} rounds. The baseline is the least statement of the engine, asked by a process beside
the service as the service would. Processor time is that of one look-up.\n\n${tableOf(spent)}`,
      }
    } finally {
      await stores.close()
    }
  } finally {
    await service.stop()
  }
}

export interface Stranger {
  slug: string
  name: string
  employer: string
  email: string | undefined
}

/** Records of all ranks, each once. */
export async function versionsOf({ db, engine }: CorpusStores, kind: 'companies' | 'people', most: number) {
  const keys = await engine.query<{ id: string; born: string }>({
    tag: 'bench',
    sql: `SELECT toString(p.id) AS id, toString(p.born) AS born FROM ${kind} AS p
      ORDER BY cityHash64(p.id) LIMIT {most:UInt32}`,
    params: { most },
    maxMs: 120_000,
  })
  const records = []
  // A statement for all of millions of cold rows would run into the limit of statements.
  for (let start = 0; start < keys.length; start += 1_000)
    records.push(
      ...(await readVersions(recordStore(db), kind, {
        keys: keys.slice(start, start + 1_000),
        sealed: true,
      })),
    )
  return records
}

/** People of all ranks, each once: enough for so many runs. */
export async function strangersOf(corpus: CorpusStores, runs: number): Promise<Stranger[]> {
  const records = await versionsOf(corpus, 'people', 20 * runs + 5_000)
  return records.flatMap(({ body, sealed }) => {
    const { name, primary_slug: slug, experiences } = JSON.parse(body) as PersonRecord
    const { emails } = JSON.parse(sealed) as Sealed
    if (!slug) return []
    return [
      { name: name ?? '', slug, employer: experiences?.[0]?.company_name ?? '', email: emails[0]?.email },
    ]
  })
}

interface Contender {
  name: string
  /** Share of the runs: a bulk of fifty needs fifty strangers each. */
  runs: number
  path: string
  next(): object
}

function contendersOf(strangers: readonly Stranger[], runs: number): Contender[] {
  const waiting = [...strangers]
  const take = (fits: (stranger: Stranger) => boolean = () => true): Stranger => {
    for (let stranger = waiting.pop(); stranger !== undefined; stranger = waiting.pop())
      if (fits(stranger)) return stranger
    throw new Error('there are too few people for so many runs')
  }
  const bySlug = ({ slug }: Stranger) => ({ identifier: 'pnetSlug', value: slug })
  const known = take()
  return [
    {
      name: 'identifier',
      path: '/v1/person-resolve',
      runs,
      next: () => ({ people: [bySlug(take())] }),
    },
    {
      name: `identifiers, ${bulk} at once`,
      path: '/v1/person-resolve',
      runs: Math.ceil(runs / 10),
      next: () => ({ people: Array.from({ length: bulk }, () => bySlug(take())) }),
    },
    {
      name: 'e-mail address',
      path: '/v1/email-to-person/single',
      runs,
      next: () => ({ email: take(({ email }) => email !== undefined).email }),
    },
    {
      name: 'name and company, fuzzy',
      path: '/v1/kitchen-sink/person',
      runs,
      next() {
        const { name, employer } = take((stranger) => stranger.name !== '' && stranger.employer !== '')
        return {
          personName: { value: name },
          companyName: { value: employer },
          fuzzySearch: true,
        }
      },
    },
    {
      name: 'identifier, asked before',
      path: '/v1/person-resolve',
      runs,
      next: () => ({ people: [bySlug(known)] }),
    },
  ]
}

interface Spent {
  name: string
  samples: number[]
  cost: ProcessorTime
}

async function inTurns(
  { url, pid }: Service,
  ask: { key: string; runs: number; contenders: readonly Contender[]; engine: ClickHouse },
): Promise<Spent[]> {
  const { key, runs, contenders, engine } = ask
  const client = keepAliveClient(url, { 'x-api-key': key })
  const least = { name: 'SELECT 1 of the engine (baseline)', runs }
  const tasks = [
    { ...least, run: () => engine.raw({ tag: 'bench', sql: 'SELECT 1' }, 'TSVRaw') },
    ...contenders.map((each) => ({
      ...each,
      run: () => client.post(each.path, JSON.stringify(each.next())),
    })),
  ]
  const spent = tasks.map(({ name }) => ({
    name,
    samples: [] as number[],
    cost: { service: 0, engine: 0, postgres: 0 },
  }))
  try {
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`)
      for (const [index, task] of tasks.entries()) {
        for (let run = 0; run < warmUp; run++) await task.run()
        const before = await processorTime(pid)
        const { samples, cost } = spent[index] as Spent
        for (let run = 0; run < task.runs / rounds; run++) {
          const start = performance.now()
          await task.run()
          samples.push(performance.now() - start)
        }
        const after = await processorTime(pid)
        for (const part of ['service', 'engine', 'postgres'] as const)
          cost[part] += after[part] - before[part]
      }
    }
    return spent
  } finally {
    client.close()
  }
}

function tableOf(spent: readonly Spent[]): string {
  return markdownTable(
    ['look-up', 'p50 ms', 'p90 ms', 'p99 ms', 'service CPU ms', 'engine CPU ms', 'Postgres CPU ms'],
    spent.map(({ name, samples, cost }) => {
      const { median, p99 } = summarize(samples)
      const p90 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.9)] ?? Number.NaN
      const each = [cost.service, cost.engine, cost.postgres].map((ms) => ms / samples.length)
      return [name, ...[median, p90, p99, ...each].map(figure)]
    }),
  )
}

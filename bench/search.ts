import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openSnapshots } from '../src/corpus/commits/index.ts'
import { almanac, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { race, type Contender, type RaceRules } from './measure.ts'
import type { Report } from './results-file.ts'
import { dataRoot, say } from './scratch-dir.ts'
import { baselineTables, type Baseline } from './search/baseline.ts'
import { searchCases, type SearchCase } from './search/cases.ts'
import {
  agreedCount,
  agreePage,
  countContenders,
  operationIds,
  pageContenders,
  pageSize,
  startOfPage,
  type Field,
} from './search/contenders.ts'
import { openDuckdbBaseline } from './search/duckdb-baseline.ts'
import { loadBaselines } from './search/load-baselines.ts'
import { openPostgresBaseline } from './search/postgres-baseline.ts'
import { openRawEngine } from './search/raw-engine.ts'
import { searchTables, type SearchLine } from './search/search-report.ts'
import { readEngineFacts, type EngineFacts } from './search/engine-facts.ts'

export interface SearchBenchOptions {
  companies: number
  runs: number
  /** Unset: a folder of bench/.data for this size. */
  data?: string
  keep?: boolean
  /** Names of baselines to leave out. */
  without: readonly string[]
}

interface SearchOutcome {
  lines: SearchLine[]
  baselines: readonly Baseline[]
  facts: EngineFacts
}

/** Deep pages cost what the first does, or they do not. */
const deepPage = 100

/** `npm run bench -- search` */
export async function benchSearch(options: SearchBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const { lines, baselines, facts } = await searchOutcome(options)
  const names = baselines.map((baseline) => baseline.name)
  const versions = Object.fromEntries(baselines.map(({ name, version }) => [name, version]))
  const size = `${facts.companies.toLocaleString('en')} companies and ${facts.people.toLocaleString('en')} people`
  return {
    bench: 'search',
    title: `search: ${size} of the sample`,
    command: `npm run bench -- search --companies ${options.companies} --runs ${options.runs}`,
    versions: { engine: facts.version, ...versions },
    body: `${about(facts, names)}\n\n${searchTables(lines, names)}`,
  }
}

const about = ({ parts }: EngineFacts, baselines: readonly string[]) =>
  `HTTP is the whole call to the service in a process of its own (key, limit, hold and settle for pages, JSON) over a kept
connection; engine is the statement search compiles, sent straight to the same engine by a minimal client of kept
connections${baselines.length > 0 ? `; ${baselines.join(' and ')} hold the same rows in the same order, tuned and indexed for these questions, and are asked by prepared statements` : ''}.
A page holds ${pageSize} whole records. Counts and pages of all were compared before anything was timed. The engine's tables had ${parts} parts.`

async function searchOutcome(options: SearchBenchOptions): Promise<SearchOutcome> {
  return withField(options, async (field, facts) => {
    const lines: SearchLine[] = []
    for (const question of searchCases) lines.push(...(await measure(field, question, options.runs)))
    return { lines, baselines: field.baselines, facts }
  })
}

/** Loads or reuses the data, starts service and baselines for `work`, and ends all of them. */
export async function withField<T>(
  options: Omit<SearchBenchOptions, 'runs'>,
  work: (field: Field, facts: EngineFacts) => Promise<T>,
): Promise<T> {
  const home = resolve(options.data ?? join(dataRoot, `search-${options.companies}`))
  await mkdir(home, { recursive: true })
  const closers: (() => unknown)[] = []
  try {
    const { field, facts } = await enter(home, options, (close) => closers.push(close))
    return await work(field, facts)
  } finally {
    for (const close of closers.reverse()) await close()
    if (options.data === undefined && options.keep !== true) await rm(home, { recursive: true, force: true })
  }
}

/** Everything open and loaded. `onClose` collects how to end it, last opened first. */
async function enter(
  home: string,
  { companies, without }: Omit<SearchBenchOptions, 'runs'>,
  onClose: (close: () => unknown) => void,
): Promise<{ field: Field; facts: EngineFacts }> {
  const dataDir = join(home, 'almanac')
  say(`sample of ${companies} companies in ${dataDir}`)
  say((await almanac(dataDir, 'sample', String(companies))).trim())
  const service = await startService({ dataDir })
  onClose(() => service.stop())
  const stores = await visitStores(dataDir)
  onClose(() => stores.close())
  const snapshots = await openSnapshots(stores.db)
  onClose(() => snapshots.close())
  const raw = await openRawEngine(dataDir, stores, snapshots)
  onClose(() => raw.close())
  const baselines: Baseline[] = []
  const openers = {
    postgres: () => openPostgresBaseline(join(home, 'postgres-baseline')),
    duckdb: () => openDuckdbBaseline(join(home, 'baseline.duckdb')),
  }
  for (const [name, open] of Object.entries(openers)) {
    if (without.includes(name)) continue
    const baseline = await open()
    onClose(() => baseline.close())
    baselines.push(baseline)
  }
  const facts = await readEngineFacts(
    stores.engine,
    Object.values(baselineTables).map(({ rows }) => rows),
  )
  const marker = `${facts.companies} companies, ${facts.people} people of the sample, layout 2`
  await loadBaselines({ ...stores.corpus, client: raw.client, dir: home }, baselines, { marker, say })
  const key = await richCustomer(stores, operationIds)
  const client = keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' })
  onClose(() => client.close())
  return { field: { service: client, raw, baselines }, facts }
}

/** Compares, then times: the count, the first page and for some the hundredth. */
export async function measure(field: Field, question: SearchCase, runs: number): Promise<SearchLine[]> {
  const matches = await agreedCount(field, question)
  say(`${question.name}: ${matches.toLocaleString('en')}`)
  await agreePage(field, question, {})
  const lines: SearchLine[] = []
  const time = async (what: string, contenders: Contender[]) => {
    lines.push({ question: question.name, what, matches, timings: await race(contenders, rules(runs)) })
  }
  await time('count', await countContenders(field, question))
  await time('page 1', await pageContenders(field, question, {}))
  const page = Math.min(deepPage, Math.ceil(matches / pageSize) - 1)
  if (question.isDeep === true && page > 1) {
    const start = await startOfPage(field, question, page)
    if (start !== undefined) {
      await agreePage(field, question, start)
      await time(`page ${page}`, await pageContenders(field, question, start))
    }
  }
  return lines
}

const rules = (runs: number): RaceRules => ({
  runs,
  warmUp: Math.min(10, runs),
  budgetMs: 20_000,
  fewest: Math.min(5, runs),
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stores } from '../src/stores.ts'
import { almanac, almanacCosts, startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { runList } from './enrich.ts'
import { growthPeople, thinCompany, thinMap, writeCompanies, writePeople } from './growth/rows.ts'
import type { GrowthKind, RowRange } from './growth/rows.ts'
import { readStoreBytes, type StoreBytes } from './growth/store-bytes.ts'
import { drawPanels, type Panel } from './growth/picture.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

export interface GrowthOptions {
  /** Rows of the corpus at which it is measured, each more than the one before. */
  rows: number[]
  kind: GrowthKind
  /** Look-ups and searches of each point. */
  runs: number
  /** Folder of the picture, which is called after the kind. */
  pictures: string
}

/** Milliseconds of one operation: by the clock (the middle one), and of processor time in service and stores. */
interface Cost {
  clock: number
  processor: number
}

/** A corpus of one kind at one size. */
interface Point {
  kind: GrowthKind
  rows: number
  bytes: StoreBytes
  /** Of a row that came since the point before. */
  importCost: Cost
  lookUp: Cost
  search: Cost
  count: Cost
  /** Of a row of a list, half of them unknown. */
  list: Cost
}

const listRows = 1_000

/** `npm run bench -- growth` */
export function benchGrowth(options: GrowthOptions): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('growth', async (dir) => {
    const { kind, rows, runs } = options
    const points = await grow(options, dir)
    const picture = join(options.pictures, `growth-${kind}.svg`)
    await writeFile(picture, drawPanels(panelsOf(points)))
    say(`picture: ${picture}`)
    return {
      bench: `growth-${kind}`,
      title: `growth: ${kind} at ${rows.map((size) => size.toLocaleString('en')).join(', ')} rows`,
      command: `npm run bench -- growth --kinds ${kind} --rows ${rows.join()} --runs ${runs}`,
      versions: {},
      body: reportBody(points, { picture, runs }),
    }
  })
}

/** What differs between the kinds. */
interface RowSource {
  /** Writes some rows; answers what the import is given. */
  write(file: string, range: RowRange): Promise<string[]>
  lookUp(index: number): { path: string; body: object }
  search: { path: string; body: object }
  count: { path: string; body: object }
  list(indexes: readonly number[]): { by: string[]; table: string[][] }
}

const operations = [
  'companyCount',
  'companySearch',
  'peopleSearchCount',
  'peopleSearch',
  'quickCompanyResolve',
]
const customerOperations = [...operations, 'quickPersonResolve', 'pollEnrichList']

async function grow({ kind, rows, runs }: GrowthOptions, scratch: string): Promise<Point[]> {
  const dataDir = join(scratch, kind)
  const source = kind === 'companies' ? await companySource(scratch) : personSource(rows.at(-1) ?? 0)
  const points: Point[] = []
  let from = 0
  // A start without rows, so that making the stores is no part of the first import.
  await almanac(dataDir, 'org', 'list')
  for (const to of rows) {
    say(`${kind}: ${to.toLocaleString('en')} rows`)
    const importCost = await importRows(source, { kind, dataDir, scratch }, { from, to })
    const service = await startService({ dataDir })
    const stores = await visitStores(dataDir)
    try {
      const key = await richCustomer(stores, customerOperations)
      const bytes = await readStoreBytes(stores.corpus, kind)
      points.push({
        kind,
        rows: to,
        bytes,
        importCost,
        ...(await measure(service, source, { kind, key, to, runs })),
      })
    } finally {
      await closeBoth(stores, service)
    }
    from = to
  }
  await rm(dataDir, { recursive: true, force: true })
  return points
}

async function closeBoth(stores: Stores, service: Service): Promise<void> {
  await stores.close()
  await service.stop()
}

async function companySource(scratch: string): Promise<RowSource> {
  const map = join(scratch, 'thin.yaml')
  await writeFile(map, thinMap)
  const searchParams = { headquartersCity: { anyOf: ['York'] } }
  return {
    async write(file, range) {
      await writeCompanies(`${file}.csv`, range)
      return ['companies', `${file}.csv`, '--map', map]
    },
    lookUp: (index) => ({
      path: '/v1/company-resolve',
      body: { companies: [{ identifier: 'externalId', source: 'growth', value: thinCompany(index).number }] },
    }),
    search: { path: '/v1/company-search', body: { searchParams, pageSize: 25 } },
    count: { path: '/v1/company-count', body: { searchParams } },
    list: (indexes) => ({
      by: ['name=Name'],
      table: [
        ['Name'],
        ...indexes.map((index, at) => [
          at % 2 === 0 ? thinCompany(index).name : `Qyzz ${thinCompany(index).name}`,
        ]),
      ],
    }),
  }
}

function personSource(all: number): RowSource {
  const people = growthPeople(all)
  const slug = (index: number) => String(people.person(index).primary_slug)
  const searchParams = { seniorityLevel: { anyOf: ['Director'] } }
  return {
    async write(file, range) {
      await writePeople(`${file}.jsonl`, people, range)
      return ['people', `${file}.jsonl`, '--source', 'growth']
    },
    lookUp: (index) => ({
      path: '/v1/person-resolve',
      body: { people: [{ identifier: 'pnetSlug', value: slug(index) }] },
    }),
    search: { path: '/v1/people-search', body: { searchParams, pageSize: 25 } },
    count: { path: '/v1/people-search/count', body: { searchParams } },
    list: (indexes) => ({
      by: ['url=Profile'],
      table: [
        ['Profile'],
        ...indexes.map((index, at) => [
          `https://pnet.example/in/${slug(index)}${at % 2 === 0 ? '' : '-qyzz'}`,
        ]),
      ],
    }),
  }
}

async function importRows(
  source: RowSource,
  { kind, dataDir, scratch }: { kind: GrowthKind; dataDir: string; scratch: string },
  range: RowRange,
): Promise<Cost> {
  const args = await source.write(join(scratch, `${kind}-rows`), range)
  const start = performance.now()
  const { used } = await almanacCosts(dataDir, 'import', ...args)
  const rows = range.to - range.from
  await rm(args[1] ?? '', { force: true })
  return { clock: (performance.now() - start) / rows, processor: sum(used) / rows }
}

const sum = ({ service, engine, postgres }: ProcessorTime) => service + engine + postgres

async function measure(
  service: Service,
  source: RowSource,
  { kind, key, to, runs }: { kind: GrowthKind; key: string; to: number; runs: number },
): Promise<Pick<Point, 'lookUp' | 'search' | 'count' | 'list'>> {
  const client = keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' })
  /** Rows of all ages, another each time. */
  const indexAt = (at: number) => Math.imul(at + 1, 0x9e3779b1) % to
  const pick = (at: number) => Math.abs(indexAt(at))
  const costs = async (next: (at: number) => { path: string; body: object }): Promise<Cost> => {
    for (let at = 0; at < Math.min(20, runs); at++)
      await client.post(next(-at - 2).path, JSON.stringify(next(-at - 2).body))
    const times: number[] = []
    const before = await processorTime(service.pid)
    for (let at = 0; at < runs; at++) {
      const { path, body } = next(at)
      const start = performance.now()
      await client.post(path, JSON.stringify(body))
      times.push(performance.now() - start)
    }
    const after = await processorTime(service.pid)
    const clock = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
    return { clock, processor: (sum(after) - sum(before)) / runs }
  }
  const listIndexes = Array.from({ length: Math.min(listRows, to) }, (_, at) => pick(at + runs))
  try {
    const lookUp = await costs((at) => source.lookUp(pick(at)))
    const search = await costs(() => source.search)
    const count = await costs(() => source.count)
    const { seconds, used } = await runList(service, {
      key,
      list: { name: 'growth', as: kind, ...source.list(listIndexes) },
    })
    const list = { clock: (seconds * 1000) / listIndexes.length, processor: sum(used) / listIndexes.length }
    return { lookUp, search, count, list }
  } finally {
    client.close()
  }
}

const measures = [
  ['import a row', ({ importCost }: Point) => importCost],
  ['look-up', ({ lookUp }: Point) => lookUp],
  ['search, page of 25', ({ search }: Point) => search],
  ['count', ({ count }: Point) => count],
  ['row of a list', ({ list }: Point) => list],
] as const

function panelsOf(points: readonly Point[]): Panel[] {
  const linesOf = (value: (point: Point) => number) =>
    [...Map.groupBy(points, ({ kind }) => kind)].map(([name, own]) => ({
      name,
      points: own.map((point) => ({ rows: point.rows, value: value(point) })),
    }))
  return [
    { title: 'Postgres', unit: 'bytes a row', lines: linesOf(({ bytes, rows }) => bytes.postgres / rows) },
    { title: 'Engine', unit: 'bytes a row', lines: linesOf(({ bytes, rows }) => bytes.engine / rows) },
    { title: 'Import', unit: 'rows a second', lines: linesOf(({ importCost }) => 1_000 / importCost.clock) },
    ...measures.map(([title, cost]) => ({
      title: title.charAt(0).toUpperCase() + title.slice(1),
      unit: 'processor ms',
      lines: linesOf((point) => cost(point).processor),
    })),
  ]
}

function reportBody(points: readonly Point[], { picture, runs }: { picture: string; runs: number }): string {
  const perRow = ({ rows }: Point, bytes: number) => figure(bytes / rows)
  return [
    `A corpus of one kind that grows: thin companies as a register has them (CSV with a mapping), or people of the sample (JSON lines).
Bytes are those of tables with their indexes, without logs. An import is of the rows since the point before, the command's start and end
included; the others are asked over HTTP, one after the other, ${runs} times, charged, for rows of all ages. Of a list half the rows are unknown.
\`a/b\`: milliseconds by the clock and of processor time. Picture: ${picture.split('/').slice(-3).join('/')}.`,
    markdownTable(
      [
        'kind',
        'rows',
        'records B',
        'identifiers B',
        'other B',
        'engine B',
        'rows a second',
        ...measures.map(([name]) => `${name} a/b`),
      ],
      points.map((point) => [
        point.kind,
        point.rows.toLocaleString('en'),
        ...[
          point.bytes.records,
          point.bytes.identifiers,
          point.bytes.postgres - point.bytes.records - point.bytes.identifiers,
          point.bytes.engine,
        ].map((bytes) => perRow(point, bytes)),
        figure(1_000 / point.importCost.clock),
        ...measures.map(([, cost]) => `${figure(cost(point).clock)}/${figure(cost(point).processor)}`),
      ]),
    ),
  ].join('\n\n')
}

import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CompanyRecord } from '../src/corpus/records/index.ts'
import { csvLines } from '../src/lib/csv-lines.ts'
import type { CorpusStores } from '../src/stores.ts'
import { almanac, startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { readLoop, type LoopLateness } from './loop-lateness.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { strangersOf, versionsOf } from './resolve.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

interface Options {
  /** Data directory of Almanac with a sample in it; unset: one of its own. */
  data?: string
  companies: number
  /** Rows of each list. */
  rows: number
}

/** A list that is enriched. */
export interface List {
  name: string
  as: 'companies' | 'people'
  by: string[]
  table: string[][]
}

/** `npm run bench -- enrich`: lists uploaded, looked up and written, through the whole service. */
export function benchEnrich(options: Options): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('enrich', async (scratch) => {
    const dataDir = options.data === undefined ? join(scratch, 'almanac') : resolve(options.data)
    if (options.data === undefined) await almanac(dataDir, 'sample', String(options.companies))
    const loopFile = join(scratch, 'loop.json')
    const service = await startService({ dataDir, loopFile })
    const stores = await visitStores(dataDir)
    try {
      const key = await richCustomer(stores, ['pollEnrichList'])
      const lines: string[][] = []
      for (const list of await listsOf(stores.corpus, options.rows)) {
        say(list.name)
        lines.push(await enriched(service, { key, list, loopFile }))
      }
      const from = options.data === undefined ? `--companies ${options.companies}` : '--data DIR'
      return {
        bench: 'enrich',
        title: `enrich: lists of ${options.rows.toLocaleString('en')} rows`,
        command: `npm run bench -- enrich ${from} --rows ${options.rows}`,
        versions: {},
        body: [
          `Each list is uploaded as CSV, looked up, charged and written as a file, until the poll says done (asked every 200 ms). Rows alternate:
half of those by name and employer, and half of the messy companies, are of nobody: of family names that nobody has, or (elsewhere)
of the family name of somebody else. Messy: letters left out of the name, \`www.\`
and a path at the domain, each on some rows, every tenth row without a domain. How late the loop was is measured in the service.`,
          markdownTable(
            [
              'list',
              's',
              'rows a second',
              'matched',
              'unsure',
              'service CPU ms a row',
              'engine CPU ms a row',
              'Postgres CPU ms a row',
              'loop p99 ms',
              'loop max ms',
            ],
            lines,
          ),
        ].join('\n\n'),
      }
    } finally {
      await stores.close()
      await service.stop()
    }
  })
}

async function listsOf(corpus: CorpusStores, rows: number): Promise<List[]> {
  const people = (await strangersOf(corpus, Math.ceil(rows / 20))).slice(0, rows)
  const companies = (await versionsOf(corpus, 'companies', rows)).map(
    ({ body }) => JSON.parse(body) as CompanyRecord,
  )
  const named = people.map(({ name, employer }, index) =>
    index % 2 === 0 ? [name, employer] : [`${name.split(' ')[0]} Qyzz${index}`, employer],
  )
  const elsewhere = people.map(({ name, employer }, index) => {
    const family = people[(index + 1) % people.length]?.name.split(' ').at(-1)
    return index % 2 === 0 ? [name, employer] : [`${name.split(' ')[0]} ${family}`, employer]
  })
  const messy = companies.map((company, index) => {
    const name = company.preferred_name ?? ''
    const domain = company.domains?.[0] ?? ''
    if (index % 2 === 1) return [`Qyzz ${name}${index}`, `qyzz${index}.example`]
    const typed = index % 3 === 0 ? name.slice(0, 3) + name.slice(4) : name
    return [typed, index % 10 === 0 ? '' : index % 4 === 0 ? `https://www.${domain}/about` : domain]
  })
  return [
    {
      name: 'people by profile',
      as: 'people',
      by: ['url=Profile'],
      table: [['Profile'], ...people.map(({ slug }) => [`https://pnet.example/in/${slug}`])],
    },
    {
      name: 'people by name and employer, half unknown',
      as: 'people',
      by: ['name=Name', 'company=Employer'],
      table: [['Name', 'Employer'], ...named],
    },
    {
      name: 'people by name and employer, half elsewhere',
      as: 'people',
      by: ['name=Name', 'company=Employer'],
      table: [['Name', 'Employer'], ...elsewhere],
    },
    {
      name: 'companies, messy, half unknown',
      as: 'companies',
      by: ['domain=Website', 'name=Account'],
      table: [['Account', 'Website'], ...messy],
    },
  ]
}

async function enriched(
  service: Service,
  { key, list, loopFile }: { key: string; list: List; loopFile: string },
): Promise<string[]> {
  await readLoop(service, loopFile)
  const { seconds, stats, used } = await runList(service, { key, list })
  const loop: LoopLateness = await readLoop(service, loopFile)
  const rows = list.table.length - 1
  const spent = [used.service, used.engine, used.postgres].map((ms) => ms / rows)
  return [
    list.name,
    figure(seconds),
    figure(rows / seconds),
    ...[stats.matched, stats.unsure].map((count) => count.toLocaleString('en')),
    ...[...spent, loop.p99, loop.max].map(figure),
  ]
}

/** A list through the whole service; processor time in milliseconds. */
export async function runList(
  service: Service,
  { key, list }: { key: string; list: List },
): Promise<{ seconds: number; stats: Run['stats']; used: ProcessorTime }> {
  const ask = async (path: string, body: string) => {
    const response = await fetch(`${service.url}/v1/enrich/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return (JSON.parse(text) as { output: Record<string, unknown> }).output
  }
  const before = await processorTime(service.pid)
  const start = performance.now()
  const { uploadId } = (await ask('upload', csvLines(list.table))) as { uploadId: string }
  const asked = { uploadId, as: list.as, by: list.by, header: 'first' }
  const { runId } = (await ask('start', JSON.stringify(asked))) as { runId: string }
  for (;;) {
    const { run } = (await ask('poll', JSON.stringify({ runId }))) as { run: Run }
    if (run.status === 'failed') throw new Error(`${list.name}: ${run.error}`)
    if (run.status === 'done') {
      const seconds = (performance.now() - start) / 1000
      const after = await processorTime(service.pid)
      const part = (name: keyof ProcessorTime) => after[name] - before[name]
      return {
        seconds,
        stats: run.stats,
        used: { service: part('service'), engine: part('engine'), postgres: part('postgres') },
      }
    }
    await delay(200)
  }
}

interface Run {
  status: 'pending' | 'running' | 'done' | 'failed'
  error: string | null
  stats: { matched: number; unsure: number }
}

import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { almanac, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

const formats = [
  ['PROSPECT_GENERIC_CSV', 'csv'],
  ['PROSPECT_GENERIC_CSV', 'ndjson'],
  ['PROSPECT_GENERIC_CSV', 'parquet'],
  ['PROSPECT_GENERIC_CSV', 'xlsx'],
  ['PROSPECT_GOOGLE_ADS_CSV', 'csv'],
] as const

/** One export and what it took. */
export interface ExportLine {
  name: string
  rows: number
  megabytes: number
  seconds: number
  cost: ProcessorTime
  /** Most the service had beyond what it had before the export. */
  grownMiB: number
}

/** `npm run bench -- exports`: the people of an audience as files, through the whole service. */
export function benchExports({ companies }: { companies: number }): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('exports', async (dir) => {
    say(`almanac sample ${companies}`)
    await almanac(dir, 'sample', String(companies))
    const service = await startService({ dataDir: dir })
    const stores = await visitStores(dir)
    try {
      const ask = asking(service.url, await richCustomer(stores, ['getExport', 'getAudienceStatus']))
      const audience = await builtAudience(ask, companies * 10)
      const lines: ExportLine[] = []
      for (const [format, fileType] of formats) {
        say(`${format} as ${fileType}`)
        lines.push(await exported(ask, service.pid, { audience, format, fileType }))
      }
      return {
        bench: 'exports',
        title: `exports: ${companies.toLocaleString('en')} companies, ${(companies * 10).toLocaleString('en')} people`,
        command: `npm run bench -- exports --companies ${companies}`,
        versions: {},
        body: exportTable(lines),
      }
    } finally {
      await stores.close()
      await service.stop()
    }
  })
}

/** Asks an operation by its path below `v1/`. */
export type Ask = (method: string, path: string, body?: object) => Promise<Record<string, never>>

const asking =
  (url: string, key: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (JSON.parse(text) as { output: Record<string, never> }).output
  }

async function builtAudience(ask: Ask, most: number): Promise<string> {
  const { audienceId } = await ask('POST', 'audiences/create', { name: 'Everybody' })
  const params = { companySearchParams: {}, prospectSearchParams: {}, maxCompanies: most, maxProspects: most }
  await ask('PATCH', `audiences/${audienceId}/search-params`, params)
  await ask('POST', `audiences/${audienceId}/build`, {})
  for (;;) {
    const { status } = await ask('GET', `audiences/${audienceId}/status`)
    if (status === 'NORMAL') return audienceId!
    if (status === 'FAILED') throw new Error('the audience could not be built')
    await delay(500)
  }
}

/** Orders an export of an audience's people and waits for its file. */
export async function exported(
  ask: Ask,
  pid: number,
  { audience, format, fileType }: { audience: string; format: string; fileType: string },
): Promise<ExportLine> {
  const before = await processorTime(pid)
  const residentBefore = await memoryMiB(pid, 'VmRSS')
  const start = performance.now()
  const { exportId } = await ask('POST', `audiences/${audience}/export/prospects`, { format, fileType })
  let most = residentBefore
  for (;;) {
    const { status, rows, bytes, error } = await ask('GET', `exports/${exportId}`)
    most = Math.max(most, await memoryMiB(pid, 'VmRSS'))
    if (status === 'completed') {
      const after = await processorTime(pid)
      return {
        name: `${format}, ${fileType}`,
        rows: Number(rows),
        megabytes: Number(bytes) / 1e6,
        seconds: (performance.now() - start) / 1000,
        cost: {
          service: after.service - before.service,
          engine: after.engine - before.engine,
          postgres: after.postgres - before.postgres,
        },
        grownMiB: most - residentBefore,
      }
    }
    if (status === 'failed') throw new Error(String(error))
    await delay(100)
  }
}

async function memoryMiB(pid: number, name: 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** What exports took, as a table. */
export function exportTable(lines: readonly ExportLine[]): string {
  const rows = lines.map(({ name, rows: count, megabytes, seconds, cost, grownMiB }) => {
    const processor = (cost.service + cost.postgres + cost.engine) / 1000
    return [
      name,
      count.toLocaleString('en'),
      figure(megabytes),
      figure(seconds),
      figure(megabytes / seconds),
      figure(megabytes / processor),
      figure(cost.service / 1000),
      figure(cost.postgres / 1000),
      figure(grownMiB),
    ]
  })
  return `An audience of everybody, exported over HTTP: members and records are read, rows made, parts and the file written to a folder.
Processor seconds are those of the service and its stores; memory is what the service had more at any time than before the export.

${markdownTable(['export', 'rows', 'MB', 's', 'MB/s', 'MB per processor second', 'service s', 'Postgres s', 'grown MiB'], rows)}`
}

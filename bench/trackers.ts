import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { companyRules } from '../src/capabilities/trackers/rules/company-rules.ts'
import { sql } from '../src/store/postgres/index.ts'
import type { Stores } from '../src/stores.ts'
import { almanac, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { changedCompany, changedRecords, company } from './trackers-records.ts'

/** Most companies that one call adds. */
const addedAtOnce = 1_000

interface Refreshed {
  name: string
  seconds: number
  checked: number
  signals: number
  cost: ProcessorTime
  /** Most the service had at any time of the refresh. */
  mostMiB: number
}

/** `npm run bench -- trackers`: a list with every rule about companies, refreshed after a few changed and after all did. */
export function benchTrackers({ companies }: { companies: number }): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('trackers', async (dir) => {
    const dataDir = join(dir, 'data')
    const places = Array.from({ length: companies }, (_, place) => place)
    say(`${companies} companies`)
    await imported(dataDir, { dir, kind: 'companies', lines: places.map(company) })
    const service = await startService({ dataDir })
    const stores = await visitStores(dataDir)
    try {
      const tracked = await trackedList({ url: service.url, pid: service.pid, stores }, companies)
      const lines = [await tracked.refresh('the first, a baseline')]
      for (const [name, every] of [
        ['1 % changed', 100],
        ['all changed', 1],
      ] as const) {
        say(name)
        const changed = places.filter((place) => place % every === 0)
        const turn = lines.length
        const write = (kind: string, records: object[]) => imported(dataDir, { dir, kind, lines: records })
        await write(
          'companies',
          changed.map((place) => changedCompany(place, turn)),
        )
        for (const [kind, records] of Object.entries(changedRecords(changed, turn)))
          await write(kind, records)
        lines.push(await tracked.refresh(name))
      }
      return {
        bench: 'trackers',
        title: `trackers: ${companies.toLocaleString('en')} companies, ${companyRules.length} rules`,
        command: `npm run bench -- trackers --companies ${companies}`,
        versions: {},
        body: bodyOf(lines),
      }
    } finally {
      await stores.close()
      await service.stop()
    }
  })
}

async function imported(
  dataDir: string,
  { dir, kind, lines }: { dir: string; kind: string; lines: readonly object[] },
): Promise<void> {
  if (lines.length === 0) return
  const file = join(dir, `${kind}.jsonl`)
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await almanac(dataDir, 'import', kind, file)
}

interface Measured {
  url: string
  pid: number
  stores: Stores
}

/** A list of all of them, to be refreshed and measured. */
async function trackedList({ url, pid, stores }: Measured, companies: number) {
  const key = await richCustomer(stores, ['addTrackerCompanies', 'refreshTrackerCompanyList'])
  const ask = async (method: string, path: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/tracker/${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { output: Record<string, never> }).output
  }
  const trackingRules = companyRules.map(({ example }) => example)
  const list = { name: 'All', refreshIntervalDays: 90, trackingRules }
  const id = String((await ask('POST', 'company-lists', list))['id'])
  for (let from = 0; from < companies; from += addedAtOnce) {
    const some = Array.from({ length: Math.min(addedAtOnce, companies - from) }, (_, place) => ({
      pnetSlug: `tracked-${from + place}`,
    }))
    await ask('PUT', `company-lists/${id}/companies`, { companies: some })
  }
  const lastRun = async () => {
    const [run] = await stores.db.query<{ status: string; checked: string; signals: string }>(sql`
      SELECT status, checked, signals FROM tracker_runs WHERE list_id = ${id} ORDER BY id DESC LIMIT 1`)
    return run
  }
  const refresh = async (name: string): Promise<Refreshed> => {
    const before = await processorTime(pid)
    const start = performance.now()
    await ask('POST', `company-lists/${id}/refresh`, {})
    let mostMiB = 0
    for (;;) {
      mostMiB = Math.max(mostMiB, await residentMiB(pid))
      const run = await lastRun()
      if (run?.status === 'COMPLETED') {
        const seconds = (performance.now() - start) / 1000
        const after = await processorTime(pid)
        const used = (part: keyof ProcessorTime) => after[part] - before[part]
        const cost = { service: used('service'), postgres: used('postgres'), engine: used('engine') }
        return { name, seconds, checked: Number(run.checked), signals: Number(run.signals), cost, mostMiB }
      }
      if (run?.status === 'FAILED' || run?.status === 'REJECTED_NO_FUNDS') throw new Error(run.status)
      await delay(100)
    }
  }
  return { refresh }
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function bodyOf(lines: readonly Refreshed[]): string {
  const rows = lines.map(({ name, seconds, checked, signals, cost, mostMiB }) => [
    name,
    checked.toLocaleString('en'),
    signals.toLocaleString('en'),
    figure(seconds),
    figure(cost.service / 1000),
    figure(cost.postgres / 1000),
    figure(cost.engine / 1000),
    figure(mostMiB),
  ])
  return `A list with every rule about companies, each as its example has it, refreshed from the corpus over HTTP by a service in a
process of its own. Who changed has another headcount, description, place, technologies and more, one in ten a new posting, one in
a hundred an article. Seconds from the call to the end of the run, processor seconds of the service and its stores, and the most
resident memory of the service.

${markdownTable(['refresh', 'checked', 'signals', 's', 'service s', 'Postgres s', 'engine s', 'service MiB'], rows)}`
}

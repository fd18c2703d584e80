import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { almanac, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

export interface OpenDataBenchOptions {
  /** Rows of each set. */
  rows: number
}

/** An LEI with its check digits, of a number. */
function makeLei(number: number): string {
  const body = `5299${String(number).padStart(14, '0')}`
  return `${body}${String(98n - (BigInt(`${body}00`) % 97n)).padStart(2, '0')}`
}

const cities = ['Boston', 'Leeds', 'Lyon', 'Bergen', 'Graz', 'Turin', 'Porto']
const sorts = ['Works', 'Holding', 'Trading', 'Logistics', 'Capital']
const nameOf = (number: number) => `Firm ${number.toString(36)} ${sorts[number % 5]}`

function gleifRow(number: number): string {
  return JSON.stringify({
    LEI: { $: makeLei(number) },
    Entity: {
      LegalName: { $: nameOf(number) },
      HeadquartersAddress: {
        FirstAddressLine: { $: `${number % 300} Main St` },
        City: { $: cities[number % 7] },
        Country: { $: 'US' },
      },
      EntityCategory: { $: 'GENERAL' },
      EntityStatus: { $: number % 40 === 0 ? 'INACTIVE' : 'ACTIVE' },
    },
    Registration: { RegistrationStatus: { $: 'ISSUED' } },
  })
}

/** Files in the shape of the sets, a row at a time. */
const sets: Record<string, { file: string; write(rows: number): Generator<string> }> = {
  gleif: {
    file: 'latest.json',
    *write(rows) {
      for (let number = 0; number < rows; number++)
        yield `${number === 0 ? '{"records":[' : ',\n'}${gleifRow(number)}`
      yield ']}\n'
    },
  },
  'sec-tickers': {
    file: 'company_tickers.json',
    *write(rows) {
      for (let number = 0; number < rows; number++)
        yield `${number === 0 ? '{' : ',\n'}"${number}":${JSON.stringify({ cik_str: number + 1, ticker: `T${number.toString(36).toUpperCase()}`, title: `${nameOf(number)} Corp` })}`
      yield '}\n'
    },
  },
}

/**
 * `npm run bench -- open-data`: two sets of generated rows loaded by the command beside a service that answers look-ups, some
 * twenty a second. How many rows a second, the memory of the command at most, and the look-ups alone and beside it.
 */
export async function benchOpenData({ rows }: OpenDataBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const body = await inScratchDir('open-data', async (dir) => {
    const dataDir = join(dir, 'data')
    const service = await startService({ dataDir })
    try {
      const stores = await visitStores(dataDir)
      const key = await richCustomer(stores, ['quickCompanyResolve']).finally(() => stores.close())
      const load = (set: string, count: number, day: string) => loadSet({ dir, dataDir, set, count, day })
      await load('gleif', 5_000, '2026-01-01')
      const look = () => lookUp(service.url, key)
      for (let warm = 0; warm < 300; warm++) await look()
      const alone = await lookUntil(look, 500)
      const table: string[][] = []
      for (const set of Object.keys(sets)) {
        const loading = load(set, rows, '2026-02-01')
        const state = { isDone: false }
        const beside = lookUntil(look, Number.POSITIVE_INFINITY, state)
        const { seconds, mib } = await loading.finally(() => void (state.isDone = true))
        const times = await beside
        say(`${set}: ${Math.round(rows / seconds)} rows a second, ${mib} MiB`)
        table.push([
          set,
          String(Math.round(rows / seconds)),
          String(mib),
          ...[alone, times].flatMap((each) => [quantile(each, 0.5), quantile(each, 0.99)]),
        ])
      }
      const head = [
        'set',
        'rows/s',
        'command, MiB at most',
        'median alone',
        'p99 alone',
        'median beside',
        'p99 beside',
      ]
      return markdownTable(head, table)
    } finally {
      await service.stop()
    }
  })
  return {
    bench: 'open-data',
    title: `open-data: ${rows.toLocaleString('en')} generated rows of each set, beside look-ups`,
    command: `npm run bench -- open-data --rows ${rows}`,
    versions: {},
    body,
  }
}

/** Loads a set by the command; answers seconds from start to end, and the resident memory of its process at most. */
async function loadSet(at: {
  dir: string
  dataDir: string
  set: string
  count: number
  day: string
}): Promise<{ seconds: number; mib: number }> {
  const { file, write } = sets[at.set] ?? sets['gleif']!
  const path = join(at.dir, file)
  await pipeline(Readable.from(write(at.count)), createWriteStream(path))
  let mib = 0
  const watching = setInterval(() => void peakOf('data\0add').then((now) => (mib = Math.max(mib, now))), 250)
  const start = performance.now()
  try {
    await almanac(at.dataDir, 'data', 'add', at.set, '--yes', '--accept', '--from', path, '--as-of', at.day)
  } finally {
    clearInterval(watching)
  }
  return { seconds: (performance.now() - start) / 1_000, mib }
}

/** The peak of resident memory of the child that was called so, MiB. Linux only. */
async function peakOf(words: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [line, status] = await Promise.all(
      ['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    if (line?.includes(words) !== true || !status?.includes(`PPid:\t${process.pid}\n`)) continue
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
  }
  return 0
}

let turn = 0

async function lookUp(url: string, key: string): Promise<void> {
  turn = (turn * 7 + 1) % 4_999
  const companies = [{ identifier: 'externalId', source: 'lei', value: makeLei(turn) }]
  const answer = await fetch(`${url}/v1/company-resolve`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ companies }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`company-resolve answered ${answer.status}: ${text}`)
}

/** Between two look-ups: back to back they would keep a core busy by themselves. */
const pauseMs = 40

/** Milliseconds of look-ups one after another, until there are enough or the other work is done. */
async function lookUntil(
  look: () => Promise<void>,
  most: number,
  state: { isDone: boolean } = { isDone: false },
): Promise<number[]> {
  const times: number[] = []
  while (times.length < most && !state.isDone) {
    const start = performance.now()
    await look()
    times.push(performance.now() - start)
    await sleep(pauseMs)
  }
  return times
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

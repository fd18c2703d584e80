import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { readLoop, type LoopLateness } from './loop-lateness.ts'
import { summarize, throughput } from './measure.ts'
import { processorTime, type ProcessorTime } from './process-tree.ts'
import { questions } from './mix/questions.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { dataRoot, say } from './scratch-dir.ts'
import { operationIds } from './search/contenders.ts'
import { readEngineFacts } from './search/engine-facts.ts'
import { baselineTables } from './search/baseline.ts'

export interface MixBenchOptions {
  /** Data directory that `bench search --keep` left; unset: the one of its default size. */
  data?: string
  clients: number
  seconds: number
}

/** A row of the table: one part of the run. */
interface Stretch {
  questions: 'repeated' | 'once'
  /** Different questions among those that were asked. */
  distinct: number
  perSecond: number
  samples: number[]
  loop: LoopLateness
  memoryMiB: number
  /** Processor time of one search. */
  cost: ProcessorTime
}

/** Both ways of asking take turns, so that whatever else the machine does meets them alike. */
const stretches = ['repeated', 'once', 'repeated', 'once'] as const

/** `npm run bench -- mix` */
export async function benchMix({
  data,
  clients,
  seconds,
}: MixBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const home = resolve(data ?? join(dataRoot, 'search-300000'))
  const dataDir = join(home, 'almanac')
  const loopFile = join(home, 'loop.json')
  const service = await startService({ dataDir, loopFile })
  const stores = await visitStores(dataDir)
  try {
    const facts = await readEngineFacts(
      stores.engine,
      Object.values(baselineTables).map(({ rows }) => rows),
    )
    const key = await richCustomer(stores, operationIds)
    const rows: Stretch[] = []
    const once = new Set<string>()
    const part = { key, clients, loopFile, once }
    await stretch(service, { ...part, questions: 'repeated', seconds: Math.min(10, seconds) })
    for (const [index, questions] of stretches.entries()) {
      say(`${index + 1} of ${stretches.length}`)
      rows.push(await stretch(service, { ...part, questions, seconds: seconds / stretches.length }))
    }
    return {
      bench: 'mix',
      title: `mix of searches: ${facts.companies.toLocaleString('en')} companies and ${facts.people.toLocaleString('en')} people of the sample`,
      command: `npm run bench -- search --keep, then npm run bench -- mix --clients ${clients} --seconds ${seconds}`,
      versions: { engine: facts.version },
      body: `Twenty kinds of question with changing values, three pages of 25 whole records to one count. In half of the run their
values come from short lists, so most questions are asked again, as by a customer who looks at one list for days; in the
other half no question is asked twice, so that no answer can be at hand. They are asked over HTTP by ${clients} clients
of one organization side by side, keys, limits and ledger included; the clients share the machine with the service. How
late the event loop of the service was is measured in it. Memory is that of the service's own process; the last columns are
the processor time one search takes in the service, the engine and Postgres.\n\n${tableOf(rows)}`,
    }
  } finally {
    await stores.close()
    await service.stop()
  }
}

interface StretchOptions {
  key: string
  clients: number
  seconds: number
  loopFile: string
  questions: Stretch['questions']
  /** Questions of all stretches that ask each question once. */
  once: Set<string>
}

async function stretch(
  service: Service,
  { key, clients, seconds, loopFile, once, questions: way }: StretchOptions,
): Promise<Stretch> {
  const lanes = Array.from({ length: clients }, (_, lane) => ({
    client: keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' }),
    next: questions(lane + 1, way === 'once' ? once : undefined),
  }))
  const distinct = new Set<string>()
  await readLoop(service, loopFile)
  const before = await processorTime(service.pid)
  const { perSecond, samples } = await throughput({ lanes: clients, seconds }, async (lane) => {
    const { client, next } = lanes[lane]!
    const { path, body } = next.next().value
    distinct.add(`${path} ${body}`)
    await client.post(path, body)
  })
  const after = await processorTime(service.pid)
  const each = (part: keyof ProcessorTime) => (after[part] - before[part]) / samples.length
  const cost = { service: each('service'), engine: each('engine'), postgres: each('postgres') }
  const loop = await readLoop(service, loopFile)
  for (const { client } of lanes) client.close()
  const memoryMiB = await residentMiB(service.pid)
  return { questions: way, distinct: distinct.size, perSecond, samples, loop, cost, memoryMiB }
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

function tableOf(rows: readonly Stretch[]): string {
  return markdownTable(
    [
      'quarter of the run',
      'questions',
      'searches',
      'of them different',
      'searches a second',
      'median ms',
      'p99 ms',
      'loop p99 ms',
      'loop max ms',
      'memory MiB',
      'service CPU ms',
      'engine CPU ms',
      'Postgres CPU ms',
    ],
    rows.map(({ questions: way, distinct, perSecond, samples, loop, memoryMiB, cost }, index) => {
      const { median, p99 } = summarize(samples)
      const spent = [cost.service, cost.engine, cost.postgres]
      return [
        String(index + 1),
        way === 'once' ? 'each once' : 'repeated',
        String(samples.length),
        String(distinct),
        ...[perSecond, median, p99, loop.p99, loop.max, memoryMiB, ...spent].map(figure),
      ]
    }),
  )
}

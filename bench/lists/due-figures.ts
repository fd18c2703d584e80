import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/store/postgres/index.ts'
import { summarize } from '../measure.ts'
import { processorTime } from '../process-tree.ts'
import { figure, markdownTable } from '../results-file.ts'
import { say } from '../scratch-dir.ts'
import type { Customer } from './customer.ts'

/** Long enough that a percentile of calls is one. */
const idleMs = 20_000
const pauseMs = 20
/** Callers that make the searches side by side. */
const makers = 8

const plain = { pageSize: 25, searchParams: { headquartersCountryCode: { anyOf: ['USA'] } } }

/** Saved searches that are due at one instant, and what other calls take meanwhile. */
export async function dueFigures({ post, stores, service }: Customer, due: number): Promise<string> {
  say(`${due} saved searches`)
  const left = Array.from({ length: due }, (_, index) => index)
  const make = async () => {
    for (let index = left.pop(); index !== undefined; index = left.pop())
      await post('/v1/saved-search/create', {
        name: `Due ${index}`,
        spawnFrequencyDays: 7,
        searchParams: {
          type: 'companies',
          companySearchParams: { employeeCountV2: { lowerBoundExclusive: index % 500 } },
          maxCompanies: 100,
        },
      })
  }
  await Promise.all(Array.from({ length: makers }, make))
  const idleFrom = performance.now()
  const idle = await callsUntil(post, () => Promise.resolve(performance.now() - idleFrom > idleMs))
  const before = await processorTime(service.pid)
  const start = performance.now()
  await stores.db.query(
    sql`UPDATE schedules SET due_at = now(), next_slot_at = now() WHERE kind = 'saved_search'`,
  )
  let begunMs = 0
  const count = async () => {
    const [row] = await stores.db.query<{ begun: number; ended: number }>(sql`
      SELECT count(*)::int AS begun, count(completed_at)::int AS ended FROM saved_search_runs`)
    if (row!.begun >= due && begunMs === 0) begunMs = performance.now() - start
    return row!.ended >= due
  }
  const busy = await callsUntil(post, count)
  const seconds = (performance.now() - start) / 1000
  const after = await processorTime(service.pid)
  const [failed] = await stores.db.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM saved_search_runs WHERE status != 'COMPLETED'`)
  const cost = ['service', 'engine', 'postgres'] as const
  const rows = [
    ['alone', idle],
    ['while they run', busy],
  ] as const
  return `### ${due.toLocaleString('en')} saved searches due at one instant

All begun within ${figure(begunMs / 1000)} s and ended within ${figure(seconds)} s, ${failed!.n} of them not completed; processor seconds: ${cost.map((part) => `${part} ${figure((after[part] - before[part]) / 1000)}`).join(', ')}.
Meanwhile one caller asks for pages of 25 companies, with ${pauseMs} ms between.

${markdownTable(
  ['calls', 'number', 'median ms', 'p99 ms', 'failed'],
  rows.map(([name, { samples, failures }]) => {
    const { median, p99 } = summarize(samples)
    return [name, String(samples.length), figure(median), figure(p99), String(failures)]
  }),
)}`
}

/** Calls until something is so, looked at every half second. */
async function callsUntil(post: Customer['post'], isOver: () => Promise<boolean>) {
  const samples: number[] = []
  let failures = 0
  let over = false
  const watching = (async () => {
    while (!(await isOver())) await delay(500)
    over = true
  })()
  while (!over) {
    const begun = performance.now()
    await post('/v1/company-search', plain).catch(() => failures++)
    samples.push(performance.now() - begun)
    await delay(pauseMs)
  }
  await watching
  return { samples, failures }
}

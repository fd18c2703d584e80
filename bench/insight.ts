import { resolve } from 'node:path'
import { almanac, startService, visitStores } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { lookalikeContenders, lookalikeOperations, lookalikeRows } from './lookalikes.ts'
import { race, type Contender } from './measure.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { baselineTables } from './search/baseline.ts'
import { readEngineFacts } from './search/engine-facts.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'

export interface InsightBenchOptions {
  /** Data directory of Almanac with a sample in it; unset: one of its own. */
  data?: string
  companies: number
  runs: number
}

const budgetMs = 20_000

/** `npm run bench -- insight` */
export function benchInsight(options: InsightBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  if (options.data !== undefined) return measured(resolve(options.data), options)
  return inScratchDir('insight', async (dir) => {
    await almanac(dir, 'sample', String(options.companies))
    return measured(dir, options)
  })
}

async function measured(dataDir: string, { data, companies, runs }: InsightBenchOptions) {
  const service = await startService({ dataDir })
  try {
    const stores = await visitStores(dataDir)
    try {
      const facts = await readEngineFacts(
        stores.engine,
        Object.values(baselineTables).map(({ rows }) => rows),
      )
      const employers = await employersOf(stores.engine)
      const ids = [...questions('0').map(({ id }) => id), ...lookalikeOperations]
      const key = await richCustomer(stores, ids)
      const client = keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' })
      const ask = (name: string, path: string, body: object): Contender => ({
        name,
        run: () => client.post(path, JSON.stringify(body)),
      })
      const alike = await lookalikeContenders(client, async (path, body) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const response = await fetch(service.url + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
        return (await response.json()) as never
      })
      const page = 'page of 25 people'
      const contenders = [
        ...alike.contenders,
        ...employers.flatMap(({ org, people }) =>
          questions(org).map(({ name, path, body }) => ask(`${name}, ${people} people`, path, body)),
        ),
      ]
      const timings = await race(contenders, {
        runs,
        warmUp: Math.min(3, runs),
        budgetMs,
        fewest: Math.min(5, runs),
      })
      client.close()
      const plain = timings.get(page)?.median ?? Number.NaN
      const names = new Set(alike.pairs.flat())
      const asked = [...timings].filter(([name]) => name === page || !names.has(name))
      const rows = asked.map(([name, { median, p99, runs: timed }]) => [
        name,
        figure(median),
        figure(p99),
        figure(median / plain),
        String(timed),
      ])
      const from = data === undefined ? `--companies ${companies}` : '--data DIR'
      return {
        bench: 'insight',
        title: `insight: ${facts.people.toLocaleString('en')} people, ${facts.companies.toLocaleString('en')} companies`,
        command: `npm run bench -- insight ${from} --runs ${runs}`,
        versions: { engine: facts.version },
        body: `One caller, one question at a time over HTTP, charged. The companies are those of the sample with the most people
who ever worked there, and one in the middle of those with ten and more; a window of ten years. The baseline, a page of a
plain search, takes turns with them.\n\n${markdownTable(['question', 'median ms', 'p99 ms', 'x page', 'runs'], rows)}

Lookalikes of up to 200 examples in turn, each beside the plain page of its kind.\n\n${markdownTable(
          ['page', 'median ms', 'p99 ms', 'x plain page', 'runs'],
          lookalikeRows(timings, alike.pairs),
        )}`,
      }
    } finally {
      await stores.close()
    }
  } finally {
    await service.stop()
  }
}

/** The employer that most people were ever with, and one in the middle of those with at least ten. */
async function employersOf(engine: ClickHouse): Promise<{ org: string; people: number }[]> {
  const found = await engine.query<{ org: string; n: string }>({
    tag: 'bench-insight',
    sql: `SELECT employer AS org, uniqExact(id) AS n FROM tenures WHERE employer IN (SELECT org_id FROM companies WHERE org_id != 0)
      GROUP BY org HAVING n >= 10 ORDER BY n DESC, org`,
    maxMs: 600_000,
  })
  say(`${found.length} employers of ten people and more`)
  const chosen = [found[0], found[Math.floor(found.length / 2)]].filter((each) => each !== undefined)
  return [...new Map(chosen.map((each) => [each.org, each])).values()].map(({ org, n }) => ({
    org,
    people: Number(n),
  }))
}

function questions(org: string): { id: string; name: string; path: string; body: object }[] {
  const company = { identifier: 'pnetOrgId', value: org }
  const dateRange = { after: '2016-01-01', before: '2026-01-01' }
  const departments = [
    { name: 'Engineering', titles: { include: { titles: ['engineer'] }, exclude: { titles: ['intern'] } } },
    { name: 'Sales', jobFunctions: ['Sales'] },
  ]
  return [
    {
      id: 'getTalentFlow',
      name: 'joiners',
      path: '/v1/talent-flow',
      body: { company, direction: 'joiners', dateRange },
    },
    {
      id: 'getTalentFlow',
      name: 'leavers',
      path: '/v1/talent-flow',
      body: { company, direction: 'leavers', dateRange },
    },
    {
      id: 'getTalentFlowRivals',
      name: 'rivals',
      path: '/v1/talent-flow/rivals',
      body: { company, dateRange },
    },
    {
      id: 'getDepartmentSize',
      name: 'departments',
      path: '/v1/department-size',
      body: { company, departments },
    },
    {
      id: 'getCompanyRevenue',
      name: 'revenue',
      path: '/v1/company-revenue',
      body: { companyMetadata: { pnetOrgId: org } },
    },
    { id: 'getScoutingReport', name: 'report', path: '/v1/scouting-report', body: { company } },
    {
      id: 'listCompanyRankings',
      name: 'ranking of 500',
      path: '/v1/company-rankings',
      body: { rankings: { list: 'fortune-500-usa', rankRange: { low: 1, high: 500 } } },
    },
  ]
}

import { resolve } from 'node:path'
import { sql } from '../src/store/postgres/index.ts'
import { almanac, startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient, type KeepAliveClient } from './keep-alive-client.ts'
import { summarize, throughput } from './measure.ts'
import { processorTime } from './process-tree.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

interface Options {
  /** Data directory of Almanac with a sample in it; unset: one of its own. */
  data?: string
  seconds: number
  clients: number
  companies: number
}

const operationIds = ['syncQuickContactReveal', 'quickPersonResolve', 'peopleSearch', 'bulkCompanyLogos']
const page = 1_000
const mostPeople = 100_000
const logosAtOnce = 10_000
/** The sample numbers its companies from here on. */
const firstOrganization = 9_000_000_070_000_000
/** `npm run bench -- reveals` */
export function benchReveals(options: Options): Promise<Omit<Report, 'loadBefore'>> {
  const { data, companies } = options
  if (data !== undefined) return measured(resolve(data), options)
  return inScratchDir('reveals', async (dir) => {
    await almanac(dir, 'sample', String(companies))
    return measured(dir, options)
  })
}

async function measured(
  dir: string,
  { data, seconds, clients, companies }: Options,
): Promise<Omit<Report, 'loadBefore'>> {
  const service = await startService({ dataDir: dir })
  try {
    const stores = await visitStores(dir)
    const key = await richCustomer(stores, operationIds)
    const people = await slugsOf(service.url, key)
    const [found] = await stores.db.query<{ version: string }>(
      sql`SELECT current_setting('server_version') AS version`,
    )
    await stores.close()
    const rows: string[][] = []
    for (const lanes of [1, clients])
      for (const contender of contendersOf(people))
        rows.push(await rowOf(service, key, { contender, lanes, seconds }))
    const logos = await logosRow(service.url, key)
    return {
      bench: 'reveals',
      title: `reveals: ${data === undefined ? '' : '--data DIR, '}${people.length.toLocaleString('en')} people, ${clients} clients`,
      command: `npm run bench -- reveals --seconds ${seconds} --clients ${clients} ${data === undefined ? `--companies ${companies}` : '--data DIR'}`,
      versions: { Postgres: found?.version.split(' ')[0] ?? '' },
      body: [
        `Each request reveals all kinds of one person of the sample, another one every time, for one organization; the whole call over
HTTP, credits held, claimed and charged with the commit on disk. Revealed again: people paid for before. The baseline is
the same look-up without contact details (quickPersonResolve), charged too.`,
        markdownTable(
          [
            'request',
            'clients',
            'a second',
            'p50 ms',
            'p99 ms',
            'service CPU ms',
            'engine CPU ms',
            'Postgres CPU ms',
          ],
          rows,
        ),
        `${logosAtOnce.toLocaleString('en')} domains in one bulkCompanyLogos, ${logos.found.toLocaleString('en')} found: median ${figure(logos.median)} ms of ${logos.runs} runs, slowest ${figure(logos.slowest)} ms.`,
      ].join('\n\n'),
    }
  } finally {
    await service.stop()
  }
}

interface Contender {
  name: string
  path: string
  /** Body of the next request, for one lane. */
  next(): string
}

function contendersOf(people: readonly string[]): Contender[] {
  let revealed = 0
  let resolved = 0
  const personAt = (place: number) => people[place % people.length] as string
  return [
    {
      name: 'quickPersonResolve (baseline)',
      path: '/v1/person-resolve',
      next: () => JSON.stringify({ people: [{ identifier: 'pnetSlug', value: personAt(resolved++) }] }),
    },
    {
      name: 'syncQuickContactReveal',
      path: '/v1/contact-details/single',
      next: () => JSON.stringify({ pnetUrl: personAt(revealed++) }),
    },
    {
      name: 'syncQuickContactReveal, again',
      path: '/v1/contact-details/single',
      next: () => JSON.stringify({ pnetUrl: personAt(Math.floor(Math.random() * Math.max(1, revealed))) }),
    },
  ]
}

async function rowOf(
  { url, pid }: Service,
  key: string,
  { contender, lanes, seconds }: { contender: Contender; lanes: number; seconds: number },
): Promise<string[]> {
  const { name, path, next } = contender
  say(`${lanes} clients: ${name}`)
  const clients = Array.from({ length: lanes }, () => keepAliveClient(url, { 'x-api-key': key }))
  try {
    const ask = (lane: number) => (clients[lane] as KeepAliveClient).post(path, next())
    await throughput({ lanes, seconds: Math.min(1, seconds) }, ask)
    const before = await processorTime(pid)
    const { perSecond, samples } = await throughput({ lanes, seconds }, ask)
    const after = await processorTime(pid)
    const { median, p99 } = summarize(samples)
    const used = (['service', 'engine', 'postgres'] as const).map((part) =>
      figure((after[part] - before[part]) / samples.length),
    )
    return [name, String(lanes), figure(perSecond), figure(median), figure(p99), ...used]
  } finally {
    for (const client of clients) client.close()
  }
}

/** Slugs of everybody, or of as many as are asked for in a run. */
async function slugsOf(url: string, key: string): Promise<string[]> {
  const slugs: string[] = []
  for await (const { primary_slug } of recordsOf(url, key)) {
    slugs.push(primary_slug)
    if (slugs.length === mostPeople) break
  }
  return slugs
}

async function* recordsOf(url: string, key: string): AsyncGenerator<{ primary_slug: string }> {
  const client = keepAliveClient(url, { 'x-api-key': key })
  try {
    for (let cursor: string | null | undefined = ''; cursor !== undefined && cursor !== null;) {
      const body = { searchParams: {}, pageSize: page, ...(cursor === '' ? {} : { cursor }) }
      const { output } = JSON.parse(
        (await client.post('/v1/people-search', JSON.stringify(body))).toString(),
      ) as {
        output: { data: { primary_slug: string }[]; nextCursor?: string | null }
      }
      yield* output.data
      cursor = output.nextCursor
    }
  } finally {
    client.close()
  }
}

async function logosRow(
  url: string,
  key: string,
): Promise<{ runs: number; median: number; slowest: number; found: number }> {
  say('10,000 logos')
  const client = keepAliveClient(url, { 'x-api-key': key })
  try {
    const liOrgIds = Array.from({ length: logosAtOnce }, (_, index) => String(firstOrganization + index))
    const body = JSON.stringify({ companiesIdentifier: { type: 'liOrgIds', liOrgIds } })
    const samples: number[] = []
    let found = 0
    for (let run = 0; run < 5; run++) {
      const start = performance.now()
      const answer = await client.post('/v1/company-logos/bulk', body)
      samples.push(performance.now() - start)
      const { output } = JSON.parse(answer.toString()) as {
        output: { data: { data: { logoUrl: string | null }[] } }
      }
      found = output.data.data.filter(({ logoUrl }) => logoUrl !== null).length
    }
    const { median, runs } = summarize(samples)
    return { runs, median, slowest: Math.max(...samples), found }
  } finally {
    client.close()
  }
}

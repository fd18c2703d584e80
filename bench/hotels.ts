import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readCandidates, rowCondition } from '../src/capabilities/hotels/candidates.ts'
import { resolveDestination } from '../src/capabilities/hotels/destination.ts'
import { openSnapshots } from '../src/corpus/commits/index.ts'
import { recordStore } from '../src/corpus/record-store/index.ts'
import { createWorld, generateHotel } from '../src/corpus/sample/index.ts'
import { openSearch } from '../src/corpus/search/index.ts'
import type { ClickHouse, Query } from '../src/store/clickhouse/index.ts'
import type { Stores } from '../src/stores.ts'
import { almanac, startService, visitStores, type Service } from './almanac-process.ts'
import { richCustomer } from './customer.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { race, type Contender } from './measure.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { engineVersion } from './scratch-engine.ts'
import { dayMs } from '../src/lib/time.ts'

export interface HotelsBenchOptions {
  properties: number
  runs: number
}

const calendarDays = 365
/** Arrival, in days from today: within every calendar. */
const inDays = 60

type Category = Parameters<typeof rowCondition>[0]
const hotel: Category = { propertyCategory: 'hotel' } as Category

/** Pages asked for: a city, one with filters, and a country of more properties than are priced. */
const questions: { name: string; query: string; nights: number; filters: Category; body: object }[] = [
  { name: 'a city, three nights', query: 'New York', nights: 3, filters: hotel, body: {} },
  {
    name: 'the same, four stars, with Wi-Fi, the cheapest first',
    query: 'New York',
    nights: 3,
    filters: { ...hotel, hotelStarClasses: [4], amenities: [35] },
    body: { sortBy: 'lowestPrice', category: { hotelStarClasses: [4], amenities: [35] } },
  },
  { name: 'a city, fourteen nights', query: 'Paris', nights: 14, filters: hotel, body: {} },
  { name: 'a country, three nights', query: 'United States', nights: 3, filters: hotel, body: {} },
]

/** `npm run bench -- hotels` */
export function benchHotels(options: HotelsBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  const { properties } = options
  return inScratchDir('hotels', async (dir) => {
    const [dataDir, file] = [join(dir, 'data'), join(dir, 'hotels.jsonl')]
    say(`writing ${properties.toLocaleString('en')} properties with ${calendarDays} nights each`)
    await pipeline(Readable.from(lines(properties)), createWriteStream(file))
    await almanac(dataDir, 'import', 'hotels', file)
    const service = await startService({ dataDir })
    try {
      const stores = await visitStores(dataDir)
      try {
        return await measured(service, stores, options)
      } finally {
        await stores.close()
      }
    } finally {
      await service.stop()
    }
  })
}

/** The sample with calendars in place of rules. */
function* lines(properties: number): Generator<string> {
  const world = createWorld({ seed: 1, companies: 24, people: 24 })
  const first_date = new Date().toISOString().slice(0, 10)
  for (let index = 0; index < properties; index++) {
    const { price_rule: rule, ...line } = generateHotel(world, index)
    const prices = Array.from({ length: calendarDays }, (_, day) =>
      Math.round((rule?.per_night ?? 100) * (1 + (day % 7) / 20)),
    )
    yield `${JSON.stringify({ ...line, calendars: [{ currency: rule?.currency ?? 'USD', first_date, prices }] })}\n`
  }
}

async function measured(service: Service, stores: Stores, { properties, runs }: HotelsBenchOptions) {
  const snapshots = await openSnapshots(stores.db)
  const key = await richCustomer(stores, ['hotelSearch'])
  const client = keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' })
  try {
    const rows: string[][] = []
    for (const question of questions) {
      const { engine, found } = await rawQuery(stores, snapshots, question)
      const contenders: Contender[] = [
        { name: 'http', run: () => client.post('/v1/hotels/search', JSON.stringify(bodyOf(question))) },
        { name: 'engine', run: engine },
      ]
      const timings = await race(contenders, {
        runs,
        warmUp: Math.min(20, runs),
        budgetMs: 60_000,
        fewest: 5,
      })
      const of = (name: string) => timings.get(name)!
      const times = ['http', 'engine'].flatMap((name) => [figure(of(name).median), figure(of(name).p99)])
      rows.push([question.name, found.toLocaleString('en'), ...times])
    }
    const heads = ['page', 'priced', 'HTTP median', 'HTTP p99', 'engine median', 'engine p99']
    return {
      bench: 'hotels',
      title: `hotels: ${properties.toLocaleString('en')} properties with a calendar of ${calendarDays} nights`,
      command: `npm run bench -- hotels --properties ${properties} --runs ${runs}`,
      versions: { engine: await engineVersion(stores.engine) },
      body: `A page of 20 over HTTP (key, limit, charge, prices of all candidates, order, records, JSON), beside the statement that reads the
candidates with their nights, sent to the same engine by a process beside the service.\n\n${markdownTable(heads, rows)}`,
    }
  } finally {
    client.close()
    await snapshots.close()
  }
}

const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const bodyOf = ({ query, nights, body }: (typeof questions)[number]) => ({
  query,
  checkInDate: dateIn(inDays),
  checkOutDate: dateIn(inDays + nights),
  ...body,
})

/** The statement of a question, to be sent again as it is, and how many rows it answers. */
async function rawQuery(
  stores: Stores,
  snapshots: Awaited<ReturnType<typeof openSnapshots>>,
  { query, nights, filters }: (typeof questions)[number],
): Promise<{ engine: () => Promise<unknown>; found: number }> {
  let taken: Query | undefined
  const recording = {
    ...stores.engine,
    query: (asked: Query) => stores.engine.query((taken = asked)),
  } as ClickHouse
  const search = openSearch(recording, recordStore(stores.db), snapshots)
  const snapshot = await snapshots.newest('hotels')
  const { signal } = new AbortController()
  const destination = await resolveDestination(query, { search, snapshot, signal })
  if (destination === undefined) throw new Error(`${query} is no destination`)
  const from = Math.floor(Date.now() / dayMs) + inDays
  const condition = { kind: 'and', parts: [destination.condition, rowCondition(filters, undefined)] } as const
  const found = await readCandidates(search, {
    condition,
    snapshot,
    stay: { from, to: from + nights },
    signal,
  })
  const statement = taken as Query
  return { engine: () => stores.engine.query(statement), found: found.length }
}

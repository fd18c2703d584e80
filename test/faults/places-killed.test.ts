import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { isLong } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import type { PlacesOrder } from './places-process.ts'

const program = join(import.meta.dirname, 'places-process.ts')

let service: TestAlmanac
let stores: Pick<PlacesOrder, 'url' | 'engine'>
beforeAll(async () => {
  service = await testAlmanac()
  service.clock.set(systemClock.now())
  const places = Array.from({ length: 40 }, (_, index) => ({
    place_id: `cafe-${index}`,
    name: `Café ${index}`,
    types: ['cafe'],
    location: { city: 'Berlin', country_code: 'DE', coordinates: { lat: 52.5 + index / 1_000, lon: 13.4 } },
  }))
  await service.write('places', places)
  const [row] = await service.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  stores = { url: service.db.url, engine: { url: inject('engineUrl'), name: row?.name ?? '' } }
})

/** Works in a process that kills itself where the order says; answers whether it did. */
async function work(order: Omit<PlacesOrder, 'url' | 'engine'>): Promise<boolean> {
  const child = fork(program, [JSON.stringify({ ...stores, ...order })], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

/** Statements after which it is killed: where it is claimed and planned, and in and behind its batches. */
const fewest = [2, 5, 8]
const deaths = isLong ? Array.from({ length: 12 }, (_, place) => place + 1) : fewest

async function outlive(taskId: string): Promise<void> {
  for (const deathAfter of deaths) expect(await work({ taskId, deathAfter }), `${deathAfter}`).toBe(true)
  // Another process goes on with it.
  await service.almanac.jobs.run(taskId)
}

async function expectCharged(org: TestOrganization, credits: number): Promise<void> {
  expect(await service.captured(org)).toBe(credits * 1_000)
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
}

describe('a job on places whose process is killed', () => {
  test('a search on maps has every place once, and charges each once', async () => {
    const org = await service.org(100_000)
    const send = (route: string, body: object) =>
      service.send(`POST /v1/maps-search/${route}`, { key: org.rawKey, body })
    const center = { latitude: 52.5, longitude: 13.4 }
    const unionAll = [{ regionType: 'circle', center, radiusMiles: 10 }]
    const body = { query: 'cafe', strategy: { strategy: 'specific-areas', unionAll } }
    const [killed, calm] = [await send('start', body), await send('start', body)].map(
      (answer) => answer.body.output.searchID as string,
    ) as [string, string]
    await outlive(killed)
    await service.almanac.jobs.run(calm)
    const found = async (searchID: string) =>
      (await send('poll', { searchID, pageSize: 1_000 })).body.output.results as { placeId: string }[]
    const results = await found(killed)
    expect(results).toEqual(await found(calm))
    expect(new Set(results.map(({ placeId }) => placeId)).size).toBe(40)
    const { output } = (await send('check', { searchID: killed })).body
    expect(output.status).toBe('COMPLETED')
    // Three credits a place, in each of both searches.
    await expectCharged(org, 2 * 40 * 3)
  })

  test('a search for businesses answers each, and charges each once', async () => {
    const org = await service.org(100_000)
    const send = (route: string, body: object) =>
      service.send(`POST /v1/local-business-search/${route}`, { key: org.rawKey, body })
    const data = Array.from({ length: 25 }, (_, index) => ({ source: 'maps', placeId: `cafe-${index}` }))
    const { taskId } = (await send('start', { data })).body.output
    await outlive(taskId)
    const { output } = (await send('poll', { taskId, pageSize: 100 })).body
    expect(output.data.observations.map(({ placeId }: { placeId: string }) => placeId)).toEqual(
      data.map(({ placeId }) => placeId),
    )
    await expectCharged(org, 25 * 3)
  })
})

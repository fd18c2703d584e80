import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAnswer } from '../../../../support/harness.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const start = 'POST /v1/maps-search/start'
const poll = 'POST /v1/maps-search/poll'
const body = {
  query: 'hotel',
  maxResults: 7,
  strategy: { strategy: 'world-cities', countriesAndRegions: {} },
}

describe('mapsSearchPoll 200', () => {
  test('pages hold each place once, and the event tells the end', async () => {
    verifies('op.maps-search-poll', 'family.maps')
    const { rawKey: key } = await service.org(1_000)
    const { searchID } = (await service.send(start, { key, body })).body.output
    const early = await service.send(poll, { key, body: { searchID } })
    expect(early.body.output).toMatchObject({ results: [], nextCursor: expect.any(String) })
    await service.almanac.jobs.workNow()
    const seen: string[] = []
    let cursor: string | null = early.body.output.nextCursor
    do {
      const asked: object = { searchID, cursor, pageSize: 3 }
      const { output }: TestAnswer['body'] = (await service.send(poll, { key, body: asked })).body
      seen.push(...output.results.map((each: { placeId: string }) => each.placeId))
      cursor = output.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    const events = async () => (await service.send('GET /v1/events', { key })).body.output.events
    await expect.poll(events).toMatchObject([
      {
        type: 'maps_search.completed',
        data: { search_id: searchID, success: true, total_results: 7, error: null },
      },
    ])
  })
})

test('includeProvenance tells of each place who said it, and nothing of what is known otherwise by now', async () => {
  verifies('provenance.views')
  const { rawKey: key } = await service.org(100)
  const coordinates = { lat: 52.52, lon: 13.405 }
  const place = { place_id: 'quastel', name: 'Quastelhof Zwirnerei', rating: 3, location: { coordinates } }
  await service.write('places', [place], '2026-01-10T00:00:00Z')
  const asked = { ...body, query: 'Quastelhof Zwirnerei', maxResults: 1 }
  const { searchID } = (await service.send(start, { key, body: asked })).body.output
  await service.almanac.jobs.workNow()
  const read = async () => {
    const { output } = (await service.send(poll, { key, body: { searchID, includeProvenance: true } })).body
    expect(output.results).toMatchObject([{ placeId: 'quastel', rating: 3 }])
    return output.provenance
  }
  const said = { source: 'test', observedAt: '2026-01-10T00:00:00.000Z' }
  expect(await read()).toMatchObject([
    { path: 'results[0]', members: { name: said, rating: said, latitude: said } },
  ])
  await service.write('places', [{ place_id: 'quastel', rating: 4 }], '2026-01-12T00:00:00Z')
  const [{ members }] = await read()
  expect(members).toMatchObject({ name: said, latitude: said })
  expect(members).not.toHaveProperty('rating')
})

test('400 for a cursor of elsewhere and a page too large, 401, 404 for another organization', async () => {
  const [own, other] = [await service.org(100), await service.org(100)]
  const { searchID } = (await service.send(start, { key: own.rawKey, body })).body.output
  const send = (key: string | undefined, body: object) =>
    service.send(poll, { body, ...(key === undefined ? {} : { key }) })
  expect((await send(own.rawKey, { searchID, cursor: 'x' })).status).toBe(400)
  const large = await send(own.rawKey, { searchID, pageSize: 1_001 })
  expect([large.status, large.body.issues[0].path]).toEqual([400, 'pageSize'])
  expect((await send(undefined, { searchID })).status).toBe(401)
  const [foreign, unknown] = [
    await send(other.rawKey, { searchID }),
    await send(other.rawKey, { searchID: 'task_0000000000000000000000' }),
  ]
  expect([foreign.status, unknown.status]).toEqual([404, 404])
})

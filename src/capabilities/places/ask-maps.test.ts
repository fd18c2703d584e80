import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { localServer, type LocalServer, type ServerAnswer } from '../../../test/support/sources.ts'

/** What the servers of maps answer. */
let say: ServerAnswer = { json: { elements: [] } }
let maps: LocalServer
let service: TestAlmanac
beforeAll(async () => {
  maps = await localServer(() => say)
  const entries = [
    { source: 'overpass', settings: { baseUrl: `${maps.url}/api/interpreter` }, perSecond: 1_000 },
    { source: 'nominatim', settings: { baseUrl: maps.url }, perSecond: 1_000 },
  ]
  service = await testAlmanac({ sources: { entries } })
}, 120_000)

async function run(family: 'maps-search' | 'local-business-search', body: object) {
  const { rawKey: key } = await service.org(1_000)
  const send = (route: string, body: object) => service.send(`POST /v1/${family}/${route}`, { key, body })
  const { output } = (await send('start', body)).body
  await service.almanac.jobs.workNow()
  const id = output.searchID ?? output.taskId
  return (await send('poll', family === 'maps-search' ? { searchID: id } : { taskId: id })).body
}

const around = (latitude: number) => ({
  strategy: 'specific-areas',
  unionAll: [{ regionType: 'circle', center: { latitude, longitude: 13.4 }, radiusMiles: 1 }],
})
const cafe = (id: number, lat: number, name = `Café ${id}`) => ({
  type: 'node',
  id,
  lat,
  lon: 13.4,
  tags: { name, amenity: 'cafe' },
})

describe('maps search', () => {
  test('what a source answers becomes records, and is found and charged', async () => {
    say = { json: { elements: [cafe(1, 52.5), cafe(2, 52.505), cafe(3, 53.9)] } }
    const { output, chargeInfo } = await run('maps-search', { query: 'cafes', strategy: around(52.5) })
    expect(output.results.map((each: { placeId: string }) => each.placeId).sort()).toEqual([
      'osm:node/1',
      'osm:node/2',
    ])
    expect(output.results[0]).toMatchObject({
      countryIsoCode: 'DE',
      mapsURL: expect.stringContaining('/node/'),
    })
    expect(chargeInfo.creditsCharged).toBe(6)
  })

  test('enough in the corpus asks nobody', async () => {
    const before = maps.requests.length
    const body = { query: 'cafes', maxResults: 1, strategy: around(52.5) }
    const { output } = await run('maps-search', body)
    expect(output.results).toHaveLength(1)
    expect(maps.requests.length).toBe(before)
  })

  test('a source that is down leaves what the corpus has', async () => {
    say = { status: 503 }
    const { output } = await run('maps-search', { query: 'cafes', maxResults: 50, strategy: around(52.502) })
    expect(output.results).toHaveLength(2)
  })
})

describe('local business search', () => {
  const found = {
    osm_type: 'node',
    osm_id: 77,
    lat: '50.7',
    lon: '7.1',
    category: 'shop',
    type: 'books',
    name: 'Buch Waldau',
    display_name: 'Buch Waldau, Bonn',
    address: { city: 'Bonn', country_code: 'de' },
    extratags: { phone: '+49 228 555 0111', website: 'https://waldau.example' },
  }
  const asked = { companyName: 'Buch Waldau', companyCity: 'Bonn' }

  test('a business the corpus does not know is asked for, and kept', async () => {
    say = { json: [{ ...found, osm_id: 78, name: 'Something Else' }, found] }
    const body = { data: [{ source: 'custom', companies: [asked] }] }
    const { output, chargeInfo } = await run('local-business-search', body)
    expect(output.data.observations).toMatchObject([
      {
        found: true,
        placeId: 'osm:node/77',
        websiteUrls: ['https://waldau.example'],
        localBusiness: { city: 'Bonn', country3LetterCode: 'DEU' },
        businessPhones: [{ countryCode: 'DE', countryCallingCode: 49 }],
      },
    ])
    expect(chargeInfo.creditsCharged).toBe(3)
    say = { status: 503 }
    const again = await run('local-business-search', body)
    expect(again.output.data.observations[0].placeId).toBe('osm:node/77')
  })

  test('one that nobody knows is free', async () => {
    say = { json: [] }
    const companies = [{ companyName: 'Zzyzx', companyCity: 'Bonn' }]
    const { output, chargeInfo } = await run('local-business-search', {
      data: [{ source: 'custom', companies }],
    })
    expect(output.data.observations).toMatchObject([{ found: false }])
    expect(chargeInfo.method).toBe('free')
  })
})

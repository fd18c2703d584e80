import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { importText } from '../../../support/import-text.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { localServer, type LocalServer, type ServerAnswer } from '../../../support/sources.ts'

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
})

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
    verifies('maps.of-source')
    say = { json: { elements: [cafe(1, 52.5), cafe(2, 52.505), cafe(3, 53.9)] } }
    const { output, chargeInfo } = await run('maps-search', { query: 'cafes', strategy: around(52.5) })
    expect(output.results.map((each: { placeId: string }) => each.placeId).sort()).toEqual([
      'osm:node/1',
      'osm:node/2',
    ])
    expect(output.results[0]).toMatchObject({
      countryIsoCode: 'DEU',
      countryIsoCodeAlpha2: 'DE',
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
    verifies('local-business.of-source')
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

test('an extract of OpenStreetMap is found on maps, by business and by town', async () => {
  verifies('maps.of-import', 'local-business.of-import', 'towns.of-import')
  say = { status: 503 }
  const feature = (id: number, properties: object) => ({
    type: 'Feature',
    properties: { '@id': `node/${id}`, ...properties },
    geometry: { type: 'Point', coordinates: [150 + id / 1e6, -60] },
  })
  const features = [
    feature(9001, { place: 'village', name: 'Xyzzyheim' }),
    feature(9002, { amenity: 'cafe', name: 'Café Xyzzy', 'addr:city': 'Xyzzyheim' }),
    feature(9003, { amenity: 'bench', name: 'A bench' }),
    feature(9004, { place: 'farm', name: 'A farm' }),
  ]
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  const summary = await importText(service, 'places', { name: 'extract.geojson', text, format: 'osm' })
  expect(summary).toMatchObject({ created: 2, leftOut: 2, rejects: [] })
  const center = { latitude: -60, longitude: 150.009 }
  const strategy = { ...around(0), unionAll: [{ regionType: 'circle', center, radiusMiles: 5 }] }
  const maps = await run('maps-search', { query: 'coffee shops', strategy })
  expect(maps.output.results).toMatchObject([{ placeId: 'osm:node/9002', name: 'Café Xyzzy' }])
  const companies = [{ companyName: 'Café Xyzzy', companyCity: 'Xyzzyheim' }]
  const business = await run('local-business-search', { data: [{ source: 'custom', companies }] })
  expect(business.output.data.observations).toMatchObject([{ found: true, placeId: 'osm:node/9002' }])
  const { rawKey: key } = await service.org(10)
  const town = {
    strategy: 'free-form-city',
    city: 'Xyzzyheim',
    radius: { unit: 'kilometers', quantity: 1 },
  }
  const searchParams = { headquartersLocation: { unionAll: [town] } }
  const { body } = await service.send('POST /v1/company-count', { key, body: { searchParams } })
  expect(body.advice.join()).toContain('was taken as Xyzzyheim')
})

describe('towns that no gazetteer has', () => {
  const office = (slug: string, lat: number, lon: number) => ({
    pnet_primary_slug: slug,
    preferred_name: slug,
    domains: [`${slug}.example`],
    location_consensus: { coordinates: { lat, lon } },
  })
  const radius = { unit: 'kilometers', quantity: 20 }
  beforeAll(async () => {
    const town = { lat: 48.1, lon: 61.2 }
    await service.write('companies', [
      office('of-the-town', 48.12, 61.25),
      office('of-the-shops', -30.01, 20.02),
      office('of-the-source', 10.01, -150.02),
      office('of-elsewhere', 0, 0),
    ])
    const shop = (id: string, lat: number) => ({
      place_id: id,
      name: `Shop ${id}`,
      types: ['shop'],
      location: { city: 'Zzyzxburg', country_code: 'ZAF', coordinates: { lat, lon: 20 } },
    })
    await service.write('places', [
      { place_id: 'town', name: 'Zzyzxville', types: ['town'], location: { coordinates: town } },
      {
        place_id: 'cafe',
        name: 'Zzyzxville',
        types: ['cafe'],
        location: { coordinates: { lat: 0, lon: 0 } },
      },
      { place_id: 'park', name: 'Zzyzx Park', types: ['park'], location: { coordinates: town } },
      shop('a', -30),
      shop('b', -30.01),
      shop('c', 45),
    ])
  })

  const search = async (city: string, more: object = {}) => {
    const { rawKey: key } = await service.org(100)
    const strategy = { strategy: 'free-form-city', city, radius, ...more }
    const searchParams = { headquartersLocation: { unionAll: [strategy] } }
    return service.send('POST /v1/company-search', { key, body: { searchParams } })
  }
  const slugs = ({ body }: Awaited<ReturnType<typeof search>>) =>
    body.output.data.map(({ pnet_primary_slug: slug }: { pnet_primary_slug: string }) => slug)

  test('are towns among the places of the corpus, or where its places of that town lie', async () => {
    say = { status: 503 }
    const town = await search('Zzyzxville')
    expect(slugs(town)).toEqual(['of-the-town'])
    expect(town.body.advice.join()).toContain('"Zzyzxville" was taken as Zzyzxville (48.1, 61.2).')
    expect(slugs(await search('zzyzxburg', { countryCode: 'ZAF' }))).toEqual(['of-the-shops'])
  })

  test('else a source is asked, once; what nobody knows is a 400 with its path, and free', async () => {
    verifies('towns.of-source')
    say = { json: [{ lat: '10', lon: '-150', display_name: 'Qqyzx, Far Away' }] }
    const before = maps.requests.length
    expect(slugs(await search('Qqyzx'))).toEqual(['of-the-source'])
    expect((await search('Qqyzx')).body.advice.join()).toContain('was taken as Qqyzx, Far Away (10, -150)')
    expect(maps.requests.length).toBe(before + 1)
    say = { json: [] }
    const unknown = await search('Xqyzx')
    expect(unknown.status).toBe(400)
    expect(unknown.body.issues[0]).toMatchObject({
      path: 'searchParams.headquartersLocation.unionAll[0].city',
      code: 'unknown_city',
    })
  })

  test('hotels are looked for around them, and near landmarks', async () => {
    const lodge = { property_id: 'lodge', name: 'Lodge', category: 'hotel' }
    const price_rule = { currency: 'USD', per_night: 80 }
    await service.write('hotels', [
      { ...lodge, price_rule, location: { coordinates: { lat: 48.11, lon: 61.21 } } },
    ])
    const { rawKey: key } = await service.org(100)
    const found = async (query: string) => {
      const body = { query, checkInDate: '2026-03-01', checkOutDate: '2026-03-03' }
      const { output } = (await service.send('POST /v1/hotels/search', { key, body })).body
      return output.properties.map(({ name }: { name: string }) => name)
    }
    expect(await found('hotels in Zzyzxville')).toEqual(['Lodge'])
    expect(await found('near Zzyzx Park')).toEqual(['Lodge'])
    // No such park is near Berlin: refused, free, instead of billed as an empty page.
    const body = { query: 'near Zzyzx Park, Berlin', checkInDate: '2026-03-01', checkOutDate: '2026-03-03' }
    expect((await service.send('POST /v1/hotels/search', { key, body })).status).toBe(400)
  })
})

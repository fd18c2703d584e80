import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const start = 'POST /v1/maps-search/start'
const everywhere = { strategy: 'world-cities', countriesAndRegions: {} }
const circle = { regionType: 'circle', center: { latitude: 51.5, longitude: -0.12 } }

async function search(body: object, credits = 30_000) {
  const org = await service.org(credits)
  const send = (route: string, body: object) => service.send(route, { key: org.rawKey, body })
  const started = await send(start, body)
  expect(started.status, started.text).toBe(200)
  await service.almanac.jobs.workNow()
  const { searchID } = started.body.output
  const polled = await send('POST /v1/maps-search/poll', { searchID, pageSize: 1_000 })
  return { org, started: started.body, polled: polled.body, searchID, send }
}

async function left(key: string): Promise<number> {
  const { body } = await service.send('GET /v1/get-org-credits', { key })
  return body.output.balances[0].available as number
}

describe('mapsSearchStart 200', () => {
  test('finds places, charges 3 for each that is found and gives the rest back', async () => {
    verifies('maps.of-sample', 'op.maps-search-start')
    const areas = { strategy: 'specific-areas', unionAll: [circle] }
    const { org, started, polled } = await search({ name: 'London', query: 'restaurants', strategy: areas })
    expect(started.chargeInfo.method).toBe('charging-later')
    const { results } = polled.output
    expect(results.length).toBeGreaterThan(1)
    expect(results.length).toBeLessThan(100)
    for (const place of results) {
      expect(place.allTypes).toContain('restaurant')
      expect(Math.abs(place.latitude - 51.5)).toBeLessThan(0.4)
      verifies('client.maps.country')
      expect([place.countryIsoCode, place.countryIsoCodeAlpha2]).toEqual(['GBR', 'GB'])
      expect(place.mapsURL).toMatch(/^https:\/\//)
    }
    expect(polled.chargeInfo).toMatchObject({
      method: 'charged-for-async-process',
      creditsCharged: 3 * results.length,
    })
    expect(await left(org.rawKey)).toBe(30_000 - 3 * results.length)
  })

  test('the USA, and cities of some sizes of some countries', async () => {
    const usa = await search({ query: 'cafe', strategy: { strategy: 'whole-usa' } })
    const codes = new Set(
      usa.polled.output.results.map((each: { countryIsoCode: string }) => each.countryIsoCode),
    )
    expect([...codes]).toEqual(['USA'])
    const cities = {
      strategy: 'world-cities',
      countriesAndRegions: { unionAll: ['X-EUROPE'], subtractAll: ['DEU', 'France'] },
      smallestCityTierID: 'large',
    }
    const europe = await search({ query: 'cafe', strategy: cities })
    const found = new Set(
      europe.polled.output.results.map((each: { countryIsoCode: string }) => each.countryIsoCode),
    )
    expect(found.size).toBeGreaterThan(1)
    for (const code of ['USA', 'DEU', 'FRA']) expect(found).not.toContain(code)
    expect(europe.started.advice.join(' ')).toContain('"France" was taken as FRA')
  })

  test('nothing found is free, and no more is answered than was asked for', async () => {
    const none = await search({ query: 'zzyzx', strategy: everywhere })
    expect(none.polled.output).toMatchObject({ results: [], nextCursor: null })
    expect(await left(none.org.rawKey)).toBe(30_000)
    const few = await search({ query: 'restaurant', maxResults: 3, strategy: everywhere }, 9)
    expect(few.polled.output.results).toHaveLength(3)
    expect(await left(few.org.rawKey)).toBe(0)
  })
})

const rectangle = (north: number, west: number, south: number, east: number) => ({
  strategy: 'specific-areas',
  unionAll: [
    {
      regionType: 'rectangle',
      northwestCorner: { latitude: north, longitude: west },
      southeastCorner: { latitude: south, longitude: east },
    },
  ],
})
const cities = (more: object) => ({ strategy: 'world-cities', countriesAndRegions: {}, ...more })
const corner = 'strategy.unionAll[0].southeastCorner'
const regions = 'strategy.countriesAndRegions'

test.each([
  ['no words', { query: '' }, 'query'],
  ['words that name nothing', { query: 'the best of' }, 'query'],
  ['no strategy', { strategy: undefined }, 'strategy'],
  ['another strategy', { strategy: { strategy: 'moon' } }, 'strategy.strategy'],
  ['no results', { maxResults: 0 }, 'maxResults'],
  ['too many results', { maxResults: 10_001 }, 'maxResults'],
  ['no areas', { strategy: { strategy: 'specific-areas', unionAll: [] } }, 'strategy.unionAll'],
  [
    'too wide a circle',
    { strategy: { strategy: 'specific-areas', unionAll: [{ ...circle, radiusMiles: 251 }] } },
    'strategy.unionAll[0].radiusMiles',
  ],
  [
    'a circle without a radius',
    { strategy: { strategy: 'specific-areas', unionAll: [{ ...circle, radiusMiles: 0 }] } },
    'strategy.unionAll[0].radiusMiles',
  ],
  ['south and north changed', { strategy: rectangle(10, 10, 11, 11) }, `${corner}.latitude`],
  ['west and east changed', { strategy: rectangle(11, 11, 10, 10) }, `${corner}.longitude`],
  [
    'a pole of the wrong size',
    { strategy: rectangle(91, 0, 10, 10) },
    'strategy.unionAll[0].northwestCorner.latitude',
  ],
  ['an empty union', { strategy: cities({ countriesAndRegions: { unionAll: [] } }) }, `${regions}.unionAll`],
  [
    'an unknown region',
    { strategy: cities({ countriesAndRegions: { unionAll: ['DEU', 'X-EUROP'] } }) },
    `${regions}.unionAll[1]`,
  ],
  [
    'a union that is taken away',
    { strategy: cities({ countriesAndRegions: { unionAll: ['DEU'], subtractAll: ['X-EUROPE'] } }) },
    `${regions}.subtractAll`,
  ],
  [
    'tiers that exclude each other',
    { strategy: cities({ smallestCityTierID: 'mega', largestCityTierID: 'tiny' }) },
    'strategy.smallestCityTierID',
  ],
  ['an unknown tier', { strategy: cities({ smallestCityTierID: 'huge' }) }, 'strategy.smallestCityTierID'],
])('400 for %s, at its path, and no charge', async (_what, wrong, path) => {
  const org = await service.org(1_000)
  const body = { query: 'cafe', strategy: everywhere, ...wrong }
  const answer = await service.send(start, { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
  if (path === `${regions}.unionAll[1]`) expect(answer.body.issues[0].message).toContain('X-EUROPE')
  expect(await left(org.rawKey)).toBe(1_000)
})

test('401 without a key, 402 unless the balance covers maxResults', async () => {
  const body = { query: 'cafe', maxResults: 10, strategy: everywhere }
  expect((await service.send(start, { body })).status).toBe(401)
  const { rawKey: key } = await service.org(29)
  expect((await service.send(start, { key, body })).status).toBe(402)
})

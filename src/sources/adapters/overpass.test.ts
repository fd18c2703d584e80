import { expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceUnavailable } from '../failures.ts'
import type { Question } from '../capabilities.ts'
import { overpass } from './overpass.ts'

const circle: Question<'places.search'> = {
  query: 'coffee shops',
  area: { regionType: 'circle', center: { latitude: 52.5, longitude: 13.4 }, radiusMiles: 1 },
  limit: 50,
}

async function asked(answer: VendorAnswer, question = circle) {
  const vendor = await vendorServer(() => answer)
  const opened = await openKind(overpass, { baseUrl: `${vendor.url}/api/interpreter` })
  const result = opened['places.search']!.fetch(question, vendorCall())
  await result.catch(() => {})
  const [request] = vendor.requests
  return { result, request: request!, query: new URLSearchParams(request!.text).get('data')! }
}

const elements = [
  { type: 'node', id: 1, lat: 52.5, lon: 13.4, tags: { name: 'Anna', amenity: 'cafe' } },
  { type: 'way', id: 2, center: { lat: 52.51, lon: 13.41 }, tags: { name: 'Ohm', shop: 'bakery' } },
  { type: 'node', id: 3, lat: 52.5, lon: 13.4, tags: { amenity: 'bench' } },
  { type: 'relation', id: 4, tags: { name: 'Nowhere', shop: 'mall' } },
]

test('asks for the types that the words name and for names, and reads elements', async () => {
  const { result, request, query } = await asked({ json: { version: 0.6, elements } })
  expect(request).toMatchObject({
    method: 'POST',
    path: '/api/interpreter',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(query).toMatch(/^\[out:json\]\[timeout:60\];\(/)
  expect(query).toContain('nwr["name"]["amenity"~"^(cafe)$"](around:1610,52.5,13.4);')
  expect(query).toContain('nwr["name"~"coffee",i]["name"~"shop",i]["shop"](around:1610,52.5,13.4);')
  expect(query).toMatch(/\);out center tags 50;$/)
  expect(await result).toMatchObject({
    found: true,
    answer: {
      records: [
        { osm_type: 'node', osm_id: '1', name: 'Anna', types: ['cafe'] },
        { osm_type: 'way', osm_id: '2', location: { coordinates: { lat: 52.51, lon: 13.41 } } },
      ],
    },
  })
})

test('a rectangle across the antimeridian is two boxes, and what is asked for stays letters', async () => {
  const { query } = await asked(
    { json: { elements: [] } },
    {
      query: 'x"];out;//',
      area: {
        regionType: 'rectangle',
        northwestCorner: { latitude: -10, longitude: 170 },
        southeastCorner: { latitude: -20, longitude: -170 },
      },
      limit: 5,
    },
  )
  expect(query).toContain('(-20,170,-10,180);')
  expect(query).toContain('(-20,-180,-10,-170);')
  expect(query).toContain('nwr["name"~"x",i]["name"~"out",i]')
  expect(query).not.toContain('];out;')
})

test('nothing is not found', async () => {
  expect(await (await asked({ json: { elements: [] } })).result).toEqual({ found: false })
})

test.each([
  ['its slots are taken', { status: 429 }, SourceRateLimited],
  ['it is busy', { status: 504, text: '<html>' }, SourceRateLimited],
  [
    'the question ran out of time',
    { json: { elements: [], remark: 'runtime error: Query timed out' } },
    SourceUnavailable,
  ],
  ['something else answers', { json: { hello: 1 } }, SourceUnavailable],
  ['it refuses the question', { status: 400, text: '<html>' }, SourceUnavailable],
])('fails where %s', async (_what, answer, failure) => {
  await expect((await asked(answer)).result).rejects.toThrow(failure)
})

test('one question a second, unless the operator says otherwise', () => {
  expect(overpass.perSecond).toBe(1)
})

import { expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceUnavailable } from '../failures.ts'
import { nominatim } from './nominatim.ts'

async function asked(answer: VendorAnswer, countryCode: string | null = null) {
  const vendor = await vendorServer(() => answer)
  const opened = await openKind(nominatim, { baseUrl: vendor.url, email: 'ops@acme.example' })
  const result = opened['place.geocode']!.fetch({ text: 'Café Anna, Berlin', countryCode }, vendorCall())
  await result.catch(() => {})
  return { result, request: vendor.requests[0]! }
}

const cafe = {
  place_id: 1,
  licence: 'Data © OpenStreetMap contributors',
  osm_type: 'node',
  osm_id: 42,
  lat: '52.5',
  lon: '13.4',
  category: 'amenity',
  type: 'cafe',
  importance: 0.1,
  name: 'Café Anna',
  display_name: 'Café Anna, 7, Torstraße, Berlin, 10119, Germany',
  address: { house_number: '7', road: 'Torstraße', city: 'Berlin', postcode: '10119', country_code: 'de' },
  extratags: { website: 'https://anna.example' },
}
const town = { ...cafe, osm_type: 'relation', category: 'boundary', type: 'administrative', name: 'Berlin' }

test('asks as documented, and tells a place from a town', async () => {
  const { result, request } = await asked({ json: [cafe, town] }, 'DEU')
  expect(request).toMatchObject({
    method: 'GET',
    path: '/search',
    query: {
      q: 'Café Anna, Berlin',
      format: 'jsonv2',
      addressdetails: '1',
      extratags: '1',
      countrycodes: 'de',
      email: 'ops@acme.example',
    },
  })
  const answer = await result
  expect(answer.found && answer.answer.places).toMatchObject([
    {
      latitude: 52.5,
      longitude: 13.4,
      record: {
        osm_type: 'node',
        osm_id: '42',
        name: 'Café Anna',
        types: ['cafe'],
        website: 'https://anna.example',
        location: { street_address: '7 Torstraße', city: 'Berlin', country_code: 'DEU' },
      },
    },
    { record: null },
  ])
})

test('nothing is not found', async () => {
  expect(await (await asked({ json: [] })).result).toEqual({ found: false })
})

test.each([
  ['it asks to wait', { status: 429 }, SourceRateLimited],
  ['something else answers', { json: { error: 'x' } }, SourceUnavailable],
  ['it is down', { status: 503 }, SourceUnavailable],
])('fails where %s', async (_what, answer, failure) => {
  await expect((await asked(answer)).result).rejects.toThrow(failure)
})

test('one question a second, unless the operator says otherwise', () => {
  expect(nominatim.perSecond).toBe(1)
})

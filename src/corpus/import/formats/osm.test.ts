import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRecords } from '../readers/read-records.ts'
import { rowReader } from '../run/native-row.ts'
import { osmMapping } from './osm.ts'

const mapping = osmMapping('places')!
const read = rowReader({ kind: 'places', mapping, asOf: '2026-11-01' })

const feature = (
  id: string | number | undefined,
  properties: object,
  coordinates: unknown = [13.4, 52.5],
) => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'Point', coordinates },
})
const recordOf = (value: unknown) => {
  const outcome = read({ line: 1, value, bytes: 1 })
  return 'record' in outcome ? (outcome.record as Record<string, unknown>) : undefined
}

test.each([
  ['over the 180th meridian', [179.9, 180, -179.7], -179.9],
  ['on both sides of the first', [-0.2, 0, 0.4], 0.1],
  ['on both sides of an ocean', [-60, 60], 0],
])('an area %s stands there', (_, lons, middle) => {
  const ring = lons.map((lon) => [lon, -16.5])
  const area = { type: 'Feature', id: 'way/7', properties: { name: 'Taveuni', amenity: 'cafe' } }
  const record = recordOf({ ...area, geometry: { type: 'Polygon', coordinates: [ring] } })
  expect(record?.['location']).toMatchObject({ coordinates: { lat: -16.5, lon: middle } })
})

test('tags become members', () => {
  expect(
    recordOf(
      feature('node/42', {
        name: 'Café Anna',
        'name:en': 'Anna’s',
        amenity: 'cafe;bar',
        shop: 'yes',
        cuisine: 'coffee_shop; cake',
        'addr:housenumber': '7',
        'addr:street': 'Torstraße',
        'addr:city': 'Berlin',
        'addr:postcode': '10119',
        'addr:country': 'DE',
        'contact:phone': '+49 30 123456; +49 30 999',
        website: 'www.anna.example',
        'contact:social': 'https://social.example/anna',
        'contact:fax': 'https://fax.example',
        opening_hours: 'Mo-Fr 08:00-18:00',
      }),
    ),
  ).toMatchObject({
    osm_type: 'node',
    osm_id: '42',
    name: 'Café Anna',
    names: ['Anna’s'],
    types: ['cafe', 'bar', 'shop'],
    keywords: ['coffee_shop', 'cake'],
    phone: '+49 30 123456',
    website: 'https://www.anna.example',
    social_urls: ['https://social.example/anna'],
    opening_hours: 'Mo-Fr 08:00-18:00',
    location: {
      street_address: '7 Torstraße',
      city: 'Berlin',
      postal_code: '10119',
      country_code: 'DEU',
      coordinates: { lat: 52.5, lon: 13.4 },
    },
  })
})

test.each([
  ['node/1', 'node', '1'],
  ['way/12', 'way', '12'],
  ['n7', 'node', '7'],
  ['a14', 'way', '7'],
  ['a15', 'relation', '7'],
])('%s is %s %s', (id, type, number) => {
  const record = recordOf(feature(id, { name: 'A', shop: 'books' }))
  expect(record).toMatchObject({ osm_type: type, osm_id: number })
})

test('elements named by their attributes', () => {
  const properties = { '@type': 'way', '@id': 99, name: 'A', shop: 'books' }
  expect(recordOf(feature(undefined, properties))).toMatchObject({ osm_type: 'way', osm_id: '99' })
})

test('an area stands where its middle is', () => {
  const ring = [
    [
      [10, 50],
      [10.2, 50],
      [10.2, 50.1],
      [10, 50],
    ],
  ]
  const record = recordOf(feature('way/1', { name: 'Mall', shop: 'mall' }, ring))
  expect(record).toMatchObject({ location: { coordinates: { lat: 50.05, lon: 10.1 } } })
})

test.each([
  ['without a name', feature('node/1', { amenity: 'cafe' })],
  ['that is nothing', feature('node/1', { name: 'Somewhere' })],
  ['that is a bench', feature('node/1', { name: 'Bench', amenity: 'bench' })],
  ['nobody can name', feature('x', { name: 'A', shop: 'books' })],
  ['beyond the earth', feature('node/1', { name: 'A', shop: 'books' }, [200, 100])],
  ['of no feature', { type: 'Feature' }],
])('what is %s is left out', (_what, value) => {
  expect(read({ line: 1, value, bytes: 1 })).toEqual({ leftOut: true })
})

test.each([
  ['one document', (features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })],
  ['a feature a line', (features: object[]) => features.map((each) => JSON.stringify(each)).join('\n')],
])('%s is read', async (_form, written) => {
  const folder = mkdtempSync(join(tmpdir(), 'osm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'places.geojson')
  const features = Array.from({ length: 3 }, (_, index) =>
    feature(`node/${index}`, { name: 'A', shop: 'books' }),
  )
  writeFileSync(file, written(features))
  const ids: unknown[] = []
  for await (const row of readRecords(file, { select: mapping.select }))
    ids.push('value' in row ? recordOf(row.value)?.['osm_id'] : row.error)
  expect(ids).toEqual(['0', '1', '2'])
})

test('other kinds are not in it', () => {
  expect(osmMapping('companies')).toBeUndefined()
})

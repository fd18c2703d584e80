import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { pointInPolygon } from '../../../lib/geo.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getMetroAreas } from './get-metro-areas.ts'

describeReference(getMetroAreas)

test('answers metro areas with slug, name, country and centre, most populous first', async () => {
  verifies('op.get-metro-areas', 'enum.metro-areas')
  type Area = {
    slug: string
    name: string
    countryCode: string
    centroid: { lat: number; lon: number }
    population: number
  }
  const { body } = await ask<{ metroAreas: Area[] }>(getMetroAreas)
  const { metroAreas } = body.output
  expect(metroAreas.length).toBeGreaterThan(400)
  expect(metroAreas.map((area) => area.population)).toEqual(
    metroAreas.map((area) => area.population).toSorted((a, b) => b - a),
  )
  const bayArea = metroAreas.find((area) => area.slug === 'san-francisco-bay-area')
  expect(bayArea).toMatchObject({ name: 'San Francisco Bay Area', countryCode: 'USA' })
  expect(bayArea?.centroid.lat).toBeCloseTo(37.6, 0)
})

const presets =
  `sf-bay-area sf-north-bay sf-east-bay sf-south-bay sf-peninsula greater-new-york chicagoland washington-dmv
  greater-los-angeles inland-empire greater-philadelphia boston-route-128 greater-austin toronto-golden-horseshoe
  greater-london greater-tokyo research-triangle seattle-puget-sound dallas-fort-worth miami-south-florida
  slc-silicon-slopes denver-front-range`.split(/\s+/)

test('every region that locations name is there with its outline, which holds its own middle', async () => {
  verifies('client.search.metro-areas')
  type Area = {
    slug: string
    emoji: string
    cities: string[]
    synonyms: string[]
    centroid: { lat: number; lon: number }
  }
  type Point = { latitude: number; longitude: number }
  type Circle = Area & { type: 'circle'; radiusMiles: number } & Point
  type Polygon = Area & { type: 'polygon'; vertices: Point[] }
  const { body } = await ask<{ metroAreas: (Circle | Polygon)[] }>(getMetroAreas)
  const bySlug = new Map(body.output.metroAreas.map((area) => [area.slug, area]))
  for (const slug of presets) {
    const area = bySlug.get(slug)
    expect(area, slug).toMatchObject({ emoji: expect.any(String), cities: expect.any(Array) })
    if (area?.type === 'circle') expect(area.radiusMiles, slug).toBeGreaterThan(20)
    if (area?.type !== 'polygon') continue
    const middle = { latitude: area.centroid.lat, longitude: area.centroid.lon }
    expect(pointInPolygon(middle, area.vertices), slug).toBe(true)
  }
  expect(bySlug.get('sf-bay-area')).toMatchObject({
    type: 'polygon',
    synonyms: expect.arrayContaining(['Bay Area']),
  })
})

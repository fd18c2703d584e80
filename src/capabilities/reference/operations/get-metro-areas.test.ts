import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
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

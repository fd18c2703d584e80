import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getFlightRegions } from './get-flight-regions.ts'

describeReference(getFlightRegions)

test('answers regions and countries, each with the countries it covers', async () => {
  verifies('op.get-flight-regions', 'enum.flight-regions')
  const { body } = await ask<{ flightRegions: { slug: string; kind: string; countries: string[] }[] }>(
    getFlightRegions,
  )
  const { flightRegions } = body.output
  expect(flightRegions.filter((entry) => entry.kind === 'country').length).toBe(244)
  expect(flightRegions.find((entry) => entry.slug === 'scandinavia')?.countries).toContain('NOR')
  expect(flightRegions.find((entry) => entry.slug === 'jpn')).toMatchObject({
    name: 'Japan',
    countries: ['JPN'],
  })
})

test('answers cities with several airports by the codes that flight searches take', async () => {
  verifies('client.enum.flight-metros')
  type Metro = { apiCode: string; name: string; airportIataCodes: string[]; freebaseId: string | null }
  const { regions } = (await ask<{ regions: Metro[] }>(getFlightRegions)).body.output
  expect(regions.find(({ apiCode }) => apiCode === 'X-NYC')).toMatchObject({
    name: 'New York',
    airportIataCodes: expect.arrayContaining(['JFK', 'LGA', 'EWR']),
  })
  expect(new Set(regions.map(({ apiCode }) => apiCode)).size).toBe(regions.length)
  for (const { apiCode, airportIataCodes } of regions) {
    expect(apiCode).toMatch(/^X-[A-Z]{3}$/)
    expect(airportIataCodes.length, apiCode).toBeGreaterThan(1)
    for (const code of airportIataCodes) expect(code).toMatch(/^[A-Z]{3}$/)
  }
})

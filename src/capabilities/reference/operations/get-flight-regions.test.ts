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

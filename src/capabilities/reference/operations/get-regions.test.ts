import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getRegions } from './get-regions.ts'

describeReference(getRegions)

interface Regions {
  countries: { apiCode: string; name: string; flag: string; isoCodeAlpha2: string; isoCodeAlpha3: string }[]
  regions: { apiCode: string; name: string; acronym?: string; countries: Regions['countries'] }[]
}

test('answers every country with both codes, name and flag', async () => {
  verifies('op.get-regions', 'enum.regions.countries')
  const { countries } = (await ask<Regions>(getRegions)).body.output
  expect(countries).toHaveLength(251)
  expect(countries).toContainEqual({
    apiCode: 'XKX',
    name: 'Kosovo',
    flag: '🇽🇰',
    isoCodeAlpha2: 'XK',
    isoCodeAlpha3: 'XKX',
  })
})

test('answers the 49 region groups with their countries', async () => {
  verifies('enum.regions.groups', 'client.enum.region-countries')
  const { countries, regions } = (await ask<Regions>(getRegions)).body.output
  expect(regions).toHaveLength(49)
  expect(regions.find((region) => region.apiCode === 'X-DACH')).toEqual({
    apiCode: 'X-DACH',
    name: 'Germany, Austria and Switzerland',
    acronym: 'DACH',
    countries: ['AUT', 'CHE', 'DEU'].map((apiCode) =>
      expect.objectContaining({ apiCode, isoCodeAlpha3: apiCode }),
    ),
  })
  const known = new Set(countries.map((country) => country.apiCode))
  for (const region of regions) {
    expect(region.countries.length).toBeGreaterThan(0)
    for (const { apiCode } of region.countries) expect(known).toContain(apiCode)
  }
})

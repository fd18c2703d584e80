import { describe, expect, it } from 'vitest'
import type { CompanyRecord } from '../../src/corpus/records/index.ts'
import { ask, service, shareSearchService } from './search-service.ts'

shareSearchService()

const place = (latitude: number, longitude: number, quantity: number) => ({
  type: 'geography' as const,
  location: {
    strategy: 'radial-distance',
    center: { latitude, longitude },
    radius: { unit: 'kilometers', quantity },
  },
})
const inCountry = (countryOrRegionCode: string) => ({ type: 'country-or-region', countryOrRegionCode })

describe('companies found by their offices say which of them matched', () => {
  it('in a country, in a page and in a combined search', async () => {
    const org = await service.org()
    const searchParams = { officeLocationsV2: { anyOf: [inCountry('USA')] } }
    const alone = (await ask(org, 'companies', { searchParams, pageSize: 20 })).body.output.data
    const combined = await ask(org, 'combined', { companyConfig: { searchParams, pageSize: 20 } })
    expect(combined.body.output.companies).toEqual(alone)
    expect(alone.length).toBeGreaterThan(5)
    for (const company of alone as CompanyRecord[]) {
      const there = (company.li_locations ?? []).filter(({ location }) => location?.country_code === 'USA')
      expect(there.length).toBeGreaterThan(0)
      expect(company.num_matching_locations).toEqual({
        num_offices_matched: there.length,
        matched_offices: there,
      })
    }
  })

  it('within a place; every company found has one', async () => {
    const org = await service.org()
    const searchParams = { officeLocationsV2: { allOf: [place(40, -95, 1500)] } }
    const { data } = (await ask(org, 'companies', { searchParams, pageSize: 20 })).body.output
    expect(data.length).toBeGreaterThan(5)
    for (const company of data as CompanyRecord[])
      expect(company.num_matching_locations?.num_offices_matched).toBeGreaterThan(0)
  })

  it('and say nothing where offices are not asked about, or only which are not wanted', async () => {
    const org = await service.org()
    for (const searchParams of [{}, { officeLocationsV2: { noneOf: [inCountry('USA')] } }]) {
      const { data } = (await ask(org, 'companies', { searchParams, pageSize: 3 })).body.output
      for (const company of data as CompanyRecord[]) expect(company.num_matching_locations).toBeNull()
    }
  })
})

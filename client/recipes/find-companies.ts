import type { Almanac } from '../src/index.ts'

/** Companies of an industry and a country, one after the other, and what they cost. */
export async function findCompanies(almanac: Almanac, most: number) {
  return almanac.withCost(async (counted) => {
    const names: string[] = []
    const companies = counted.rows('companySearch', {
      searchParams: {
        industriesV2: { anyOf: ['Software'] },
        headquartersCountryCode: { anyOf: ['USA'] },
      },
      pageSize: 2,
    })
    for await (const company of companies) {
      names.push(company.preferred_name ?? 'unnamed')
      // No further page is asked for, and none is paid.
      if (names.length === most) break
    }
    return names
  })
}

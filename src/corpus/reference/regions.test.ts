import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countries, countryByAlpha3 } from './countries.ts'
import { expandCountryCodes, regions, regionsBody } from './regions.ts'
import { regionsBodySchema } from './schema.ts'

const specified = (
  'X-SOUTH_ASIA X-SOUTH_EAST_EUROPE X-NORTHERN_AFRICA X-PACIFIC X-SOUTH_WEST_EUROPE X-SOUTHERN_AFRICA ' +
  'X-WEST_INDIES X-SOUTH_AMERICA X-SOUTH_WEST_ASIA X-CENTRAL_EUROPE X-EASTERN_EUROPE X-WESTERN_EUROPE ' +
  'X-CENTRAL_AMERICA X-WESTERN_AFRICA X-SOUTH_ATLANTIC_OCEAN X-SOUTH_EAST_ASIA X-CENTRAL_AFRICA ' +
  'X-NORTH_AMERICA X-EAST_ASIA X-NORTHERN_EUROPE X-EASTERN_AFRICA X-SOUTHERN_INDIAN_OCEAN ' +
  'X-SOUTHERN_EUROPE X-CENTRAL_ASIA X-NORTHERN_ASIA X-ASIA X-EUROPE X-AFRICA X-OCEANIA X-AMERICAS ' +
  'X-ANTARCTICA X-ATLANTIC_OCEAN X-INDIAN_OCEAN X-MIDDLE_EAST X-MENA X-EMEA X-EUROPEAN_UNION X-EFTA X-APAC ' +
  'X-LATAM X-ANGLOSPHERE X-DACH X-NORDICS X-BENELUX X-GCC X-BRICS X-G20 X-OECD X-SANCTIONED'
).split(' ')

const members = (code: string) => new Set(regions().find((region) => region.code === code)?.members)

describe('regions', () => {
  it('are exactly the 49 codes of the specification', () => {
    expect(
      regions()
        .map((region) => region.code)
        .toSorted(),
    ).toEqual(specified.toSorted())
  })

  it('have members, each a known country, each once', () => {
    for (const region of regions()) {
      expect(region.members.length, region.code).toBeGreaterThan(0)
      expect(new Set(region.members).size).toBe(region.members.length)
      for (const member of region.members) expect(countryByAlpha3(member), member).toBeDefined()
    }
  })

  it('put every country in exactly one continent or ocean', () => {
    const continents = [
      'ASIA',
      'EUROPE',
      'AFRICA',
      'OCEANIA',
      'AMERICAS',
      'ANTARCTICA',
      'ATLANTIC_OCEAN',
      'INDIAN_OCEAN',
    ]
    const counted = new Map<string, number>()
    for (const name of continents) {
      for (const member of members(`X-${name}`)) counted.set(member, (counted.get(member) ?? 0) + 1)
    }
    const doubled = [...counted].filter(([, count]) => count > 1).map(([code]) => code)
    // The islands of the western Indian Ocean are counted with Africa only; none is in two continents.
    const missing = countries().filter((country) => !counted.has(country.alpha3))
    expect(doubled.filter((code) => !members('X-INDIAN_OCEAN').has(code))).toEqual([])
    expect(missing).toEqual([])
  })

  it('split the inhabited world between EMEA, APAC and the Americas without overlap', () => {
    const [emea, apac, americas] = [members('X-EMEA'), members('X-APAC'), members('X-AMERICAS')]
    expect([
      ...emea.intersection(apac),
      ...emea.intersection(americas),
      ...apac.intersection(americas),
    ]).toEqual([])
    const covered = emea.union(apac).union(americas)
    const outside = countries().filter((country) => !covered.has(country.alpha3))
    expect(outside.map((country) => country.alpha3).toSorted()).toEqual(['ATA', 'ATF', 'BVT', 'HMD', 'SGS'])
  })

  it('split the Americas between North America and Latin America with the Caribbean', () => {
    expect([...members('X-NORTH_AMERICA').intersection(members('X-LATAM'))]).toEqual([])
    expect(members('X-NORTH_AMERICA').union(members('X-LATAM'))).toEqual(members('X-AMERICAS'))
    expect(members('X-LATAM').has('MEX')).toBe(true)
  })

  it('are as decided where no public definition is', () => {
    expect([...members('X-MIDDLE_EAST')].join(' ')).toBe(
      'ARE BHR EGY IRN IRQ ISR JOR KWT LBN OMN PSE QAT SAU SYR TUR YEM',
    )
    expect([...members('X-SANCTIONED')].join(' ')).toBe('BLR CUB IRN PRK RUS SYR')
    expect(members('X-MENA').difference(members('X-MIDDLE_EAST'))).toEqual(
      new Set(['DJI', 'DZA', 'ESH', 'LBY', 'MAR', 'TUN']),
    )
    expect(members('X-MENA').has('TUR')).toBe(false)
  })

  for (const file of ['x-regions.from-country-code-lookup.json', 'x-regions.composites-proposed.json']) {
    const path = `/work/shared/reference/${file}`
    it.skipIf(!existsSync(path))(`equal the reference file ${file}`, () => {
      const expected = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>
      for (const [code, codes] of Object.entries(expected)) {
        if (code.startsWith('X-')) expect([...members(code)], code).toEqual(codes.toSorted())
      }
    })
  }
})

describe('expandCountryCodes', () => {
  it('joins countries and groups without doubles, in any case', () => {
    const { countries: expanded, unknown } = expandCountryCodes(['X-DACH', 'deu', ' USA ', 'x-benelux'])
    expect([...expanded].toSorted()).toEqual(['AUT', 'BEL', 'CHE', 'DEU', 'LUX', 'NLD', 'USA'])
    expect(unknown).toEqual([])
  })

  it('names what it does not know as it was given', () => {
    expect(expandCountryCodes(['DE', 'X-NOWHERE', 'Germany', '', 'FRA'])).toEqual({
      countries: new Set(['FRA']),
      unknown: ['DE', 'X-NOWHERE', 'Germany', ''],
    })
  })

  it('is empty for no codes', () => {
    expect(expandCountryCodes([])).toEqual({ countries: new Set(), unknown: [] })
  })
})

describe('regionsBody', () => {
  it('is the same frozen object on every call and fits its schema', () => {
    const body = regionsBody()
    expect(regionsBody()).toBe(body)
    expect(Object.isFrozen(body.regions[0]!.countries)).toBe(true)
    expect(regionsBodySchema.parse(body)).toEqual(body)
    expect(body.countries).toHaveLength(251)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { regions } from '../../src/corpus/reference/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { conditionFor, difference, pageThrough, type Question } from './compare.ts'
import { edgeCompanies, edgePeople } from './edge-records.ts'
import type { CompanyParams, ProfileParams } from './naive.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

type Lines = Record<string, object>

const place = (lat: number, lon: number, more: object = {}) => ({
  location_consensus: { coordinates: { lat, lon }, ...more },
})
const paris = place(48.8566, 2.3522, { city: 'Paris', country_code: 'FRA', state_name: 'Île-de-France' })

/** Companies told apart by one thing each; the key is the slug. */
const companyLines: Lines = {
  paris,
  versailles: place(48.8049, 2.1204, { country_code: 'FRA' }),
  'paris-texas': place(33.6609, -95.5555, { country_code: 'USA', state_name: 'Texas', state_code: 'TX' }),
  oslo: place(59.9139, 10.7522, { country_code: 'NOR' }),
  pristina: place(42.6629, 21.1655, { country_code: 'XKX' }),
  'san-juan': place(18.4655, -66.1057, { country_code: 'PRI' }),
  taveuni: place(-16.8, 179.99, { country_code: 'FJI' }),
  'taveuni-east': place(-16.8, -179.95, { country_code: 'FJI' }),
  pole: place(89.5, 100),
  nowhere: {},
  acme: { domains: ['acme.example'], pnet_slugs: ['acme-old'], names: ['Acme'] },
}

/** Current titles of people; the key is the slug. */
const titleLines: Record<string, string[]> = {
  'head-of-sales': ['Head of Sales'],
  'sales-manager-and-director': ['Sales Manager', 'Marketing Director'],
  'pairs-of-one-title': ['Director a b x b c'],
  'pairs-of-two-titles': ['Director a b', 'Director b c', 'Engineer a b c'],
  'phrase-without-level': ['Engineer a b c', 'Director of x'],
  'phrase-with-level': ['Director of a b c', 'Gardener'],
  developer: ['C++ Developer'],
}

let world: SearchWorld
let rows: Rows

beforeAll(async () => {
  world = await openSearchWorld()
  await write(world, 'companies', [
    ...edgeCompanies,
    ...Object.entries(companyLines).map(([slug, line], index) => ({
      pnet_primary_slug: slug,
      li_org_id: String(1_000 + index),
      ...line,
    })),
  ])
  await write(world, 'people', [
    ...edgePeople,
    ...Object.entries(titleLines).map(([slug, titles]) => ({
      primary_slug: slug,
      experiences: titles.map((title) => ({ title, is_current: true, pnet_company_id: '1000' })),
    })),
  ])
  rows = await readRows(world.db)
})
afterAll(() => world.close())

/** Slugs of what a question finds, of the records above; checked against the oracle as well. */
async function found(question: Question): Promise<string[]> {
  expect(await difference(world.search, rows, question)).toBeUndefined()
  const condition = await conditionFor(world.search, question)
  const snapshot = await world.search.snapshots.newest(question.kind)
  const ids = new Set(await pageThrough(world.search, question.kind, { condition, snapshot, size: 1000 }))
  const slugs =
    question.kind === 'companies'
      ? rows.companies.flatMap(({ id, record }) => (ids.has(id) ? [record.pnet_primary_slug] : []))
      : rows.people.flatMap(({ id, record }) => (ids.has(id) ? [record.primary_slug] : []))
  return slugs
    .filter((slug) => slug !== null && (slug in companyLines || slug in titleLines))
    .sort() as string[]
}
const companies = (params: CompanyParams) => found({ kind: 'companies', params })
const people = (searchParams: ProfileParams, companyParams?: CompanyParams) =>
  found({ kind: 'people', searchParams, ...(companyParams === undefined ? {} : { companyParams }) })
const all = Object.keys(companyLines).sort()
const without = (...slugs: string[]) => all.filter((slug) => !slugs.includes(slug))

describe('company identifiers', () => {
  const exact = (identifier: object, list = 'anyOf') =>
    companies({ exactCompanyV2: { [list]: [identifier] } } as CompanyParams)

  it('each kind names a company; noneOf drops it', async () => {
    verifies('company-params.exact-company.any-of', 'company-params.exact-company.none-of')
    verifies('company-identifier.domain', 'company-identifier.pnet-url', 'company-identifier.pnet-org-id')
    verifies('company-identifier.advanced', 'company-identifier.advanced.optional-members')
    const about = {
      pnet_id: null,
      preferred_name: 'B',
      names: ['B'],
      pnet_primary_slug: 'b',
      domains: ['b.example'],
    }
    for (const identifier of [
      { identifier: 'domain', domain: 'acme.example' },
      { identifier: 'pnet-url', pnet_url: 'https://pnet.example/company/acme' },
      { identifier: 'pnet-url', pnet_url: 'https://www.pnet.example/company/acme-old/' },
      { identifier: 'pnet-url', pnet_url: 'https://pnet.example/company/1010' },
      { identifier: 'pnet-org-id', org_id: '1010' },
      { identifier: 'advanced', li_org_id: '1010' },
      { identifier: 'advanced', li_org_id: '1010', ...about, logo_url: null, source: 'csv' },
    ]) {
      expect(await exact(identifier)).toEqual(['acme'])
      expect(await exact(identifier, 'noneOf')).toEqual(without('acme'))
    }
  })

  it('a domain may carry scheme, www and path', async () => {
    verifies('company-identifier.domain.scheme-and-path', 'company-params.domains')
    for (const domain of ['https://acme.example/about', 'http://www.ACME.example', 'acme.example/']) {
      expect(await exact({ identifier: 'domain', domain })).toEqual(['acme'])
      expect(await companies({ domains: [domain, 'nobody.example'] })).toEqual(['acme'])
    }
  })

  it('null lists filter nothing', async () => {
    verifies('company-params.exact-company.null-lists', 'company-params.domains.null')
    verifies('company-params.hq-country.null-lists', 'company-params.hq-location.null')
    for (const params of [
      { exactCompanyV2: { anyOf: null, noneOf: null } },
      { domains: null },
      { headquartersCountryCode: { anyOf: null, noneOf: null } },
      { headquartersLocation: { unionAll: null } },
      { employeeCountV2: { lowerBoundExclusive: null, upperBoundInclusive: null } },
      { foundedOn: { strategy: 'absolute', range: {} } },
    ] as CompanyParams[]) {
      expect(await companies(params)).toEqual(all)
    }
  })
})

describe('countries and states', () => {
  it('codes keep, and in noneOf drop, the companies of these countries; unknown countries are dropped by neither', async () => {
    verifies('company-params.hq-country.any-of', 'company-params.hq-country.none-of')
    verifies('country-code.kosovo', 'country-code.territories')
    const country = (codes: string[], list = 'anyOf') =>
      companies({ headquartersCountryCode: { [list]: codes } })
    expect(await country(['FRA'])).toEqual(['paris', 'versailles'])
    expect(await country(['XKX', 'PRI', 'GUM', 'HKG', 'TWN'])).toEqual(['pristina', 'san-juan'])
    expect(await country(['FRA', 'XKX'], 'noneOf')).toEqual(without('paris', 'versailles', 'pristina'))
    expect(await country([])).toEqual([])
  })

  it('a region code stands for its member countries, in anyOf and noneOf', async () => {
    verifies('country-code.region-expands', 'country-code.region-in-none-of', 'country-code.every-region')
    expect(await companies({ headquartersCountryCode: { anyOf: ['X-NORDICS'] } })).toEqual(['oslo'])
    expect(await companies({ headquartersCountryCode: { noneOf: ['X-NORDICS', 'X-DACH'] } })).toEqual(
      without('oslo'),
    )
    expect(regions()).toHaveLength(49)
    // Together they cover more countries than a token list may be thought to hold.
    const everywhere = await companies({
      headquartersCountryCode: { anyOf: regions().map(({ code }) => code) },
    })
    expect(everywhere).toEqual(without('acme', 'nowhere', 'pole'))
    for (const { code } of regions()) await companies({ headquartersCountryCode: { anyOf: [code] } })
  })

  it('states match by name or code, accents and case aside', async () => {
    verifies('company-params.hq-state.any-of', 'company-params.hq-state.none-of')
    expect(await companies({ headquartersStateName: { anyOf: ['ile de france'] } })).toEqual(['paris'])
    expect(await companies({ headquartersStateName: { anyOf: ['Texas', 'Nowhere'] } })).toEqual([
      'paris-texas',
    ])
    expect(await companies({ headquartersStateName: { noneOf: ['tx'] } })).toEqual(without('paris-texas'))
  })
})

describe('locations', () => {
  type Strategies = NonNullable<NonNullable<CompanyParams['headquartersLocation']>['unionAll']>
  const near = (...unionAll: Strategies) => companies({ headquartersLocation: { unionAll } })
  const around = (
    latitude: number,
    longitude: number,
    quantity: number,
    unit: 'miles' | 'kilometers' = 'kilometers',
  ) =>
    ({
      strategy: 'radial-distance',
      center: { latitude, longitude, name: 'there', address: null },
      radius: { unit, quantity },
    }) as const
  const city = (name: string, countryCode: string | null, quantity = 30) =>
    ({
      strategy: 'free-form-city',
      city: name,
      countryCode,
      radius: { unit: 'kilometers', quantity },
    }) as const
  const polygon = (...points: [latitude: number, longitude: number][]) =>
    ({
      strategy: 'polygon',
      vertices: points.map(([latitude, longitude]) => ({ latitude, longitude })),
    }) as const

  it('a radius keeps what is within it, in both units, from nothing to all of the earth', async () => {
    verifies('location-strategy.radial-distance', 'location-strategy.radial-distance.labels')
    verifies('radius.miles', 'radius.kilometers')
    // Versailles is 17.9 km, 11.1 miles from Paris.
    expect(await near(around(48.8566, 2.3522, 17))).toEqual(['paris'])
    expect(await near(around(48.8566, 2.3522, 19))).toEqual(['paris', 'versailles'])
    expect(await near(around(48.8566, 2.3522, 10, 'miles'))).toEqual(['paris'])
    expect(await near(around(48.8566, 2.3522, 12, 'miles'))).toEqual(['paris', 'versailles'])
    expect(await near(around(48.8566, 2.3522, 0))).toEqual(['paris'])
    expect(await near(around(10, 10, 20_100))).toEqual(without('acme', 'nowhere'))
    expect(await near(around(10, 10, 12_500, 'miles'))).toEqual(without('acme', 'nowhere'))
  })

  it('a city is the most populous of its name, or that of the country', async () => {
    verifies('location-strategy.free-form-city', 'location-strategy.free-form-city.country-code')
    expect(await near(city('paris', null))).toEqual(['paris', 'versailles'])
    expect(await near(city('Paris', 'USA'))).toEqual(['paris-texas'])
    expect(await near(city('Paris, Texas', null))).toEqual(['paris-texas'])
  })

  it('any strategy of unionAll keeps, any of subtractAll drops', async () => {
    verifies('company-params.hq-location.union-all', 'company-params.hq-location.subtract-all')
    const union = [around(59.9, 10.7, 50), around(48.8566, 2.3522, 50)]
    expect(await near(...union)).toEqual(['oslo', 'paris', 'versailles'])
    const less = { unionAll: union, subtractAll: [around(48.8566, 2.3522, 5), around(0, 0, 5)] }
    expect(await companies({ headquartersLocation: less })).toEqual(['oslo', 'versailles'])
  })

  it('a polygon keeps what is inside, convex or not, closed or not', async () => {
    verifies('location-strategy.polygon')
    expect(await near(polygon([48, 2], [50, 2], [50, 3], [48, 3]))).toEqual(['paris', 'versailles'])
    // A notch from the west takes Versailles out.
    const notched = polygon([48, 2], [48.8, 2.3], [48.82, 2.1], [50, 2], [50, 3], [48, 3], [48, 2])
    expect(await near(notched)).toEqual(['paris'])
  })

  it('a polygon that crosses itself holds what an odd number of edges surrounds', async () => {
    const bow = polygon([48, 2], [50, 3], [50, 2], [48, 3])
    expect(await near(bow)).toEqual([])
    const wide = polygon([40, -10], [70, 30], [70, -10], [40, 30], [40, -10])
    expect(await near(wide)).toEqual(['oslo', 'paris', 'pristina', 'versailles'])
    // Runs round twice: what both rounds surround is outside.
    const twice = polygon([48, 2], [50, 2], [50, 3], [48, 3], [48, 2], [50, 2], [50, 3], [48, 3])
    expect(await near(twice)).toEqual([])
  })

  it('circles and polygons go on across the antimeridian and around the pole', async () => {
    verifies('location-strategy.antimeridian')
    expect(await near(around(-16.8, 179.99, 10))).toEqual(['taveuni', 'taveuni-east'])
    expect(await near(around(-16.8, -179.95, 3))).toEqual(['taveuni-east'])
    expect(await near(polygon([-18, 179], [-18, -179], [-16, -179], [-16, 179]))).toEqual([
      'taveuni',
      'taveuni-east',
    ])
    expect(await near(polygon([-18, -179.99], [-18, -179], [-16, -179], [-16, -179.99]))).toEqual([
      'taveuni-east',
    ])
    // A comb over the antimeridian: cut there it would fall into pieces that touch themselves.
    const comb = polygon(
      [-16.9, 178],
      [-16.9, -179],
      [-16.7, -179.99],
      [-16.75, 179.9],
      [-16.6, -179.99],
      [-16.5, 178],
    )
    expect(await near(comb)).toEqual(['taveuni', 'taveuni-east'])
    expect(await near(around(90, 0, 100))).toEqual(['pole'])
  })

  it('a ring around the earth holds its pole', async () => {
    const ring = {
      strategy: 'polygon' as const,
      vertices: [-180, -90, 0, 90].map((longitude) => ({ latitude: 85, longitude })),
    }
    const question: Question = { kind: 'companies', params: { headquartersLocation: { unionAll: [ring] } } }
    const condition = await conditionFor(world.search, question)
    const snapshot = await world.search.snapshots.newest('companies')
    const { bodies } = await world.search.page('companies', { condition, snapshot, limit: 100 })
    const latitudes = bodies.map(
      (body) => (JSON.parse(body) as Rows['companies'][number]['record']).location_consensus,
    )
    expect(latitudes.map((location) => location?.coordinates?.lat).sort()).toEqual([89.5, 89.9, 90, 90])
  })
})

describe('titles', () => {
  it('a plain term is words side by side in one current title', async () => {
    verifies('people-params.job-title-v3.plain', 'people-params.job-title-v3.triple')
    const plain = (term: string, list = 'anyOf') =>
      people({ jobTitleV3: { [list]: [{ type: 'plain', term }] } })
    expect(await plain('head OF  sales')).toEqual(['head-of-sales'])
    expect(await plain('manager marketing')).toEqual([])
    expect(await plain('a b c', 'allOf')).toEqual(
      ['phrase-with-level', 'phrase-without-level', 'pairs-of-two-titles'].sort(),
    )
    expect(await plain('c++')).toEqual(['developer'])
    expect(await plain('director', 'noneOf')).toEqual(['developer', 'head-of-sales'])
  })

  it('a functional term finds level and keyword in the same title', async () => {
    verifies('people-params.job-title-v3.functional')
    const functional = (keywords: string[] | null) =>
      people({ jobTitleV3: { anyOf: [{ type: 'functional', seniority: ['director'], keywords }] } })
    expect(await functional(['sales'])).toEqual(['head-of-sales'])
    expect(await functional(['a b c'])).toEqual(['phrase-with-level'])
    expect(await functional(null)).toEqual(
      Object.keys(titleLines)
        .filter((slug) => slug !== 'developer')
        .sort(),
    )
  })

  it('a cartesian term finds a keyword of every array in the same title', async () => {
    verifies('people-params.job-title-v3.cartesian')
    const cartesian = (...keywordArrays: string[][]) =>
      people({ jobTitleV3: { anyOf: [{ type: 'cartesian', keywordArrays }] } })
    expect(await cartesian(['sales', 'marketing'], ['manager', 'head'])).toEqual([
      'head-of-sales',
      'sales-manager-and-director',
    ])
    expect(await cartesian(['sales'], ['director'])).toEqual([])
    expect(await cartesian(['a b c'], ['director of', 'x'])).toEqual(['phrase-with-level'])
  })
})

describe('people and their employers', () => {
  it('company parameters keep people now at a matching company', async () => {
    verifies('people-params.current-company')
    const titled = Object.keys(titleLines).sort()
    expect(await people({}, { headquartersCountryCode: { anyOf: ['FRA'] } })).toEqual(titled)
    expect(await people({}, { headquartersCountryCode: { noneOf: ['FRA'] } })).toEqual([])
    expect(await people({ keywords: { containsAny: ['gardener'] } }, { domains: ['acme.example'] })).toEqual(
      [],
    )
  })

  it('company parameters that leave no company out leave no person out', async () => {
    const titled = Object.keys(titleLines).sort()
    expect(await people({}, {})).toEqual(titled)
    expect(await people({}, { headquartersCountryCode: { anyOf: null }, exactCompanyV2: {} })).toEqual(titled)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { countries, regions } from '../../src/corpus/reference/index.ts'
import { loadSample } from '../../src/corpus/sample-load/index.ts'
import { newId } from '../../src/lib/ids.ts'
import { verifies } from '../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import {
  matchesCompany,
  matchesPerson,
  organizationsOf,
  type CompanyParams,
  type ProfileParams,
} from './naive.ts'
import { readRows, type Rows } from './search-world.ts'

const paths = {
  companies: 'POST /v1/company-search',
  companyCount: 'POST /v1/company-count',
  people: 'POST /v1/people-search',
  peopleCount: 'POST /v1/people-search/count',
  combined: 'POST /v1/combined-search/paginated',
  combinedCount: 'POST /v1/combined-search/count',
}
type Path = keyof typeof paths

let service: TestAlmanac
let rows: Rows
/** A search that finds enough companies for several pages, and nothing respectively. */
const some: CompanyParams = { employeeCountV2: { lowerBoundExclusive: 10 } }
const nothing: CompanyParams = { domains: ['nobody.example'] }
const someone: ProfileParams = { seniority: { anyOf: ['Director', 'Executive'] } }

beforeAll(async () => {
  service = await testAlmanac()
  await loadSample(
    { db: service.db, engine: service.engine },
    {
      world: { seed: 3, companies: 150, people: 1_200, asOf: '2026-01-01' },
      onPublished: () => service.almanac.snapshots.refresh(),
    },
  )
  await writeTwoPositions()
  rows = await readRows(service.engine)
}, 60_000)

/** A person with a matching position at each of two matching companies. */
async function writeTwoPositions(): Promise<void> {
  const experiences = ['880101', '880102'].map((pnet_company_id) => ({
    ...{ pnet_company_id, is_current: true, title: 'Zookeeper Director', seniority: 'Director' },
  }))
  const companies = ['880101', '880102'].map((li_org_id, line) => ({
    ...{ line, record: { li_org_id, pnet_primary_slug: `twice-${line}`, tags: ['is-government'] } },
  }))
  const options = { source: 'test', observedAt: new Date(0) }
  await service.almanac.writer.write('companies', companies, options)
  const record = { primary_slug: 'in-two-places', experiences }
  await service.almanac.writer.write('people', [{ line: 1, record }], options)
}

/** More credits than any test spends. */
const topUp = ({ organizationId, subscriptionId }: TestOrganization) =>
  service.almanac.ledger.grant({
    organizationId,
    subscriptionId,
    amount: 1_000_000,
    requestId: newId('req', service.clock),
  })

const ask = (
  org: TestOrganization,
  path: Path,
  body: object,
  headers?: Record<string, string>,
): Promise<TestAnswer> =>
  service.send(paths[path], { key: org.rawKey, body, ...(headers === undefined ? {} : { headers }) })

/** Credits left. */
async function balance(org: TestOrganization): Promise<number> {
  return (await service.almanac.ledger.balance(org.organizationId)).available / 1000
}

const slugsOf = (
  kind: 'companies' | 'people',
  records: { pnet_primary_slug: string; primary_slug: string }[],
) => records.map((record) => (kind === 'companies' ? record.pnet_primary_slug : record.primary_slug))

const today = '2026-01-15'
const wantedCompanies = (params: CompanyParams) =>
  rows.companies
    .filter(({ record }) => matchesCompany(record, params, today))
    .map(({ record }) => record.pnet_primary_slug)
const wantedPeople = (params: ProfileParams, companyParams?: CompanyParams) => {
  const records = rows.companies.map(({ record }) => record)
  const companies = companyParams && organizationsOf(records, companyParams, today)
  return rows.people
    .filter(({ record }) => matchesPerson(record, params, companies === undefined ? {} : { companies }))
    .map(({ record }) => record.primary_slug)
}

/** Pages one search to its end and returns the slugs; checks the charge of every page. */
async function paged(org: TestOrganization, path: 'companies' | 'people', body: object): Promise<string[]> {
  const slugs: string[] = []
  let cursor: string | null = null
  do {
    const before = await balance(org)
    const answer: TestAnswer = await ask(org, path, { ...body, cursor })
    expect(answer.status).toBe(200)
    const { data, nextCursor } = answer.body.output
    expect(before - (await balance(org))).toBe(data.length)
    slugs.push(...slugsOf(path, data))
    cursor = nextCursor
  } while (cursor !== null)
  return slugs
}

describe('200', () => {
  it('companySearch charges a credit for each company it returns', async () => {
    verifies('op.company-search', 'price.company-search-result', 'envelope.no-additional-members')
    verifies('envelope.output-object', 'envelope.charge-info-present')
    const org = await service.org(1_000)
    const answer = await ask(org, 'companies', { searchParams: some, pageSize: 7 })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['chargeInfo', 'output'])
    expect(slugsOf('companies', answer.body.output.data)).toEqual(wantedCompanies(some).slice(0, 7))
    expect(answer.body.chargeInfo).toEqual({ method: 'charged-now', creditsCharged: 7, lowCreditAlert: null })
    expect(answer.headers.get('x-credits-charged')).toBe('7')
    expect(await balance(org)).toBe(993)
  })

  it('peopleSearch charges a credit for each person it returns', async () => {
    verifies('op.people-search', 'price.people-search-result')
    const org = await service.org(1_000)
    const answer = await ask(org, 'people', { searchParams: someone, pageSize: 9 })
    expect(slugsOf('people', answer.body.output.data)).toEqual(wantedPeople(someone).slice(0, 9))
    expect(answer.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 9 })
    expect(await balance(org)).toBe(991)
  })

  it('a page without rows is free', async () => {
    const org = await service.org(1_000)
    for (const [path, body] of [
      ['companies', { searchParams: nothing }],
      ['people', { searchParams: { keywords: { containsAll: ['zzyzx'] } } }],
      ['people', { companyParams: nothing }],
      ['combined', { companyConfig: { searchParams: nothing, pageSize: 5 }, profileConfig: { pageSize: 5 } }],
    ] as const) {
      const answer = await ask(org, path, body)
      expect(answer.body.chargeInfo).toMatchObject({ method: 'free' })
      expect(answer.headers.get('x-credits-charged')).toBe('0')
    }
    expect(await balance(org)).toBe(1_000)
  })

  it('pages hold 25 rows by default, 1 to 1,000 when asked', async () => {
    verifies('company-search.page-size', 'people-search.page-size')
    const org = await service.org()
    for (const path of ['companies', 'people'] as const) {
      const all = path === 'companies' ? rows.companies.length : rows.people.length
      for (const [pageSize, size] of [
        [undefined, 25],
        [null, 25],
        [1, 1],
        [1000, Math.min(all, 1000)],
      ]) {
        const answer = await ask(org, path, { searchParams: {}, pageSize })
        expect(answer.body.output.data).toHaveLength(size as number)
      }
      for (const pageSize of [0, 1001, -1, 1.5, '10']) {
        const answer = await ask(org, path, { searchParams: {}, pageSize })
        expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'pageSize'])
      }
    }
  })

  it('cursors lead through every row once, whatever the page sizes; counts are free and say how many', async () => {
    verifies('company-search.cursor', 'people-search.cursor', 'free.counts')
    verifies('op.company-count', 'op.people-search-count', 'company-count.shape', 'people-count.shape')
    const org = await service.org()
    const companies = await paged(org, 'companies', { searchParams: some, pageSize: 13 })
    expect(companies).toEqual(wantedCompanies(some))
    const people = await paged(org, 'people', { searchParams: someone, companyParams: some, pageSize: 31 })
    expect(people).toEqual(wantedPeople(someone, some))
    expect(people.length).toBeGreaterThan(31)
    const before = await balance(org)
    const companyCount = await ask(org, 'companyCount', { searchParams: some })
    const peopleCount = await ask(org, 'peopleCount', { searchParams: someone, companyParams: some })
    expect(companyCount.body.output).toEqual({ count: companies.length })
    expect(peopleCount.body.output).toEqual({ totalProfilesFound: people.length })
    for (const { body } of [companyCount, peopleCount]) expect(body.chargeInfo.method).toBe('free')
    expect(await balance(org)).toBe(before)
  })

  it('the page size may change from page to page', async () => {
    const org = await service.org()
    const first = await ask(org, 'companies', { searchParams: some, pageSize: 3 })
    const { nextCursor: cursor } = first.body.output
    const second = await ask(org, 'companies', { searchParams: some, pageSize: 1000, cursor })
    expect(slugsOf('companies', [...first.body.output.data, ...second.body.output.data])).toEqual(
      wantedCompanies(some),
    )
  })

  it('an unknown member is a warning with its full path and the nearest name', async () => {
    verifies(
      'company-search.unknown-parameter-warned',
      'envelope.warnings-shape',
      'envelope.warnings-full-path',
    )
    verifies('envelope.warnings-extraneous-fields', 'envelope.warnings-nearest-name')
    const org = await service.org()
    const answer = await ask(org, 'companies', {
      searchParams: { ...some, headquartersCountryCode: { anyof: ['DEU'] }, industriesV3: {} },
      pageSizes: 3,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual([
      'pageSizes',
      'searchParams.headquartersCountryCode.anyof',
      'searchParams.industriesV3',
    ])
    const hints = answer.body.warnings.map(({ message }: { message: string }) => message).join()
    for (const name of ['pageSize', 'anyOf', 'industriesV2']) expect(hints).toContain(`"${name}"`)
  })

  it('a city is named in the advice, so that the caller sees which one was taken', async () => {
    verifies('envelope.advice-shape')
    const org = await service.org()
    const radius = { unit: 'miles', quantity: 10 }
    const strategy = { strategy: 'free-form-city', city: 'Paris', countryCode: 'USA', radius }
    const answer = await ask(org, 'companyCount', {
      searchParams: { headquartersLocation: { unionAll: [strategy] } },
    })
    expect(answer.body.advice).toEqual([expect.stringContaining('Texas')])
  })

  it('every ISO 3166-1 alpha-3 code and each of the 49 region codes is accepted', async () => {
    verifies('country-code.every-alpha-3', 'country-code.every-region', 'people-params.country')
    const org = await service.org()
    const codes = countries().map(({ alpha3 }) => alpha3)
    expect(codes.length).toBeGreaterThan(245)
    const asked = (anyOf: string[]) =>
      Promise.all([
        ask(org, 'companyCount', { searchParams: { headquartersCountryCode: { anyOf } } }),
        ask(org, 'peopleCount', { searchParams: { country3LetterCode: { anyOf } } }),
      ])
    expect((await asked(codes)).map(({ status }) => status)).toEqual([200, 200])
    for (const { code } of regions())
      expect((await asked([code])).map(({ status }) => status)).toEqual([200, 200])
    expect(regions()).toHaveLength(49)
  })

  it('a person with several matching positions appears once', async () => {
    verifies('people-search.concurrent-roles-once')
    const org = await service.org()
    const question = {
      searchParams: { seniority: { anyOf: ['Director'] }, keywords: { containsAll: ['zookeeper'] } },
      companyParams: { tags: { anyOf: ['is-government'] } },
    }
    expect(await paged(org, 'people', { ...question, pageSize: 1 })).toEqual(['in-two-places'])
    expect((await ask(org, 'peopleCount', question)).body.output).toEqual({ totalProfilesFound: 1 })
  })
})

describe('combined search', () => {
  const companyConfig = { searchParams: some, pageSize: 4 }
  const profileConfig = { searchParams: someone, pageSize: 6 }

  it('returns both sides, the people of the companies only, and charges both', async () => {
    verifies('combined-search.both-entities', 'combined-search.price', 'price.combined-search')
    verifies('combined-search.company-filter-restricts', 'combined-search.search-params')
    const org = await service.org(1_000)
    const { body } = await ask(org, 'combined', { companyConfig, profileConfig })
    expect(slugsOf('companies', body.output.companies)).toEqual(wantedCompanies(some).slice(0, 4))
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople(someone, some).slice(0, 6))
    expect(body.chargeInfo.creditsCharged).toBe(10)
    expect(await balance(org)).toBe(990)
  })

  it('counts both sides, free', async () => {
    verifies('op.combined-search-count', 'combined-count.shape', 'combined-count.equals-paging')
    const org = await service.org(10)
    const counted = async (body: object) => (await ask(org, 'combinedCount', body)).body.output
    const [numCompanies, numProfiles] = [wantedCompanies(some).length, wantedPeople(someone, some).length]
    const sides = { companyConfig: { searchParams: some }, profileConfig: { searchParams: someone } }
    expect(await counted(sides)).toEqual({ numCompanies, numProfiles })
    expect(await counted({ ...sides, profileConfig: null })).toEqual({ numCompanies, numProfiles: 0 })
    expect(await counted({ ...sides, companyConfig: null })).toEqual({
      numCompanies: 0,
      numProfiles: wantedPeople(someone).length,
    })
    expect(await balance(org)).toBe(10)
  })

  it('each side pages on its own; a side that is null is neither returned nor charged', async () => {
    verifies(
      'combined-search.independent-cursors',
      'combined-search.null-side',
      'combined-search.company-config',
    )
    verifies('combined-search.exhausted-cursor')
    const org = await service.org()
    const first = (await ask(org, 'combined', { companyConfig, profileConfig })).body.output
    const companies = slugsOf('companies', first.companies)
    for (let companyCursor = first.nextCompaniesCursor; companyCursor !== null;) {
      const before = await balance(org)
      const { body } = await ask(org, 'combined', {
        companyConfig: { ...companyConfig, companyCursor },
        profileConfig: null,
      })
      expect(body.output).toMatchObject({ profiles: [], nextProfilesCursor: null })
      expect(before - (await balance(org))).toBe(body.output.companies.length)
      companies.push(...slugsOf('companies', body.output.companies))
      companyCursor = body.output.nextCompaniesCursor
    }
    expect(companies).toEqual(wantedCompanies(some))
    const people = slugsOf('people', first.profiles)
    for (let profileCursor = first.nextProfilesCursor; profileCursor !== null;) {
      const before = await balance(org)
      // Without companyConfig: the cursor carries what restricts the profiles.
      const { body } = await ask(org, 'combined', {
        profileConfig: { ...profileConfig, pageSize: 50, profileCursor },
      })
      expect(body.output).toMatchObject({ companies: [], nextCompaniesCursor: null })
      expect(before - (await balance(org))).toBe(body.output.profiles.length)
      people.push(...slugsOf('people', body.output.profiles))
      profileCursor = body.output.nextProfilesCursor
    }
    expect(people).toEqual(wantedPeople(someone, some))
  })

  it('companiesCursor and profilesCursor are other names of the cursors', async () => {
    verifies('combined-search.cursor-aliases')
    const org = await service.org()
    const first = (await ask(org, 'combined', { companyConfig, profileConfig })).body.output
    const next = async (company: string, profile: string) =>
      (
        await ask(org, 'combined', {
          companyConfig: { ...companyConfig, [company]: first.nextCompaniesCursor },
          profileConfig: { ...profileConfig, [profile]: first.nextProfilesCursor },
        })
      ).body.output
    const second = await next('companyCursor', 'profileCursor')
    const named = await next('companiesCursor', 'profilesCursor')
    expect(slugsOf('companies', second.companies)).toEqual(wantedCompanies(some).slice(4, 8))
    expect(slugsOf('people', second.profiles)).toEqual(wantedPeople(someone, some).slice(6, 12))
    expect([named.companies, named.profiles]).toEqual([second.companies, second.profiles])
  })

  it('profiles alone are not restricted', async () => {
    const org = await service.org()
    const { body } = await ask(org, 'combined', {
      companyConfig: null,
      profileConfig: { ...profileConfig, pageSize: 1000 },
    })
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople(someone))
  })
})

describe('400', () => {
  it('a cursor of another organization, question or operation, or altered, is refused and costs nothing', async () => {
    verifies('company-search.cursor-foreign')
    const [org, other] = [await service.org(100), await service.org(100)]
    const first = await ask(org, 'companies', { searchParams: some, pageSize: 2 })
    const cursor: string = first.body.output.nextCursor
    const flipped = (at: number) =>
      cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    const places = [0, 1, Math.floor(cursor.length / 3), Math.floor(cursor.length / 2), cursor.length - 5]
    const attempts: [TestOrganization, Path, object][] = [
      [other, 'companies', { searchParams: some, cursor }],
      [org, 'companies', { searchParams: { ...some, stage: { anyOf: ['seed'] } }, cursor }],
      [org, 'people', { searchParams: {}, companyParams: some, cursor }],
      [org, 'combined', { profileConfig: { pageSize: 3, profileCursor: cursor } }],
      [org, 'companies', { searchParams: some, cursor: 'x' }],
      [org, 'companies', { searchParams: some, cursor: cursor.slice(0, -1) }],
      [org, 'companies', { searchParams: some, cursor: `${cursor}A` }],
      ...places.map((at): [TestOrganization, Path, object] => [
        org,
        'companies',
        { searchParams: some, cursor: flipped(at) },
      ]),
    ]
    for (const [who, path, body] of attempts) {
      const answer = await ask(who, path, body)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    }
    expect([await balance(org), await balance(other)]).toEqual([98, 100])
    const second = await ask(org, 'companies', { searchParams: some, pageSize: 2, cursor })
    expect(slugsOf('companies', second.body.output.data)).toEqual(wantedCompanies(some).slice(2, 4))
  })

  const km = { unit: 'kilometers', quantity: 1 }
  const center = { latitude: 0, longitude: 0 }
  const vertex = { latitude: 0, longitude: 0 }
  const radial = (more: object) => ({ strategy: 'radial-distance', center, radius: km, ...more })
  const location = (strategy: object) => ({ headquartersLocation: { unionAll: [strategy] } })
  const exact = (identifier: object) => ({ exactCompanyV2: { anyOf: [identifier] } })
  const strategyPath = 'headquartersLocation.unionAll[0]'

  it.each<[object, string]>([
    [exact({ identifier: 'nickname', name: 'x' }), 'exactCompanyV2.anyOf[0].identifier'],
    [exact({ identifier: 'pnet-org-id', org_id: '12a' }), 'exactCompanyV2.anyOf[0].org_id'],
    [exact({ identifier: 'pnet-org-id', org_id: '' }), 'exactCompanyV2.anyOf[0].org_id'],
    [exact({ identifier: 'advanced' }), 'exactCompanyV2.anyOf[0].li_org_id'],
    [exact({ identifier: 'advanced', li_org_id: '' }), 'exactCompanyV2.anyOf[0].li_org_id'],
    [exact({ identifier: 'advanced', li_org_id: '1', source: 'xml' }), 'exactCompanyV2.anyOf[0].source'],
    [exact({ identifier: 'domain', domain: 'not a domain' }), 'exactCompanyV2.anyOf[0].domain'],
    [
      exact({ identifier: 'pnet-url', pnet_url: 'https://elsewhere.example/company/x' }),
      'exactCompanyV2.anyOf[0].pnet_url',
    ],
    [
      exact({ identifier: 'pnet-url', pnet_url: 'http://pnet.example/company/x' }),
      'exactCompanyV2.anyOf[0].pnet_url',
    ],
    [
      exact({ identifier: 'pnet-url', pnet_url: 'https://pnet.example/in/ada' }),
      'exactCompanyV2.anyOf[0].pnet_url',
    ],
    [
      { exactCompanyV2: { noneOf: [{ identifier: 'domain', domain: '10.0.0.1' }] } },
      'exactCompanyV2.noneOf[0].domain',
    ],
    [{ domains: ['ok.example', 'localhost'] }, 'domains[1]'],
    [{ domains: 'ok.example' }, 'domains'],
    [{ headquartersCountryCode: { anyOf: ['DEU', 'XYZ'] } }, 'headquartersCountryCode.anyOf[1]'],
    [{ headquartersCountryCode: { noneOf: ['X-NOWHERE'] } }, 'headquartersCountryCode.noneOf[0]'],
    [{ headquartersCountryCode: { anyOf: ['DE'] } }, 'headquartersCountryCode.anyOf[0]'],
    [{ headquartersStateName: { anyOf: [''] } }, 'headquartersStateName.anyOf[0]'],
    [location({ strategy: 'near-me' }), `${strategyPath}.strategy`],
    [location(radial({ center: { longitude: 0 } })), `${strategyPath}.center.latitude`],
    [location(radial({ center: { latitude: 0 } })), `${strategyPath}.center.longitude`],
    [location(radial({ center: { ...center, latitude: 90.1 } })), `${strategyPath}.center.latitude`],
    [location(radial({ center: { ...center, longitude: -180.1 } })), `${strategyPath}.center.longitude`],
    [location(radial({ radius: undefined })), `${strategyPath}.radius`],
    [location(radial({ radius: { unit: 'feet', quantity: 1 } })), `${strategyPath}.radius.unit`],
    [location(radial({ radius: { unit: 'miles' } })), `${strategyPath}.radius.quantity`],
    [location(radial({ radius: { quantity: 5 } })), `${strategyPath}.radius.unit`],
    [location(radial({ radius: { unit: 'miles', quantity: 12_500.5 } })), `${strategyPath}.radius.quantity`],
    [
      location(radial({ radius: { unit: 'kilometers', quantity: 20_101 } })),
      `${strategyPath}.radius.quantity`,
    ],
    [location(radial({ radius: { unit: 'kilometers', quantity: -1 } })), `${strategyPath}.radius.quantity`],
    [location({ strategy: 'free-form-city', radius: km }), `${strategyPath}.city`],
    [location({ strategy: 'free-form-city', city: '', radius: km }), `${strategyPath}.city`],
    [location({ strategy: 'free-form-city', city: 'Zzyzxville', radius: km }), `${strategyPath}.city`],
    [
      location({ strategy: 'free-form-city', city: 'Paris', countryCode: 'FR', radius: km }),
      `${strategyPath}.countryCode`,
    ],
    [location({ strategy: 'free-form-city', city: 'Paris' }), `${strategyPath}.radius`],
    [location({ strategy: 'polygon', vertices: Array(3).fill(vertex) }), `${strategyPath}.vertices`],
    [location({ strategy: 'polygon', vertices: Array(1001).fill(vertex) }), `${strategyPath}.vertices`],
    [
      location({ strategy: 'polygon', vertices: [vertex, vertex, vertex, { latitude: 91, longitude: 0 }] }),
      `${strategyPath}.vertices[3].latitude`,
    ],
    [
      location({ strategy: 'polygon', vertices: [vertex, vertex, vertex, { latitude: 0, longitude: 181 }] }),
      `${strategyPath}.vertices[3].longitude`,
    ],
    [{ employeeCountV2: { lowerBoundExclusive: 11 } }, 'employeeCountV2.lowerBoundExclusive'],
    [{ industriesV2: { allOf: ['Alchemy'] } }, 'industriesV2.allOf[0]'],
    [{ keywords: { containsAll: [''] } }, 'keywords.containsAll[0]'],
    [{ stage: { anyOf: ['ipo'] } }, 'stage.anyOf[0]'],
    [{ tags: { noneOf: ['nice'] } }, 'tags.noneOf[0]'],
    [{ foundedOn: { strategy: 'sometime' } }, 'foundedOn.strategy'],
    [
      { foundedOn: { strategy: 'absolute', range: { lowerBound: '2020-02-30' } } },
      'foundedOn.range.lowerBound',
    ],
    [
      { foundedOn: { strategy: 'absolute', range: { lowerBound: '2021-01-01', upperBound: '2020-01-01' } } },
      'foundedOn',
    ],
    [
      { foundedOn: { strategy: 'relative', window: { method: 'lastN', period: 'year', quantity: 0 } } },
      'foundedOn.window.quantity',
    ],
  ])('company parameters %j are refused at their path, free of charge', async (searchParams, path) => {
    verifies('company-params.exact-company.discriminated', 'company-identifier.pnet-org-id.digits-only')
    verifies(
      'company-identifier.advanced.li-org-id-required',
      'country-code.unknown',
      'location-strategy.discriminated',
    )
    verifies('location-strategy.radial-distance.latitude', 'location-strategy.radial-distance.longitude')
    verifies('location-strategy.radial-distance.radius-required', 'location-strategy.free-form-city.city')
    verifies('location-strategy.free-form-city.radius-required', 'location-strategy.polygon.vertices')
    verifies('location-strategy.polygon.vertex-bounds', 'radius.both-members')
    const org = await service.org(10)
    for (const [route, body, prefix] of [
      ['companies', { searchParams }, 'searchParams'],
      ['companyCount', { searchParams }, 'searchParams'],
      ['people', { companyParams: searchParams }, 'companyParams'],
      ['peopleCount', { companyParams: searchParams }, 'companyParams'],
      ['combined', { companyConfig: { searchParams, pageSize: 1 } }, 'companyConfig.searchParams'],
      ['combinedCount', { companyConfig: { searchParams } }, 'companyConfig.searchParams'],
    ] as const) {
      const answer = await ask(org, route, body)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
      expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(`${prefix}.${path}`)
    }
    expect(await balance(org)).toBe(10)
  })

  const title = (term: object) => ({ jobTitleV3: { anyOf: [term] } })

  it.each<[object, string]>([
    [{ country3LetterCode: { anyOf: ['ZZZ'] } }, 'country3LetterCode.anyOf[0]'],
    [{ state: { anyOf: [{}] } }, 'state.anyOf[0].stateName'],
    [{ state: { anyOf: [{ stateName: 'Texas', countryCode: 'US' }] } }, 'state.anyOf[0].countryCode'],
    [{ location: { subtractAll: [{ strategy: 'near-me' }] } }, 'location.subtractAll[0].strategy'],
    [title({ type: 'exact', term: 'x' }), 'jobTitleV3.anyOf[0].type'],
    [title({ type: 'plain' }), 'jobTitleV3.anyOf[0].term'],
    [title({ type: 'functional', seniority: [] }), 'jobTitleV3.anyOf[0].seniority'],
    [title({ type: 'functional', seniority: ['boss'] }), 'jobTitleV3.anyOf[0].seniority[0]'],
    [title({ type: 'cartesian', keywordArrays: [['a']] }), 'jobTitleV3.anyOf[0].keywordArrays'],
    [title({ type: 'cartesian', keywordArrays: [['a'], []] }), 'jobTitleV3.anyOf[0].keywordArrays[1]'],
    [{ seniority: { anyOf: ['Boss'] } }, 'seniority.anyOf[0]'],
    [{ jobFunction: { allOf: ['Magic'] } }, 'jobFunction.allOf[0]'],
    [{ tags: { anyOf: ['rich'] } }, 'tags.anyOf[0]'],
  ])('profile parameters %j are refused at their path, free of charge', async (searchParams, path) => {
    const org = await service.org(10)
    for (const [route, body, prefix] of [
      ['people', { searchParams }, 'searchParams'],
      ['peopleCount', { searchParams }, 'searchParams'],
      ['combined', { profileConfig: { searchParams, pageSize: 1 } }, 'profileConfig.searchParams'],
    ] as const) {
      const answer = await ask(org, route, body)
      expect(answer.status).toBe(400)
      expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(`${prefix}.${path}`)
    }
    expect(await balance(org)).toBe(10)
  })

  it('an exclusion list that does not exist is refused, not ignored', async () => {
    const org = await service.org(10)
    const id = newId('req', service.clock)
    const answer = await ask(org, 'companies', { searchParams: {}, companyExclusionListIDs: [id] })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'companyExclusionListIDs[0]'])
  })
})

describe('402 and short balances', () => {
  it('a page holds the rows the balance pays for, and its cursor goes on from there', async () => {
    verifies('promise.ledger.partial-page')
    const org = await service.org(3)
    const first = await ask(org, 'companies', { searchParams: some, pageSize: 10 })
    expect(first.status).toBe(200)
    expect(slugsOf('companies', first.body.output.data)).toEqual(wantedCompanies(some).slice(0, 3))
    expect(first.body.chargeInfo).toMatchObject({
      method: 'charged-now',
      creditsCharged: 3,
      lowCreditAlert: {
        availableCredits: 0,
        getMoreCreditsUrl: expect.any(String),
        message: expect.any(String),
      },
    })
    expect(first.body.advice).toHaveLength(1)
    const cursor: string = first.body.output.nextCursor
    const refused = await ask(org, 'companies', { searchParams: some, pageSize: 10, cursor })
    expect([refused.status, refused.body.code]).toEqual([402, 'out_of_credits'])
    expect(refused.body.outOfCreditsAlert).toMatchObject({ availableCredits: 0 })
    // Counting and pages without rows need no credit only where nothing can be charged.
    expect((await ask(org, 'companyCount', { searchParams: some })).status).toBe(200)
    await topUp(org)
    const rest = await ask(org, 'companies', { searchParams: some, pageSize: 1000, cursor })
    expect(slugsOf('companies', rest.body.output.data)).toEqual(wantedCompanies(some).slice(3))
  })

  it('a combined page spends on companies first; the profiles it cannot pay wait behind a cursor', async () => {
    const org = await service.org(5)
    const companyConfig = { searchParams: some, pageSize: 3 }
    const profileConfig = { searchParams: someone, pageSize: 6 }
    const { body } = await ask(org, 'combined', { companyConfig, profileConfig })
    expect([body.output.companies.length, body.output.profiles.length]).toEqual([3, 2])
    expect(body.chargeInfo.creditsCharged).toBe(5)
    const poor = await service.org(3)
    const { output } = (await ask(poor, 'combined', { companyConfig, profileConfig })).body
    expect([output.companies.length, output.profiles.length]).toEqual([3, 0])
    await topUp(poor)
    const next = await ask(poor, 'combined', {
      profileConfig: { ...profileConfig, pageSize: 1000, profileCursor: output.nextProfilesCursor },
    })
    expect(slugsOf('people', next.body.output.profiles)).toEqual(wantedPeople(someone, some))
  })
})

describe('hostile and large questions', () => {
  it('text of any kind is compared, never run, and never a 500', async () => {
    const org = await service.org(10)
    const texts = [
      "' OR 1=1 --",
      '{p0:String}',
      '\\',
      '\u0001\t\n',
      '💥'.repeat(100),
      "a'b\\'c",
      '%_%',
      '|',
      '\ud800',
    ]
    for (const text of texts) {
      const keywords = { containsAny: [text, `${text} ${text}`] }
      const companies = await ask(org, 'companyCount', {
        searchParams: { keywords, headquartersStateName: { anyOf: [text] } },
      })
      const jobTitleV3 = {
        anyOf: [{ type: 'functional', seniority: ['vp'], keywords: [`x ${text} y`, text] }],
      }
      const people = await ask(org, 'peopleCount', { searchParams: { keywords, jobTitleV3 } })
      expect([companies.body.output, people.body.output]).toEqual([{ count: 0 }, { totalProfilesFound: 0 }])
    }
  })

  it('a question too large to answer is refused, never a 500', { timeout: 60_000 }, async () => {
    verifies('promise.api.no-5xx')
    const org = await service.org(10)
    const many = <T>(count: number, make: (index: number) => T) =>
      Array.from({ length: count }, (_, index) => make(index))
    const ring = many(1000, (index) => ({
      latitude: 80 * Math.sin(index * 2.4),
      longitude: 170 * Math.cos(index * 1.7),
    }))
    const radius = { unit: 'miles', quantity: 100 }
    const questions: [Path, object][] = [
      ['companyCount', { keywords: { containsAny: many(1000, (index) => `two${index} words${index}`) } }],
      ['companyCount', { domains: many(10_000, (index) => `company-${index}.example`) }],
      ['companyCount', { headquartersStateName: { noneOf: many(10_000, (index) => `state ${index}`) } }],
      ['companyCount', { headquartersLocation: { unionAll: [{ strategy: 'polygon', vertices: ring }] } }],
      [
        'companyCount',
        {
          headquartersLocation: {
            subtractAll: many(100, (index) => ({
              strategy: 'radial-distance',
              center: { latitude: index / 2, longitude: index },
              radius,
            })),
          },
        },
      ],
      [
        'peopleCount',
        { jobTitleV3: { anyOf: many(10_000, (index) => ({ type: 'plain', term: `two ${index} words` })) } },
      ],
      [
        'peopleCount',
        { jobTitleV3: { noneOf: many(10_000, (index) => ({ type: 'plain', term: `two ${index}` })) } },
      ],
      [
        'peopleCount',
        {
          jobTitleV3: {
            allOf: many(300, () => ({
              type: 'functional',
              seniority: ['vp', 'director', 'founder'],
              keywords: many(100, (index) => `a b ${index}`),
            })),
          },
        },
      ],
      [
        'peopleCount',
        {
          jobTitleV3: {
            anyOf: many(200, () => ({
              type: 'cartesian',
              keywordArrays: many(10, () => many(50, (index) => `a b ${index}`)),
            })),
          },
        },
      ],
    ]
    // Just below what is refused: the engine must be able to read it.
    const plain = (words: string) => (index: number) => ({ type: 'plain', term: `two ${index} ${words}` })
    const functional = {
      type: 'functional',
      seniority: ['vp'],
      keywords: many(290, (index) => `a b ${index}`),
    }
    for (const jobTitleV3 of [
      { noneOf: many(1_190, plain('')) },
      { noneOf: many(590, plain('words')) },
      { anyOf: [functional] },
    ]) {
      questions.push(['peopleCount', { jobTitleV3 }], ['people', { jobTitleV3 }])
    }
    for (const [path, searchParams] of questions) {
      const answer = await ask(org, path, { searchParams })
      expect([200, 422]).toContain(answer.status)
    }
  })
})

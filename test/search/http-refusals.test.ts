import { describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import {
  ask,
  balance,
  service,
  slugsOf,
  some,
  shareSearchService,
  wantedCompanies,
  type Path,
} from './search-service.ts'

shareSearchService()

describe('400', () => {
  it('a cursor of another organization, question or operation, or altered, is refused and costs nothing', async () => {
    verifies('company-search.cursor-foreign')
    const [org, other] = [await service.org(100), await service.org(100)]
    const first = await ask(org, 'companies', { searchParams: some, pageSize: 2 })
    const cursor: string = first.body.output.nextCursor
    const flipped = (offset: number) =>
      cursor.slice(0, offset) + (cursor[offset] === 'A' ? 'B' : 'A') + cursor.slice(offset + 1)
    const places = [0, 1, Math.floor(cursor.length / 3), Math.floor(cursor.length / 2), cursor.length - 5]
    const attempts: [TestOrganization, Path, object][] = [
      [other, 'companies', { searchParams: some, cursor }],
      [org, 'companies', { searchParams: { ...some, stage: { anyOf: ['seed'] } }, cursor }],
      [org, 'people', { searchParams: {}, companyParams: some, cursor }],
      [org, 'combined', { profileConfig: { pageSize: 3, profileCursor: cursor } }],
      [org, 'companies', { searchParams: some, cursor: 'x' }],
      [org, 'companies', { searchParams: some, cursor: cursor.slice(0, -1) }],
      [org, 'companies', { searchParams: some, cursor: `${cursor}A` }],
      ...places.map((offset): [TestOrganization, Path, object] => [
        org,
        'companies',
        { searchParams: some, cursor: flipped(offset) },
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
    [{ headquartersCountryCode: { anyOf: ['QQ'] } }, 'headquartersCountryCode.anyOf[0]'],
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
    [{ employeeCountV2: { lowerBoundExclusive: -1 } }, 'employeeCountV2.lowerBoundExclusive'],
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
      { foundedOn: { strategy: 'absolute', range: { lowerBound: '2021-02-30' } } },
      'foundedOn.range.lowerBound',
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
    [{ state: { anyOf: [{ countryCode: 'USA' }] } }, 'state.anyOf[0].stateName'],
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

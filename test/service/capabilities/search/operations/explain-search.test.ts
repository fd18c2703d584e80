import { describe, expect, it } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { CompanyParams, ProfileParams } from '../../../../search/naive.ts'
import {
  balance,
  service,
  startSearchService,
  wantedCompanies,
  wantedPeople,
} from '../../../../search/search-service.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

startSearchService()

const explain = (org: TestOrganization, search: object) =>
  service.send('POST /v1/search/explain', { key: org.rawKey, body: { search } })

const parts: Record<string, CompanyParams> = {
  'search.searchParams.employeeCountV2': { employeeCountV2: { lowerBoundExclusive: 10 } },
  'search.searchParams.stage': { stage: { noneOf: ['seed', 'series_a'] } },
  'search.searchParams.group.not': { group: { not: { headquartersCountryCode: { anyOf: ['USA'] } } } },
}

describe('explainSearch 200', () => {
  it('says of each parameter of companies what it finds alone and what it leaves out of the rest', async () => {
    verifies('op.explain-search')
    const org = await service.org(10)
    const searchParams = Object.assign({}, ...Object.values(parts)) as CompanyParams
    const { status, body } = await explain(org, { type: 'companies', searchParams })
    expect(status).toBe(200)
    const matching = wantedCompanies(searchParams).length
    expect(matching).toBeGreaterThan(0)
    const clauses = Object.entries(parts).map(([path, part]) => {
      const rest = Object.entries(parts).filter(([other]) => other !== path)
      const others = Object.assign({}, ...rest.map(([, each]) => each)) as CompanyParams
      const matchingWithout = wantedCompanies(others).length
      const matchingAlone = wantedCompanies(part).length
      return { path, matchingAlone, matchingWithout, removed: matchingWithout - matching }
    })
    expect(body.output).toEqual({ type: 'companies', total: wantedCompanies({}).length, matching, clauses })
    expect(body.output.clauses.some((clause: { removed: number }) => clause.removed > 0)).toBe(true)
    expect(await balance(org)).toBe(10)
  })

  it('takes what an employer is asked apart by its members, who must hold together', async () => {
    const org = await service.org()
    const searchParams: ProfileParams = { seniority: { anyOf: ['Director', 'Executive'] } }
    const size: CompanyParams = { employeeCountV2: { lowerBoundExclusive: 10 } }
    const stage: CompanyParams = { stage: { noneOf: ['seed', 'series_a'] } }
    const { body } = await explain(org, {
      type: 'people',
      searchParams,
      companyParams: { ...size, ...stage },
    })
    const matching = wantedPeople(searchParams, { ...size, ...stage }).length
    expect(matching).toBeGreaterThan(0)
    const clause = (path: string, alone: number, without: number) => ({
      path,
      matchingAlone: alone,
      matchingWithout: without,
      removed: without - matching,
    })
    const count = (params: ProfileParams, company?: CompanyParams) => wantedPeople(params, company).length
    expect(body.output.clauses).toEqual([
      clause('search.searchParams.seniority', count(searchParams), count({}, { ...size, ...stage })),
      clause('search.companyParams', count({}, { ...size, ...stage }), count(searchParams)),
      clause('search.companyParams.employeeCountV2', count({}, size), count(searchParams, stage)),
      clause('search.companyParams.stage', count({}, stage), count(searchParams, size)),
    ])
  })

  it('takes what people are asked, the employer as one', async () => {
    const org = await service.org()
    const searchParams: ProfileParams = { seniority: { anyOf: ['Director'] } }
    const companyParams: CompanyParams = { employeeCountV2: { lowerBoundExclusive: 50 } }
    const { body } = await explain(org, { type: 'people', searchParams, companyParams })
    const matching = wantedPeople(searchParams, companyParams).length
    const [directors, employed] = [wantedPeople(searchParams).length, wantedPeople({}, companyParams).length]
    const clause = (path: string, matchingAlone: number, matchingWithout: number) => ({
      path,
      matchingAlone,
      matchingWithout,
      removed: matchingWithout - matching,
    })
    expect(body.output.matching).toBe(matching)
    expect(body.output.clauses).toEqual([
      clause('search.searchParams.seniority', directors, employed),
      clause('search.companyParams', employed, directors),
    ])
  })

  it('two parameters that can match nothing are told apart', async () => {
    const org = await service.org()
    const searchParams = { stage: { anyOf: [] }, domains: [] }
    const { body } = await explain(org, { type: 'companies', searchParams })
    expect(body.output.matching).toBe(0)
    expect(body.output.clauses.map((clause: { matchingWithout: number }) => clause.matchingWithout)).toEqual([
      0, 0,
    ])
    expect(body.advice).toHaveLength(2)
  })

  it('an industry that the network has not is told, with the nearest one there is', async () => {
    const org = await service.org()
    const searchParams = { pnetIndustries: { anyOf: ['Software Developmnt', 'Fintech', 'Banking'] } }
    const { body } = await explain(org, { type: 'companies', searchParams })
    const told = [...new Set((body.advice as string[]).filter((line) => line.includes('usual industry')))]
    expect(told).toEqual([
      expect.stringMatching(/"Software Developmnt" .* Did you mean "Software Development"\?$/),
      expect.stringMatching(/"Fintech" .* getIndustries lists those\.$/),
    ])
  })

  it('no parameters: everything, no clauses', async () => {
    const org = await service.org()
    const { body } = await explain(org, { type: 'people' })
    const total = wantedPeople({}).length
    expect(body.output).toEqual({ type: 'people', total, matching: total, clauses: [] })
  })
})

describe('explainSearch 400', () => {
  it.each([
    [{ type: 'planets' }, 'search.type'],
    [
      { type: 'companies', searchParams: { stage: { anyOf: ['huge'] } } },
      'search.searchParams.stage.anyOf[0]',
    ],
    [{ type: 'people', currentCompanies: [{ name: '' }] }, 'search.currentCompanies[0].name'],
    [{ type: 'companies', companyExclusionListIDs: ['nope'] }, 'search.companyExclusionListIDs[0]'],
  ])('%j is refused at %s', async (search, path) => {
    const { status, body } = await explain(await service.org(), search)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })
})

describe('explainSearch 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/search/explain', { body: {} })).status).toBe(401)
  })
})

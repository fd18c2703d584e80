import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { balance, service, shareSearchService } from '../../../../search/search-service.ts'

shareSearchService()

let org: TestOrganization
beforeAll(async () => {
  org = await service.org(500)
})

type Body = Record<string, unknown>
const run = (body: Body, of = org) => service.send('POST /v1/nlp-search/run', { key: of.rawKey, body })
const search = (path: string, body: Body) =>
  service.send(`POST /v1/${path}`, { key: org.rawKey, body }).then(({ body: answer }) => answer.output)

describe('slushieRun 200', () => {
  test('answers what companySearch answers for the filters it shows, and charges each company', async () => {
    verifies('op.slushie-run')
    verifies('language-search.run')
    const before = await balance(org)
    const { status, body } = await run({
      query: 'companies with more than 10 employees',
      pageSize: 5,
    })
    expect(status).toBe(200)
    const { parsedParams, companies, profiles, searchId } = body.output
    expect(parsedParams.queryType).toBe('company')
    const same = await search('company-search', {
      searchParams: parsedParams.companySearchParams,
      pageSize: 5,
    })
    expect(companies.length).toBe(5)
    expect(companies).toEqual(same.data)
    expect(profiles).toEqual([])
    expect(searchId).toMatch(/^search_/)
    expect(body.chargeInfo.creditsCharged).toBe(5)
    // The plain search costs the same.
    expect(before - (await balance(org))).toBe(10)
  })

  test('people are chosen where people are asked for, with what their employers satisfy', async () => {
    const { body } = await run({ query: 'directors at companies with more than 10 employees', pageSize: 5 })
    const { parsedParams, companies, profiles } = body.output
    expect(parsedParams.queryType).toBe('profile')
    const { companySearchParams: companyParams, profileSearchParams: searchParams } = parsedParams
    const same = await search('people-search', { searchParams, companyParams, pageSize: 5 })
    expect(profiles.length).toBeGreaterThan(0)
    expect(profiles).toEqual(same.data)
    expect(companies).toEqual([])
  })

  test('pages go on by the token alone and neither repeat nor skip', async () => {
    verifies('language-search.page-token')
    const query = 'companies with more than 10 employees'
    const first = (await run({ query, pageSize: 3 })).body.output
    const second = (await run({ pageToken: first.nextPageToken, pageSize: 3 })).body.output
    const { data } = await search('company-search', {
      searchParams: first.parsedParams.companySearchParams,
      pageSize: 6,
    })
    expect([...first.companies, ...second.companies]).toEqual(data)
    expect(second.searchId).toBe(first.searchId)
    const other = await run({ pageToken: first.nextPageToken, query: 'banks in France', pageSize: 3 })
    expect(other.body.output.companies).toEqual(second.companies)
    expect(other.body.warnings).toEqual([expect.objectContaining({ field: 'query' })])
  })

  test('a number in the question is the most it answers', async () => {
    const first = (await run({ query: 'top 4 companies by headcount', pageSize: 3 })).body.output
    expect(first.companies).toHaveLength(3)
    const second = (await run({ pageToken: first.nextPageToken, pageSize: 3 })).body.output
    expect(second.companies).toHaveLength(1)
    expect(second.nextPageToken).toBeNull()
  })

  test('what is in no filter is said in the answer and in its warnings', async () => {
    const { body } = await run({ query: 'profitable companies with more than 10 employees', pageSize: 1 })
    expect(body.output.notUnderstood).toEqual([{ start: 0, end: 10, text: 'profitable' }])
    expect(body.warnings).toEqual([
      { field: 'query', message: expect.stringContaining('"profitable"') as string },
    ])
  })

  test('contradictions find nothing and cost nothing', async () => {
    const query = 'software companies with more than 500 employees and fewer than 50 employees'
    const { status, body } = await run({ query })
    expect([status, body.output.companies, body.chargeInfo.method]).toEqual([200, [], 'free'])
    expect(body.output.notices.join()).toContain('contradict')
  })
})

describe('slushieRun 400', () => {
  test.each([
    ['nothing asked', {}],
    ['an empty question', { query: '' }],
    ['prose of 100 kB', { query: 'software companies in Germany. '.repeat(3_300) }],
    ['nonsense', { query: 'asdf qwer zxcv' }],
    [
      'a question of which most is not understood',
      { query: 'the quick brown fox jumps over a lazy dog in Berlin' },
    ],
    ['another script without a meaning', { query: '今日の天気はどうですか' }],
  ])('%s', async (_name, body) => {
    const poor = await service.org(5)
    const { status, body: answer } = await run(body, poor)
    expect(status).toBe(400)
    expect(answer.issues[0].path).toBe('query')
    expect(await balance(poor)).toBe(5)
  })

  test("a token of another organization, or of somebody's making", async () => {
    const { nextPageToken } = (await run({ query: 'companies with more than 10 employees', pageSize: 1 }))
      .body.output
    const other = await service.org(5)
    for (const pageToken of [nextPageToken, 'abc', `${nextPageToken}x`]) {
      const { status, body } = await run({ pageToken }, pageToken === nextPageToken ? other : org)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    }
  })
})

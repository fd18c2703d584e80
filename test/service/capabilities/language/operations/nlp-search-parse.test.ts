import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { service, shareSearchService } from '../../../../search/search-service.ts'

shareSearchService()

let key: string
beforeAll(async () => {
  key = (await service.org(100)).rawKey
})

const parse = (query: string) => service.send('POST /v1/nlp-search/parse', { key, body: { query } })

describe('nlpSearchParse 200', () => {
  test('answers the action, the filters and where each of them stands, for a credit', async () => {
    verifies('op.nlp-search-parse')
    verifies('language-search.parse')
    const query = 'CTOs of software companies in Germany, quickly'
    const { status, body } = await parse(query)
    expect(status).toBe(200)
    const { suggestedAction, companySearchParams, profileSearchParams, spans, notUnderstood } = body.output
    expect(suggestedAction).toBe('peopleSearch')
    expect(companySearchParams).toEqual({
      industriesV2: { anyOf: ['Software'] },
      headquartersCountryCode: { anyOf: ['DEU'] },
    })
    expect(profileSearchParams.jobTitleV3.anyOf[0]).toEqual({ type: 'plain', term: 'CTO' })
    for (const { start, end, text } of [...spans, ...notUnderstood])
      expect(query.slice(start, end)).toBe(text)
    expect(notUnderstood).toEqual([{ start: 39, end: 46, text: 'quickly' }])
    expect(body.chargeInfo.creditsCharged).toBe(1)
  })

  test('the filters are what the operation it names takes', async () => {
    const { suggestedAction, companySearchParams: searchParams } = (
      await parse('how many companies with more than 10 employees are there')
    ).body.output
    expect(suggestedAction).toBe('companyCount')
    const { status, body } = await service.send('POST /v1/company-count', { key, body: { searchParams } })
    expect(status).toBe(200)
    expect(body.output.count).toBeGreaterThan(0)
  })

  test('an employer of the corpus is known by its domain', async () => {
    const { data } = (
      await service.send('POST /v1/company-search', { key, body: { searchParams: {}, pageSize: 1 } })
    ).body.output
    const [{ preferred_name: name, domains }] = data
    const { companySearchParams } = (await parse(`engineers at ${name}`)).body.output
    expect(companySearchParams.exactCompanyV2.anyOf).toEqual([{ identifier: 'domain', domain: domains[0] }])
  })

  test('nothing understood costs nothing', async () => {
    const { body } = await parse('what is the weather today')
    expect(body.output).toMatchObject({ suggestedAction: 'none', confidence: 0, reader: 'rules' })
    expect(body.chargeInfo.creditsCharged ?? 0).toBe(0)
  })
})

test('nlpSearchParse 400: a question beyond the longest, at its path', async () => {
  const { status, body } = await parse('x'.repeat(100_000))
  expect([status, body.issues[0].path]).toEqual([400, 'query'])
})

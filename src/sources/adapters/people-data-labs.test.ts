import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '../../../test/support/vendor.ts'
import { nativeCompany, nativePerson } from '../../corpus/records/index.ts'
import { profileSearchParams } from '../../corpus/search/index.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { peopleDataLabs } from './people-data-labs.ts'

const person = (id: string, more: object = {}) => ({
  id,
  full_name: 'ada lindqvist',
  first_name: 'ada',
  last_name: 'lindqvist',
  sex: null,
  linkedin_username: id,
  linkedin_url: `linkedin.com/in/${id}`,
  job_title: 'chief technology officer',
  job_company_name: 'acme',
  job_company_linkedin_id: '77',
  location_name: 'stockholm, sweden',
  work_email: 'ada@acme.example',
  emails: [],
  skills: ['robots'],
  personal_emails: true,
  ...more,
})

const company = {
  name: 'acme',
  display_name: 'Acme',
  size: '51-200',
  employee_count: 120,
  id: 'acme',
  founded: 1999,
  industry: 'computer software',
  linkedin_id: '77',
  linkedin_url: 'linkedin.com/company/acme',
  website: 'acme.example',
  location: {
    country: 'sweden',
    locality: 'stockholm',
  },
}

const notFound: VendorAnswer = {
  status: 404,
  json: { status: 404, error: { type: 'not_found', message: 'No records were found matching your request' } },
}

const whom: Question<'person.live'> = {
  slug: 'ada',
  url: null,
  userId: null,
  entityUrn: null,
  email: null,
  name: null,
  employer: null,
}
const which: Question<'company.live'> = {
  slug: 'acme',
  orgId: null,
  url: null,
  domain: null,
  name: null,
  historicalHeadcount: false,
}

async function open(
  answer: ((request: VendorRequest) => VendorAnswer) | VendorAnswer[],
  settings: object = {},
) {
  const vendor = await vendorServer(answer)
  const opened = await openKind(peopleDataLabs, { key: 'secret', baseUrl: `${vendor.url}/v5`, ...settings })
  return { ...opened, requests: vendor.requests, call: vendorCall() }
}

describe('one person or company', () => {
  test('a person comes as a line of the import format, as sure as the vendor is', async () => {
    const match = { status: 200, likelihood: 8, data: person('ada'), a_new_member: [1] }
    const { requests, call, ...source } = await open([{ json: match }])
    const answer = await source['person.live']!.fetch({ ...whom, email: 'x@y.example' }, call)
    expect(answer).toMatchObject({
      found: true,
      confidence: 0.8,
      answer: {
        record: {
          name: 'Ada Lindqvist',
          primary_slug: 'ada',
          external_ids: { pdl: 'ada' },
          emails: [
            {
              email: 'ada@acme.example',
              type: 'work',
            },
          ],
          experiences: [
            {
              title: 'Chief Technology Officer',
              company_name: 'Acme',
              is_current: true,
            },
          ],
        },
      },
    })
    expect(answer.found && nativePerson.safeParse(answer.answer.record).success).toBe(true)
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/v5/person/enrich',
        headers: { 'x-api-key': 'secret' },
        query: {
          profile: 'linkedin.com/in/ada',
          min_likelihood: '6',
        },
      },
    ])
  })

  test('a company, whose members stand beside the likelihood', async () => {
    const { requests, call, ...source } = await open([{ json: { status: 200, likelihood: 10, ...company } }])
    const answer = await source['company.live']!.fetch(which, call)
    expect(answer).toMatchObject({
      found: true,
      confidence: 1,
      answer: {
        record: {
          preferred_name: 'Acme',
          pnet_primary_slug: 'acme',
          li_org_id: '77',
          domains: ['acme.example'],
          employee_count_consensus: {
            gte: 120,
            lte: 120,
          },
        },
      },
    })
    expect(answer.found && nativeCompany.safeParse(answer.answer.record).success).toBe(true)
    expect(requests[0]?.query).toEqual({ profile: 'linkedin.com/company/acme', min_likelihood: '6' })
  })

  test.each([
    [{ ...whom, slug: 'a/../b?c' }, { profile: 'linkedin.com/in/a%2F..%2Fb%3Fc' }],
    [{ ...whom, slug: null, userId: '145991517', email: 'a@b.example' }, { lid: '145991517' }],
    [{ ...whom, slug: null, userId: 'ACoAAB', email: 'a@b.example' }, { email: 'a@b.example' }],
    [{ ...whom, slug: null, email: 'ada+x@acme.example' }, { email: 'ada+x@acme.example' }],
    [
      { ...whom, slug: null, name: 'Ada & Co', employer: 'Acme' },
      { name: 'Ada & Co', company: 'Acme' },
    ],
  ])('%j is asked by what is strongest', async (question, query) => {
    const { requests, call, ...source } = await open([notFound])
    expect(await source['person.live']!.fetch(question, call)).toEqual({ found: false })
    expect(requests[0]?.query).toEqual({ ...query, min_likelihood: '6' })
  })

  test('who cannot be named is not asked for', async () => {
    const source = await open([])
    expect(source['person.live']!.takes!({ ...whom, slug: null, name: 'Ada' })).toBe(false)
    expect(source['company.live']!.takes!({ ...which, slug: null, orgId: '77' })).toBe(false)
    expect(source['company.live']!.takes!({ ...which, slug: null, domain: 'acme.example' })).toBe(true)
  })

  test('a domain, a name and another threshold', async () => {
    const { requests, call, ...source } = await open([notFound, notFound], { minLikelihood: 2 })
    await source['company.live']!.fetch({ ...which, slug: null, domain: 'acme.example' }, call)
    await source['company.live']!.fetch({ ...which, slug: null, name: 'Acme' }, call)
    expect(requests.map(({ query }) => query)).toEqual([
      { website: 'acme.example', min_likelihood: '2' },
      { name: 'Acme', min_likelihood: '2' },
    ])
  })
})

describe('searches', () => {
  test('of people go on by token until there are enough', async () => {
    const all = Array.from({ length: 150 }, (_, index) => person(`p${index}`))
    const { requests, call, ...source } = await open(
      ({ json }) => {
        const from = Number(json.scroll_token ?? 0)
        const data = all.slice(from, from + json.size)
        const scroll_token = from + data.length < all.length ? String(from + data.length) : null
        return { json: { status: 200, data, total: all.length, scroll_token, dataset_version: '30.0' } }
      },
      { mostRecords: 120 },
    )
    const searchParams = profileSearchParams.parse({ country3LetterCode: { anyOf: ['SWE', 'X-BENELUX'] } })
    const answer = await source['people.search']!.fetch({ searchParams, limit: 500 }, call)
    expect(answer.found && answer.answer.records).toHaveLength(120)
    expect(answer.found && answer.answer.records.every((each) => nativePerson.safeParse(each).success)).toBe(
      true,
    )
    expect(requests.map(({ json }) => [json.size, json.scroll_token])).toEqual([
      [100, undefined],
      [20, '100'],
    ])
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/v5/person/search' })
    expect(requests[0]?.json.query).toEqual({
      bool: {
        filter: [
          {
            bool: {
              should: [
                { terms: { location_country: ['sweden'] } },
                { terms: { location_country: ['belgium', 'luxembourg', 'netherlands'] } },
              ],
              minimum_should_match: 1,
            },
          },
        ],
      },
    })
  })

  test.each<['people.search' | 'company.search', object, unknown]>([
    [
      'people.search',
      {
        searchParams: {
          jobTitleV3: {
            allOf: [{ type: 'plain', term: 'vp sales' }],
            noneOf: [{ type: 'plain', term: 'x' }],
          },
        },
        currentCompanies: [{ domain: 'www.acme.example' }, { pnetSlugOrURL: 'pnet.example/company/Acme' }],
      },
      [
        { match_phrase: { job_title: 'vp sales' } },
        { bool: { must_not: [{ match_phrase: { job_title: 'x' } }] } },
        {
          bool: {
            should: [
              { term: { job_company_website: 'acme.example' } },
              { term: { job_company_linkedin_url: 'linkedin.com/company/acme' } },
            ],
            minimum_should_match: 1,
          },
        },
      ],
    ],
    [
      'company.search',
      {
        searchParams: {
          domains: ['https://www.acme.example/x'],
          employeeCountV2: { lowerBoundExclusive: 50, upperBoundInclusive: null },
          exactCompanyV2: { anyOf: [{ identifier: 'pnet-org-id', org_id: '77' }] },
        },
      },
      [
        { terms: { website: ['acme.example'] } },
        { range: { employee_count: { gt: 50 } } },
        { bool: { should: [{ term: { linkedin_id: '77' } }], minimum_should_match: 1 } },
      ],
    ],
  ])('%s %j', async (capability, question, filter) => {
    const { requests, call, ...source } = await open([{ json: { status: 200, data: [], total: 0 } }])
    const asked = { ...question, limit: 5 } as Question<'people.search'> & Question<'company.search'>
    expect(source[capability]!.takes!(asked)).toBe(true)
    expect(await source[capability]!.fetch(asked, call)).toEqual({ found: false })
    expect(requests[0]?.json).toEqual({ query: { bool: { filter } }, size: 5 })
  })

  test.each<['people.search' | 'company.search', object]>([
    ['people.search', { skills: { anyOf: ['x'] } }],
    ['people.search', { jobTitleV3: { anyOf: [{ type: 'functional', seniority: ['vp'] }] } }],
    ['people.search', { country3LetterCode: { anyOf: ['SWE'], allOf: ['X-NOWHERE'] } }],
    ['people.search', {}],
    ['people.search', { country3LetterCode: { anyOf: null } }],
    ['company.search', { keywords: { containsAny: ['x'] } }],
    ['company.search', { constructor: { anyOf: ['x'] } }],
    ['company.search', { domains: ['not a domain'] }],
  ])('%s %j is not taken: the vendor cannot be asked it', async (capability, searchParams) => {
    const source = await open([])
    const asked = { searchParams, limit: 5 } as Question<'people.search'> & Question<'company.search'>
    expect(source[capability]!.takes!(asked)).toBe(false)
  })

  test('a value that is no record is left out; an answer of such values alone is not understood', async () => {
    const bad = { full_name: 5, experience: 'x', id: {} }
    const searchParams = { fuzzyName: { anyOf: [{ name: 'Ada' }] } }
    const asked = { searchParams, limit: 5 } as Question<'people.search'>
    const { call, ...source } = await open([
      { json: { data: [person('a'), bad, person('b')] } },
      { json: { data: 'x' } },
    ])
    const answer = await source['people.search']!.fetch(asked, call)
    expect(answer.found && answer.answer.records.map((each) => each['primary_slug'])).toContain('b')
    await expect(source['people.search']!.fetch(asked, call)).rejects.toThrow(SourceUnavailable)
  })

  test('a search nothing satisfies may be answered with 404', async () => {
    const { call, ...source } = await open([notFound])
    const asked = { searchParams: { domains: ['acme.example'] }, limit: 5 } as Question<'company.search'>
    expect(await source['company.search']!.fetch(asked, call)).toEqual({ found: false })
  })
})

describe('failures', () => {
  const reset = String(vendorNowMs / 1_000 + 20)
  test.each<[VendorAnswer, unknown, number | undefined]>([
    [
      { status: 400, json: { status: 400, error: { type: 'invalid_request_error' } } },
      SourceUnavailable,
      undefined,
    ],
    [
      { status: 401, json: { status: 401, error: { type: 'authentication_error' } } },
      SourceRefused,
      undefined,
    ],
    [{ status: 402, json: { status: 402, error: { type: 'payment_required' } } }, SourceRefused, undefined],
    [{ status: 429, headers: { 'retry-after': '12' }, json: {} }, SourceRateLimited, 12_000],
    [{ status: 429, headers: { 'x-ratelimit-reset': reset }, json: {} }, SourceRateLimited, 20_000],
    [{ status: 429, json: {} }, SourceRateLimited, 60_000],
    [{ status: 500, text: 'x' }, SourceUnavailable, undefined],
    [{ text: '<html>' }, SourceUnavailable, undefined],
    [{ json: { status: 200, likelihood: 'high', data: {} } }, SourceUnavailable, undefined],
    [{ json: { status: 200, likelihood: 9, data: [] } }, SourceUnavailable, undefined],
  ])('%j', async (answer, failure, retryAfterMs) => {
    const { call, ...source } = await open([answer])
    const failed = source['person.live']!.fetch(whom, call)
    await expect(failed).rejects.toThrow(failure as typeof SourceRefused)
    if (retryAfterMs !== undefined) await expect(failed).rejects.toMatchObject({ retryAfterMs })
  })
})

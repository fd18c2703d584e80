import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import type { SearchSource } from '../../../../../src/capabilities/search/index.ts'
import { multiSourceSearch } from '../../../../../src/capabilities/language/operations/multi-source-search.ts'

let service: TestAlmanac
let org: TestOrganization
/** What the sources answer; a test sets it. */
let vendor: () => Promise<readonly object[]>
let registry: () => Promise<readonly object[]>
const asked: unknown[] = []
const sources: SearchSource[] = [
  {
    id: 'vendor',
    search: (question, options) => {
      asked.push([question.type, options.limit])
      return vendor()
    },
  },
  { id: 'registry', search: () => registry() },
]

beforeAll(async () => {
  service = await testAlmanac({ searchSources: sources })
  org = await service.org()
  const companies = [
    {
      pnet_primary_slug: 'big',
      preferred_name: 'Big',
      domains: ['big.example'],
      funding_stage: 'seed',
      employee_count_consensus: { gte: 900, lte: 900 },
      employee_trends: [
        {
          functions: '_all_employees',
          current_count: 900,
          changes: [
            { months_back: 12, count_start: 600, count_end: 900, numeric_change: 300, percent_change: 0.5 },
          ],
        },
      ],
    },
    {
      pnet_primary_slug: 'mid',
      preferred_name: 'Mid',
      domains: ['mid.example'],
      funding_stage: 'seed',
      employee_count_consensus: { gte: 90, lte: 90 },
    },
    { pnet_primary_slug: 'old', preferred_name: 'Old', domains: ['old.example'], funding_stage: 'series_c' },
  ]
  const items = companies.map((record, line) => ({ line, record }))
  await service.almanac.writer.write('companies', items, {
    source: 'test',
    observedAt: new Date('2026-01-01T00:00:00Z'),
  })
  const people = [{ line: 1, record: { primary_slug: 'ada', name: 'Ada' } }]
  await service.almanac.writer.write('people', people, {
    source: 'test',
    observedAt: new Date('2026-01-01T00:00:00Z'),
  })
})

const ask = (body: object, key = org.rawKey) => service.send('POST /v1/multi-source/search', { key, body })
const search = { type: 'companies', searchParams: { stage: { anyOf: ['seed'] } } }

interface Item {
  company: { pnet_primary_slug: string; preferred_name: string; li_headline: string | null }
  provenance: { source: string; observedAt: string | null }[]
}
const shown = (items: Item[]) =>
  items.map(({ company, provenance }) => [
    company.preferred_name,
    provenance.map((each) => each.source).join(),
  ])

describe('multiSourceSearch 200', () => {
  it('merges by identity: one item an entity, with what each source adds and where it is from', async () => {
    verifies('op.multi-source-search', 'multi-source-search.merge')
    vendor = async () => [
      {
        domains: ['https://www.big.example/'],
        preferred_name: 'BIG Inc',
        li_headline: 'Large',
        observed_at: '2026-01-10',
      },
      { domains: ['new.example'], preferred_name: 'New' },
      { domains: ['old.example'], preferred_name: 'Old Ltd', li_headline: 'Venerable' },
    ]
    registry = async () => [
      { domains: ['new.example'], preferred_name: 'New GmbH', li_headline: 'Fresh' },
      { domains: ['solo.example'], preferred_name: 'Solo' },
    ]
    const { status, body, headers } = await ask({ search })
    expect(status).toBe(200)
    const items = body.output.companies as Item[]
    expect(shown(items)).toEqual([
      ['Big', 'corpus,vendor'],
      ['Mid', 'corpus'],
      ['New', 'vendor,registry'],
      ['Old', 'corpus,vendor'],
      ['Solo', 'registry'],
    ])
    expect(items[0]!.company.li_headline).toBe('Large')
    expect(items[2]!.company.li_headline).toBe('Fresh')
    expect(items[0]!.provenance).toEqual([
      { source: 'corpus', observedAt: '2026-01-01T00:00:00.000Z' },
      { source: 'vendor', observedAt: '2026-01-10' },
    ])
    expect(headers.get('x-credits-charged')).toBe('5')
    expect(body.output.sources).toMatchObject([
      { source: 'vendor', status: 'ok', found: 3 },
      { source: 'registry', status: 'ok', found: 2 },
    ])
  })

  it('what the corpus finds on a later page stays there, and later pages ask no source', async () => {
    vendor = async () => [{ domains: ['mid.example'], preferred_name: 'Mid Inc' }]
    registry = async () => []
    const first = await ask({ search, pageSize: 1 })
    expect(shown(first.body.output.companies)).toEqual([['Big', 'corpus']])
    const before = asked.length
    const second = await ask({ search, pageSize: 1, cursor: first.body.output.nextCursor })
    expect(shown(second.body.output.companies)).toEqual([['Mid', 'corpus']])
    expect([asked.length, second.body.output.sources]).toEqual([before, []])
  })

  it('a source that fails or answers nonsense leaves the rest', async () => {
    vendor = async () => Promise.reject(new Error('secret detail'))
    registry = async () => [
      { domains: 7 },
      { preferred_name: 'Nameless' },
      { domains: ['solo.example'], preferred_name: 'Solo' },
    ]
    const { status, body, text } = await ask({ search })
    expect(status).toBe(200)
    expect(shown(body.output.companies).map(([name]) => name)).toEqual(['Big', 'Mid', 'Solo'])
    expect(body.output.sources).toEqual([
      { source: 'vendor', status: 'failed', found: 0, rejected: 0 },
      { source: 'registry', status: 'ok', found: 1, rejected: 2 },
    ])
    expect(text).not.toContain('secret detail')
  })

  it('a short balance pays for the corpus first', async () => {
    vendor = async () => [{ domains: ['a.example'] }, { domains: ['b.example'] }]
    registry = async () => []
    const poor = await service.org(3)
    const { body, headers } = await ask({ search }, poor.rawKey)
    expect(body.output.companies).toHaveLength(3)
    expect(headers.get('x-credits-charged')).toBe('3')
  })

  it('people, without the contact details a source gives', async () => {
    vendor = async () => [{ primary_slug: 'bo', name: 'Bo', emails: [{ email: 'bo@example.org' }] }]
    registry = async () => []
    const { body, text } = await ask({ search: { type: 'people' } })
    const names = body.output.profiles.map((each: { profile: { name: string } }) => each.profile.name)
    expect(names).toEqual(['Ada', 'Bo'])
    expect(text).not.toContain('bo@example.org')
  })

  it('without room for outside results it asks the corpus alone', async () => {
    const before = asked.length
    const { body } = await ask({ search, maxOutsideResults: 0 })
    expect(shown(body.output.companies)).toHaveLength(2)
    expect(asked).toHaveLength(before)
  })
})

describe('what multiSourceSearch may cost', () => {
  const mostOf = (asked: object, sources: object[] | undefined) => {
    const input = multiSourceSearch.input.parse(asked) as never
    const deps = sources && { search: { sources } }
    return multiSourceSearch.price.quote(input, deps).map(({ units }) => units)
  }
  const prose = { search: { request: 'initial', query: 'banks', pageSize: 3 } }

  it('counts outside results where a source is asked such questions, and there alone', () => {
    for (const asked of [{ search, pageSize: 3 }, prose]) {
      expect(mostOf(asked, [])).toEqual([3])
      expect(mostOf(asked, [{ id: 'vendor' }])).toEqual([28])
      expect(mostOf(asked, [{ id: 'vendor', types: ['companies'] }])).toEqual([28])
      expect(mostOf(asked, undefined)).toEqual([28])
    }
    expect(mostOf({ search, pageSize: 3 }, [{ id: 'vendor', types: ['people'] }])).toEqual([3])
    expect(mostOf({ search, pageSize: 3, maxOutsideResults: 4 }, [{ id: 'vendor' }])).toEqual([7])
  })
})

describe('multiSourceSearch 400', () => {
  it.each([
    [
      { search: { type: 'companies', searchParams: { stage: { anyOf: ['huge'] } } } },
      'search.searchParams.stage.anyOf[0]',
    ],
    [{ search, maxOutsideResults: 101 }, 'maxOutsideResults'],
    [{}, 'search'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await ask(body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

describe('multiSourceSearch 401, 402', () => {
  it('needs a key and credit', async () => {
    expect((await service.send('POST /v1/multi-source/search', { body: { search } })).status).toBe(401)
    expect((await ask({ search }, (await service.org(0)).rawKey)).status).toBe(402)
  })
})

describe('multiSourceSearch in plain words', () => {
  const initial = (query: string, more: object = {}) => ({
    search: { request: 'initial', query, ...more },
  })
  interface Brief {
    name: string
    domain: string
  }
  const names = (body: { output: { data: { results: Brief[] } } }) =>
    body.output.data.results.map(({ name }) => name)

  it('answers companies in short, from everywhere, a credit each', async () => {
    vendor = async () => [{ domains: ['new.example'], preferred_name: 'New' }]
    registry = async () => []
    const before = await service.captured(org)
    const { status, body } = await ask(initial('seed stage companies'))
    expect(status).toBe(200)
    expect(body.output.data.type).toBe('companies')
    expect(names(body).toSorted()).toEqual(['Big', 'Mid', 'New'])
    expect(Object.keys(body.output.data.results[0]).toSorted().join()).toBe(
      'city,countryCode,domain,employeeCount,industry,name,pnetUrl,websiteUrl',
    )
    expect(body.output.data.results.find(({ name }: Brief) => name === 'Big')).toMatchObject({
      domain: 'big.example',
      websiteUrl: 'https://big.example',
      pnetUrl: 'https://www.pnet.example/company/big',
      employeeCount: 900,
    })
    expect(body.output.message).toContain('companies')
    expect([body.output.companies, body.output.profiles]).toEqual([[], []])
    expect(body.output.sources).toMatchObject([{ source: 'vendor', found: 1 }, { source: 'registry' }])
    expect((await service.captured(org)) - before).toBe(3_000)
  })

  it('goes on by its cursor, without the question and without asking sources again', async () => {
    vendor = async () => []
    const first = await ask(initial('seed stage companies', { pageSize: 1 }))
    asked.length = 0
    const cursor = first.body.output.nextCursor
    const next = await ask({ search: { request: 'subsequent', cursor } })
    expect([...names(first.body), ...names(next.body)].toSorted()).toEqual(['Big', 'Mid'])
    expect(next.body.output.nextCursor).toBeNull()
    expect(asked).toEqual([])
    const other = await service.org()
    const stolen = await ask({ search: { request: 'subsequent', cursor } }, other.rawKey)
    expect(stolen.status).toBe(400)
  })

  it('is narrowed by the filters beside it', async () => {
    vendor = async () => []
    const filtered = (companyFilters: object) => ask(initial('seed stage companies', { companyFilters }))
    expect(names((await filtered({ employeeCount: { min: 900 } })).body)).toEqual(['Big'])
    expect(names((await filtered({ employeeCount: { max: 90 } })).body)).toEqual(['Mid'])
    expect(names((await filtered({ fundingStages: ['series_c'] })).body)).toEqual([])
    const relevant = await filtered({ fundingStages: ['seed'], minRelevance: 0.5 })
    expect(names(relevant.body)).toHaveLength(2)
    expect(relevant.body.advice).toContainEqual(
      expect.stringContaining('companyFilters.minRelevance leaves out'),
    )
    expect(names((await filtered({ foundedYear: { min: 2020 } })).body)).toEqual([])
    const grown = (bounds: object) => filtered({ employeeGrowth: [{ windowMonths: 12, ...bounds }] })
    expect(names((await grown({ min: 0.4 })).body)).toEqual(['Big'])
    expect(names((await grown({ min: 0.6 })).body)).toEqual([])
    expect(names((await grown({ max: 0.4 })).body)).toEqual([])
  })

  it('answers people in short, at most so many of an employer', async () => {
    vendor = async () => []
    const job = { pnet_company_id: '1', company_name: 'Big', company_domain: 'big.example', is_current: true }
    const lead = (slug: string, name: string) => ({
      primary_slug: slug,
      name,
      experiences: [{ ...job, title: 'Software Engineer', start_date: '2020-01-01' }],
    })
    await service.write('people', [lead('gia', 'Gia Blow'), lead('gus', 'Gus Blow')])
    const jobTitles = { include: ['engineer'], exclude: ['manager'] }
    const all = await ask(initial('software engineers', { peopleFilters: { jobTitles } }))
    expect(all.status, all.text).toBe(200)
    expect(all.body.output.data.type).toBe('people')
    expect(all.body.output.data.results).toHaveLength(2)
    expect(all.body.output.data.results[0]).toMatchObject({
      lastName: 'Blow',
      jobTitle: 'Software Engineer',
      companyName: 'Big',
    })
    const one = await ask(
      initial('software engineers', { peopleFilters: { jobTitles, maxPeoplePerCompany: 1 } }),
    )
    expect(one.body.output.data.results).toHaveLength(1)
    expect(one.body.chargeInfo.creditsCharged).toBe(1)
  })

  it.each([
    ['no question', { request: 'initial' }, 'search.query'],
    ['no cursor', { request: 'subsequent' }, 'search.cursor'],
    ['nonsense', { request: 'initial', query: 'qwxz zzkk vvrr' }, 'search.query'],
    ['another request', { request: 'more', query: 'x' }, 'search.request'],
    [
      'an unknown country',
      { request: 'initial', query: 'seed stage companies', companyFilters: { countryCodes: ['ZZZ'] } },
      'search.companyFilters.countryCodes[0]',
    ],
    [
      'an unknown stage',
      { request: 'initial', query: 'seed stage companies', companyFilters: { fundingStages: ['x'] } },
      'search.companyFilters',
    ],
    [
      'growth without a window',
      { request: 'initial', query: 'seed stage companies', companyFilters: { employeeGrowth: ['growing'] } },
      'search.companyFilters.employeeGrowth[0]',
    ],
    ['a foreign cursor', { request: 'subsequent', cursor: 'x' }, undefined],
  ])('refuses %s, for nothing', async (_name, given, path) => {
    const before = await service.captured(org)
    const { status, body } = await ask({ search: given })
    expect([status, body.issues?.[0].path]).toEqual([400, path])
    expect(await service.captured(org)).toBe(before)
  })

  it('warns of members it does not know', async () => {
    vendor = async () => []
    const { body } = await ask(initial('seed stage companies', { companyFilters: { employeeMood: [] } }))
    expect(body.warnings).toMatchObject([{ field: 'search.companyFilters.employeeMood' }])
  })
})

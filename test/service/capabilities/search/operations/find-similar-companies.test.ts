import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openInsightTest, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
const company = (name: string, more: object) => ({
  preferred_name: name,
  domains: [`${name.toLowerCase()}.example`],
  ...more,
})
const inGermany = { location_consensus: { country_code: 'DEU', city: 'Jena' } }
const staff = (count: number) => ({ employee_count_consensus: { gte: count, lte: count } })

beforeAll(async () => {
  insight = await openInsightTest()
  await insight.service.write('companies', [
    company('Likeone', {
      standard_industries: ['Farming & Agriculture'],
      technologies: ['Python', 'Docker'],
      short_description: 'Robots that weed vineyards',
      ...staff(100),
      ...inGermany,
    }),
    company('Likesame', {
      standard_industries: ['Farming & Agriculture'],
      technologies: ['Python', 'Docker'],
      short_description: 'Weeding robots: they weed all vineyards that robots reach',
      ...staff(120),
      ...inGermany,
    }),
    company('Likesome', {
      standard_industries: ['Farming & Agriculture'],
      technologies: ['Python'],
      ...staff(9_000),
    }),
    company('Likelittle', { standard_industries: ['Farming & Agriculture'] }),
    company('Unlike', { standard_industries: ['Gaming'], ...staff(100), ...inGermany }),
  ])
})

const example = (domain: string) => ({ identifier: 'domain', value: domain })
const ask = (body: object, credits?: number) => insight.ask('POST /v1/similar-companies', body, credits)
const names = (body: { output: { data: { preferred_name: string }[] } }) =>
  body.output.data.map(({ preferred_name }) => preferred_name)

describe('findSimilarCompanies 200', () => {
  test('the most alike first, with what the score is made of; the example itself is left out', async () => {
    verifies('op.find-similar-companies')
    const { status, body, charged } = await ask({ companies: [example('likeone.example')] })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(names(body)).toEqual(['Likesame', 'Likesome', 'Likelittle'])
    const scores = body.output.similarities.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expect(scores[0]).toBe(1)
    const parts = body.output.similarities[1].evidence
    expect(parts).toContainEqual(expect.objectContaining({ member: 'technologies', shared: ['python'] }))
    expect(body.output.similarities[0].evidence).toContainEqual(
      expect.objectContaining({ member: 'text', shared: ['robots', 'vineyards', 'weed'] }),
    )
    const size = parts.find(({ member }: { member: string }) => member === 'size')
    expect([size.score, size.shared]).toEqual([0, []])
    for (const { score, evidence } of body.output.similarities)
      expect(evidence.reduce((sum: number, part: { score: number }) => sum + part.score, 0)).toBeCloseTo(
        score,
        2,
      )
    expect(charged).toBe(3)
  })

  test('weights, filters and pages', async () => {
    const companies = [example('likeone.example')]
    const bySize = await ask({
      companies,
      weights: { technologies: 0, place: 0, industry: 0, niche: 0, text: 0 },
    })
    expect(
      bySize.body.output.similarities[0].evidence.map(({ member }: { member: string }) => member),
    ).toEqual(['size'])
    const german = await ask({ companies, searchParams: { headquartersCountryCode: { anyOf: ['DEU'] } } })
    expect(names(german.body)).toEqual(['Likesame'])
    const { rawKey: key } = await insight.service.org()
    const seen: string[] = []
    let next: string | null | undefined
    do {
      const { body } = await insight.service.send('POST /v1/similar-companies', {
        key,
        body: { companies, pageSize: 1, cursor: next },
      })
      seen.push(...names(body))
      next = body.output.nextCursor
    } while (next !== null)
    expect(seen).toEqual(['Likesame', 'Likesome', 'Likelittle'])
  })

  test('an example that is not known warns; without any known one nothing is found, free', async () => {
    const some = await ask({ companies: [example('nobody-knows.example'), example('likeone.example')] })
    expect(some.body.warnings).toContainEqual(expect.objectContaining({ field: 'companies[0]' }))
    expect(names(some.body)).toHaveLength(3)
    const none = await ask({ companies: [example('nobody-knows.example')] })
    expect([none.body.output.data, none.body.chargeInfo.method]).toEqual([[], 'free'])
  })
})

describe('similar_companies of a record', () => {
  const likeone = { domains: ['likeone.example'] }
  const like = (name: string) => expect.objectContaining({ name })
  const lookUp = (more: object, credits?: number) =>
    insight.ask(
      'POST /v1/kitchen-sink/company',
      { companyDomain: { value: 'likeone.example' }, ...more },
      credits,
    )

  test('is worked out where it is asked for, as findSimilarCompanies has them first, for nothing more', async () => {
    const { body } = await ask({ companies: [example('likeone.example')] })
    for (const [plain, asked] of [
      [await lookUp({}), await lookUp({ getSimilarCompanies: true })],
      [
        await insight.ask('POST /v1/company-search', { searchParams: likeone, pageSize: 10 }),
        await insight.ask('POST /v1/company-search', {
          searchParams: likeone,
          pageSize: 10,
          getSimilarCompanies: true,
        }),
      ],
    ] as const) {
      expect(plain.body.output.data[0].similar_companies).toEqual([])
      const [record] = asked.body.output.data
      expect(record.similar_companies.map(({ name }: { name: string }) => name)).toEqual(names(body))
      expect(record.similar_companies[0]).toEqual({
        name: 'Likesame',
        industries: ['Farming & Agriculture'],
        employee_count: 120,
        revenue: null,
        logo_url: null,
      })
      expect({ ...record, similar_companies: [] }).toEqual(plain.body.output.data[0])
      expect(asked.charged).toBe(plain.charged)
      expect(asked.body.advice.join()).toContain('computed')
    }
  })

  test('stays what a source gave; of a company with nothing to compare there are none', async () => {
    const given = [{ name: 'Given', industries: [], employee_count: 7, revenue: null, logo_url: null }]
    await insight.service.write('companies', [
      company('Likegiven', { standard_industries: ['Legal'], similar_companies: given }),
      { preferred_name: 'Likenothing', domains: ['likenothing.example'] },
    ])
    const { body } = await insight.ask('POST /v1/company-search', {
      searchParams: { domains: ['likegiven.example', 'likenothing.example'] },
      pageSize: 10,
      getSimilarCompanies: true,
    })
    const found = Object.fromEntries(
      body.output.data.map((one: { preferred_name: string; similar_companies: unknown }) => [
        one.preferred_name,
        one.similar_companies,
      ]),
    )
    expect(found).toEqual({ Likegiven: given, Likenothing: [] })
    expect(body.advice ?? []).toEqual([])
  })

  test('leaves out what lists of the whole organization leave out', async () => {
    const { rawKey: key } = await insight.service.org()
    const send = (route: string, body: object) => insight.service.send(route, { key, body })
    const made = await send('POST /v1/exclusions/companies/create-list', {
      name: 'Not these',
      isOrganizationWide: true,
    })
    const { listId } = made.body.output
    const companies = [{ domain: 'likesame.example' }]
    await send('POST /v1/exclusions/companies/add-to-list', { listId, companies })
    const { body } = await send('POST /v1/kitchen-sink/company', {
      companyDomain: { value: 'likeone.example' },
      getSimilarCompanies: true,
    })
    expect(body.output.data[0].similar_companies).toEqual([like('Likesome'), like('Likelittle')])
  })

  test('is not worked out for more than ten records: refused, free', async () => {
    const asked = { searchParams: {}, getSimilarCompanies: true }
    for (const pageSize of [11, undefined]) {
      const { status, body, charged } = await insight.ask('POST /v1/company-search', { ...asked, pageSize })
      expect([status, body.issues?.[0]?.path, charged]).toEqual([400, 'pageSize', undefined])
    }
  })
})

describe('findSimilarCompanies 400', () => {
  test.each([
    [{ companies: [] }, 'companies'],
    [{ companies: [example('no domain')] }, 'companies[0].value'],
    [{ companies: [example('a.example')], weights: { size: -1 } }, 'weights.size'],
  ])('%j', async (wrong, path) => {
    const { status, body } = await ask(wrong)
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})

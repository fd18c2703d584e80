import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { alphaWorks, openInsightTest, unknownCompany, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

const route = 'POST /v1/talent-flow'
const since2010 = { after: '2010-01-01' }
const flow = (direction: string, dateRange: object = since2010, company: object = alphaWorks) =>
  insight.ask(route, { company, direction, dateRange })

describe('getTalentFlow 200', () => {
  test('who joined, each once, with where they came from and how they are', async () => {
    verifies('op.get-talent-flow')
    verifies('insight.talent-flow')
    const { status, body, charged } = await flow('joiners')
    expect(status, JSON.stringify(body)).toBe(200)
    const { output } = body
    expect(output).toMatchObject({
      company: {
        name: 'Alpha Works',
        pnetOrgId: '9101',
        pnetSlug: 'alpha-works',
        domains: ['alpha-works.example'],
      },
      direction: 'joiners',
      window: { after: '2010-01-01', before: '2026-01-16' },
      peopleCount: 8,
      companyKnownCount: 4,
    })
    verifies('client.talent-flow.summary')
    expect(Date.parse(output.generatedAt)).toBeGreaterThan(0)
    expect(output.markdownSummary).toContain('**8 people joined Alpha Works** from 2010-01-01 on and before')
    expect(output.markdownSummary).toContain('| Came from | People | Share |')
    expect(output.markdownSummary).toContain('| Beta Works | 2 | 25 % |')
    const buckets = output.companyBuckets.map(({ companyName, domain, count, percent }: Bucket) => [
      companyName,
      domain,
      count,
      percent,
    ])
    expect(buckets).toEqual(
      expect.arrayContaining([
        ['Beta Works', 'beta-works.example', 2, 25],
        ['Gamma Works', 'gamma-works.example', 1, 12.5],
        ['Delta Works', 'delta-works.example', 1, 12.5],
      ]),
    )
    expect(buckets).toHaveLength(3)
    // Engineer 2015, 54 months later at Alpha; the eight are known by their days.
    expect(output.tenureMonths.count).toBe(8)
    expect(output.yearsOfExperience).toMatchObject({ count: 8, min: 0 })
    for (const [name, parts] of Object.entries<{ count: number }[]>(output.breakdowns))
      if (name !== 'bySchool')
        expect([name, parts.reduce((sum, { count }) => sum + count, 0)]).toEqual([name, 8])
    expect(output.breakdowns.byCountry).toContainEqual({
      countryCode: 'DEU',
      countryName: 'Germany',
      count: 1,
      percent: 12.5,
    })
    expect(output.breakdowns.byMetro[1]).toMatchObject({ name: expect.stringContaining('Berlin'), count: 1 })
    expect(output.breakdowns.bySchool).toEqual([
      { schoolName: 'Works University', schoolPnetOrgId: '9900', count: 1, percent: 12.5 },
    ])
    expect(output.sources).toMatchObject([{ records: 'people', count: 8 }])
    expect(charged).toBe(5)
  })

  test('who left, with where they went, and how long they had stayed', async () => {
    const { body } = await flow('leavers')
    expect(body.output.peopleCount).toBe(3)
    const buckets = body.output.companyBuckets.map(({ companyName, count }: Bucket) => [companyName, count])
    expect(buckets).toEqual([
      ['Beta Works', 2],
      ['Gamma Works', 1],
    ])
    // 2017-03-01 to 2024-05-31, 2012-01-01 to 2014-12-31, 2013-01-01 to 2016-05-01.
    expect(body.output.tenureMonths).toEqual({
      count: 3,
      median: 40,
      mean: 54.3,
      stdDev: 23.2,
      p25: 38,
      p75: 63.5,
      min: 36,
      max: 87,
    })
  })

  test('only what lies in the window, whose last day is not in it', async () => {
    const joined = async (after: string, before: string) =>
      (await flow('joiners', { after, before })).body.output.peopleCount
    expect(await joined('2019-07-01', '2019-07-02')).toBe(1)
    expect(await joined('2019-06-01', '2019-07-01')).toBe(0)
    // Promotion, second contract, seat on the board, advice.
    expect(await joined('2020-02-01', '2021-04-30')).toBe(0)
    expect(await joined('2022-01-01', '2022-12-31')).toBe(0)
  })

  test('a company known by its name alone is found in careers where no other bears the name', async () => {
    const left = await flow('leavers', since2010, { identifier: 'domain', value: 'delta-works.example' })
    expect(left.body.output).toMatchObject({
      peopleCount: 1,
      companyBuckets: [{ companyName: 'Alpha Works' }],
    })
    const twin = await flow('joiners', since2010, { identifier: 'domain', value: 'twin-a.example' })
    expect([twin.body.output.peopleCount, twin.body.chargeInfo.method]).toEqual([0, 'free'])
    expect(twin.body.output.method).toContain('knows nobody who works or worked there')
    const later = await flow('leavers', { after: '2025-06-01' })
    expect(later.body.output).toMatchObject({
      peopleCount: 0,
      method: expect.stringMatching(/knows \d+ people .* nobody has such a move in the window/),
    })
  })

  test('every way to name the company; one that is unknown is free', async () => {
    verifies('insight.company-selector')
    for (const company of [
      { identifier: 'pnetUrl', value: 'https://www.pnet.example/company/alpha-works' },
      { identifier: 'pnetSlug', value: 'alpha-works' },
      { identifier: 'pnetOrgId', value: '9101' },
      alphaWorks,
    ])
      expect((await flow('leavers', since2010, company)).body.output.peopleCount).toBe(3)
    const unknown = await flow('leavers', since2010, unknownCompany)
    expect(unknown.body.output).toMatchObject({
      company: null,
      peopleCount: 0,
      companyBuckets: [],
      method: expect.stringContaining('does not know the company'),
    })
    expect(unknown.body.chargeInfo.method).toBe('free')
  })
})

describe('getTalentFlow 400', () => {
  test.each([
    [{ dateRange: { after: '2025-01-01', before: '2025-01-01' } }, 'dateRange.before'],
    [{ dateRange: { after: 'May' } }, 'dateRange.after'],
    [{ direction: 'both' }, 'direction'],
    [{ company: { identifier: 'domain', value: 'no domain' } }, 'company.value'],
    [{ company: { identifier: 'name', value: 'Alpha' } }, 'company.identifier'],
  ])('%o', async (wrong, path) => {
    const { status, body } = await insight.ask(route, { company: alphaWorks, direction: 'joiners', ...wrong })
    expect([status, body.issues?.[0]?.path]).toEqual([400, path])
  })
})

interface Bucket {
  companyName: string
  domain: string | null
  count: number
  percent: number
}

import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openInsightTest, type InsightTest } from '../../../../worlds/insight.ts'

let insight: InsightTest
const person = (slug: string, title: string, country: string, before?: string) => ({
  primary_slug: slug,
  name: `Person ${slug}`,
  inferred_location: { country_code: country },
  experiences: [
    { company_name: 'Likeness', title, is_current: true, start_date: '2020-01-01' },
    ...(before === undefined
      ? []
      : [{ company_name: before, title: 'Attorney', is_current: false, end_date: '2019-12-31' }]),
  ],
})

beforeAll(async () => {
  insight = await openInsightTest()
  await insight.service.write('people', [
    person('like-one', 'Chief Legal Officer', 'NOR', 'Former Partners'),
    person('like-same', 'General Counsel', 'NOR'),
    person('like-abroad', 'Chief Legal Officer', 'CHL', 'Former Partners'),
    person('unlike-trade', 'Chief Marketing Officer', 'NOR'),
  ])
})

const ask = (body: object) => insight.ask('POST /v1/similar-people', body)
const slugs = (body: { output: { data: { primary_slug: string }[] } }) =>
  body.output.data.map(({ primary_slug }) => primary_slug)

describe('findSimilarPeople 200', () => {
  test('people of the same function and level, the most alike first, with what the score is made of', async () => {
    verifies('op.find-similar-people')
    const people = [{ identifier: 'pnetSlug', value: 'like-one' }]
    const { status, body, charged } = await ask({ people })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(slugs(body)).toEqual(expect.arrayContaining(['like-same', 'like-abroad']))
    expect(slugs(body)).not.toContain('unlike-trade')
    expect(slugs(body)).not.toContain('like-one')
    const same = body.output.similarities[slugs(body).indexOf('like-same')]
    expect(same.evidence).toContainEqual(expect.objectContaining({ member: 'place', shared: ['nor'] }))
    const scores = body.output.similarities.map(({ score }: { score: number }) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    const byPlace = await ask({ people, weights: { career: 0 } })
    expect(slugs(byPlace.body)[0]).toBe('like-same')
    const abroadAt = slugs(body).indexOf('like-abroad')
    expect(body.output.similarities[abroadAt].evidence).toContainEqual(
      expect.objectContaining({ member: 'career', shared: ['attorney', 'former_partners'] }),
    )
    expect(charged).toBe(body.output.data.length)
    const abroad = await ask({ people, searchParams: { country3LetterCode: { anyOf: ['CHL'] } } })
    expect(slugs(abroad.body)).toEqual(['like-abroad'])
  })

  test('without a known example nobody is found, free', async () => {
    const { body } = await ask({ people: [{ identifier: 'pnetSlug', value: 'nobody-of-this-slug' }] })
    expect([body.output.data, body.chargeInfo.method]).toEqual([[], 'free'])
    expect(body.warnings).toContainEqual(expect.objectContaining({ field: 'people[0]' }))
  })
})

describe('findSimilarPeople 400', () => {
  test('no example, and one that cannot be read', async () => {
    for (const [people, path] of [
      [[], 'people'],
      [[{ identifier: 'pnetUrl', value: 'https://elsewhere.example/x' }], 'people[0].value'],
    ] as const) {
      const { status, body } = await ask({ people })
      expect([status, body.issues?.[0]?.path]).toEqual([400, path])
    }
  })
})

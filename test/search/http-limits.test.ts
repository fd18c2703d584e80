import { describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  service,
  slugsOf,
  some,
  someone,
  shareSearchService,
  topUp,
  wantedCompanies,
  wantedPeople,
  type Path,
} from './search-service.ts'

shareSearchService()

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

  it('batches times years are refused before they are put together, where they are more than a query holds', async () => {
    const org = await service.org()
    const choice = (batches: number, years: object) => ({
      acceleratorName: 'ycombinator',
      batchSelection: {
        strategy: 'only-these-batches',
        batches: Array.from({ length: batches }, (_, index) => `Batch ${index}`),
      },
      years,
    })
    const wide = { lowerBound: 1980 }
    const statusOf = async (acceleratorsV2: object) => {
      const { status, body } = await ask(org, 'companyCount', { searchParams: { acceleratorsV2 } })
      return [status, body.code ?? body.output]
    }
    const most = { anyOf: Array.from({ length: 20 }, () => choice(200, wide)) }
    expect(await statusOf(most)).toEqual([422, 'unprocessable'])
    expect(await statusOf({ noneOf: [...most.anyOf] })).toEqual([422, 'unprocessable'])
    expect(await statusOf({ anyOf: [choice(60, wide)] })).toEqual([200, { count: 0 }])
  })

  it('what rules hold together is counted before it is read, in groups too, where it is more than a query holds', async () => {
    const org = await service.org()
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`)
    const held = (rules: number) => ({
      jobs: {
        anyOf: Array.from({ length: rules }, () => ({ status: 'any', jobTitle: { anyOf: words(900) } })),
      },
    })
    const statusOf = async (path: Path, searchParams: object) =>
      (await ask(org, path, { searchParams })).status
    expect(await statusOf('peopleCount', held(12))).toBe(422)
    expect(await statusOf('peopleCount', { group: { and: [held(4), held(4), held(4)] } })).toBe(422)
    expect(await statusOf('peopleCount', held(2))).toBe(200)
    const postings = Array.from({ length: 60 }, () => ({ jobTitle: words(200) }))
    expect(await statusOf('companyCount', { jobPostingsV2: { anyOf: postings } })).toBe(422)
    expect(await statusOf('companyCount', { jobPostingsV2: { anyOf: postings.slice(0, 9) } })).toBe(200)
  })

  it('what all lists hold together is counted before it is read, in groups too, where it is more than a query holds', async () => {
    const org = await service.org()
    const states = (count: number, word: string) => ({
      headquartersStateName: { anyOf: Array.from({ length: count }, (_, index) => `${word} ${index}`) },
    })
    const statusOf = async (searchParams: object) => (await ask(org, 'companyCount', { searchParams })).status
    const and = (...words: string[]) => ({ group: { and: words.map((word) => states(7_000, word)) } })
    expect(await statusOf(and('one', 'two', 'three'))).toBe(422)
    expect(await statusOf({ ...states(7_000, 'one'), group: { not: and('two', 'three') } })).toBe(422)
    expect(await statusOf({ ...states(7_000, 'one'), keywords: { containsAny: ['word'] } })).toBe(200)
    expect(await statusOf(and('one', 'two'))).toBe(200)
  })

  it('a question too large to answer is refused, never a 500', async () => {
    verifies('promise.api.no-5xx')
    const org = await service.org()
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
      const { status } = await ask(org, path, { searchParams })
      expect([200, 422]).toContain(status)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { ask, service, slugsOf, shareSearchService, wantedCompanies, wantedPeople } from './search-service.ts'
import type { CompanyParams } from './naive.ts'

shareSearchService()

const small: CompanyParams = { employeeCountV2: { upperBoundInclusive: 50 } }
const question: CompanyParams = {
  employeeCountV2: { lowerBoundExclusive: 0 },
  group: {
    or: [{ stage: { anyOf: ['seed'] } }, { group: { not: small } }],
    not: { headquartersCountryCode: { anyOf: ['USA'] } },
  },
}
const nested = (depth: number): object =>
  depth === 0 ? { stage: { anyOf: ['seed'] } } : { group: { not: nested(depth - 1) } }

describe('200', () => {
  it('nested groups find, count and page what reading every record finds', async () => {
    verifies('company-params.group')
    const org = await service.org()
    const wanted = wantedCompanies(question)
    expect(wanted.length).toBeGreaterThan(3)
    const page = await ask(org, 'companies', { searchParams: question, pageSize: 1000 })
    expect(slugsOf('companies', page.body.output.data)).toEqual(wanted)
    expect((await ask(org, 'companyCount', { searchParams: question })).body.output.count).toBe(wanted.length)
    const people = await ask(org, 'people', { companyParams: question, pageSize: 1000 })
    expect(slugsOf('people', people.body.output.data)).toEqual(wantedPeople({}, question))
  })

  it('eight groups in one another are answered', async () => {
    const org = await service.org()
    const answer = await ask(org, 'companyCount', { searchParams: nested(8) })
    expect(answer.body.output.count).toBe(wantedCompanies({ stage: { anyOf: ['seed'] } }).length)
  })

  it('an unknown member deep inside is a warning with its whole path', async () => {
    const org = await service.org()
    const searchParams = { group: { or: [{}, { group: { not: { stagee: { anyOf: ['seed'] } } } }] } }
    const answer = await ask(org, 'companyCount', { searchParams })
    expect(answer.body.warnings).toEqual([
      {
        field: 'searchParams.group.or[1].group.not.stagee',
        message: 'Unknown member, ignored. Did you mean "stage"?',
      },
    ])
  })

  it.each<[object, string]>([
    [{ stage: { anyOf: [] } }, 'searchParams.stage.anyOf is empty, so it matches nothing.'],
    [{ domains: [] }, 'searchParams.domains is empty, so it matches nothing.'],
    [{ keywords: { containsAny: [] } }, 'searchParams.keywords.containsAny is empty, so it matches nothing.'],
    [
      { headquartersLocation: { unionAll: [] } },
      'searchParams.headquartersLocation.unionAll is empty, so it matches nothing.',
    ],
    [{ group: { or: [] } }, 'searchParams.group.or is empty, so it matches nothing.'],
    [{ stage: { anyOf: ['seed'], noneOf: ['seed'] } }, 'searchParams.stage cannot match anything as given.'],
  ])('%j matches nothing, free, and the advice says so', async (searchParams, line) => {
    verifies('company-params.empty-any-of')
    const org = await service.org()
    const answer = await ask(org, 'companies', { searchParams })
    expect(answer.body.output).toEqual({ data: [], nextCursor: null, hasMore: false })
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    expect(answer.body.advice).toContain(line)
  })

  it.each<['companies' | 'people', object, string | undefined]>([
    [
      'people',
      { pastJobText: { criteria: [{ field: 'title', rule: 'includes' }], joiner: 'and' } },
      'searchParams.pastJobText sets no condition as given, so it leaves out nothing.',
    ],
    [
      'people',
      { keywordSearchOptions: { fieldsToSearchOver: { summary: true } } },
      'searchParams.keywordSearchOptions changes nothing without keywords beside it.',
    ],
    [
      'companies',
      { employees: { rules: [], joiner: 'AND' } },
      'searchParams.employees sets no condition as given, so it leaves out nothing.',
    ],
    [
      'companies',
      { group: { and: [{ foundedOn: { strategy: 'absolute', range: null } }] } },
      'searchParams.group.and[0].foundedOn sets no condition as given, so it leaves out nothing.',
    ],
    // What clients send of parameters that their users left alone.
    ['companies', { stage: { anyOf: null, noneOf: [] }, foundedOn: null, specialFlags: {} }, undefined],
    ['people', { getDetailedEducation: true, companyMatchMode: { mode: 'loose' } }, undefined],
    [
      'people',
      { keywords: { containsNone: [] }, keywordSearchOptions: { fieldsToSearchOver: {} } },
      undefined,
    ],
  ])('of %s, %j leaves nobody out, and the advice says so: %s', async (type, searchParams, line) => {
    const org = await service.org()
    const answer = await ask(org, type, { searchParams, pageSize: 1 })
    expect(answer.status, answer.text).toBe(200)
    const idle = (answer.body.advice ?? []).filter((each: string) =>
      /sets no condition|changes nothing/.test(each),
    )
    expect(idle).toEqual(line === undefined ? [] : [line])
  })

  it.each<['companies' | 'people', object, string]>([
    [
      'companies',
      { stage: { anyOf: null, noneOf: null }, foundedOn: null, specialFlags: {} },
      'searchParams.specialFlags, searchParams.stage',
    ],
    ['people', { country3LetterCode: {}, keywordSearchOptions: {} }, 'searchParams.country3LetterCode'],
    ['companies', { group: { and: [{ tlds: {} }] } }, 'searchParams.group.and[0].tlds'],
  ])('of %s, %j is no filter, with advice that names %s', async (type, searchParams, named) => {
    verifies('client.search.no-filter')
    const org = await service.org()
    const [asked, all] = [
      await ask(org, type, { searchParams, pageSize: 3 }),
      await ask(org, type, { searchParams: {}, pageSize: 3 }),
    ]
    expect(asked.body.output.data).toEqual(all.body.output.data)
    expect(asked.body.warnings).toBeUndefined()
    expect(asked.body.advice).toContain(
      `Not a filter, because it is empty: ${named}. Leave it out, or give it a value.`,
    )
    expect((all.body.advice ?? []).join()).not.toContain('because it is empty')
  })

  it('parameters that contradict each other give an empty page, free, with advice', async () => {
    const org = await service.org()
    const searchParams = { group: { and: [small, { group: { not: small } }] } }
    const answer = await ask(org, 'companies', { searchParams })
    expect(answer.body.output.data).toEqual([])
    expect(answer.headers.get('x-credits-charged')).toBe('0')
    expect(answer.body.advice.join()).toContain('/v1/search/explain')
  })
})

describe('400', () => {
  const wide = { group: { or: Array.from({ length: 150 }, () => ({ group: { not: {} } })) } }
  it.each<[object, string]>([
    [nested(9), `searchParams${'.group.not'.repeat(9)}`],
    [wide, 'searchParams.group.or[100]'],
    [{ group: { or: [{ stage: { anyOf: ['huge'] } }] } }, 'searchParams.group.or[0].stage.anyOf[0]'],
    [{ group: { or: {} } }, 'searchParams.group.or'],
    [{ group: { not: [{}] } }, 'searchParams.group.not'],
    [{ group: { and: [{}, { domains: ['no domain'] }] } }, 'searchParams.group.and[1].domains[0]'],
    [{ group: { and: [{ or: [{ stage: { anyOf: ['seed'] } }] }] } }, 'searchParams.group.and[0].or'],
    [{ group: { not: { and: [] } } }, 'searchParams.group.not.and'],
    [{ group: { or: [{}, { group: { or: [{ not: {} }] } }] } }, 'searchParams.group.or[1].group.or[0].not'],
  ])('a malformed group is refused at its path, case %#', async (searchParams, path) => {
    const org = await service.org()
    const answer = await ask(org, 'companies', { searchParams })
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
  })
})

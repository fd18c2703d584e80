import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAlmanac } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld } from '../worlds/sample.ts'

let service: TestAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org()
})

const send = (route: string, body: object, headers: Record<string, string> = {}) =>
  service.send(route, { key: org.rawKey, body, headers })

const companyFilters: [member: string, empty: object, path?: string][] = [
  ['employees', {}],
  ['employees', { rules: null }],
  ['employees', { rules: [{}] }, 'employees.rules[0]'],
  ['employees', { rules: [{ employeesToMatch: null, employeeFilters: {} }] }, 'employees.rules[0]'],
  ['exactCompany', { anyOf: [{}] }, 'exactCompany.anyOf[0]'],
  ['exactCompany', { noneOf: [{ li_org_id: null }] }, 'exactCompany.noneOf[0]'],
  ['naicsCodes', { anyOf: [{}, {}] }, 'naicsCodes.anyOf[0], searchParams.naicsCodes.anyOf[1]'],
  ['revenueUSD', { min: {} }, 'revenueUSD'],
  ['fortuneRankings', { anyOf: [{ list: null, range: {} }] }, 'fortuneRankings.anyOf[0]'],
]

describe('an empty filter', () => {
  test.each(companyFilters)('companyCount: %s %j is no filter, with advice', async (member, empty, path) => {
    const { status, body } = await send('POST /v1/company-count', { searchParams: { [member]: empty } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.advice).toEqual([
      `Not a filter, because it is empty: searchParams.${path ?? member}. Leave it out, or give it a value.`,
    ])
  })

  test('leaves what is said beside it in force', async () => {
    const company = { li_org_id: '1' }
    const beside = { searchParams: { exactCompany: { anyOf: [{}, company] }, employees: {} } }
    const alone = { searchParams: { exactCompany: { anyOf: [company] } } }
    const [one, other] = [
      await send('POST /v1/company-count', beside),
      await send('POST /v1/company-count', alone),
    ]
    expect([one.status, one.body.output]).toEqual([200, other.body.output])
    expect(one.body.advice[0]).toContain('searchParams.exactCompany.anyOf[0], searchParams.employees')
  })

  test.each<[object, string]>([
    [{ searchParams: { fuzzyName: {} } }, 'searchParams.fuzzyName'],
    [{ searchParams: { jobs: { anyOf: [{}] } } }, 'searchParams.jobs.anyOf[0]'],
    [{ searchParams: { pastJobText: {}, timeZone: {} } }, 'searchParams.timeZone, searchParams.pastJobText'],
    [{ companyParams: { employees: {} } }, 'companyParams.employees'],
    [{ currentCompanies: [{}] }, 'currentCompanies[0]'],
    [
      { companyParams: { investorsV2: { anyOf: [{ investorIdentifier: {} }] } } },
      'companyParams.investorsV2.anyOf[0]',
    ],
    [{ searchParams: { exactProfile: { anyOf: [{}] } } }, 'searchParams.exactProfile.anyOf[0]'],
    [{ searchParams: { group: { or: [{ fuzzyName: {} }] } } }, 'searchParams.group.or[0].fuzzyName'],
  ])('peopleSearchCount: %j', async (body, path) => {
    const answer = await send('POST /v1/people-search/count', body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.advice.join(' ')).toContain(`Not a filter, because it is empty: ${path}. `)
  })

  const saveSearch = (companySearchParams: object) =>
    send('POST /v1/saved-search/create', {
      name: 'Empty',
      spawnFrequencyDays: 7,
      searchParams: { type: 'companies', companySearchParams, maxCompanies: 5 },
    })
  const norwegian = { headquartersCountryCode: { anyOf: ['NOR'] } }
  const path = 'searchParams.companySearchParams'

  test.each([
    [{ employees: {} }, 'employees'],
    [{ investors: { anyOf: [{}], noneOf: [{ pnetUrl: null }] } }, 'investors.anyOf[0]'],
  ])('is none beside others where money is spent later, too: %j', async (empty, first) => {
    const { status, body } = await saveSearch({ ...norwegian, ...empty })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.advice.join(' ')).toContain(`Not a filter, because it is empty: ${path}.${first}`)
  })

  test.each<[object, string]>([
    [{ employees: {} }, 'employees.rules'],
    [{ investors: { anyOf: [{}] } }, 'investors.anyOf[0]'],
    [{ ...norwegian, group: { or: [{ employees: {} }] } }, 'group.or[0].employees.rules'],
  ])(
    'is refused at its path where everything would be found, and paid for, later: %j',
    async (params, place) => {
      const { status, body } = await saveSearch(params)
      expect([status, body.issues?.[0].path]).toEqual([400, `${path}.${place}`])
    },
  )

  test('a misspelt member in it is refused where money is spent later, and warned of elsewhere', async () => {
    const investors = { anyOf: [{ companyDomian: null }] }
    const refused = await saveSearch({ ...norwegian, investors })
    const place = 'investors.anyOf[0].companyDomian'
    expect([refused.status, refused.body.issues?.[0].path]).toEqual([400, `${path}.${place}`])
    const { status, body } = await send('POST /v1/company-count', { searchParams: { investors } })
    expect([status, body.warnings?.[0].field]).toEqual([200, `searchParams.${place}`])
  })

  test('is refused of a strict caller', async () => {
    const body = { searchParams: { employees: {}, ...norwegian } }
    const strict = await send('POST /v1/company-count', body, { 'x-strict': '1' })
    expect([strict.status, strict.body.issues[0].path]).toEqual([400, 'searchParams.employees.rules'])
  })

  test('stays a fault where a member is wrong, or where nothing is a search', async () => {
    for (const [route, body, path] of [
      [
        'POST /v1/company-count',
        { searchParams: { employees: { rules: 5 } } },
        'searchParams.employees.rules',
      ],
      [
        'POST /v1/company-count',
        { searchParams: { exactCompany: { anyOf: [{ name: 'x' }] } } },
        'searchParams.exactCompany.anyOf[0].li_org_id',
      ],
      ['POST /v1/enrich/start', { rows: [] }, ''],
    ] as const) {
      const { status, body: answer } = await send(route, body)
      expect([status, answer.issues[0].path]).toEqual([400, path === '' ? expect.any(String) : path])
    }
  })
})

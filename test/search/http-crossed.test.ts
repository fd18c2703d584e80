import { describe, expect, it } from 'vitest'
import { ask, balance, service, shareSearchService, wantedCompanies, type Path } from './search-service.ts'

shareSearchService()

/** Bounds that nothing is between: well formed, so an empty page and no bad request. */
const crossed = { lowerBound: 2, upperBound: 1 }
const absolute = { strategy: 'absolute', range: { lowerBound: '2020-01-02', upperBound: '2020-01-01' } }
const within = {
  strategy: 'relative',
  window: { method: 'within', period: 'month', lowerBound: 3, upperBound: 1 },
}
const countRange = { type: 'count-range', range: crossed }
const percentRange = { type: 'percent-range', rangeInHundredths: crossed }
const trend = (countCriteria: object) => ({
  obeysAll: [{ jobFunction: '_all_employees', countCriteria }],
})
const education = (entry: object) => ({ education: { anyOf: [entry] } })

const companies: Record<string, object> = {
  employeeCountV2: { lowerBoundExclusive: 1000, upperBoundInclusive: 10 },
  totalFundingUSD: crossed,
  lastFundingUSD: crossed,
  numWordsInName: crossed,
  revenueUSD: { min: { quantity: 1, suffix: 'M' }, max: { quantity: 2, suffix: 'K' } },
  foundedOn: absolute,
  lastFundedOn: within,
  officeLocationsV2: {
    anyOf: [
      { type: 'worldwide', range: crossed },
      { type: 'country-or-region', countryOrRegionCode: 'USA', range: crossed },
    ],
  },
  employeeTrends: trend({ type: 'current_count', range: crossed }),
  employees: {
    rules: [{ employeesToMatch: { tag: 'finiteRange', ...crossed }, employeeFilters: {} }],
  },
  jobPostingStats: {
    anyOf: [
      { rule: 'total', count: crossed },
      { rule: 'country', countryOrRegionCode: 'USA', range: countRange },
      { rule: 'seniority', seniority: 'Director', range: percentRange },
    ],
  },
  fortuneRankings: { anyOf: [{ list: 'fortune-500-usa', range: { low: 2, high: 1 } }] },
}
const people: Record<string, object> = {
  numConnections: crossed,
  yearsOfExperience: crossed,
  startedInRole: absolute,
  jobStatus: { status: 'previously-employed', leftAt: absolute },
  leftStealthAt: within,
  stealthV2: { status: 'previously-in-stealth', stealthDuration: { range: crossed, period: 'day' } },
  ...education({ startedSchoolAt: absolute }),
}
const postings: Record<string, object> = {
  annualSalaryUsd: crossed,
  numApplicants: crossed,
  yearsOfExperience: crossed,
  postedAt: absolute,
}

const cases = Object.entries({ companies, people, postings }).flatMap(([path, filters]) =>
  Object.entries(filters).map(([member, value]) => [path as Path, member, value] as const),
)

describe('200', () => {
  it.each(cases)(
    '%s: crossed bounds of %s match nothing, free, and advice says which',
    async (path, member, value) => {
      const org = await service.org(5)
      const { status, body } = await ask(org, path, { searchParams: { [member]: value } })
      expect([status, body.output]).toEqual([200, { data: [], nextCursor: null, hasMore: false }])
      expect(body.advice).toContain(`searchParams.${member} cannot match anything as given.`)
      expect(await balance(org)).toBe(5)
    },
  )

  it('what they ask for is nothing within noneOf, all and not, too', async () => {
    const org = await service.org()
    const count = async (searchParams: object) =>
      (await ask(org, 'companyCount', { searchParams })).body.output.count
    const everything = wantedCompanies({}).length
    const worldwide = { type: 'worldwide', range: crossed }
    const hired = { recentlyHired: [{ hiredAt: absolute }] }
    expect(await count({ officeLocationsV2: { noneOf: [worldwide] } })).toBe(everything)
    expect(await count({ group: { not: { foundedOn: absolute } } })).toBe(everything)
    const rule = (employeesToMatch: object) => ({
      employees: { rules: [{ employeesToMatch, employeeFilters: hired }] },
    })
    expect(await count(rule({ tag: 'all' }))).toBe(0)
    expect(await count(rule({ tag: 'finiteRange', upperBound: 0 }))).toBe(everything)
  })

  it('an empty list of schools matches nothing and says so', async () => {
    const org = await service.org(5)
    const answer = await ask(org, 'people', { searchParams: education({ school: { anyOf: [] } }) })
    expect(answer.body.output.data).toEqual([])
    expect(answer.body.advice).toContain('searchParams.education cannot match anything as given.')
  })
})

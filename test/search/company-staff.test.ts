import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { conditionFor, difference, pageThrough } from './compare.ts'
import type { CompanyParams } from './naive.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

const share = (count: number) => ({ count, fraction: 0 })

/** Companies by their slug; the organization id is the place in the list, from 1. */
const lines: Record<string, object> = {
  sales: {},
  mixed: {},
  nobody: {},
  hiring: {
    li_job_posts_stats: {
      total_count: 8,
      seniority_stats: { Director: share(2), Associate: share(6) },
      country_location_stats: { DEU: share(3), FRA: share(3), USA: share(2) },
      employment_type_stats: { 'Full-time': share(8) },
      puree_job_functions_stats: { Sales: share(1) },
      job_location_type_stats: { Remote: share(4) },
      standard_industries_stats: { Software: share(8) },
    },
  },
  still: { li_job_posts_stats: { total_count: 0 } },
}
const id = (slug: string) => String(Object.keys(lines).indexOf(slug) + 1)

const at = (company: string, title: string, start_date?: string, is_current = true) => ({
  ...{ pnet_company_id: id(company), title, start_date, is_current },
})
const from = (country_code: string) => ({ inferred_location: { country_code } })

const people: object[] = [
  { ...from('DEU'), experiences: [at('sales', 'Sales Manager', '2026-11-01')] },
  {
    ...from('FRA'),
    experiences: [at('sales', 'Head of Sales', '2020-01'), at('mixed', 'Advisor', '2026-10-10')],
  },
  {
    ...from('DEU'),
    experiences: [at('mixed', 'Engineer', '2026-11-10'), at('sales', 'Engineer', '2015', false)],
  },
  { ...from('USA'), experiences: [at('mixed', 'Sales Engineer', '2019-05-05'), at('mixed', 'Sales Lead')] },
]

let world: SearchWorld
let rows: Rows

beforeAll(async () => {
  world = await openSearchWorld()
  const companies = Object.entries(lines).map(([pnet_primary_slug, line]) => ({
    pnet_primary_slug,
    li_org_id: id(pnet_primary_slug),
    ...line,
  }))
  await write(world, 'companies', companies)
  await write(
    world,
    'people',
    people.map((person, index) => ({ primary_slug: `person-${index}`, ...person })),
  )
  rows = await readRows(world.engine)
})
afterAll(() => world.close())

/** Slugs of what parameters find, checked against the oracle as well. */
async function found(params: CompanyParams): Promise<string[]> {
  expect(await difference(world.search, rows, { kind: 'companies', params })).toBeUndefined()
  const condition = await conditionFor(world.search, { kind: 'companies', params })
  const snapshot = await world.search.snapshots.newest('companies')
  const ids = await pageThrough(world.search, 'companies', { condition, snapshot, size: 100 })
  const slugs = new Map(rows.companies.map((row) => [row.id, row.record.pnet_primary_slug]))
  return ids.map((each) => slugs.get(each) ?? 'unheard of').sort()
}

type Rule = NonNullable<CompanyParams['employees']>['rules'][number]
const some = (lowerBound: number | null, upperBound: number | null = null): Rule['employeesToMatch'] => ({
  ...{ tag: 'finiteRange', lowerBound, upperBound },
})
const staffed = (wanted: Rule['employeesToMatch'], employeeFilters: Rule['employeeFilters']) =>
  found({ employees: { rules: [{ employeesToMatch: wanted, employeeFilters }] } })

describe('employees', () => {
  it('counts people with a current position at the company, each once', async () => {
    verifies('company-params.employees')
    expect(await staffed(some(3), {})).toEqual(['mixed'])
    expect(await staffed(some(1, 2), {})).toEqual(['sales'])
    expect(await staffed(some(null, 0), {})).toEqual(['hiring', 'nobody', 'still'])
    expect(await staffed(some(0), {})).toEqual(Object.keys(lines).sort())
  })

  it('by country, by title of the position there, by the day it was taken up', async () => {
    expect(await staffed(some(1), { countryCode: ['DEU'] })).toEqual(['mixed', 'sales'])
    expect(await staffed(some(1), { countryCode: ['X-NORTH_AMERICA'] })).toEqual(['mixed'])
    expect(await staffed(some(2), { jobTitle: ['sales'] })).toEqual(['sales'])
    expect(await staffed(some(1), { jobTitle: ['head of sales', 'gardener'] })).toEqual(['sales'])
    expect(await staffed(some(null, 1), { jobTitle: ['sales'] })).toEqual([
      'hiring',
      'mixed',
      'nobody',
      'still',
    ])
    const lastMonth = {
      strategy: 'relative' as const,
      window: { method: 'lastN' as const, period: 'month' as const, quantity: 1 },
    }
    expect(await staffed(some(1), { recentlyHired: [{ hiredAt: lastMonth }] })).toEqual(['mixed', 'sales'])
    expect(
      await staffed(some(1), { recentlyHired: [{ hiredAt: lastMonth, jobTitle: ['engineer'] }] }),
    ).toEqual(['mixed'])
    expect(await staffed(some(1), { countryCode: ['USA'], recentlyHired: [{ hiredAt: lastMonth }] })).toEqual(
      [],
    )
  })

  it('all: everybody there, and somebody', async () => {
    expect(await staffed({ tag: 'all' }, {})).toEqual(['mixed', 'sales'])
    expect(await staffed({ tag: 'all' }, { jobTitle: ['sales'] })).toEqual(['sales'])
    expect(await staffed({ tag: 'all' }, { countryCode: ['X-EUROPE'] })).toEqual(['sales'])
  })

  it('several rules: all, or one of them', async () => {
    const rules: Rule[] = [
      { employeesToMatch: some(1), employeeFilters: { countryCode: ['USA'] } },
      { employeesToMatch: some(2), employeeFilters: { jobTitle: ['sales'] } },
    ]
    expect(await found({ employees: { rules } })).toEqual([])
    expect(await found({ employees: { rules, joiner: 'AND' } })).toEqual([])
    expect(await found({ employees: { rules, joiner: 'OR' } })).toEqual(['mixed', 'sales'])
  })
})

describe('jobPostingStats', () => {
  it('numbers and shares of open postings, as the record counts them', async () => {
    verifies('company-params.job-posting-stats')
    type Stat = NonNullable<NonNullable<CompanyParams['jobPostingStats']>['anyOf']>[number]
    const posting = (...allOf: Stat[]) => found({ jobPostingStats: { allOf } })
    const counted = (lowerBound: number | null, upperBound: number | null = null) =>
      ({ type: 'count-range', range: { lowerBound, upperBound } }) as const
    const percent = (lowerBound: number, upperBound = 100) =>
      ({ type: 'percent-range', rangeInHundredths: { lowerBound, upperBound } }) as const
    expect(await posting({ rule: 'total', count: { lowerBound: 1 } })).toEqual(['hiring'])
    expect(await posting({ rule: 'total', count: { upperBound: 0 } })).toEqual(['still'])
    expect(await posting({ rule: 'country', countryOrRegionCode: 'X-EUROPE', range: counted(6, 6) })).toEqual(
      ['hiring'],
    )
    expect(await posting({ rule: 'country', countryOrRegionCode: 'DEU', range: counted(4) })).toEqual([])
    expect(await posting({ rule: 'seniority', seniority: 'Director', range: percent(25, 25) })).toEqual([
      'hiring',
    ])
    expect(await posting({ rule: 'seniority', seniority: 'Executive', range: counted(null, 0) })).toEqual([
      'hiring',
      'still',
    ])
    expect(
      await posting({ rule: 'employment-type', employmentType: 'Full-time', range: percent(100) }),
    ).toEqual(['hiring'])
    expect(await posting({ rule: 'job-function', jobFunction: 'Sales', range: percent(13) })).toEqual([])
    expect(await posting({ rule: 'location-type', jobLocationType: 'Remote', range: percent(50) })).toEqual([
      'hiring',
    ])
    expect(await posting({ rule: 'industry', industry: 'Software', range: counted(8) })).toEqual(['hiring'])
    expect(
      await found({ jobPostingStats: { noneOf: [{ rule: 'total', count: { lowerBound: 0 } }] } }),
    ).toEqual(
      Object.keys(lines)
        .filter((slug) => !['hiring', 'still'].includes(slug))
        .sort(),
    )
  })
})

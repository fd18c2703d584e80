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

const job = (company: string, title: string, start_date?: string, is_current = true) => ({
  pnet_company_id: id(company),
  title,
  start_date,
  is_current,
})
const from = (country_code: string) => ({ inferred_location: { country_code } })

const people: object[] = [
  { ...from('DEU'), experiences: [job('sales', 'Sales Manager', '2026-11-01')] },
  {
    ...from('FRA'),
    experiences: [job('sales', 'Head of Sales', '2020-01'), job('mixed', 'Advisor', '2026-10-10')],
  },
  {
    ...from('DEU'),
    experiences: [job('mixed', 'Engineer', '2026-11-10'), job('sales', 'Engineer', '2015', false)],
  },
  { ...from('USA'), experiences: [job('mixed', 'Sales Engineer', '2019-05-05'), job('mixed', 'Sales Lead')] },
]

const postings: object[] = [
  {
    title: 'Data Engineer',
    seniority_level: 'Director',
    employment_type: 'Full-time',
    status: 'active',
    job_function: ['Engineering'],
    job_location_type: 'Remote',
    standard_industries: ['Software'],
    standardized_location: {
      country_code: 'DEU',
      coordinates: {
        lat: 52.52,
        lon: 13.4,
      },
    },
    annual_salary_usd: {
      gte: 9e4,
      lte: 11e4,
    },
    years_of_experience: {
      gte: 3,
      lte: 5,
    },
    applicant_range: {
      gte: 10,
      lte: 25,
    },
    description: 'You know stream processing.',
    posted_at: '2026-11-10',
    company: { li_org_id: id('hiring') },
  },
  { title: 'Gardener', status: 'closed', posted_at: '2025-01-01', company: { li_org_id: id('hiring') } },
  {
    title: 'Data Gardener',
    status: 'closed',
    posted_at: '2026-11-15',
    company: { pnet_primary_slug: 'still' },
  },
  { title: 'Data Engineer', status: 'active', company_name: 'Nobody here' },
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
  await write(
    world,
    'postings',
    postings.map((posting, index) => ({ job_id: String(index + 1), ...posting })),
  )
  rows = await readRows(world.db)
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
  tag: 'finiteRange',
  lowerBound,
  upperBound,
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

describe('jobPostingsV2', () => {
  type Rule = NonNullable<NonNullable<CompanyParams['jobPostingsV2']>['anyOf']>[number]
  const posting = (...anyOf: Rule[]) => found({ jobPostingsV2: { anyOf } })

  it('finds companies with one posting that satisfies all of a rule', async () => {
    verifies('company-params.job-postings')
    expect(await posting({})).toEqual(['hiring', 'still'])
    expect(await posting({ jobTitle: ['data engineer', 'cook'] })).toEqual(['hiring'])
    expect(await posting({ jobTitle: ['gardener'], jobPostingStatus: 'active' })).toEqual([])
    expect(await posting({ jobTitle: ['gardener'], jobPostingStatus: 'closed' })).toEqual(['hiring', 'still'])
    expect(await posting({ jobTitle: ['gardener'], jobFunction: ['Engineering'] })).toEqual([])
    expect(await posting({ keywords: ['stream processing'], jobPostingStatus: 'either' })).toEqual(['hiring'])
  })

  it.each<[string, Rule, Rule]>([
    ['seniority', { seniority: ['Director'] }, { seniority: ['Executive'] }],
    ['function', { jobFunction: ['Engineering'] }, { jobFunction: ['Sales'] }],
    ['kind of employment', { employmentType: ['Full-time'] }, { employmentType: ['Internship'] }],
    ['modality', { jobLocationType: ['Remote', 'Hybrid'] }, { jobLocationType: ['Hybrid'] }],
    ['industry', { industry: ['Software'] }, { industry: ['Finance'] }],
    ['country', { countryOrRegionCode: ['X-EUROPE'] }, { countryOrRegionCode: ['FRA'] }],
    ['pay', { annualPayUSD: { lowerBound: 110_000 } }, { annualPayUSD: { lowerBound: 110_001 } }],
    ['experience', { yearsOfExperience: { upperBound: 3 } }, { yearsOfExperience: { upperBound: 2 } }],
    ['applicants', { numApplicants: { lowerBound: 25 } }, { numApplicants: { lowerBound: 26 } }],
  ])('by %s', async (_, that, other) => {
    expect(await posting(that)).toEqual(['hiring'])
    expect(await posting(other)).toEqual([])
  })

  it('by place and day; none, all', async () => {
    const geoLocation = {
      strategy: 'radial-distance' as const,
      center: { latitude: 52.5, longitude: 13.3 },
      radius: { unit: 'kilometers' as const, quantity: 20 },
    }
    const window = { method: 'lastN' as const, period: 'month' as const, quantity: 1 }
    const postedAt = { strategy: 'relative' as const, window }
    expect(await posting({ geoLocation })).toEqual(['hiring'])
    expect(await posting({ postedAt })).toEqual(['hiring', 'still'])
    expect(await posting({ jobTitle: ['gardener'], postedAt })).toEqual(['still'])
    expect(await found({ jobPostingsV2: { allOf: [{ jobTitle: ['gardener'] }, { geoLocation }] } })).toEqual([
      'hiring',
    ])
    expect(await found({ jobPostingsV2: { anyOf: [{}], noneOf: [{ jobTitle: ['engineer'] }] } })).toEqual([
      'still',
    ])
  })
})

describe('specialFlags', () => {
  it('is-hiring: by the figures of the record, or by an open posting in the corpus', async () => {
    expect(await found({ specialFlags: { anyOf: ['is-hiring'] } })).toEqual(['hiring'])
    const opening = { job_id: 'opening', title: 'Cook', company: { pnet_primary_slug: 'still' } }
    await write(world, 'postings', [opening])
    rows = await readRows(world.db)
    expect(await found({ specialFlags: { anyOf: ['is-hiring'] } })).toEqual(['hiring', 'still'])
    await write(world, 'postings', [{ ...opening, closed_at: '2026-11-03T00:00:00Z' }])
    rows = await readRows(world.db)
    expect(await found({ specialFlags: { allOf: ['is-hiring'] } })).toEqual(['hiring'])
    expect(await found({ specialFlags: { noneOf: ['is-hiring'] } })).not.toContain('hiring')
  })
})

describe('employees of companies that people name by domain or page', () => {
  beforeAll(async () => {
    const tied = [
      { preferred_name: 'Tied', domains: ['tied.example', 'www.tied.test'], pnet_primary_slug: 'tied' },
      { preferred_name: 'Paged', domains: ['paged.example'], pnet_primary_slug: 'paged', li_org_id: '77001' },
    ]
    await write(world, 'companies', tied)
    // A version that had another domain.
    await write(world, 'companies', [{ pnet_primary_slug: 'tied', domains: ['tied.example', 'tied.dev'] }])
    const at = (company: object, title: string, is_current = true) => ({ title, is_current, ...company })
    const staff = [
      // Named in three ways, and one person all the same.
      [
        at({ company_domain: 'tied.example' }, 'Baker'),
        at({ company_domain: 'tied.test' }, 'Head of Baking'),
        at({ company_slug: 'tied' }, 'Adviser'),
      ],
      [at({ company_slug: 'tied' }, 'Driver')],
      [at({ company_domain: 'tied.example' }, 'Baker', false)],
      [
        at({ company_domain: 'paged.example', pnet_company_id: '77001' }, 'Baker'),
        at({ company_domain: 'elsewhere.example', company_slug: 'tied' }, 'Cook'),
      ],
      [at({ company_domain: 'paged.example', pnet_company_id: '77999' }, 'Cook')],
    ]
    const lines = staff.map((experiences, index) => ({ primary_slug: `tied-${index}`, experiences }))
    await write(world, 'people', lines)
    rows = await readRows(world.db)
  })

  it('are counted, each once', async () => {
    expect(await staffed(some(2, 2), {})).toEqual(expect.arrayContaining(['paged', 'tied']))
    expect(await staffed(some(3), {})).toEqual(['mixed'])
    expect(await staffed(some(1), { jobTitle: ['baker'] })).toEqual(['paged', 'tied'])
    expect(await staffed(some(2), { jobTitle: ['cook', 'baker'] })).toEqual(['paged'])
    expect(await staffed({ tag: 'all' }, { jobTitle: ['cook', 'baker'] })).toEqual(['paged'])
    expect(await staffed(some(null, 0), {})).not.toContain('tied')
  })

  it('and counted alike where the search is told how many', async () => {
    const { search } = world
    const snapshot = await search.snapshots.newest('people')
    const context = {
      path: 'employees',
      today: 20_000,
      network: { hosts: ['pnet.example'] },
      advise: () => {},
      readSnapshot: () => snapshot,
    }
    const bakers = {
      employeesToMatch: { tag: 'finiteRange' as const },
      employeeFilters: { jobTitle: ['baker'] },
    }
    const everyCook = {
      employeesToMatch: { tag: 'all' as const },
      employeeFilters: { jobTitle: ['cook', 'baker'] },
    }
    const companies = ['tied', 'nobody', 'paged', 'mixed'].map(
      (slug) => rows.companies.find(({ record }) => record.pnet_primary_slug === slug)!.record,
    )
    const counts = await search.roleCounts({ rules: [bakers, everyCook] as never, companies, context })
    expect(counts.map((each) => each.map(({ numMatchingEmployees: many }) => many))).toEqual([
      [{ type: 'exact', value: 1 }, { type: 'not-matched' }],
      [{ type: 'none' }, { type: 'not-matched' }],
      [{ type: 'exact', value: 1 }, { type: 'all' }],
      [{ type: 'none' }, { type: 'not-matched' }],
    ])
  })
})

import type { NativeCompany, NativePerson } from '../../src/corpus/records/index.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { world } from './world.ts'

const companies: NativeCompany[] = [
  {
    li_org_id: '9101',
    pnet_primary_slug: 'alpha-works',
    preferred_name: 'Alpha Works',
    domains: ['alpha-works.example'],
    standard_industries: ['Software'],
    employee_count_consensus: { gte: 51, lte: 200 },
    revenue_estimate: {
      value_usd: { gte: 8_000_000, lte: 12_000_000 },
      sources: ['Registry'],
      fiscal_year: 2024,
    },
    location_consensus: { country_code: 'DEU', city: 'Berlin', formatted_address: 'Berlin, Germany' },
    fortune_rankings: [
      { list: 'growth-1000', year: 2025, rank: 3 },
      { list: 'growth-1000', year: 2024, rank: 7 },
    ],
    custom_data: { profits_usd: '1200000' },
  },
  {
    li_org_id: '9102',
    pnet_primary_slug: 'beta-works',
    preferred_name: 'Beta Works',
    domains: ['beta-works.example'],
    revenue_usd: 5_000_000,
    fortune_rankings: [{ list: 'growth-1000', year: 2025, rank: 900 }],
  },
  // All that a report tells; nobody of the careers below is there.
  {
    li_org_id: '9105',
    pnet_primary_slug: 'epsilon-works',
    preferred_name: 'Epsilon Works',
    domains: ['epsilon-works.example'],
    founded_on_consensus: '2009-03-01',
    location_consensus: { country_code: 'DEU', city: 'Berlin', formatted_address: 'Berlin, Germany' },
    fortune_rankings: [{ list: 'another-list', year: 2025, rank: 3 }],
    youtube_urls: ['https://www.youtube.com/@epsilon-works'],
    full_funding_rounds: [
      {
        round_type: 'seed',
        round_date: '2010-05-01',
        round_raised_usd: 2_000_000,
        investors: [
          {
            investor_name: 'North Fund',
            investor_type: null,
            investor_domain: null,
            investor_pnet_url: null,
            investor_pnet_org_id: null,
            investor_categories: null,
            is_lead: true,
          },
        ],
      },
    ],
  },
  // Known by its domain alone, as a list of companies brings them.
  { preferred_name: 'Gamma Works', domains: ['gamma-works.example'] },
  { preferred_name: 'Delta Works', domains: ['delta-works.example'] },
  // Two of one name: people who say no more are of neither.
  { preferred_name: 'Twin Works', domains: ['twin-a.example'] },
  { preferred_name: 'Twin Works', domains: ['twin-b.example'] },
]

type Job = NonNullable<NativePerson['experiences']>[number]
const [alpha, beta] = [
  { pnet_company_id: '9101', company_name: 'Alpha Works' },
  { pnet_company_id: '9102', company_name: 'Beta Works' },
]
const gamma = { company_name: 'Gamma Works', company_domain: 'gamma-works.example' }
const job = (
  employer: Partial<Job>,
  title: string,
  [start, end]: [string | null, (string | null)?],
  more = {},
) => ({
  ...employer,
  title,
  start_date: start,
  end_date: end ?? null,
  is_current: end === undefined,
  ...more,
})

const person = (
  slug: string,
  experiences: Partial<Job>[],
  more: Partial<NativePerson> = {},
): NativePerson => ({
  primary_slug: slug,
  name: `Person ${slug}`,
  experiences: experiences as Job[],
  ...more,
})

const berlin = {
  inferred_location: {
    country_code: 'DEU',
    city: 'Berlin',
    coordinates: { lat: 52.52, lon: 13.405 },
  },
}

/** Careers of which it is plain who joined, left and works where. */
export const knownPeople: NativePerson[] = [
  // A promotion is no second joining.
  person(
    'promoted',
    [
      job(alpha, 'Senior Engineer', ['2021-01-01']),
      job(alpha, 'Engineer', ['2019-07-01', '2020-12-31']),
      job(beta, 'Engineer', ['2015-01-01', '2019-06-30']),
    ],
    { ...berlin, education: [{ school_id: '9900', school_name: 'Works University' }] } as never,
  ),
  person('on-the-board', [
    job(beta, 'Chief Executive Officer', ['2010-01-01']),
    job(alpha, 'Board Member', ['2020-01-01']),
  ]),
  person('advises-besides', [
    job(beta, 'Accountant', ['2018-01-01']),
    job(alpha, 'Advisor', ['2022-01-01'], { employment_type: ['Part-time'] }),
  ]),
  person('went-away', [
    job(gamma, 'Sales Director', ['2024-06-01']),
    job(alpha, 'Sales Manager', ['2017-03-01', '2024-05-31']),
  ]),
  // Came back after eight years elsewhere.
  person('came-back', [
    job(alpha, 'Sales Manager', ['2023-04-01']),
    job(beta, 'Sales Manager', ['2015-01-01', '2023-03-31']),
    job(alpha, 'Sales Representative', ['2012-01-01', '2014-12-31']),
  ]),
  // A month between two contracts is no leaving.
  person('short-break', [
    job(alpha, 'Designer', ['2021-02-01']),
    job(alpha, 'Designer', ['2020-01-01', '2020-12-31'], { employment_type: ['Contract'] }),
  ]),
  person('by-name-and-domain', [
    job({ company_name: 'Alpha', company_domain: 'alpha-works.example' }, 'Recruiter', ['2024-03-01']),
    job({ company_name: 'Delta Works Inc.' }, 'Recruiter', ['2018-01-01', '2024-02-28']),
  ]),
  // Three years of something else: came from nobody.
  person('long-break', [
    job(alpha, 'Engineering Manager', ['2019-01-01']),
    job(gamma, 'Engineer', ['2010-01-01', '2016-01-31']),
  ]),
  // Two titles at once are one colleague.
  person('two-titles', [
    job(alpha, 'Chief Technology Officer', ['2021-05-01']),
    job(alpha, 'Head of Research', ['2021-05-01']),
    job(gamma, 'Engineer', ['2016-01-01', '2021-04-30']),
  ]),
  // Nobody says when it ended; the next job does.
  person('end-unknown', [
    job(beta, 'Engineer', ['2016-05-01']),
    job(alpha, 'Software Engineer', ['2013-01-01', null]),
  ]),
  person('start-unknown', [job(alpha, 'Engineering Intern', [null])]),
  person('of-a-twin', [job({ company_name: 'Twin Works' }, 'Engineer', ['2020-01-01'])]),
]

export interface InsightTest {
  service: TestAlmanac
  /** Asks with the key of a fresh organization. */
  ask(route: string, body: object, credits?: number): Promise<TestAnswer & { charged: number | undefined }>
}

/** The service with the companies and people above, and nothing else. It is 15 January 2026. */
export const openInsightTest = world(async (): Promise<InsightTest> => {
  const service = await testAlmanac()
  await service.write('companies', companies, '2026-01-10T00:00:00Z')
  await service.write('people', knownPeople, '2026-01-10T00:00:00Z')
  return {
    service,
    async ask(route, body, credits) {
      const { rawKey: key } = await service.org(credits)
      const answer = await service.send(route, { key, body })
      return { ...answer, charged: answer.body.chargeInfo?.creditsCharged }
    },
  }
})

export const alphaWorks = { identifier: 'domain', value: 'alpha-works.example' }
export const unknownCompany = { identifier: 'domain', value: 'nobody-knows.example' }

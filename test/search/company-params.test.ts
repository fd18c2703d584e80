import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../src/operation/index.ts'
import { companySearchParams } from '../../src/corpus/search/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { conditionFor, difference, pageThrough } from './compare.ts'
import type { CompanyParams } from './naive.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

const office = (country_code: string | null, lat?: number, lon?: number) => ({
  location: { country_code, coordinates: lat === undefined || lon === undefined ? null : { lat, lon } },
})

/** Companies told apart by the members that the parameters of `company/` look at; the key is the slug. */
const lines: Record<string, object> = {
  plain: {},
  robotics: {
    preferred_name: 'The J. P. Acme Robotics GmbH',
    names: ['Acme Maschinen AG'],
    domains: ['acme.co.uk', 'acme.de'],
    pnet_slugs: ['old-robotics'],
    li_industries: [{ id: '55', name: 'Machinery Manufacturing', primary: true }],
    naics_codes: ['333248'],
    technologies: ['Slack', 'In-house CRM'],
    categories: ['Robots', 'Hardware'],
    category_groups: ['Manufacturing'],
    status_consensus: 'active',
    li_locations: [office('DEU', 52.52, 13.4), office('DEU', 48.14, 11.58), office('FRA', 48.86, 2.35)],
  },
  bank: {
    preferred_name: 'Acme & Sons Bank',
    domains: ['acme.bank'],
    li_industries: [{ id: '41', name: 'Banking', primary: true }],
    naics_codes: ['522110'],
    technologies: ['Salesforce'],
    categories: ['Finance'],
    status_consensus: 'acquired',
    num_li_locations: 12,
    li_locations: [office('USA', 40.71, -74.0)],
  },
  venture: {
    total_funding_consensus: 12_000_000,
    latest_funding_consensus: { raised_amount_usd: 10_000_000, announced_on_date: '2026-09-30' },
    revenue_usd: 2_500_000,
    full_funding_rounds: [
      {
        investors: [
          {
            investor_domain: 'fund.example',
            investor_pnet_org_id: '777',
            investor_pnet_url: 'https://www.pnet.example/company/fund',
          },
        ],
      },
    ],
    investors: [{ entity_type: 'person', pnet_slug: 'ada-angel' }],
    accelerators: [{ accelerator_slug: 'ycombinator', batch: 'Winter 2021', year: 2021 }],
  },
  listed: {
    total_funding_consensus: 900_000_000,
    latest_funding_consensus: { raised_amount_usd: 1_000_000, announced_on_date: '2001-01-05' },
    revenue_estimate: { value_usd: { gte: 4_000_000_000, lte: 6_000_000_000 } },
    stock_info_consensus: { ticker: 'LIST', exchange: 'X' },
    fortune_rankings: [{ list: 'fortune-500-usa', year: 2025, rank: 17 }],
    accelerators: [
      { accelerator_slug: 'ycombinator', batch: 'Summer 2010', year: 2010 },
      { accelerator_slug: 'techstars', batch: 'Winter 2021', year: 2021 },
    ],
  },
  growing: {
    employee_trends: [
      { functions: ['_all_employees'], current_count: 120, changes: [{ months_back: 12, count_start: 60 }] },
      { functions: ['sales'], current_count: 10, changes: [{ months_back: 6, count_start: 0 }] },
    ],
  },
  shrinking: {
    employee_trends: [
      { functions: ['_all_employees'], current_count: 80, changes: [{ months_back: 24, count_start: 100 }] },
    ],
  },
}

let world: SearchWorld
let rows: Rows

beforeAll(async () => {
  world = await openSearchWorld()
  await write(
    world,
    'companies',
    Object.entries(lines).map(([pnet_primary_slug, line]) => ({ pnet_primary_slug, ...line })),
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
  const slugs = new Map(rows.companies.map(({ id, record }) => [id, record.pnet_primary_slug]))
  return ids.map((id) => slugs.get(id) ?? 'unheard of').sort()
}

/** Path of the member a refusal is about. */
async function refusal(params: CompanyParams): Promise<string | undefined> {
  const error: unknown = await conditionFor(world.search, { kind: 'companies', params }).catch(
    (thrown: unknown) => thrown,
  )
  return error instanceof Failure && error.kind.status === 400 ? error.issues?.[0]?.path : undefined
}

const allBut = (...slugs: string[]) =>
  Object.keys(lines)
    .filter((slug) => !slugs.includes(slug))
    .sort()

describe('names and identifiers', () => {
  it('nameLike: words of one name side by side, legal forms, accents and initials aside', async () => {
    verifies('company-params.name-like')
    const like = (...anyOf: string[]) => found({ nameLike: { anyOf } })
    expect(await like('ACME')).toEqual(['bank', 'robotics'])
    expect(await like('Acme Maschinen GmbH')).toEqual(['robotics'])
    expect(await like('JP Acme')).toEqual(['robotics'])
    expect(await like('acme and sons')).toEqual(['bank'])
    expect(await like('robotics acme')).toEqual([])
    expect(await like('Acm', '!?')).toEqual([])
    expect(await found({ nameLike: { noneOf: ['acme'] } })).toEqual(allBut('bank', 'robotics'))
  })

  it('numWordsInName: words of the preferred name as written', async () => {
    verifies('company-params.words-in-name')
    expect(await found({ numWordsInName: { lowerBound: 5 } })).toEqual(['robotics'])
    expect(await found({ numWordsInName: { lowerBound: 2, upperBound: 3 } })).toEqual(['bank'])
    expect(await found({ numWordsInName: { upperBound: 1 } })).toEqual([])
  })

  it('pnetSlugs and specialFlags', async () => {
    verifies('company-params.pnet-slugs')
    expect(await found({ pnetSlugs: ['OLD-robotics', 'bank', 'nobody'] })).toEqual(['bank', 'robotics'])
    expect(await found({ specialFlags: { anyOf: ['is-public', 'in-accelerator'] } })).toEqual([
      'listed',
      'venture',
    ])
    expect(await found({ specialFlags: { allOf: ['in-accelerator'], noneOf: ['is-public'] } })).toEqual([
      'venture',
    ])
  })
})

describe('kind and state', () => {
  it('status and tlds', async () => {
    verifies('company-params.status', 'company-params.tlds')
    expect(await found({ status: { anyOf: ['active', 'closed'] } })).toEqual(['robotics'])
    expect(await found({ status: { noneOf: ['active'] } })).toEqual(allBut('robotics'))
    expect(await found({ tlds: { anyOf: ['.DE', 'bank'] } })).toEqual(['bank', 'robotics'])
    expect(await found({ tlds: { anyOf: ['uk'] } })).toEqual(['robotics'])
    expect(await found({ tlds: { anyOf: ['co.uk'], noneOf: ['de'] } })).toEqual([])
    expect(await refusal({ tlds: { anyOf: ['de', 'a b'] } })).toBe('searchParams.tlds.anyOf[1]')
  })

  it('network industries by name or id, NAICS codes with those below them', async () => {
    verifies('company-params.pnet-industries', 'company-params.naics-codes')
    expect(await found({ pnetIndustries: { anyOf: ['banking', '55'] } })).toEqual(['bank', 'robotics'])
    expect(await found({ pnetIndustries: { noneOf: ['Banking'] } })).toEqual(allBut('bank'))
    const coded = (...codes: string[]) => found({ naicsCodes: { anyOf: codes.map((code) => ({ code })) } })
    expect(await coded('333248')).toEqual(['robotics'])
    expect(await coded('3332')).toEqual(['robotics'])
    expect(await coded('31-33', '52')).toEqual(['bank', 'robotics'])
    expect(await coded('3332481'.slice(1))).toEqual([])
    expect(
      await found({ naicsCodes: { allOf: [{ code: '33' }, { code: '52', title: 'Finance' }] } }),
    ).toEqual([])
  })

  it('technologies of the list and of any name, categories and their groups', async () => {
    verifies('company-params.technologies', 'company-params.categories')
    const slack = { type: 'predefined' as const, technology: 'Slack' as const }
    const own = { type: 'custom' as const, name: 'in-house crm' }
    const salesforce = { type: 'custom' as const, name: 'Salesforce' }
    expect(await found({ technologies: { anyOf: [slack, salesforce] } })).toEqual(['bank', 'robotics'])
    expect(await found({ technologies: { allOf: [slack, own] } })).toEqual(['robotics'])
    expect(await found({ technologies: { noneOf: [own] } })).toEqual(allBut('robotics'))
    expect(await found({ categories: { allOf: ['robots', 'hardware'] } })).toEqual(['robotics'])
    expect(await found({ categories: { anyOf: ['Finance'], noneOf: ['Robots'] } })).toEqual(['bank'])
    expect(await found({ categoryGroups: { anyOf: ['manufacturing'] } })).toEqual(['robotics'])
  })
})

describe('money', () => {
  it('sums raised and revenue are within bounds that are inclusive', async () => {
    verifies('company-params.total-funding', 'company-params.revenue')
    expect(await found({ totalFundingUSD: { lowerBound: 12_000_000 } })).toEqual(['listed', 'venture'])
    expect(await found({ totalFundingUSD: { upperBound: 12_000_000 } })).toEqual(['venture'])
    expect(await found({ lastFundingUSD: { lowerBound: 1_000_000, upperBound: 9_999_999 } })).toEqual([
      'listed',
    ])
    const million = (quantity: number) => ({ quantity, suffix: 'M' as const })
    expect(await found({ revenueUSD: { min: million(2.5), max: million(2.5) } })).toEqual(['venture'])
    expect(await found({ revenueUSD: { min: { quantity: 4, suffix: 'B' } } })).toEqual(['listed'])
    expect(await found({ revenueUSD: { max: { quantity: 2_500_000, suffix: null } } })).toEqual(['venture'])
    expect(await found({ revenueUSD: { min: million(3), max: million(2) } })).toEqual([])
  })

  it('lastFundedOn takes the three date strategies', async () => {
    verifies('company-params.last-funded-on')
    const relative = (window: object) =>
      found({ lastFundedOn: { strategy: 'relative', window } } as CompanyParams)
    expect(await relative({ method: 'lastN', period: 'month', quantity: 3 })).toEqual(['venture'])
    expect(await relative({ method: 'calendar', which: 'previous', period: 'quarter' })).toEqual(['venture'])
    expect(await relative({ method: 'within', period: 'year', lowerBound: 5 })).toEqual(['listed'])
    const range = { lowerBound: '2001-01-05', upperBound: '2001-01-05' }
    expect(await found({ lastFundedOn: { strategy: 'absolute', range } })).toEqual(['listed'])
  })

  it('investors by organization, page and domain', async () => {
    verifies('company-params.investors')
    const paidBy = (...anyOf: object[]) => found({ investors: { anyOf } } as CompanyParams)
    expect(await paidBy({ pnetCompanyId: '777' })).toEqual(['venture'])
    expect(await paidBy({ pnetUrl: 'https://pnet.example/company/Fund/about' })).toEqual(['venture'])
    expect(await paidBy({ companyDomain: 'https://www.fund.example' })).toEqual(['venture'])
    expect(await paidBy({ pnetUrl: 'https://pnet.example/in/ada-angel' })).toEqual(['venture'])
    expect(await paidBy({ pnetUrl: 'https://pnet.example/company/ada-angel' })).toEqual([])
    expect(await found({ investors: { noneOf: [{ pnetCompanyId: '777' }] } })).toEqual(allBut('venture'))
    const nameless = companySearchParams.safeParse({ investors: { allOf: [{}] } })
    expect(nameless.error?.issues[0]?.path).toEqual(['investors', 'allOf', 0])
  })
})

describe('programmes and lists', () => {
  it('accelerators: batch and year of the same participation', async () => {
    verifies('company-params.accelerators')
    const took = (choice: object) =>
      found({ acceleratorsV2: { anyOf: [{ acceleratorName: 'ycombinator', ...choice }] } } as CompanyParams)
    const batches = (...names: string[]) => ({
      batchSelection: { strategy: 'only-these-batches', batches: names },
    })
    expect(await took({})).toEqual(['listed', 'venture'])
    expect(await took({ batchSelection: { strategy: 'all-batches' }, years: [2010, 2011] })).toEqual([
      'listed',
    ])
    expect(await took(batches('winter 2021', 'Summer 2012'))).toEqual(['venture'])
    expect(await took({ ...batches('Winter 2021', 'Summer 2010'), years: [2021] })).toEqual(['venture'])
    expect(
      await found({ acceleratorsV2: { noneOf: [{ acceleratorName: 'ycombinator', years: [2021] }] } }),
    ).toEqual(allBut('venture'))
  })

  it('rankings: list, ranks and year', async () => {
    verifies('company-params.fortune-rankings')
    const ranked = (low: number, high: number, year?: number) =>
      found({ fortuneRankings: { anyOf: [{ list: 'fortune-500-usa', range: { low, high }, year }] } })
    expect(await ranked(1, 17)).toEqual(['listed'])
    expect(await ranked(18, 1000)).toEqual([])
    expect(await ranked(1, 1000, 2025)).toEqual(['listed'])
    expect(await ranked(1, 1000, 2024)).toEqual([])
    expect(await ranked(17, 1)).toEqual([])
  })
})

describe('offices and staff', () => {
  it('offices: how many worldwide or in a country or region, or one within a place', async () => {
    verifies('company-params.offices')
    const offices = (...anyOf: object[]) => found({ officeLocationsV2: { anyOf } } as CompanyParams)
    const worldwide = (range: object) => offices({ type: 'worldwide', range })
    const inCountry = (countryOrRegionCode: string, range?: object) =>
      offices({ type: 'country-or-region', countryOrRegionCode, range })
    expect(await worldwide({ lowerBound: 3 })).toEqual(['bank', 'robotics'])
    expect(await worldwide({ upperBound: 3 })).toEqual(['robotics'])
    expect(await inCountry('DEU', { lowerBound: 2 })).toEqual(['robotics'])
    expect(await inCountry('DEU', { lowerBound: 3 })).toEqual([])
    expect(await inCountry('X-EUROPE', { lowerBound: 3 })).toEqual(['robotics'])
    expect(await inCountry('FRA')).toEqual(['robotics'])
    expect(await inCountry('FRA', { upperBound: 0 })).toEqual(['bank'])
    const near = (latitude: number, longitude: number) => ({
      type: 'geography',
      location: {
        strategy: 'radial-distance',
        center: { latitude, longitude },
        radius: { unit: 'kilometers', quantity: 30 },
      },
    })
    expect(await offices(near(48.9, 2.4))).toEqual(['robotics'])
    expect(await offices(near(48.9, 11.58))).toEqual([])
    const both = { allOf: [near(48.9, 2.4), near(52.5, 13.4)] } as CompanyParams['officeLocationsV2']
    expect(await found({ officeLocationsV2: both })).toEqual(['robotics'])
    const code = { type: 'country-or-region' as const, countryOrRegionCode: 'XX' }
    expect(await refusal({ officeLocationsV2: { noneOf: [code] } })).toBe(
      'searchParams.officeLocationsV2.noneOf[0].countryOrRegionCode',
    )
  })

  it('staff over time: counts, rises and falls by function; between counts on a line', async () => {
    verifies('company-params.employee-trends', 'client.search.percent-fractions')
    type Rule = NonNullable<NonNullable<CompanyParams['employeeTrends']>['obeysAll']>[number]
    const all = (countCriteria: Rule['countCriteria']): Rule => ({
      jobFunction: '_all_employees',
      countCriteria,
    })
    const changed = (type: 'numeric_change' | 'percent_change', change: number | object, months: number) =>
      all({ type, change, windowLookBackMonths: months } as Rule['countCriteria'])
    const obeying = (...obeysAll: Rule[]) => found({ employeeTrends: { obeysAll } })
    expect(await obeying(changed('percent_change', 1, 12))).toEqual(['growing'])
    expect(await obeying(changed('numeric_change', { lowerBound: 30, upperBound: 30 }, 6))).toEqual([
      'growing',
    ])
    expect(await obeying(changed('numeric_change', 1, 18))).toEqual([])
    expect(await obeying(changed('numeric_change', -10, 12))).toEqual(['shrinking'])
    expect(await obeying(changed('percent_change', -0.2, 24))).toEqual(['shrinking'])
    expect(await obeying(all({ type: 'current_count', range: { lowerBound: 80 } }))).toEqual([
      'growing',
      'shrinking',
    ])
    const sales = (countCriteria: Rule['countCriteria']): Rule => ({ jobFunction: 'sales', countCriteria })
    const hired = { type: 'numeric_change' as const, change: 10, windowLookBackMonths: 6 }
    expect(await obeying(sales(hired))).toEqual(['growing'])
    expect(await obeying(sales({ ...hired, type: 'percent_change', change: 0.1 }))).toEqual([])
    const any = [sales(hired), changed('numeric_change', -1, 1)]
    expect(await found({ employeeTrends: { obeysAny: any } })).toEqual(['growing', 'shrinking'])
    expect(await found({ employeeTrends: { obeysNone: any } })).toEqual(allBut('growing', 'shrinking'))
  })
})

describe('long lists are answered', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index} other${index}`)

  it('10,000 domains, slugs and names', async () => {
    const domains = words(10_000).map((text) => `${text.replace(' ', '-')}.example`)
    expect(await found({ domains: [...domains.slice(1), 'acme.de'] })).toEqual(['robotics'])
    expect(await found({ pnetSlugs: [...domains.slice(1), 'bank'] })).toEqual(['bank'])
    expect(await found({ nameLike: { anyOf: [...words(9_999), 'acme sons'] } })).toEqual([])
    expect(await found({ nameLike: { anyOf: [...words(9_999), 'acme and sons'] } })).toEqual(['bank'])
  })

  it('1,000 keywords of two words, wanted or not', async () => {
    const keywords = [...words(999), 'acme robotics']
    expect(await found({ keywords: { containsAny: keywords } })).toEqual(['robotics'])
    expect(await found({ keywords: { containsNone: keywords, containsAny: ['acme'] } })).toEqual(['bank'])
    expect(await found({ keywords: { containsAny: [...words(999), 'bank'] } })).toEqual(['bank'])
  })

  it('a polygon of 1,000 vertices, for headquarters and offices', async () => {
    const vertices = Array.from({ length: 1000 }, (_, index) => {
      const turn = (2 * Math.PI * index) / 1000
      return { latitude: 50 + 3 * Math.sin(turn), longitude: 11 + 4 * Math.cos(turn) }
    })
    const location = { strategy: 'polygon' as const, vertices }
    expect(await found({ officeLocationsV2: { anyOf: [{ type: 'geography', location }] } })).toEqual([
      'robotics',
    ])
    expect(await found({ headquartersLocation: { unionAll: [location] } })).toEqual([])
  })
})

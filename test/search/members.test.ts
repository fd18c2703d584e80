import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { conditionFor, difference, pageThrough, type Question } from './compare.ts'
import type { CompanyParams, ProfileParams } from './naive.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

const staff = (gte: number | null, lte: number | null = null) => ({ employee_count_consensus: { gte, lte } })

/** Companies told apart by the members that filters look at; the key is the slug. */
const companyLines: Record<string, object> = {
  nobodys: staff(0, 0),
  one: staff(1, 1),
  ten: staff(10, 10),
  eleven: staff(11, 50),
  'up-to-fifty': staff(null, 50),
  giant: staff(10_001),
  uncounted: {},
  software: { standard_industries: ['Software'], funding_stage: 'seed', tags: ['venture-backed-startup'] },
  both: {
    standard_industries: ['Software', 'Finance'],
    funding_stage: 'public',
    tags: ['is-school', 'is-government'],
  },
  finance: { standard_industries: ['Finance'], tags: ['is-school'] },
  bakery: {
    preferred_name: 'Müller & Söhne',
    short_description: 'Fine bread, baked at night.',
    li_specialties: ['Rye', 'Bread rolls'],
  },
  tools: { short_description: 'Tools for C++ and C#.', li_specialties: ['Fine tuning'] },
}

const job = (seniority: string | null, functions: string[], more: object = {}) => ({
  title: 'Clerk',
  is_current: true,
  seniority,
  job_function: functions,
  ...more,
})
const lives = (
  country_code: string | null,
  state_name: string | null,
  state_code: string | null,
  point?: [number, number],
) => ({
  inferred_location: {
    country_code,
    state_name,
    state_code,
    coordinates: point ? { lat: point[0], lon: point[1] } : null,
  },
})

const personLines: Record<string, object> = {
  director: { experiences: [job('Director', ['Sales'])] },
  'two-roles': { experiences: [job('Associate', ['Finance', 'Accounting']), job('Executive', ['Sales'])] },
  former: { experiences: [job('Executive', ['Sales'], { is_current: false })] },
  unclear: { experiences: [job('Executive', ['Sales'], { is_current: null })] },
  texan: lives('USA', 'Texas', 'TX', [30.27, -97.74]),
  californian: lives('USA', 'California', 'CA', [34.05, -118.24]),
  'baja-californian': lives('MEX', 'California', null, [32.52, -117.04]),
  student: {
    tags: ['student'],
    skills: ['Machine Learning'],
    education: [{ school_name: 'École Normale', degree: 'MSc' }],
  },
  doctor: { tags: ['phd', 'student'], summary: 'Learning machine after machine' },
  influencer: {
    tags: ['influencer'],
    experiences: [
      job(null, [], { is_current: false, title: 'Machine learning engineer', company_name: 'Acme' }),
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
    Object.entries(companyLines).map(([pnet_primary_slug, line]) => ({ pnet_primary_slug, ...line })),
  )
  await write(
    world,
    'people',
    Object.entries(personLines).map(([primary_slug, line]) => ({ primary_slug, ...line })),
  )
  rows = await readRows(world.db)
})
afterAll(() => world.close())

/** Slugs of what a question finds, checked against the oracle as well. */
async function found(question: Question): Promise<string[]> {
  expect(await difference(world.search, rows, question)).toBeUndefined()
  const condition = await conditionFor(world.search, question)
  const snapshot = await world.search.snapshots.newest(question.kind)
  const ids = await pageThrough(world.search, question.kind, { condition, snapshot, size: 100 })
  const slugs = new Map<string, string | null>([
    ...rows.companies.map(({ id, record }) => [`companies ${id}`, record.pnet_primary_slug] as const),
    ...rows.people.map(({ id, record }) => [`people ${id}`, record.primary_slug] as const),
  ])
  return ids.map((id) => slugs.get(`${question.kind} ${id}`) ?? 'unheard of').sort()
}
const companies = (params: CompanyParams) => found({ kind: 'companies', params })
const people = (searchParams: ProfileParams) => found({ kind: 'people', searchParams })
const others = (lines: object, ...slugs: string[]) =>
  Object.keys(lines)
    .filter((slug) => !slugs.includes(slug))
    .sort()

describe('companies by', () => {
  it('employees: above the lower bound, up to the upper one; an unknown number is in no range', async () => {
    verifies('company-params.employee-count')
    const between = (
      lowerBoundExclusive: 0 | 1 | 10 | 10000 | null,
      upperBoundInclusive: 0 | 1 | 10 | 50 | null,
    ) => companies({ employeeCountV2: { lowerBoundExclusive, upperBoundInclusive } })
    expect(await between(null, 0)).toEqual(['nobodys'])
    expect(await between(0, 1)).toEqual(['one'])
    expect(await between(1, 10)).toEqual(['ten'])
    expect(await between(10, 50)).toEqual(['eleven', 'up-to-fifty'])
    expect(await between(10_000, null)).toEqual(['giant'])
    expect(await between(0, null)).toEqual(['eleven', 'giant', 'one', 'ten', 'up-to-fifty'])
    expect(await between(10, 10)).toEqual([])
  })

  it('industries: any, all, none', async () => {
    verifies('company-params.industries')
    expect(await companies({ industriesV2: { anyOf: ['Software', 'Finance'] } })).toEqual([
      'both',
      'finance',
      'software',
    ])
    expect(await companies({ industriesV2: { allOf: ['Software', 'Finance'] } })).toEqual(['both'])
    expect(await companies({ industriesV2: { anyOf: ['Finance'], noneOf: ['Software'] } })).toEqual([
      'finance',
    ])
    expect(await companies({ industriesV2: { noneOf: ['Software'] } })).toEqual(
      others(companyLines, 'both', 'software'),
    )
  })

  it('stage: any, none', async () => {
    verifies('company-params.stage')
    expect(await companies({ stage: { anyOf: ['seed', 'series_a'] } })).toEqual(['software'])
    expect(await companies({ stage: { noneOf: ['seed', 'public'] } })).toEqual(
      others(companyLines, 'both', 'software'),
    )
  })

  it('tags: any, all, none', async () => {
    verifies('company-params.tags')
    expect(await companies({ tags: { anyOf: ['is-school', 'venture-backed-startup'] } })).toEqual([
      'both',
      'finance',
      'software',
    ])
    expect(await companies({ tags: { allOf: ['is-school', 'is-government'] } })).toEqual(['both'])
    expect(await companies({ tags: { anyOf: ['is-school'], noneOf: ['is-government'] } })).toEqual([
      'finance',
    ])
  })

  it('keywords: words side by side within one member, case, accents and punctuation aside', async () => {
    verifies('company-params.keywords')
    const containing = (...containsAll: string[]) => companies({ keywords: { containsAll } })
    expect(await containing('muller')).toEqual(['bakery'])
    expect(await containing('MÜLLER sohne')).toEqual(['bakery'])
    expect(await containing('bread baked')).toEqual(['bakery'])
    expect(await containing('bread night')).toEqual([])
    expect(await containing('rye bread')).toEqual([])
    expect(await containing('fine', 'rye')).toEqual(['bakery'])
    expect(await containing('c++')).toEqual(['tools'])
    expect(await containing('c')).toEqual([])
    expect(await companies({ keywords: { containsAny: ['fine', 'nothing'] } })).toEqual(['bakery', 'tools'])
    expect(await companies({ keywords: { containsAny: ['fine'], containsNone: ['c#', 'x y'] } })).toEqual([
      'bakery',
    ])
    expect(await companies({ keywords: { containsNone: ['fine'] } })).toEqual(
      others(companyLines, 'bakery', 'tools'),
    )
  })
})

describe('people by', () => {
  it('state: by name or code, within a country where one is given', async () => {
    verifies('people-params.state')
    const inState = (stateName: string, countryCode: string | null) =>
      people({ state: { anyOf: [{ stateName, countryCode }] } })
    expect(await inState('california', null)).toEqual(['baja-californian', 'californian'])
    expect(await inState('California', 'USA')).toEqual(['californian'])
    expect(await inState('CA', 'USA')).toEqual(['californian'])
    expect(await inState('Texas', 'MEX')).toEqual([])
    const notCalifornia = await people({ state: { noneOf: [{ stateName: 'California' }] } })
    expect(notCalifornia).toEqual(others(personLines, 'baja-californian', 'californian'))
  })

  it('location: in any of some strategies and none of others', async () => {
    verifies('people-params.location')
    const around = (latitude: number, longitude: number, quantity: number) =>
      ({
        strategy: 'radial-distance',
        center: { latitude, longitude },
        radius: { unit: 'miles', quantity },
      }) as const
    const city = {
      strategy: 'free-form-city',
      city: 'Austin',
      radius: { unit: 'kilometers', quantity: 30 },
    } as const
    const box = [
      [32, -120],
      [35, -120],
      [35, -117],
      [32, -117],
    ].map(([latitude, longitude]) => ({ latitude: latitude!, longitude: longitude! }))
    const california = { strategy: 'polygon' as const, vertices: box }
    expect(await people({ location: { unionAll: [city] } })).toEqual(['texan'])
    expect(await people({ location: { unionAll: [city, california] } })).toEqual([
      'baja-californian',
      'californian',
      'texan',
    ])
    const less = { unionAll: [california], subtractAll: [around(34, -118, 60)] }
    expect(await people({ location: less })).toEqual(['baja-californian'])
  })

  it('seniority and function of current positions, every one of them', async () => {
    verifies('people-params.seniority', 'people-params.job-function', 'experience.concurrent-roles')
    expect(await people({ seniority: { anyOf: ['Executive'] } })).toEqual(['two-roles'])
    expect(await people({ seniority: { anyOf: ['Associate', 'Director'] } })).toEqual([
      'director',
      'two-roles',
    ])
    expect(await people({ seniority: { noneOf: ['Executive'] } })).toEqual(others(personLines, 'two-roles'))
    expect(await people({ jobFunction: { anyOf: ['Sales'] } })).toEqual(['director', 'two-roles'])
    expect(await people({ jobFunction: { allOf: ['Sales', 'Accounting'] } })).toEqual(['two-roles'])
    expect(await people({ jobFunction: { anyOf: ['Sales'], noneOf: ['Finance'] } })).toEqual(['director'])
  })

  it('tags: any, all, none', async () => {
    verifies('people-params.tags')
    expect(await people({ tags: { anyOf: ['student', 'influencer'] } })).toEqual([
      'doctor',
      'influencer',
      'student',
    ])
    expect(await people({ tags: { allOf: ['student', 'phd'] } })).toEqual(['doctor'])
    expect(await people({ tags: { anyOf: ['student'], noneOf: ['phd'] } })).toEqual(['student'])
  })

  it('keywords: in any member, past positions included', async () => {
    verifies('people-params.keywords')
    expect(await people({ keywords: { containsAll: ['machine learning'] } })).toEqual([
      'influencer',
      'student',
    ])
    expect(await people({ keywords: { containsAll: ['learning', 'machine'] } })).toEqual([
      'doctor',
      'influencer',
      'student',
    ])
    expect(await people({ keywords: { containsAny: ['ecole', 'acme'] } })).toEqual(['influencer', 'student'])
    expect(
      await people({ keywords: { containsAll: ['learning'], containsNone: ['Machine Learning'] } }),
    ).toEqual(['doctor'])
  })
})

describe('identity', () => {
  it('every identifier finds the entity in any spelling, in a file and in a search', async () => {
    verifies('promise.corpus.one-normaliser')
    const known = {
      pnet_primary_slug: 'größe-gmbh',
      pnet_slugs: ['groesse-old'],
      li_org_id: '5512',
      domains: ['www.münchen.example'],
      external_ids: { crm: '17' },
    }
    await write(world, 'companies', [known])
    const spellings = [
      { pnet_primary_slug: 'GRÖSSE-old'.replace('Ö', 'oe'), short_description: 'By former slug' },
      { pnet_slugs: ['Gr%C3%B6%C3%9Fe-GmbH'], short_description: 'By slug' },
      { li_org_id: '5512', short_description: 'By organization id' },
      { domains: ['https://XN--MNCHEN-3YA.example/impressum'], short_description: 'By domain' },
      { external_ids: { crm: '17' }, short_description: 'By outside id' },
    ]
    for (const line of spellings) {
      await write(world, 'companies', [line])
      rows = await readRows(world.db)
      const same = rows.companies.filter(({ record }) => record.external_ids?.['crm'] === '17')
      expect(same.map(({ record }) => record.short_description)).toEqual([line.short_description])
    }
    for (const identifier of [
      { identifier: 'domain', domain: 'MÜNCHEN.example' },
      { identifier: 'domain', domain: 'http://www.xn--mnchen-3ya.example:443/a?b' },
      { identifier: 'pnet-url', pnet_url: 'https://de.pnet.example/company/Gr%C3%B6%C3%9Fe-GmbH/about' },
      { identifier: 'pnet-url', pnet_url: 'https://www.pnet.example/school/5512/' },
      { identifier: 'pnet-org-id', org_id: '5512' },
    ] as NonNullable<NonNullable<CompanyParams['exactCompanyV2']>['anyOf']>) {
      expect(await companies({ exactCompanyV2: { anyOf: [identifier] } })).toHaveLength(1)
    }
  })

  it('a new position replaces the current one everywhere, also in current_job', async () => {
    const movedTo = (title: string) => ({ primary_slug: 'mover', experiences: [{ title, is_current: true }] })
    await write(world, 'people', [movedTo('Baker')])
    await write(world, 'people', [movedTo('Butcher')])
    rows = await readRows(world.db)
    const mover = rows.people.find(({ record }) => record.primary_slug === 'mover')
    expect(mover?.record.current_job?.title).toBe('Butcher')
    expect(await people({ jobTitleV3: { anyOf: [{ type: 'plain', term: 'butcher' }] } })).toEqual(['mover'])
    expect(await people({ jobTitleV3: { anyOf: [{ type: 'plain', term: 'baker' }] } })).toEqual([])
  })
})

describe('what a line does not say', () => {
  it('is found by what it does: place, zone, office, state and labels', async () => {
    const place = { city: 'Bonn', country_code: 'DEU' }
    await write(world, 'companies', [{ pnet_primary_slug: 'bare', location_consensus: place }])
    const experiences = [
      { title: 'CEO', company_name: 'Zeta', start_date: '2026-09-01', is_current: true },
      { title: 'Sales Director', company_name: 'Zeta', start_date: '2020', end_date: '2026-08-31' },
    ]
    await write(world, 'people', [{ primary_slug: 'bare', inferred_location: place, experiences }])
    rows = await readRows(world.db)
    const radius = { unit: 'kilometers' as const, quantity: 5 }
    const strategy = { strategy: 'free-form-city' as const, city: 'Bonn', countryCode: 'DEU', radius }
    const location = { unionAll: [strategy] }
    expect(await companies({ headquartersLocation: location })).toEqual(['bare'])
    const office = { type: 'geography' as const, location: strategy }
    expect(await companies({ officeLocationsV2: { anyOf: [office] } })).toEqual(['bare'])
    expect(await companies({ headquartersStateName: { anyOf: ['NRW', 'Nordrhein-Westfalen'] } })).toEqual([
      'bare',
    ])
    expect(await people({ location })).toEqual(['bare'])
    expect(await people({ state: { anyOf: [{ stateName: 'NW', countryCode: 'DEU' }] } })).toEqual(['bare'])
    for (const tag of ['c-suite', 'decision-maker', 'recently-promoted'] as const)
      expect(await people({ tags: { anyOf: [tag] } })).toContain('bare')
    expect(await people({ tags: { anyOf: ['experienced-executive'] } })).not.toContain('bare')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { conditionFor, difference, pageThrough, type Question } from './compare.ts'
import type { CompanyParams, ProfileParams } from './naive.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

const now = (title: string, company_name: string, more: object = {}) => ({
  title,
  company_name,
  is_current: true,
  ...more,
})
const past = (title: string, company_name: string, more: object = {}) => ({
  ...now(title, company_name, more),
  is_current: false,
})
const acme = { pnet_company_id: '71001' }
const zone = (timezone: string) => ({ inferred_location: { timezone } })

/** People told apart by the members that filters look at; the key is the slug. */
const lines: Record<string, object> = {
  robert: {
    name: 'Robert Müller',
    user_id: '900',
    entity_urn: 'SP900',
    slugs: ['bobby'],
    connection_count: 100,
    follower_count: 5,
    profile_pic: 'https://img.pnet.example/r',
    experiences: [
      now('Sales Director', 'Beta', {
        start_date: '2026-10-01',
        company_start_date: '2020-01-15',
      }),
      past('Baker', 'Acme', {
        ...acme,
        end_date: '2019-12-31',
        summary: 'Night shifts',
      }),
      past('Sales Clerk', 'Gamma', {
        end_date: '2015-06-30',
        summary: 'Sold bread',
      }),
    ],
  },
  ada: {
    name: "Ada O'Brien",
    dob: '1990-11-21',
    languages: [{ name: 'French' }, { name: 'German' }],
    headline: 'Bread lover',
    connection_count: 101,
    career_began_at: '2016-11-20',
    experiences: [
      now('Founder & CEO', 'Stealth Startup', { start_date: '2026-01-10' }),
      past('VP Engineering', 'Acme Inc.', { end_date: '2025-12-31' }),
    ],
  },
  carl: {
    name: 'Carl Robert',
    summary: 'I bake bread',
    languages: [{ name: 'German' }],
    education: [
      {
        school_id: '60001',
        school_name: 'Night College',
        degree: 'Bachelor of Arts',
        end_date: '2012-06-30',
      },
      {
        school_name: 'Old University',
        degree: 'Master of Science',
        field_of_study_name: 'Physics',
      },
    ],
    experiences: [
      now('Sales Assistant', 'Acme', {
        ...acme,
        start_date: '2018-03-01',
      }),
      past('Founder', 'Stealth AI', {
        start_date: '2020-01-01',
        end_date: '2020-03-31',
      }),
      past('Clerk', 'Acme', {
        ...acme,
        end_date: '2017-01-31',
      }),
    ],
  },
  dora: {
    name: 'Dora Night',
    education: [{ school_name: 'Night College', degree: 'Master of Arts', start_date: '2024-09-01' }],
    publications: [{ title: 'Bread and butter' }],
  },
  lucia: { name: 'Lucía Suárez Marín' },
  joao: { name: 'João Santos' },
  joaolima: { name: 'João Lima Santos' },
  berlin: zone('Europe/Berlin'),
  london: zone('Europe/London'),
  phoenix: zone('America/Phoenix'),
  denver: zone('America/Denver'),
}

let world: SearchWorld
let rows: Rows

beforeAll(async () => {
  world = await openSearchWorld()
  await write(world, 'companies', [
    {
      pnet_primary_slug: 'acme',
      li_org_id: '71001',
      names: ['Acme', 'Acme Bakery'],
      domains: ['acme.example'],
    },
    { pnet_primary_slug: 'night-college', li_org_id: '60001', domains: ['night.example'] },
  ])
  await write(
    world,
    'people',
    Object.entries(lines).map(([primary_slug, line]) => ({ primary_slug, ...line })),
  )
  rows = await readRows(world.db)
})
afterAll(() => world.close())

/** Slugs of what a question finds, checked against the oracle as well. */
async function people(searchParams: ProfileParams, companyParams?: CompanyParams): Promise<string[]> {
  const question: Question = { kind: 'people', searchParams, ...(companyParams && { companyParams }) }
  expect(await difference(world.search, rows, question)).toBeUndefined()
  const condition = await conditionFor(world.search, question)
  const snapshot = await world.search.snapshots.newest('people')
  const ids = await pageThrough(world.search, 'people', { condition, snapshot, size: 100 })
  const slugs = new Map(rows.people.map(({ id, record }) => [id, record.primary_slug]))
  return ids.map((id) => slugs.get(id) as string).sort()
}
const all = Object.keys(lines).sort()
const others = (...slugs: string[]) => all.filter((slug) => !slugs.includes(slug))
const since = (lowerBound: string) => ({ strategy: 'absolute' as const, range: { lowerBound } })
const until = (upperBound: string) => ({ strategy: 'absolute' as const, range: { upperBound } })

describe('who', () => {
  it('exactProfile: by id, entity id, slug, former slug and address; both of one entry must fit', async () => {
    verifies('people-params.exact-profile')
    const is = (...anyOf: object[]) => people({ exactProfile: { anyOf } })
    expect(await is({ profile_id: '900' }, { primary_slug: 'ADA' })).toEqual(['ada', 'robert'])
    expect(await is({ profile_id: 'SP900' })).toEqual(['robert'])
    expect(await is({ primary_slug: 'https://www.pnet.example/in/bobby/' })).toEqual(['robert'])
    expect(await is({ profile_id: '900', primary_slug: 'ada' })).toEqual([])
    expect(await people({ exactProfile: { noneOf: [{ primary_slug: 'bobby' }] } })).toEqual(others('robert'))
  })

  it('fuzzyName: order, nicknames, initials, accents, apostrophes and a slip aside', async () => {
    verifies('people-params.fuzzy-name')
    const named = (name: string) => people({ fuzzyName: { anyOf: [{ name }] } })
    for (const name of ['Bob Mueller', 'MÜLLER, Robert', 'Robrt Muller', 'R. Müller', 'Dr. Robert J. Müller'])
      expect(await named(name)).toEqual(['robert'])
    for (const name of ['Ada OBrien', 'ada o’brien', 'Ada Obrein']) expect(await named(name)).toEqual(['ada'])
    expect(await named('Robert')).toEqual(['carl', 'robert'])
    for (const name of ['Suárez', 'Lucia Suarez', 'Lucia Suarez Marin', 'Lucía Suárez Gómez'])
      expect(await named(name)).toEqual(['lucia'])
    expect(await named('Lucia Gomez Marin')).toEqual([])
    for (const name of ['João Pedro Silva Santos', 'Joao Silva Santos'])
      expect(await named(name)).toEqual(['joao'])
    expect(await named('João Lima Santos')).toEqual(['joao', 'joaolima'])
    expect(await named('Lucia Marin')).toEqual(['lucia'])
    for (const name of ['Robert Wagner', 'Rupert Jones', '?!']) expect(await named(name)).toEqual([])
  })

  it('languages, picture, connections and followers', async () => {
    verifies('people-params.languages', 'people-params.profile-picture', 'people-params.number-ranges')
    expect(await people({ languages: { anyOf: ['French', 'German'] } })).toEqual(['ada', 'carl'])
    expect(await people({ languages: { allOf: ['French', 'German'] } })).toEqual(['ada'])
    expect(await people({ languages: { anyOf: ['German'], noneOf: ['French'] } })).toEqual(['carl'])
    expect(await people({ hasProfilePicture: true })).toEqual(['robert'])
    expect(await people({ hasProfilePicture: false })).toEqual(others('robert'))
    expect(await people({ numConnections: { lowerBound: 100, upperBound: 100 } })).toEqual(['robert'])
    expect(await people({ numConnections: { lowerBound: 100.5 } })).toEqual(['ada'])
    expect(await people({ numFollowers: { upperBound: 5 } })).toEqual(['robert'])
  })

  it('yearsOfExperience and approxAge: whole years by today, 2026-11-20', async () => {
    const worked = (lowerBound: number, upperBound?: number) =>
      people({ yearsOfExperience: { lowerBound, upperBound } })
    expect(await worked(10, 10)).toEqual(['ada'])
    expect(await worked(11)).toEqual([])
    expect(await worked(8, 8)).toEqual(['carl'])
    const aged = (lowerBound: number, upperBound: number) => people({ approxAge: { lowerBound, upperBound } })
    // Ada's birthday is tomorrow; Dora began her studies at 18.
    expect(await aged(35, 35)).toEqual(['ada'])
    expect(await aged(36, 36)).toEqual([])
    expect(await aged(20, 20)).toEqual(['dora'])
  })

  it('timeZone: minutes behind and ahead of a midpoint, all year or on some days', async () => {
    verifies('people-params.time-zone')
    const near = (
      midpointTimeZoneName: string,
      west: number,
      east: number,
      includePartialYearMatches = false,
    ) =>
      people({
        timeZone: {
          anyOf: [
            {
              strategy: {
                mode: 'midpoint-with-buffer',
                midpointTimeZoneName,
                includePartialYearMatches,
                maxMinutesWestward: west,
                maxMinutesEastward: east,
              },
            },
          ],
        },
      })
    expect(await near('Europe/Berlin', 0, 0)).toEqual(['berlin'])
    expect(await near('Europe/Berlin', 60, 0)).toEqual(['berlin', 'london'])
    expect(await near('Europe/London', 0, 60)).toEqual(['berlin', 'london'])
    expect(await near('Europe/London', 60, 0)).toEqual(['london'])
    // Phoenix keeps one offset all year, Denver does not.
    expect(await near('America/Denver', 0, 0)).toEqual(['denver'])
    expect(await near('America/Denver', 0, 0, true)).toEqual(['denver', 'phoenix'])
    expect(await near('America/Denver', 60, 0)).toEqual(['denver', 'phoenix'])
  })
})

describe('words', () => {
  it('keywordSearchOptions: fields set to true are the only ones, else those set to false are left out', async () => {
    verifies('people-params.keyword-fields')
    const bread = (fieldsToSearchOver?: object) =>
      people({ keywords: { containsAll: ['bread'] }, keywordSearchOptions: { fieldsToSearchOver } })
    expect(await bread()).toEqual(['ada', 'carl', 'dora', 'robert'])
    expect(await bread({ headline: true })).toEqual(['ada'])
    expect(await bread({ headline: true, summary: true, publications: false })).toEqual(['ada', 'carl'])
    expect(await bread({ headline: false })).toEqual(['carl', 'dora', 'robert'])
    expect(await bread({ pastJobSummaries: true })).toEqual(['robert'])
    expect(await bread({ currentJobSummaries: true })).toEqual([])
  })

  it('jobTitleV2: terms, static groups, dynamic groups with keywords', async () => {
    verifies('people-params.job-title-v2')
    const titled = (...anyOf: NonNullable<NonNullable<ProfileParams['jobTitleV2']>['anyOf']>) =>
      people({ jobTitleV2: { anyOf } })
    expect(await titled({ type: 'term', term: 'sales' })).toEqual(['carl', 'robert'])
    expect(await titled({ type: 'static-groups', groups: ['founder'] })).toEqual(['ada'])
    expect(await titled({ type: 'dynamic-groups', groups: ['director'] })).toEqual(['robert'])
    expect(
      await titled({ type: 'dynamic-groups', groups: ['assistant', 'vp'], keywords: ['sales'] }),
    ).toEqual(['carl'])
    expect(await titled({ type: 'dynamic-groups', groups: ['director'], keywords: ['bread'] })).toEqual([])
  })

  it('pastJobText: by field, included or not, joined by and or or', async () => {
    verifies('people-params.past-job-text')
    const says = (joiner: 'and' | 'or', ...criteria: [string, string, string][]) =>
      people({
        pastJobText: {
          joiner,
          criteria: criteria.map(([field, rule, text]) => ({ field, rule, text })) as never,
        },
      })
    expect(await says('and', ['summary', 'includes', 'sold bread'])).toEqual(['robert'])
    expect(await says('and', ['title', 'includes', 'sold bread'])).toEqual([])
    expect(await says('and', ['anywhere', 'includes', 'acme'], ['title', 'excludes', 'clerk'])).toEqual([
      'ada',
    ])
    expect(await says('or', ['title', 'includes', 'baker'], ['title', 'includes', 'vp'])).toEqual([
      'ada',
      'robert',
    ])
  })
})

describe('career', () => {
  it('startedInRole, startedAtCompany and leftStealthAt', async () => {
    verifies('people-params.dates')
    expect(await people({ startedInRole: since('2026-01-10') })).toEqual(['ada', 'robert'])
    expect(await people({ startedAtCompany: since('2026-01-10') })).toEqual(['ada'])
    expect(await people({ startedAtCompany: until('2020-01-15') })).toEqual(['carl', 'robert'])
    expect(await people({ leftStealthAt: since('2020-03-31') })).toEqual(['carl'])
    expect(await people({ leftStealthAt: since('2020-04-01') })).toEqual([])
  })

  it('pastJobs: title and company of one position', async () => {
    verifies('people-params.past-jobs')
    const had = (...anyOf: object[]) => people({ pastJobs: { anyOf } })
    expect(await had({ jobTitle: ['clerk'] })).toEqual(['carl', 'robert'])
    expect(await had({ jobTitle: ['clerk'], company: { pnetOrgID: '71001' } })).toEqual(['carl'])
    expect(await had({ company: { domain: 'acme.example' } })).toEqual(['carl', 'robert'])
    expect(await had({ company: { pnetSlugOrURL: 'acme' }, jobTitle: ['baker'] })).toEqual(['robert'])
    expect(await had({ company: { name: 'ACME GmbH' } })).toEqual(['ada', 'carl', 'robert'])
    expect(await people({ pastJobs: { noneOf: [{ jobTitle: ['clerk', 'vp'] }] } })).toEqual(
      others('carl', 'robert', 'ada'),
    )
  })

  it('jobStatus: now, left, ever; with company parameters, there', async () => {
    verifies('people-params.job-status')
    const status = (jobStatus: NonNullable<ProfileParams['jobStatus']>, companyParams?: CompanyParams) =>
      people({ jobStatus }, companyParams)
    const acme: CompanyParams = { domains: ['acme.example'] }
    expect(await status({ status: 'currently-employed' })).toEqual(['ada', 'carl', 'robert'])
    expect(await status({ status: 'currently-employed' }, acme)).toEqual(['carl'])
    // Carl's past position at Acme does not count: he is there.
    expect(await status({ status: 'previously-employed' }, acme)).toEqual(['robert'])
    expect(await status({ status: 'previously-employed', leftAt: since('2020-01-01') }, acme)).toEqual([])
    expect(await status({ status: 'previously-employed', leftAt: since('2020-01-01') })).toEqual([
      'ada',
      'carl',
    ])
    expect(await status({ status: 'ever-employed' }, acme)).toEqual(['carl', 'robert'])
  })

  it('companyMatchMode: loose also takes employers by any name of the company', async () => {
    verifies('people-params.company-match-mode')
    const ever = (mode: 'strict' | 'loose') =>
      people(
        { companyMatchMode: { mode }, jobStatus: { status: 'ever-employed' } },
        { domains: ['acme.example'] },
      )
    expect(await ever('strict')).toEqual(['carl', 'robert'])
    expect(await ever('loose')).toEqual(['ada', 'carl', 'robert'])
  })

  it('stealth: now or before, since when, until when, for how long', async () => {
    verifies('people-params.stealth')
    expect(await people({ isInStealth: true })).toEqual(['ada'])
    expect(await people({ isInStealth: false })).toEqual(others('ada'))
    const stealth = (stealthV2: NonNullable<ProfileParams['stealthV2']>) => people({ stealthV2 })
    expect(await stealth({ status: 'currently-in-stealth' })).toEqual(['ada'])
    expect(await stealth({ status: 'currently-in-stealth', enteredStealthAt: since('2026-01-11') })).toEqual(
      [],
    )
    const lasted = (upperBound: number) =>
      stealth({
        status: 'previously-in-stealth',
        stealthDuration: { range: { upperBound }, period: 'day' },
      })
    expect(await lasted(90)).toEqual(['carl'])
    expect(await lasted(89)).toEqual([])
  })
})

describe('education', () => {
  it('all members of a condition hold for one entry', async () => {
    verifies('people-params.education')
    const studied = (...anyOf: object[]) => people({ education: { anyOf } })
    const college = { schoolNameKeywords: { anyOf: ['night college'] } }
    expect(await studied(college)).toEqual(['carl', 'dora'])
    expect(await studied({ ...college, degree: { anyOf: ['master'] } })).toEqual(['dora'])
    expect(await studied({ ...college, degree: { noneOf: ['master'] } })).toEqual(['carl'])
    expect(await studied({ keywords: { anyOf: ['physics', 'chemistry'] } })).toEqual(['carl'])
    expect(await studied({ schoolNameKeywords: { anyOf: ['physics'] } })).toEqual([])
    for (const school of [{ pnetId: '60001' }, { domain: 'night.example' }, { pnetUrl: 'night-college' }])
      expect(await studied({ school: { anyOf: [school] } })).toEqual(['carl'])
    expect(await studied({ school: { noneOf: [{ pnetId: '60001' }] }, ...college })).toEqual(['dora'])
    expect(await studied({ finishedSchoolAt: until('2012-06-30') })).toEqual(['carl'])
    expect(await studied({ startedSchoolAt: since('2024-09-01') })).toEqual(['dora'])
    expect(await studied({ isCurrentlyStudent: true })).toEqual(['dora'])
    const both = { allOf: [college, { degree: { anyOf: ['science'] } }] }
    expect(await people({ education: both })).toEqual(['carl'])
  })
})

import fc, { type Arbitrary } from 'fast-check'
import {
  jobFunction,
  language,
  personTag,
  seniority,
  type CompanyRecord,
  type PersonRecord,
} from '../../src/corpus/records/index.ts'
import { titleLevels } from '../../src/corpus/records/index.ts'
import { keywordMarks } from '../../src/corpus/search-index/index.ts'
import { stealthy } from './edge-records.ts'
import { positionsOf } from './naive-career.ts'
import { personTexts } from './naive-text.ts'
import type { ProfileParams } from './naive.ts'
import { sorts } from './random-company.ts'
import { educationConditions, names, numberRanges, zoneWindows } from './random-person-values.ts'
import {
  countryCodes,
  dateRanges,
  listsOf,
  phrases,
  placeLists,
  stateNames,
  triplesOf,
  valueOf,
} from './random-values.ts'

/** Every profile parameter drawn near one record, so that combinations of them find something. */
export type Filters<P> = { [K in Exclude<keyof P, 'group'>]-?: Arbitrary<NonNullable<P[K]>> }

type People = Arbitrary<PersonRecord>

export function profileFilters(
  near: People,
  any: People,
  companies: Arbitrary<CompanyRecord>,
): Filters<ProfileParams> {
  return {
    ...identity(near, any),
    ...home(near, any),
    ...words(near, any),
    ...career(near, any, companies),
    ...figures(near, companies),
  }
}

function identity(near: People, any: People) {
  return {
    exactProfile: listsOf(profiles(near), profiles(any)),
    fuzzyName: fc.record({ anyOf: fc.array(fc.record({ name: names(near) }), { maxLength: 3 }) }),
    hasProfilePicture: fc.boolean(),
    tags: triplesOf(
      valueOf(near, (record) => record.tags ?? [], 'student' as const),
      fc.constantFrom(...personTag.options),
    ),
    languages: triplesOf(spokenBy(near), fc.oneof(spokenBy(any), fc.constantFrom(...language.options))),
    getDetailedEducation: fc.boolean(),
    getDetailedWorkExperience: fc.boolean(),
  }
}

const spokenBy = (records: People) =>
  valueOf(
    records,
    (record) => (record.languages ?? []).map(({ name }) => language.safeParse(name).data),
    'English' as const,
  )

function profiles(records: People) {
  const slug = valueOf(records, (record) => [record.primary_slug, ...(record.slugs ?? [])], 'nobody')
  const id = valueOf(records, (record) => [record.user_id, record.entity_urn], '123')
  const address = slug.map((name) => `https://www.pnet.example/in/${encodeURIComponent(name)}/`)
  return fc.oneof(
    slug.map((primary_slug) => ({ primary_slug })),
    address.map((primary_slug) => ({ primary_slug, profile_id: null })),
    id.map((profile_id) => ({ profile_id })),
    valueOf(records, (record) => [record.entity_id], '999999').map((entity_id) => ({ entity_id })),
    valueOf(records, (record) => [record.external_ids?.['sample']], 'p999999').map((value) => ({
      external_id: { source: 'sample', value },
    })),
    fc.record({ profile_id: id, primary_slug: slug }),
  )
}

function home(near: People, any: People) {
  const place = near.map((record) => record.inferred_location)
  const places = any.map((record) => record.inferred_location)
  return {
    country3LetterCode: listsOf(countryCodes(place), countryCodes(places)),
    state: listsOf(states(near), states(any)),
    location: placeLists(place, places) as Filters<ProfileParams>['location'],
    timeZone: zoneWindows(place),
  }
}

function states(records: People) {
  return records.chain((record) => {
    const place = record.inferred_location
    return fc.record(
      {
        stateName: stateNames(fc.constant(place)),
        countryCode: fc.constantFrom(place?.country_code ?? 'USA', 'USA', null),
      },
      { requiredKeys: ['stateName'] },
    )
  })
}

function words(near: People, any: People) {
  const keyword = phrases(near.map(personTexts))
  const past = phrases(
    near.map((record) => {
      const texts = positionsOf(record)
        .filter((each) => each.is_current !== true)
        .flatMap((each) => [each.title, each.summary, each.company_name].filter((text) => text !== null))
      return texts.length === 0 ? ['Engineer', 'Manager'] : texts
    }),
  )
  const fields = Object.keys(keywordMarks)
  return {
    keywords: fc.record(
      {
        containsAll: fc.option(fc.array(keyword, { maxLength: 2 })),
        containsAny: fc.option(fc.array(keyword, { minLength: 1, maxLength: 4 })),
        containsNone: fc.option(fc.array(phrases(any.map(personTexts)), { maxLength: 2 })),
      },
      { requiredKeys: [] },
    ),
    keywordSearchOptions: fc.record(
      {
        fieldsToSearchOver: fc.option(
          fc
            .array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom(true, true, false, null)), {
              maxLength: 6,
            })
            .map((chosen) => Object.fromEntries(chosen)),
        ),
      },
      { requiredKeys: [] },
    ),
    pastJobText: fc.record({
      joiner: fc.constantFrom('and' as const, 'or' as const),
      criteria: fc.array(
        fc.record({
          field: fc.constantFrom('title' as const, 'summary' as const, 'anywhere' as const),
          rule: fc.constantFrom('includes' as const, 'includes' as const, 'excludes' as const),
          text: fc.option(past, { freq: 9 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  }
}

const positions = (record: PersonRecord) => positionsOf(record).filter((each) => each.is_current === true)

function career(near: People, any: People, companies: Arbitrary<CompanyRecord>) {
  const ends = near.chain((record) =>
    fc.constantFrom(...positionsOf(record).map((each) => each.end_date), null),
  )
  const starts = near.chain((record) =>
    fc.constantFrom(...positions(record).map((each) => each.start_date), null),
  )
  const joined = near.chain((record) =>
    fc.constantFrom(...positions(record).map((each) => each.company_start_date), null),
  )
  const [intoStealth, outOfStealth] = [0, 1].map((end) =>
    fc.constantFrom('2025-06-01', '2024-01-01', null, ...stealthy.map((days) => days[end]!)),
  ) as [Arbitrary<string | null>, Arbitrary<string | null>]
  return {
    jobTitleV2: triplesOf(titleGroups(near), titleGroups(any)),
    jobTitleV3: triplesOf(titleTerms(near), titleTerms(any)),
    seniority: listsOf(
      valueOf(near, (record) => positions(record).map((each) => each.seniority), 'Director' as const),
      fc.constantFrom(...seniority.options),
    ),
    jobFunction: triplesOf(
      valueOf(
        near,
        (record) => positions(record).flatMap((each) => each.job_function ?? []),
        'Sales' as const,
      ),
      fc.constantFrom(...jobFunction.options),
    ),
    startedInRole: dateRanges(starts),
    startedAtCompany: dateRanges(joined),
    jobStatus: fc.oneof(
      fc.record({ status: fc.constantFrom('currently-employed' as const, 'ever-employed' as const) }),
      fc.record(
        { status: fc.constant('previously-employed' as const), leftAt: fc.option(dateRanges(ends)) },
        { requiredKeys: ['status'] },
      ),
    ) as Filters<ProfileParams>['jobStatus'],
    sort: sorts('followerCount', 'jobCount'),
    jobs: triplesOf(jobsOf(near, companies), jobsOf(any, companies)),
    currentJobs: triplesOf(jobsNamed(near, companies, true), jobsNamed(any, companies, true)),
    companyMatchMode: fc.record({ mode: fc.constantFrom('strict' as const, 'loose' as const) }),
    pastJobs: triplesOf(jobsNamed(near, companies, false), jobsNamed(any, companies, false)),
    isInStealth: fc.boolean(),
    leftStealthAt: dateRanges(fc.oneof(ends, outOfStealth)),
    stealthV2: fc.oneof(
      fc.record(
        {
          status: fc.constant('currently-in-stealth' as const),
          enteredStealthAt: fc.option(dateRanges(fc.oneof(starts, intoStealth))),
        },
        { requiredKeys: ['status'] },
      ),
      fc.record(
        {
          status: fc.constantFrom('previously-in-stealth' as const, 'left-stealth' as const),
          enteredStealthAt: fc.option(dateRanges(intoStealth)),
          leftStealthAt: fc.option(dateRanges(outOfStealth)),
          stealthDuration: fc.option(
            fc.record({
              range: numberRanges(fc.constantFrom(1, 2, 6, 12, 183, 300)),
              period: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
            }),
          ),
        },
        { requiredKeys: ['status'] },
      ),
    ) as Filters<ProfileParams>['stealthV2'],
  }
}

function figures(near: People, companies: Arbitrary<CompanyRecord>) {
  const entries = educationConditions(near, companies)
  return {
    numConnections: numberRanges(near.map((record) => record.connection_count ?? 500)),
    numFollowers: numberRanges(near.map((record) => record.follower_count ?? 500)),
    yearsOfExperience: numberRanges(fc.constantFrom(0, 1, 2.5, 5, 10, 20, 35)),
    approxAge: numberRanges(fc.constantFrom(0, 18, 22, 30, 40.5, 55)),
    education: fc.record(
      {
        anyOf: fc.option(fc.array(entries, { minLength: 1, maxLength: 2 }), { freq: 4 }),
        allOf: fc.option(fc.array(entries, { maxLength: 2 })),
      },
      { requiredKeys: [] },
    ) as Filters<ProfileParams>['education'],
  }
}

type NamedJob = NonNullable<NonNullable<ProfileParams['pastJobs']>['anyOf']>[number]
type Employer = NonNullable<NamedJob['company']>

/** Positions, current or past, as they were, in part, or put together of two. */
function jobsNamed(records: People, companies: Arbitrary<CompanyRecord>, isCurrent: boolean) {
  return fc.tuple(records, fc.nat(), fc.nat(), companies).chain(([record, which, other, company]) => {
    const all = positionsOf(record)
    const own = all.filter((each) => (each.is_current === true) === isCurrent)
    const held = own.length === 0 ? all : own
    const [job, second] = [held[which % Math.max(1, held.length)], all[other % Math.max(1, all.length)]]
    const title = phrases(fc.constant([job?.title ?? 'Engineer', second?.title ?? 'Manager']))
    return fc.record(
      {
        jobTitle: fc.option(fc.array(title, { minLength: 1, maxLength: 2 })),
        company: fc.option(
          fc.constantFrom<Employer>(
            { pnetOrgID: job?.pnet_company_id ?? '12' },
            { name: job?.company_name ?? 'Acme' },
            { name: `The ${second?.company_name ?? 'Acme'} Inc.` },
            { domain: company.domains?.[0] ?? 'nobody.example' },
            { domain: job?.company_domain ?? second?.company_domain ?? 'nobody.example' },
            { pnetSlugOrURL: job?.company_slug ?? company.pnet_primary_slug ?? 'nobody' },
            { pnetSlugOrURL: `https://www.pnet.example/company/${job?.pnet_company_id ?? '12'}` },
            {
              li_org_id: job?.pnet_company_id ?? '12',
              pnet_id: '1',
              preferred_name: 'Another name',
              names: ['Another name'],
              logo_url: 'https://another.example/logo',
              source: 'csv',
            },
            { pnet_primary_slug: company.pnet_primary_slug ?? 'nobody' },
            { domains: [job?.company_domain ?? 'nobody.example', company.domains?.[0] ?? 'no.example'] },
          ),
        ),
      },
      { requiredKeys: [] },
    )
  })
}

/** Positions with a status, which may be another's. */
function jobsOf(records: People, companies: Arbitrary<CompanyRecord>) {
  return fc.tuple(records, fc.nat(), fc.nat(), companies).chain(([record, which, other, company]) => {
    const all = positionsOf(record)
    const [job, second] = [all[which % Math.max(1, all.length)], all[other % Math.max(1, all.length)]]
    const title = (of: typeof job) => phrases(fc.constant([of?.title ?? 'Engineer']))
    const id = job?.pnet_company_id ?? '12'
    return fc.record(
      {
        status: fc.constantFrom('current' as const, 'past' as const, 'any' as const),
        company: fc.option(
          fc.constantFrom(
            { identifier: 'pnetOrgId' as const, value: id },
            { identifier: 'pnetOrgID' as const, value: second?.pnet_company_id ?? '12' },
            { identifier: 'domain' as const, value: job?.company_domain ?? 'nobody.example' },
            { identifier: 'domain' as const, value: company.domains?.[0] ?? 'nobody.example' },
            { identifier: 'pnetSlug' as const, value: company.pnet_primary_slug ?? 'nobody' },
            { identifier: 'pnetSlug' as const, value: job?.company_slug ?? 'nobody' },
            {
              identifier: 'pnetUrl' as const,
              value: `https://www.pnet.example/company/${job?.company_slug ?? 'nobody'}`,
            },
            { identifier: 'pnetUrl' as const, value: `https://www.pnet.example/company/${id}` },
          ),
        ),
        jobTitle: fc.option(
          fc.record(
            {
              anyOf: fc.option(fc.array(title(job), { minLength: 1, maxLength: 2 })),
              noneOf: fc.option(fc.array(title(second), { maxLength: 2 })),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: ['status'] },
    )
  })
}

function titleWords(records: People) {
  return phrases(
    records.map((record) => {
      const titles = positionsOf(record).flatMap((each) => each.title ?? [])
      return titles.length === 0 ? ['Chief Executive Officer'] : titles
    }),
  )
}

function titleGroups(records: People) {
  const term = titleWords(records)
  const keywords = fc.option(fc.array(term, { maxLength: 3 }))
  return fc.oneof(
    term.map((text) => ({ type: 'term' as const, term: text })),
    fc.record({
      type: fc.constant('static-groups' as const),
      groups: fc.array(fc.constantFrom('founder' as const, 'c-suite' as const, 'board-member' as const), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
    fc.record(
      {
        type: fc.constant('dynamic-groups' as const),
        groups: fc.array(
          fc.constantFrom('vp' as const, 'director' as const, 'management' as const, 'intern' as const),
          { minLength: 1, maxLength: 3 },
        ),
        keywords,
      },
      { requiredKeys: ['type', 'groups'] },
    ),
  )
}

const wordLevels = ['senior', 'staff', 'principal', 'lead', 'manager', 'head', 'svp'] as const

function titleTerms(records: People) {
  const term = titleWords(records)
  return fc.oneof(
    term.map((text) => ({ type: 'plain' as const, term: text })),
    fc.record(
      {
        type: fc.constant('functional' as const),
        seniority: fc.array(fc.constantFrom(...titleLevels, ...wordLevels), { minLength: 1, maxLength: 4 }),
        keywords: fc.option(fc.array(term, { minLength: 1, maxLength: 3 })),
      },
      { requiredKeys: ['type', 'seniority'] },
    ),
    fc.record({
      type: fc.constant('cartesian' as const),
      keywordArrays: fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
    }),
  )
}

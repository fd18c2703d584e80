import fc, { type Arbitrary } from 'fast-check'
import {
  employmentTypes,
  industries,
  jobFunctions,
  jobLocationTypes,
  seniorities,
  type CompanyRecord,
  type JobPosting,
} from '../../src/corpus/records/index.ts'
import type { PostingParams } from './naive-postings.ts'
import { countryCodes, dateRanges, phrases, placeLists, valueOf } from './random-values.ts'

type Alone = { [K in Exclude<keyof PostingParams, 'group'>]-?: Arbitrary<NonNullable<PostingParams[K]>> }

/** One value or a few, some of a posting, some of none. */
function few<T>(own: Arbitrary<T>, all: readonly T[]): Arbitrary<T[]> {
  return fc.array(
    fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: fc.constantFrom(...all) }),
    {
      maxLength: 3,
    },
  )
}

type Stated = { gte: number | null; lte: number | null } | null

function ranges(postings: Arbitrary<JobPosting>, read: (posting: JobPosting) => Stated) {
  return fc
    .tuple(
      postings,
      fc.constantFrom(-1, 0, 0, 1, 5000),
      fc.constantFrom(-1, 0, 0, 1, 9000),
      fc.constantFrom(0, 1, 2, 3),
    )
    .map(([posting, below, above, open]) => {
      const stated = read(posting)
      const from = Math.max(0, (stated?.gte ?? stated?.lte ?? 50_000) - below)
      const to = Math.max(0, (stated?.lte ?? stated?.gte ?? 50_000) + above)
      const [lowerBound, upperBound] = [Math.min(from, to), Math.max(from, to)]
      return open === 0
        ? { lowerBound, upperBound }
        : open === 1
          ? { lowerBound }
          : open === 2
            ? { upperBound }
            : {}
    })
}

function employers(postings: Arbitrary<JobPosting>, companies: readonly CompanyRecord[]) {
  const references = fc.oneof(
    postings.map(({ company, company_name }) => ({
      pnetSlug: company?.pnet_primary_slug,
      pnetOrgId: company?.li_org_id,
      domain: company?.domain,
      name: company?.name ?? company_name,
    })),
    fc.constantFrom(...companies).map((company) => ({
      pnetSlug: company.pnet_slugs?.at(-1),
      pnetOrgId: company.li_org_id,
      domain: company.domains?.at(-1),
      name: company.preferred_name,
    })),
  )
  const by = (identifier: 'pnetSlug' | 'pnetOrgId' | 'domain' | 'name', otherwise: string) =>
    fc
      .array(
        references.map((each) => each[identifier] ?? otherwise),
        { minLength: 1, maxLength: 3 },
      )
      .map((value) => ({ identifier, value }))
  return fc.oneof(
    by('pnetSlug', 'nobody'),
    by('pnetOrgId', '1'),
    by('domain', 'nobody.example'),
    by('name', 'Nobody'),
    references.map(({ pnetSlug }) => ({
      identifier: 'pnetUrl' as const,
      value: [`https://www.pnet.example/company/${pnetSlug ?? 'nobody'}`],
    })),
  )
}

/** One parameter at a time, with values near those of some posting. */
export function postingParameter(all: readonly JobPosting[], companies: readonly CompanyRecord[]): Alone {
  const postings = fc.constantFrom(...all)
  const places = postings.map((posting) => posting.standardized_location)
  const texts = postings.map((posting) => [posting.title, posting.description].flatMap((text) => text ?? []))
  const titles = postings.map((posting) => [posting.title ?? 'nothing'])
  return {
    companies: employers(postings, companies) as Alone['companies'],
    title: fc.array(phrases(titles), { maxLength: 3 }),
    keywords: fc.record(
      {
        containsAll: fc.array(phrases(texts), { maxLength: 2 }),
        containsAny: fc.array(phrases(texts), { minLength: 1, maxLength: 2 }),
        containsNone: fc.array(phrases(texts), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    isActive: fc.constantFrom('true', 'false', 'no_preference'),
    postedAt: dateRanges(
      postings.map((posting) => posting.posted_at?.slice(0, 10) ?? null),
    ) as Alone['postedAt'],
    numApplicants: ranges(postings, (posting) => posting.applicant_range),
    jobFunctions: few(
      valueOf(postings, (posting) => posting.job_function ?? [], 'Sales'),
      jobFunctions,
    ),
    industries: few(
      valueOf(postings, (posting) => posting.standard_industries ?? [], 'Software'),
      industries,
    ),
    annualSalaryUsd: ranges(postings, (posting) => posting.annual_salary_usd),
    yearsOfExperience: ranges(postings, (posting) => posting.years_of_experience),
    jobLocationType: few(
      valueOf(postings, (posting) => [posting.job_location_type], 'Remote'),
      jobLocationTypes,
    ),
    employmentType: few(
      valueOf(postings, (posting) => [posting.employment_type], 'Other'),
      employmentTypes,
    ),
    seniorityLevel: few(
      valueOf(postings, (posting) => [posting.seniority_level], 'Director'),
      seniorities,
    ),
    countryOrRegionCode: fc.array(countryCodes(places), { maxLength: 3 }),
    location: placeLists(places, places) as Alone['location'],
  }
}

/** Two or three parameters together, now and then in groups. */
export function postingQuestion(
  all: readonly JobPosting[],
  companies: readonly CompanyRecord[],
): Arbitrary<PostingParams> {
  const alone = postingParameter(all, companies)
  const names = Object.keys(alone) as (keyof Alone)[]
  const flat = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain(
      (chosen) =>
        fc.record(Object.fromEntries(chosen.map((name) => [name, alone[name]]))) as Arbitrary<PostingParams>,
    )
  return fc.oneof(
    { weight: 5, arbitrary: flat },
    {
      weight: 1,
      arbitrary: fc
        .tuple(flat, flat, flat)
        .map(([a, b, c]): PostingParams => ({ ...a, group: { or: [b, c] } })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(flat, flat).map(([a, b]): PostingParams => ({ ...a, group: { not: b } })),
    },
  )
}

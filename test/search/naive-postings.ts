import type { z } from 'zod'
import { companyNameKey } from '../../src/corpus/names/index.ts'
import { normalizeDomain } from '../../src/lib/domain-name.ts'
import type { CompanyRecord, JobPosting } from '../../src/corpus/records/index.ts'
import { expandCountryCodes } from '../../src/corpus/reference/index.ts'
import type { postingSearchParams } from '../../src/corpus/search/index.ts'
import { inDates, type Dates } from './naive-dates.ts'
import { inPlaces, type Places } from './naive-place.ts'
import { holds, oneHolds } from './naive-text.ts'

/** Search parameters of postings as a client sends them. */
export type PostingParams = z.input<typeof postingSearchParams>

interface Keywords {
  containsAll?: string[] | null
  containsAny?: string[] | null
  containsNone?: string[] | null
}

type Range = { gte: number | null; lte: number | null } | null
type Asked = { lowerBound?: number | null | undefined; upperBound?: number | null | undefined }

/** Some amount that a posting states is in the range asked for. */
function meets(stated: Range, { lowerBound, upperBound }: Asked): boolean {
  const [least, most] = [lowerBound ?? undefined, upperBound ?? undefined]
  if (least === undefined && most === undefined) return true
  const [from, to] = [stated?.gte ?? stated?.lte, stated?.lte ?? stated?.gte]
  if (from === null || from === undefined || to === null || to === undefined) return false
  return (least === undefined || to >= least) && (most === undefined || from <= most)
}

const has = <T>(wanted: readonly T[], values: readonly (T | null)[] | null) =>
  wanted.some((value) => values?.includes(value) === true)

const tests: {
  [K in Exclude<keyof PostingParams, 'group'>]-?: (
    record: JobPosting,
    value: NonNullable<PostingParams[K]>,
    context: { companies: readonly CompanyRecord[]; today: string },
  ) => boolean
} = {
  companies: (record, { identifier, value }, { companies }) =>
    value.some((wanted) => isEmployer(record, { identifier, wanted, companies })),
  title: (record, value) => value.some((phrase) => record.title !== null && holds(record.title, phrase)),
  keywords: (record, value) => {
    const { containsAll, containsAny, containsNone } = value as Keywords
    const texts = [record.title, record.company_name, record.description].flatMap((text) => text ?? [])
    return (
      (containsAll ?? []).every((phrase) => oneHolds(texts, phrase)) &&
      (!containsAny || containsAny.some((phrase) => oneHolds(texts, phrase))) &&
      !(containsNone ?? []).some((phrase) => oneHolds(texts, phrase))
    )
  },
  isActive: (record, value) =>
    value === 'no_preference' || (record.status === 'active') === (value === 'true'),
  postedAt: (record, value, { today }) =>
    inDates(record.posted_at?.slice(0, 10) ?? null, value as Dates, today),
  numApplicants: (record, value) => meets(record.applicant_range, value),
  jobFunctions: (record, value) => has(value, record.job_function),
  industries: (record, value) => has(value, record.standard_industries),
  annualSalaryUsd: (record, value) => meets(record.annual_salary_usd, value),
  yearsOfExperience: (record, value) => meets(record.years_of_experience, value),
  jobLocationType: (record, value) => has(value, [record.job_location_type]),
  employmentType: (record, value) => has(value, [record.employment_type]),
  seniorityLevel: (record, value) => has(value, [record.seniority_level]),
  countryOrRegionCode: (record, value) => {
    const code = record.standardized_location?.country_code
    return code ? expandCountryCodes([...value]).countries.has(code) : false
  },
  location: (record, value) => inPlaces(record.standardized_location, value as Places),
}

function isEmployer(
  record: JobPosting,
  question: {
    identifier: 'pnetSlug' | 'pnetUrl' | 'pnetOrgId' | 'pnetOrgID' | 'domain' | 'name'
    wanted: string
    companies: readonly CompanyRecord[]
  },
): boolean {
  const { identifier, wanted, companies } = question
  const of = record.company
  // The company the posting was tied to when it was written: the first that shares an id, then a slug, then a domain.
  const known = tiedTo(record, companies)
  const slugs = [of?.pnet_primary_slug, ...(known?.pnet_slugs ?? [])].map((slug) => slug?.toLowerCase())
  switch (identifier) {
    case 'pnetSlug':
      return slugs.includes(wanted.toLowerCase())
    case 'pnetUrl':
      return slugs.includes(new URL(wanted).pathname.split('/').at(-1)?.toLowerCase())
    case 'pnetOrgId':
    case 'pnetOrgID':
      return of?.li_org_id === wanted || known?.li_org_id === wanted
    case 'domain': {
      const domains = [of?.domain, ...(known?.domains ?? [])].map((each) =>
        each ? normalizeDomain(each) : undefined,
      )
      return domains.includes(normalizeDomain(wanted))
    }
    case 'name': {
      const names = [of?.name, record.company_name].map((name) => (name ? companyNameKey(name) : undefined))
      return names.includes(companyNameKey(wanted))
    }
  }
}

/** The company a posting belongs to. */
export function tiedTo(record: JobPosting, companies: readonly CompanyRecord[]): CompanyRecord | undefined {
  const { li_org_id: org, pnet_primary_slug: slug, domain } = record.company ?? {}
  const same = domain ? normalizeDomain(domain) : undefined
  return (
    (org ? companies.find((company) => company.li_org_id === org) : undefined) ??
    (slug ? companies.find((company) => company.pnet_slugs?.includes(slug.toLowerCase())) : undefined) ??
    (same === undefined ? undefined : companies.find((company) => company.domains?.includes(same)))
  )
}

/** Whether a posting satisfies every parameter, read off the plain record. */
export function matchesPosting(
  record: JobPosting,
  { group, ...params }: PostingParams,
  context: { companies: readonly CompanyRecord[]; today: string },
): boolean {
  const own = Object.entries(params).every(([name, value]) => {
    if (value === null || value === undefined) return true
    return tests[name as keyof typeof tests](record, value as never, context)
  })
  if (!own || group === null || group === undefined) return own
  const matches = (nested: unknown) => matchesPosting(record, nested as PostingParams, context)
  return (
    (group.and ?? []).every(matches) &&
    (group.or === null || group.or === undefined || group.or.some(matches)) &&
    (group.not === null || group.not === undefined || !matches(group.not))
  )
}

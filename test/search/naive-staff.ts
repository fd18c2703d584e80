import type { CompanyRecord, Experience, JobPosting, PersonRecord } from '../../src/corpus/records/index.ts'
import { normalizeDomain } from '../../src/lib/domain-name.ts'
import { expandCountryCodes } from '../../src/corpus/reference/index.ts'
import { inDates, type Dates } from './naive-dates.ts'
import type { CompanyParams } from './naive-params.ts'
import { matchesPosting, tiedTo, type PostingParams } from './naive-postings.ts'
import { holds } from './naive-text.ts'

/** People by company, with their current positions there: what a company record does not say of itself. */
const staffed = new WeakMap<CompanyRecord, readonly Employee[]>()

interface Employee {
  person: PersonRecord
  positions: Experience[]
}

const posted = new WeakMap<CompanyRecord, JobPosting[]>()

/** Remembers which postings are whose. */
export function post(companies: readonly CompanyRecord[], postings: readonly JobPosting[]): void {
  for (const company of companies) posted.set(company, [])
  for (const posting of postings) {
    const company = tiedTo(posting, companies)
    if (company !== undefined) posted.get(company)?.push(posting)
  }
}

/** Postings of a company. */
export const postingsOf = (company: CompanyRecord): readonly JobPosting[] => posted.get(company) ?? []

type PostingRule = NonNullable<NonNullable<CompanyParams['jobPostingsV2']>['anyOf']>[number]

/** Whether one posting of the company satisfies all that a rule asks. */
export function hasPosting(company: CompanyRecord, rule: PostingRule, today: string): boolean {
  const list = <T>(values: T[] | null | undefined) => (values?.length ? values : null)
  const keywords = list(rule.keywords)
  const params: PostingParams = {
    title: list(rule.jobTitle),
    keywords: keywords && { containsAny: keywords },
    seniorityLevel: list(rule.seniority),
    jobFunctions: list(rule.jobFunction),
    employmentType: list(rule.employmentType),
    jobLocationType: list(rule.jobLocationType),
    industries: list(rule.industry),
    countryOrRegionCode: list(rule.countryOrRegionCode),
    location: rule.geoLocation ? { unionAll: [rule.geoLocation] } : null,
    postedAt: rule.postedAt,
    annualSalaryUsd: rule.annualPayUSD,
    yearsOfExperience: rule.yearsOfExperience,
    numApplicants: rule.numApplicants,
    isActive:
      rule.jobPostingStatus === 'active' ? 'true' : rule.jobPostingStatus === 'closed' ? 'false' : null,
  }
  return postingsOf(company).some((posting) => matchesPosting(posting, params, { companies: [], today }))
}

/** Remembers who works where, so that company parameters can be read off a company. */
export function employ(companies: readonly CompanyRecord[], people: readonly PersonRecord[]): void {
  const byName = new Map<string, [PersonRecord, Experience][]>()
  for (const person of people) {
    for (const position of person.experiences ?? []) {
      if (position.is_current !== true) continue
      for (const name of namesOfEmployer(position))
        byName.set(name, [...(byName.get(name) ?? []), [person, position]])
    }
  }
  for (const company of companies) {
    const staff = new Map<PersonRecord, Set<Experience>>()
    for (const [person, position] of namesOfCompany(company).flatMap((name) => byName.get(name) ?? []))
      staff.set(person, (staff.get(person) ?? new Set()).add(position))
    staffed.set(
      company,
      [...staff].map(([person, positions]) => ({ person, positions: [...positions] })),
    )
  }
}

const number = /^[1-9]\d{0,17}$/
const slugName = (slug: string) => `slug ${slug.toLowerCase()}`

/** By its number; by its domain, else its page. */
function namesOfEmployer({ pnet_company_id: id, company_domain, company_slug }: Experience): string[] {
  const tie = company_domain === null ? company_slug && slugName(company_slug) : `domain ${company_domain}`
  return [...(id !== null && number.test(id) ? [`id ${id}`] : []), ...(tie ? [tie] : [])]
}

function namesOfCompany({ li_org_id, domains, pnet_primary_slug, pnet_slugs }: CompanyRecord): string[] {
  const slugs = [pnet_primary_slug, ...(pnet_slugs ?? [])].flatMap((slug) => (slug ? slugName(slug) : []))
  const hosts = (domains ?? []).flatMap((each) => normalizeDomain(each) ?? [])
  return [...new Set([`id ${li_org_id}`, ...hosts.map((host) => `domain ${host}`), ...slugs])]
}

/** Who works at a company. */
export const staffOf = (company: CompanyRecord): readonly Employee[] => staffed.get(company) ?? []

type Rules = NonNullable<CompanyParams['employees']>['rules']

export function obeysStaffRules(
  company: CompanyRecord,
  { rules, joiner }: NonNullable<CompanyParams['employees']>,
  today: string,
): boolean {
  const obeys = (rule: Rules[number]) => {
    const staff = staffOf(company)
    const matching = staff.filter((employee) => isCounted(employee, rule.employeeFilters, today)).length
    const { employeesToMatch: wanted } = rule
    if (wanted.tag === 'all') return staff.length > 0 && matching === staff.length
    return matching >= (wanted.lowerBound ?? 0) && matching <= (wanted.upperBound ?? Infinity)
  }
  return joiner === 'OR' ? rules.some(obeys) : rules.every(obeys)
}

/** Whether a rule counts an employee. */
export function isCounted(
  { person, positions }: Employee,
  asked: Rules[number]['employeeFilters'],
  today: string,
): boolean {
  const { countryCode, jobTitle, recentlyHired } = asked ?? {}
  const isTitled = (position: Experience, phrases: string[] | null | undefined) =>
    !phrases?.length || phrases.some((phrase) => holds(position.title ?? '', phrase))
  if (countryCode?.length) {
    const country = person.inferred_location?.country_code ?? ''
    if (!expandCountryCodes(countryCode).countries.has(country)) return false
  }
  if (!positions.some((position) => isTitled(position, jobTitle))) return false
  if (!recentlyHired?.length) return true
  return recentlyHired.some((hire) =>
    positions.some(
      (position) =>
        // An open range still asks for a day that is known.
        (!hire.hiredAt ||
          (position.start_date !== null && inDates(position.start_date, hire.hiredAt as Dates, today))) &&
        isTitled(position, hire.jobTitle),
    ),
  )
}

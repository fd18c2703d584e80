import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug, readOrganizationId, pageNamedBy } from '../../lib/network-url.ts'
import { memo } from '../../lib/memo.ts'
import { isOwnedBy, type MultiTenantHost, findSharedHost } from '../names/index.ts'
import { companyRecord, type CompanyRecord } from './company.ts'
import { dollarRate } from '../reference/index.ts'
import { completer } from './completer.ts'
import { currencyCode } from './money.ts'
import { currentCompany } from './former-company.ts'
import { experience, type Experience } from './experience.ts'
import {
  jobPosting,
  newsArticle,
  post,
  postComment,
  postReaction,
  type JobPosting,
  type NewsArticle,
  type Post,
  type PostComment,
  type PostReaction,
} from './media.ts'
import type {
  NativeCompany,
  NativeJobPosting,
  NativeNewsArticle,
  NativePerson,
  NativePost,
  NativePostComment,
  NativePostReaction,
} from './native.ts'
import { deriveCompany } from './derive-company.ts'
import { derivePerson } from './derive-person.ts'
import { education } from './person-parts.ts'
import { holdsDoctorate } from './person-tags.ts'
import { personRecord, type PersonRecord } from './person.ts'
import { completeLocation } from './places/complete-location.ts'
import { titleClasses, type TitleClasses } from './title-classes.ts'

/** Records made here, which need not be completed again before their row is built. */
const finished = new WeakSet<object>()

const person = completer(personRecord)

/**
 * The stored form of a person: every member of the record in its fixed order, and nothing else (contact details,
 * outside ids and provenance of a native line are dropped). Missing members are derived from the given ones by these
 * functions alone, whichever way the line came (`derivedPersonMembers`): the first current experience is the
 * `current_job`, level and functions of a position follow from its title, and so on. Of an employer's site the domain
 * stays. Nothing depends on the day.
 */
export function completePerson(members: NativePerson & { primary_slug: string }): PersonRecord {
  const record = person(members)
  if (record.current_job !== null) completePosition(record.current_job)
  // A line that only gives the present job gives a position as well.
  if (record.current_job !== null && (record.experiences ?? []).length === 0)
    record.experiences = [{ ...record.current_job, is_current: true }]
  for (const position of record.experiences ?? []) completePosition(position)
  record.current_job ??= currentJob(record.experiences)
  derivePerson(record)
  finished.add(record)
  return record
}

function currentJob(experiences: Experience[] | null): Experience | null {
  if (experiences !== null) {
    for (const experience of experiences) if (experience.is_current === true) return experience
  }
  return null
}

/** The host of an employer's site, and who shares it. */
const employerDomain = memo((site): { host: string | null; sharedBy: MultiTenantHost | undefined } => {
  const host = normalizeDomain(site)
  return { host: host ?? null, sharedBy: host === undefined ? undefined : findSharedHost(host) }
})

/** What a slug or the address of a page says of an employer; nulls where it says nothing. */
const employerPage = memo((text): { slug: string | null; id: string | null } => {
  const id = readOrganizationId(text)
  if (id !== undefined) return { slug: null, id }
  const page = text.includes('/') ? pageNamedBy(text) : { kind: 'company', slug: normalizeSlug(text) }
  const slug = page !== undefined && page.kind !== 'person' && 'slug' in page ? page.slug : ''
  return { slug: slug === '' ? null : slug, id: null }
})

function completePosition(position: Experience): void {
  if (position.company_domain !== null) {
    const { host, sharedBy } = employerDomain(position.company_domain)
    const isOwn = sharedBy === undefined || isOwnedBy(sharedBy, [position.company_name ?? ''])
    position.company_domain = isOwn ? host : null
  }
  if (position.company_slug !== null) {
    const { slug, id } = employerPage(position.company_slug)
    position.company_slug = slug
    position.pnet_company_id ??= id
  }
  classify(position)
}

function classify(position: Experience): void {
  const hasFunctions = position.job_function !== null && position.job_function.length > 0
  if (position.title === null || (position.seniority !== null && hasFunctions)) return
  const { seniority, functions } = titleClasses(position.title)
  position.seniority ??= seniority
  if (!hasFunctions) position.job_function = [...functions]
}

const company = completer(companyRecord)

/**
 * The stored form of a company: every member of the record in its fixed order, and nothing else. Missing members are
 * derived from the given ones (`derivedCompanyMembers`).
 */
export function completeCompany(members: NativeCompany): CompanyRecord {
  const record = company(currentCompany(members))
  deriveCompany(record)
  finished.add(record)
  return record
}

/** A stored person as it would be completed today. Records written by earlier rules lack later derivations. */
export const upToDatePerson = (record: PersonRecord): PersonRecord =>
  finished.has(record) ? record : completePerson(record)

/** A company in today's form: every one that was completed here is. */
export const renewCompany = <T extends object>(record: T): T =>
  finished.has(record) ? record : currentCompany(record)

/** Members from which the labels of a day follow. Of `tags` it is only right whether a doctorate is among them. */
export type CareerMembers = Pick<PersonRecord, 'experiences' | 'education' | 'tags'>

/**
 * These members as `upToDatePerson` has them; undefined for what only the whole record tells. Positions are completed in place.
 * Every person that is shown is read so, and the whole takes three times as long.
 */
export function upToDateCareer({
  experiences,
  education: studies,
  tags,
}: CareerMembers): CareerMembers | undefined {
  const isComplete =
    experiences?.length &&
    experiences.every((position) => hasAll(position, positionMembers)) &&
    (studies ?? []).every((entry) => hasAll(entry, educationMembers))
  if (!isComplete) return undefined
  for (const position of experiences) completePosition(position)
  const isDoctor = holdsDoctorate({ education: studies })
  return { experiences, education: studies, tags: isDoctor ? [...(tags ?? []), 'phd'] : tags }
}

const positionMembers = Object.keys(experience.shape)
const educationMembers = Object.keys(education.shape)
const hasAll = (entry: object, members: readonly string[]) => members.every((member) => member in entry)

/** The same of a company. */
export const upToDateCompany = (record: CompanyRecord): CompanyRecord =>
  finished.has(record) ? record : completeCompany(record)

/** The same of a job posting. */
export const upToDatePosting = (record: JobPosting): JobPosting =>
  finished.has(record) ? record : completeJobPosting(record)

const posting = completer(jobPosting)

/** Payments a year by the period of pay, with 40 hours, five days and 52 weeks. */
const perYear = { hourly: 2080, daily: 260, weekly: 52, monthly: 12, yearly: 1 } as const

/**
 * The stored form of a job posting. It is open unless it says otherwise or has a closing day. Yearly pay in US
 * dollars is derived, by a dated rate from another currency; the employer's name comes from its reference, level and
 * functions from the title, and the place is completed.
 */
export function completeJobPosting(members: NativeJobPosting): JobPosting {
  const record = posting(members)
  record.company_name ??= record.company?.name ?? null
  record.status ??= record.closed_at === null ? 'active' : 'closed'
  const { compensation_range: pay } = record
  if (pay !== null && pay.currency !== null) pay.currency = currencyCode(pay.currency) ?? pay.currency
  if (record.annual_salary_usd === null) addYearlyPay(record)
  if (record.title !== null) classifyPosting(record, titleClasses(record.title))
  if (record.standardized_location !== null) completeLocation(record.standardized_location)
  if (record.compensation_range !== null) addPay(record.compensation_range)
  finished.add(record)
  return record
}

function classifyPosting(record: JobPosting, { seniority, functions }: TitleClasses): void {
  record.seniority_level ??= seniority
  if (record.job_function === null || record.job_function.length === 0) record.job_function = [...functions]
}

type Compensation = NonNullable<JobPosting['compensation_range']>

/** The clients' names of the periods. Weeks have none, so 52 of them are a year. */
const units = {
  hourly: { period: 'hr', times: 1 },
  daily: { period: 'daily', times: 1 },
  weekly: { period: 'yr', times: 52 },
  monthly: { period: 'm', times: 1 },
  yearly: { period: 'yr', times: 1 },
} as const

/** Each end of the pay with its unit, where currency and period are known. */
function addPay(range: Compensation): void {
  const { currency, period, min, max } = range
  if (currency === null || period === null) return
  const unit = units[period]
  const end = (amount: number | null) =>
    amount === null ? null : { currencyUnit: currency, number: amount * unit.times, period: unit.period }
  range.gte ??= end(min)
  range.lte ??= end(max)
}

/** Yearly pay in US dollars, converted by the rate of the day the posting appeared. */
function addYearlyPay(record: JobPosting): void {
  const { compensation_range: pay, posted_at } = record
  if (pay === null || pay.currency === null || pay.period === null) return
  if (pay.min === null && pay.max === null) return
  const isDollars = pay.currency === 'USD'
  const rate = isDollars ? undefined : dollarRate(pay.currency, posted_at)
  if (!isDollars && rate === undefined) return
  const times = perYear[pay.period]
  const yearly = (amount: number | null) => {
    if (amount === null) return null
    // A converted amount is no more exact than its rate.
    return rate === undefined ? amount * times : Math.round(amount * times * rate.usd_per_unit)
  }
  record.annual_salary_usd = { gte: yearly(pay.min), lte: yearly(pay.max) }
  record.annual_salary_usd_rate = rate ?? null
}

export const completePost: (members: NativePost) => Post = completer(post)
export const completePostComment: (comment: NativePostComment) => PostComment = completer(postComment)
export const completePostReaction: (reaction: NativePostReaction) => PostReaction = completer(postReaction)
export const completeNewsArticle: (article: NativeNewsArticle) => NewsArticle = completer(newsArticle)

import { normalizeDomain } from '../../lib/domain-name.ts'
import { memo } from '../../lib/memo.ts'
import { companyRecord, type CompanyRecord } from './company.ts'
import { completer } from './completer.ts'
import type { Experience } from './experience.ts'
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
import { standardIndustriesOf } from './industry-words.ts'
import { personRecord, type PersonRecord } from './person.ts'
import { titleClasses } from './title-classes.ts'

const person = completer(personRecord)

/**
 * The stored form of a person: every member of the record in its fixed order, nothing else (contact
 * details, outside ids and provenance of a native line are dropped). An absent `current_job` becomes the
 * first current experience; level and functions that a position does not give are read from its title. Of an employer's
 * site the domain is kept, of what is none nothing.
 */
export function completePerson(given: NativePerson & { primary_slug: string }): PersonRecord {
  const record = person(given)
  for (const position of record.experiences ?? []) completePosition(position)
  if (record.current_job !== null) completePosition(record.current_job)
  record.current_job ??= currentJob(record.experiences)
  return record
}

function currentJob(experiences: Experience[] | null): Experience | null {
  if (experiences !== null) {
    for (const experience of experiences) if (experience.is_current === true) return experience
  }
  return null
}

const employerDomain = memo((site) => normalizeDomain(site) ?? null)

function completePosition(position: Experience): void {
  if (position.company_domain !== null) position.company_domain = employerDomain(position.company_domain)
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
 * The stored form of a company: every member of the record in its fixed order, nothing else. Without standard industries
 * it has those that its industries elsewhere and its categories mean.
 */
export function completeCompany(given: NativeCompany): CompanyRecord {
  const record = company(given)
  if (record.standard_industries === null || record.standard_industries.length === 0) {
    record.standard_industries = standardIndustriesOf([
      ...(record.li_industries ?? []).map((each) => each.name),
      ...(record.alt_industries ?? []),
      ...(record.categories ?? []),
    ])
  }
  return record
}

const posting = completer(jobPosting)

/** Payments of a year, by the period pay is given for: 40 hours, five days, 52 weeks. */
const perYear = { hourly: 2080, daily: 260, weekly: 52, monthly: 12, yearly: 1 } as const

/**
 * The stored form of a job posting. One that does not say is open until it has a day it was closed; yearly pay in US
 * dollars is worked out where the pay is in US dollars; the employer's name is taken from its reference.
 */
export function completeJobPosting(given: NativeJobPosting): JobPosting {
  const record = posting(given)
  record.company_name ??= record.company?.name ?? null
  record.status ??= record.closed_at === null ? 'active' : 'closed'
  record.annual_salary_usd ??= yearlyPay(record.compensation_range)
  return record
}

function yearlyPay(pay: JobPosting['compensation_range']): JobPosting['annual_salary_usd'] {
  if (pay?.currency !== 'USD' || pay.period === null || (pay.min === null && pay.max === null)) return null
  const times = perYear[pay.period]
  return {
    gte: pay.min === null ? null : pay.min * times,
    lte: pay.max === null ? null : pay.max * times,
  }
}

export const completePost: (given: NativePost) => Post = completer(post)
export const completePostComment: (given: NativePostComment) => PostComment = completer(postComment)
export const completePostReaction: (given: NativePostReaction) => PostReaction = completer(postReaction)
export const completeNewsArticle: (given: NativeNewsArticle) => NewsArticle = completer(newsArticle)

import { companyRecord, type CompanyRecord } from './company.ts'
import { completer } from './completer.ts'
import type { Experience } from './experience.ts'
import {
  fundingRound,
  jobPosting,
  newsArticle,
  post,
  type FundingRound,
  type JobPosting,
  type NewsArticle,
  type Post,
} from './media.ts'
import type {
  NativeCompany,
  NativeFundingRound,
  NativeJobPosting,
  NativeNewsArticle,
  NativePerson,
  NativePost,
} from './native.ts'
import { personRecord, type PersonRecord } from './person.ts'

const person = completer(personRecord)

/**
 * The stored form of a person: every member of the record in its fixed order, nothing else (contact
 * details, outside ids and provenance of a native line are dropped). An absent `current_job` becomes the
 * first current experience.
 */
export function completePerson(given: NativePerson & { primary_slug: string }): PersonRecord {
  const record = person(given)
  record.current_job ??= currentJob(record.experiences)
  return record
}

function currentJob(experiences: Experience[] | null): Experience | null {
  if (experiences !== null) {
    for (const experience of experiences) if (experience.is_current === true) return experience
  }
  return null
}

/** The stored form of a company: every member of the record in its fixed order, nothing else. */
export const completeCompany: (given: NativeCompany) => CompanyRecord = completer(companyRecord)

export const completeJobPosting: (given: NativeJobPosting) => JobPosting = completer(jobPosting)
export const completeFundingRound: (given: NativeFundingRound) => FundingRound = completer(fundingRound)
export const completePost: (given: NativePost) => Post = completer(post)
export const completeNewsArticle: (given: NativeNewsArticle) => NewsArticle = completer(newsArticle)

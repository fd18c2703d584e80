import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import {
  employmentType,
  industry,
  jobFunction,
  jobLocationType,
  postingSeniority,
} from '../../records/index.ts'
import { and, compileInto, type Condition } from '../condition.ts'
import { dateRange } from '../dates.ts'
import { conditionLists, ruleFilter, readSnapshot, type FilterContext } from '../filter.ts'
import { amountRange } from '../amount-range.ts'
import { locationStrategy, near } from '../place.ts'
import { postingFilters } from '../posting-filters.ts'
import { requireColumns } from '../lacking-rows.ts'
import { visibleAt } from '../visibility.ts'

const some = <T extends z.ZodType>(item: T) => optional(z.array(item).max(200))

/** What one posting of the company must satisfy. An absent or empty member asks nothing. */
const postingRule = z
  .object({
    jobTitle: some(z.string().min(1).max(500)).describe('The title contains one of these phrases.'),
    keywords: some(z.string().min(1)).describe(
      'Title, employer or description contain one of these phrases.',
    ),
    seniority: some(postingSeniority),
    jobFunction: some(jobFunction),
    employmentType: some(employmentType),
    jobLocationType: some(jobLocationType),
    industry: some(industry),
    countryOrRegionCode: some(z.string().min(1)),
    geoLocation: optional(locationStrategy).describe('Place of work.'),
    postedAt: optional(dateRange),
    annualPayUSD: optional(amountRange).describe('The stated yearly pay meets this range.'),
    yearsOfExperience: optional(amountRange).describe('The required years of experience meet this range.'),
    numApplicants: optional(amountRange).describe('The stated number of applicants meets this range.'),
    jobPostingStatus: optional(z.enum(['active', 'closed', 'either'])).describe('Absent means either.'),
  })
  .meta({ id: 'JobPostingRule' })

export type PostingRule = z.output<typeof postingRule>

/** The posting filter that each member is passed to. */
const filters = {
  jobTitle: postingFilters.title,
  seniority: postingFilters.seniorityLevel,
  jobFunction: postingFilters.jobFunctions,
  employmentType: postingFilters.employmentType,
  jobLocationType: postingFilters.jobLocationType,
  industry: postingFilters.industries,
  countryOrRegionCode: postingFilters.countryOrRegionCode,
  postedAt: postingFilters.postedAt,
  annualPayUSD: postingFilters.annualSalaryUsd,
  yearsOfExperience: postingFilters.yearsOfExperience,
  numApplicants: postingFilters.numApplicants,
} as const

/** Compiles what a rule asks of a posting. */
export function postingCondition(rule: PostingRule, context: FilterContext): Condition {
  const makeContext = (member: string) => ({ ...context, path: `${context.path}.${member}` })
  const parts = Object.entries(filters).flatMap(([member, { condition }]) => {
    const value = rule[member as keyof typeof filters]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    return condition(value as never, makeContext(member))
  })
  const { keywords, geoLocation, jobPostingStatus: status } = rule
  if (keywords !== undefined && keywords.length > 0) {
    const containsAny = { containsAny: keywords, containsAll: undefined, containsNone: undefined }
    parts.push(postingFilters.keywords.condition(containsAny, makeContext('keywords')))
  }
  if (geoLocation !== undefined) parts.push(near(geoLocation, makeContext('geoLocation')))
  if (status === 'active' || status === 'closed')
    parts.push(
      postingFilters.isActive.condition(
        status === 'active' ? 'true' : 'false',
        makeContext('jobPostingStatus'),
      ),
    )
  return and(parts)
}

/** Companies with a posting that satisfies a rule. A posting holds the entity number of its company. */
function hasPosting(rule: PostingRule, context: FilterContext): Condition {
  const posting = postingCondition(rule, context)
  const snapshot = readSnapshot(context, 'postings')
  return {
    kind: 'sql',
    text: (bind) => {
      const rows = compileInto(visibleAt('postings', posting, snapshot), bind)
      requireColumns('postings', 'company_id', snapshot.lacks)
      return `id ${bind.within} (SELECT company_id FROM job_postings WHERE company_id != 0 AND ${rows})`
    },
  }
}

/** Companies with an open posting in the corpus. */
export const hasOpenPosting = (context: FilterContext): Condition =>
  hasPosting({ jobPostingStatus: 'active' } as PostingRule, context)

/** Company search parameters about its job postings in the corpus. */
export const jobPostingFilters = {
  jobPostingsV2: ruleFilter(postingRule, (value, context) =>
    conditionLists(value, (rule, list, index) =>
      hasPosting(rule, { ...context, path: `${context.path}.${list}[${index}]` }),
    ),
  ),
}

export const jobPostingMeanings: Record<keyof typeof jobPostingFilters, string> = {
  jobPostingsV2: 'Job postings of the company in the corpus; all conditions of a rule apply to one posting.',
}

import { z } from 'zod'
import { invalidMember, optional } from '../../../operation/index.ts'
import {
  employmentType,
  industry,
  jobFunction,
  jobLocationType,
  postingSeniority,
} from '../../records/index.ts'
import { postingStatKey, type PostingStat } from '../../search-index/index.ts'
import { never, type Condition } from '../condition.ts'
import { countriesIn } from '../country.ts'
import { conditionLists, ruleFilter, type FilterContext } from '../filter.ts'
import { isCrossed, isOpen, numberRange, rangeCondition, withinRange } from '../range.ts'

const count = numberRange(z.number().int().min(0))

const range = z.discriminatedUnion('type', [
  z.object({ type: z.literal('count-range'), range: count.describe('Number of open postings.') }),
  z.object({
    type: z.literal('percent-range'),
    rangeInHundredths: numberRange(z.number().min(0).max(100)).describe(
      'Share of all open postings in percent, 0 to 100.',
    ),
  }),
])

/** A condition on the open postings of a company, all or of one kind. */
const statRule = z
  .discriminatedUnion('rule', [
    z.object({ rule: z.literal('total'), count: count.describe('Number of open postings.') }),
    z.object({
      rule: z.literal('country'),
      countryOrRegionCode: optional(z.string().min(1)).describe('Alpha-3 code, or a region (X-…).'),
      countryCode: optional(z.string().min(1)).describe('The same, by its other name.'),
      range,
    }),
    z.object({ rule: z.literal('seniority'), seniority: postingSeniority, range }),
    z.object({ rule: z.literal('employment-type'), employmentType, range }),
    z.object({ rule: z.literal('job-function'), jobFunction, range }),
    z.object({
      rule: z.literal('location-type'),
      jobLocationType: optional(jobLocationType),
      locationType: optional(jobLocationType).describe('The same, by its other name.'),
      range,
    }),
    z.object({ rule: z.literal('industry'), industry, range }),
  ])
  .meta({ id: 'JobPostingStatRule' })

type StatRule = z.output<typeof statRule>
type KindRule = Exclude<StatRule, { rule: 'total' }>

/** Lists the entries of the statistics that a rule adds up. A region is several countries. */
function makeKeys(rule: KindRule, { path, advise }: Pick<FilterContext, 'path' | 'advise'>): string[] {
  const key = (stat: PostingStat, value: string) => [postingStatKey(stat, value)]
  switch (rule.rule) {
    case 'country':
      return listCountries(rule, { path, advise }).flatMap((code) => key('country', code))
    case 'seniority':
      return key('seniority', rule.seniority)
    case 'employment-type':
      return key('employment-type', rule.employmentType)
    case 'job-function':
      return key('job-function', rule.jobFunction)
    case 'location-type':
      return key('location-type', readLocationType(rule, path))
    case 'industry':
      return key('industry', rule.industry)
  }
}

function listCountries(
  rule: Extract<KindRule, { rule: 'country' }>,
  { path, advise }: Pick<FilterContext, 'path' | 'advise'>,
): string[] {
  if (rule.countryOrRegionCode !== undefined)
    return countriesIn([rule.countryOrRegionCode], () => `${path}.countryOrRegionCode`, { advise })
  if (rule.countryCode !== undefined)
    return countriesIn([rule.countryCode], () => `${path}.countryCode`, { advise })
  throw invalidMember(path, 'Expected countryOrRegionCode or countryCode.', 'required')
}

function readLocationType(rule: Extract<KindRule, { rule: 'location-type' }>, path: string): string {
  const type = rule.jobLocationType ?? rule.locationType
  if (type === undefined) throw invalidMember(path, 'Expected jobLocationType or locationType.', 'required')
  return type
}

const isCounted = 'open_postings >= 0'

function statCondition(rule: StatRule, context: Pick<FilterContext, 'path' | 'advise'>): Condition {
  if (rule.rule === 'total') return rangeCondition('open_postings', rule.count, isCounted)
  const isCount = rule.range.type === 'count-range'
  const bounds = rule.range.type === 'count-range' ? rule.range.range : rule.range.rangeInHundredths
  const keys = makeKeys(rule, context)
  if (isCrossed(bounds)) return never
  const wanted = isOpen(bounds) ? { lowerBound: 0 } : bounds
  return {
    kind: 'sql',
    text: (bind) => {
      const own = `arraySum((k, n) -> if(has(${bind.value('Array(String)', keys)}, k), n, 0), posting_keys, posting_counts)`
      if (isCount) return `(${isCounted} AND ${withinRange(bind, own, wanted)})`
      return `(open_postings > 0 AND ${withinRange(bind, `(${own} / open_postings * 100)`, wanted)})`
    },
  }
}

/** Company search parameters about the number of open postings. */
export const postingStatFilters = {
  jobPostingStats: ruleFilter(statRule, (value, context) =>
    conditionLists(value, (rule, list, index) =>
      statCondition(rule, { ...context, path: `${context.path}.${list}[${index}]` }),
    ),
  ),
}

export const postingStatMeanings: Record<keyof typeof postingStatFilters, string> = {
  jobPostingStats:
    'Number and share of open postings, all or of one kind, as the company record counts them.',
}

import { z } from 'zod'
import { companyRecord } from './company.ts'
import {
  acceleratorFounder,
  companyAccelerator,
  companyInvestor,
  employeeTrend,
  fullFundingRound,
  fundingRoundStats,
  fundingSummary,
  investmentStats,
  office,
} from './company-parts.ts'
import { emailKind, emailVerdict, employeeTrendFunction, phoneKind } from './enums.ts'
import { experience, tenure } from './experience.ts'
import { countryCode, nativeLocation } from './location.ts'
import { fundingRound, jobPosting, newsArticle, post, postComment, postReaction } from './media.ts'
import { usdAmount } from './money.ts'
import { personRecord } from './person.ts'
import {
  article,
  certification,
  course,
  education,
  membership,
  patent,
  project,
  publication,
  spokenLanguage,
  volunteering,
} from './person-parts.ts'

// Entries that a file may give in part. Members left out are unknown.
const some = <Shape extends z.ZodRawShape>(entry: z.ZodObject<Shape>) => z.array(entry.partial()).nullish()

// An amount in another currency becomes US dollars.
const dollars = usdAmount.nullish()
const summaryLine = fundingSummary.extend({ raised_amount_usd: dollars, post_money_valuation_usd: dollars })
const roundLine = {
  round_raised_usd: dollars,
  round_valuation_usd: dollars,
  round_country_code: countryCode.nullish(),
}

/** What every line may say about itself. It becomes the provenance of each member. */
export const provenance = {
  source: z.string().min(1).nullish().describe('Where the line comes from'),
  observed_at: z.string().nullish().describe('When it was true, ISO 8601; the time of import if absent'),
  confidence: z.number().min(0).max(1).nullish().describe('How sure the source is, 0 to 1'),
}

// The source of a detail, where it differs from its line's.
const ownProvenance = {
  source: z.string().min(1).nullish().describe('Where this one comes from'),
  observed_at: z.string().nullish().describe('When it was true, ISO 8601'),
  confidence: z.number().min(0).max(1).nullish().describe('How sure the source is, 0 to 1'),
}

const contactEmail = z
  .object({
    email: z.string(),
    type: emailKind.nullish(),
    status: emailVerdict.nullish().describe('Result of a check of the address'),
    ...ownProvenance,
  })
  .meta({ id: 'NativeEmail' })

const contactPhone = z
  .object({ number: z.string(), type: phoneKind.nullish(), ...ownProvenance })
  .meta({ id: 'NativePhone' })

/**
 * One line of a `native` people file: the person record with everything optional, and contact details. These are kept
 * apart from the record, like names of accounts among the outside ids, because showing them is charged separately.
 */
export const nativePerson = personRecord
  .omit({ entity_id: true, detailed_education: true, detailed_work_experiences: true })
  .partial()
  .extend({
    primary_slug: z.string().nullish(),
    articles: some(article),
    certifications: some(certification),
    courses: some(course),
    education: some(education),
    experiences: some(experience),
    inferred_location: nativeLocation.nullish(),
    patents: some(patent),
    projects: some(project),
    publications: some(publication),
    volunteering: some(volunteering),
    tenures: z.array(tenure.partial()).nullish(),
    organizations: some(membership),
    current_job: experience.partial().nullish(),
    languages: some(spokenLanguage),
    emails: z.array(contactEmail).nullish(),
    phone_numbers: z.array(contactPhone).nullish(),
    ...provenance,
  })
  .meta({ id: 'NativePerson' })

const nativeOffice = office.partial().extend({ location: nativeLocation.nullish() })

// Former forms, which files may still have (former-company.ts).
const word = z.string().nullish()
const figure = z.number().nullish()
const formerParent = z.object({ name: word, li_org_id: word, pnet_primary_slug: word, domain: word })
type FounderShape = typeof acceleratorFounder.shape
const founderLine = z.object({
  ...(Object.fromEntries(
    Object.entries(acceleratorFounder.shape).map(([name, member]) => [name, member.nullable()]),
  ) as { [K in keyof FounderShape]: z.ZodNullable<FounderShape[K]> }),
  name: word,
  title: word,
})
const nativeAccelerator = companyAccelerator.partial().extend({ founders: z.array(founderLine).nullish() })
const nativeTrend = employeeTrend
  .partial()
  .extend({ functions: z.union([employeeTrend.shape.functions, z.array(employeeTrendFunction)]) })

/** One line of a `native` companies file: the company record with everything optional. */
export const nativeCompany = companyRecord
  .omit({ entity_id: true })
  .partial()
  .extend({
    location_consensus: nativeLocation.nullish(),
    li_locations: z.array(nativeOffice).nullish(),
    revenue_usd: dollars,
    market_cap_usd: dollars,
    total_funding_consensus: dollars,
    funding_rounds: some(summaryLine),
    full_funding_rounds: some(fullFundingRound.extend(roundLine)),
    latest_funding_consensus: z.union([usdAmount, summaryLine.partial()]).nullish(),
    parent: z.union([z.string(), formerParent]).nullish(),
    funding_round_stats: fundingRoundStats
      .partial()
      .extend({ count: figure, investor_count: figure })
      .nullish(),
    investment_stats: investmentStats
      .partial()
      .extend({ num_investments: figure, num_lead_investments: figure })
      .nullish(),
    accelerators: z.array(nativeAccelerator).nullish(),
    best_funding_round: fundingSummary.partial().nullish(),
    investors: some(companyInvestor),
    employee_trends: z.array(nativeTrend).nullish(),
    ...provenance,
  })
  .meta({ id: 'NativeCompany' })

/** One line of a `native` job postings file. */
export const nativeJobPosting = jobPosting
  .partial()
  .extend({
    job_id: z.string(),
    standardized_location: nativeLocation.nullish(),
    compensation_range: jobPosting.shape.compensation_range.unwrap().partial().nullish(),
    ...provenance,
  })
  .meta({ id: 'NativeJobPosting' })

/** One line of a `native` funding rounds file. */
export const nativeFundingRound = fundingRound
  .partial()
  .extend({
    round_id: z.string().nullish(),
    external_ids: companyRecord.shape.external_ids
      .nullish()
      .describe('Ids of the company in other data sets'),
    ...roundLine,
    ...provenance,
  })
  .meta({ id: 'NativeFundingRound' })

/** One line of a `native` posts file. */
export const nativePost = post
  .partial()
  .extend({ post_id: z.string(), ...provenance })
  .meta({ id: 'NativePost' })

/** One line of a `native` comments file. */
export const nativePostComment = postComment
  .partial()
  .extend({ comment_id: z.string().min(1), post_id: z.string().min(1), ...provenance })
  .meta({ id: 'NativePostComment' })

/** One line of a `native` reactions file. */
export const nativePostReaction = postReaction
  .partial()
  .extend({ post_id: z.string().min(1), ...provenance })
  .meta({ id: 'NativePostReaction' })

/** One line of a `native` news file. */
export const nativeNewsArticle = newsArticle
  .partial()
  .extend({ article_id: z.string(), ...provenance })
  .meta({ id: 'NativeNewsArticle' })

export type NativePerson = z.infer<typeof nativePerson>
export type NativeCompany = z.infer<typeof nativeCompany>
export type NativeJobPosting = z.infer<typeof nativeJobPosting>
export type NativeFundingRound = z.infer<typeof nativeFundingRound>
export type NativePost = z.infer<typeof nativePost>
export type NativePostComment = z.infer<typeof nativePostComment>
export type NativePostReaction = z.infer<typeof nativePostReaction>
export type NativeNewsArticle = z.infer<typeof nativeNewsArticle>

/** The source of made-up records. No file, mapping or outside source may have this name. */
export const sampleSource = 'sample'

/** Why a source may not have the sample's name. */
export const sampleNameRefusal = `${sampleSource} is the name of the made-up sample; give the source another name`

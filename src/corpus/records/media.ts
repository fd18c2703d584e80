import { z } from 'zod'
import { briefRecord, entityRecord } from '../../operation/index.ts'
import { fullFundingRound } from './company-parts.ts'
import {
  employmentType,
  industry,
  jobFunction,
  jobLocationType,
  jobPostingStatus,
  payPeriod,
  reactionType,
  postingSeniority,
  sentiment,
} from './enums.ts'
import { date, list, numberRange, text, texts, quantity } from './fields.ts'
import { locationRecord } from './location.ts'
import { measures } from './quantities.ts'

/** Identifiers that tie a record to a company of the corpus. Any one is enough. */
export const companyReference = z
  .object({
    li_org_id: text('Organization id on the network'),
    pnet_primary_slug: text('Slug on the network'),
    domain: text('Domain'),
    name: text('Name'),
  })
  .meta({ id: 'CompanyReference' })

/** Pay with its unit. Weekly pay is converted to a year. */
const pay = z
  .object({
    currencyUnit: z.string().describe('ISO 4217 code'),
    number: z.number(),
    period: z.enum(['hr', 'm', 'yr', 'daily']),
  })
  .meta({ id: 'Pay' })

const exchangeRate = z
  .object({
    currency: z.string().describe('ISO 4217 code of the pay'),
    usd_per_unit: z.number().describe('US dollars that one unit was worth'),
    date: z.string().describe('Day of the rate, ISO 8601'),
    source: z.string().describe('Who published it'),
  })
  .meta({ id: 'ExchangeRate' })

export const jobPosting = z
  .object({
    job_id: z.string().describe('Id of the posting'),
    title: text('Title'),
    company_name: text('Employer'),
    company_logo_url: text('Logo of the employer'),
    posted_at: text('When it appeared, ISO 8601'),
    job_url: text('Address'),
    applicant_range: measures('count', numberRange.nullable().describe('Applicants so far')),
    description: text('Text of the posting'),
    seniority_level: postingSeniority.nullable(),
    employment_type: employmentType.nullable(),
    job_function: list(jobFunction, 'Functions'),
    standard_industries: list(industry, 'Industries'),
    compensation_range: z
      .object({
        min: quantity('price', 'Lower end'),
        max: quantity('price', 'Upper end'),
        currency: text('ISO 4217 code'),
        period: payPeriod.nullable(),
        gte: pay.nullable().describe('The lower end with its unit'),
        lte: pay.nullable().describe('The upper end with its unit'),
      })
      .nullable(),
    annual_salary_usd: measures('dollars', numberRange.nullable().describe('Yearly pay in US dollars')),
    annual_salary_usd_rate: exchangeRate
      .nullable()
      .describe('The rate used to compute yearly pay; null if that was given, or the pay is in US dollars'),
    years_of_experience: measures('workingYears', numberRange.nullable().describe('Years required')),
    standardized_location: locationRecord.nullable(),
    job_location_type: jobLocationType.nullable(),
    status: jobPostingStatus,
    raw_industries: text('Industries as the posting words them'),
    closed_at: text('When it was closed, ISO 8601'),
    company: companyReference.nullable(),
  })
  .meta({ id: 'JobPostingRecord' })
entityRecord('postings', jobPosting)
briefRecord(jobPosting, [
  'job_id',
  'title',
  'company_name',
  'posted_at',
  'job_url',
  'employment_type',
  'annual_salary_usd',
  'standardized_location.formatted_address',
  'job_location_type',
  'status',
])

/** A funding round as its own record: the company's round plus which company, and when it was seen. */
export const fundingRound = fullFundingRound
  .extend({
    round_id: z.string().describe('Id of the round'),
    company: companyReference.nullable(),
  })
  .meta({ id: 'FundingRoundRecord' })

export const post = z
  .object({
    post_id: z.string().describe('Id of the post'),
    post_url: text('Address'),
    author_type: z.enum(['company', 'person']).nullable(),
    author_name: text('Author'),
    author_pnet_slug: text('Slug of the author on the network'),
    author_pnet_url: text('Address of the author on the network'),
    author_profile_picture: text('Picture of the author'),
    company: companyReference.nullable().describe('The company, if a company wrote it'),
    posted_at: text('When it appeared, ISO 8601'),
    caption: text('Text'),
    sub_text: text('Text under the author'),
    image_urls: texts('Pictures'),
    video_url: text('Video'),
    num_reactions: quantity('count', 'Reactions'),
    num_comments: quantity('count', 'Comments'),
    num_shares: quantity('count', 'Shares'),
    reactions_by_type: z
      .record(z.string(), z.number())
      .nullable()
      .describe('Reactions by kind (LIKE, LOVE, INSIGHTFUL, CELEBRATE, SUPPORT, FUNNY)'),
    reshared_post_id: text('The post it reshares'),
    language_code: text('BCP-47 tag'),
  })
  .meta({ id: 'PostRecord' })
entityRecord('posts', post)
briefRecord(post, [
  'post_id',
  'author_name',
  'posted_at',
  'caption',
  'num_reactions',
  'num_comments',
  'post_url',
])

/** The author of a comment or reaction. */
const activityAuthor = {
  author_type: z.enum(['company', 'person']).nullable(),
  author_name: text('Name of the author'),
  author_headline: text('Headline of the author'),
  author_pnet_slug: text('Slug of the author on the network'),
  author_pnet_url: text('Address of the author on the network'),
  author_profile_picture: text('Picture of the author'),
  company: companyReference.nullable().describe('The company, if a company is the author'),
}

export const postComment = z
  .object({
    comment_id: z.string().describe('Id of the comment'),
    post_id: z.string().describe('The post it is on'),
    parent_id: text('The comment it replies to'),
    comment_url: text('Address'),
    ...activityAuthor,
    posted_at: text('When it appeared, ISO 8601'),
    text: text('Text'),
    num_reactions: quantity('count', 'Reactions'),
    num_replies: quantity('count', 'Answers to it'),
    language_code: text('BCP-47 tag'),
  })
  .meta({ id: 'PostCommentRecord' })
entityRecord('comments', postComment)
briefRecord(postComment, ['comment_id', 'post_id', 'author_name', 'posted_at', 'text', 'num_reactions'])

export const postReaction = z
  .object({
    reaction_id: text('Id of the reaction; without one, post and author identify it'),
    post_id: z.string().describe('The post it is to'),
    reaction_type: reactionType.nullable(),
    ...activityAuthor,
    reacted_at: text('When, ISO 8601'),
  })
  .meta({ id: 'PostReactionRecord' })
entityRecord('reactions', postReaction)

export const newsArticle = z
  .object({
    article_id: z.string().describe('Id of the article'),
    url: text('Address'),
    title: text('Title'),
    published_at: text('When it appeared, ISO 8601'),
    publisher_name: text('Publisher'),
    publisher_domain: text('Domain of the publisher'),
    summary: text('Summary'),
    sentiment: sentiment.nullable(),
    topic: text('What it is about, e.g. `funding`, `launch`, `layoffs`'),
    event_date: date('Day of the event it reports'),
    language_code: text('BCP-47 tag'),
    companies: list(companyReference, 'Companies it is about'),
  })
  .meta({ id: 'NewsArticleRecord' })
entityRecord('news', newsArticle)
briefRecord(newsArticle, ['article_id', 'title', 'url', 'published_at', 'publisher_name', 'summary', 'topic'])

export type CompanyReference = z.infer<typeof companyReference>
export type JobPosting = z.infer<typeof jobPosting>
export type FundingRound = z.infer<typeof fundingRound>
export type Post = z.infer<typeof post>
export type PostComment = z.infer<typeof postComment>
export type PostReaction = z.infer<typeof postReaction>
export type NewsArticle = z.infer<typeof newsArticle>

import { z } from 'zod'
import { locationRecord } from '../../corpus/records/index.ts'

const text = (doc: string) => z.string().nullable().describe(doc)
const number = (doc: string) => z.number().nullable().describe(doc)
const texts = (doc: string) => z.array(z.string()).describe(doc)

const companyProfile = z.object({
  name: text('Name.'),
  domain: text('Main domain.'),
  website: text('Website.'),
  pnetUrl: text('URL of the page on the network.'),
  pnetOrgId: text('Organization id on the network.'),
  logoUrl: text('URL of the logo.'),
  headline: text('Headline on the network.'),
  industries: texts('Standard industries.'),
  specialties: texts('Specialties.'),
  technologies: texts('Technologies in use.'),
  tags: texts('Derived labels.'),
  status: text('`active`, `acquired` or `closed`.'),
  foundedOn: text('Day founded, as far as known.'),
  employeeCountLowerBound: number('Lowest number of employees.'),
  employeeCountUpperBound: number('Highest number of employees.'),
  followerCount: number('Followers on the network.'),
  headquarters: text('Headquarters in one line.'),
  revenueUsd: number('Yearly revenue in US dollars, where a source gives it.'),
})

const founder = z.object({
  name: text('Name.'),
  role: text('Title.'),
  pnetUrl: text('URL of the profile on the network.'),
  profilePicUrl: text('URL of the picture.'),
})

const fundingInfo = z.object({
  stage: text('Funding stage.'),
  totalFundingUsd: number('Sum raised in US dollars.'),
  lastRoundUsd: number('Sum of the newest round in US dollars.'),
  lastRoundDate: text('Day of the newest round.'),
  investors: texts('Names of investors.'),
  description: z.string().describe('The same as a sentence.'),
})

const change = z.object({ percent: z.number(), quantity: z.int() }).nullable()

const headcount = z.object({
  latestSnapshotDate: z.string(),
  snapshots: z.array(z.object({ date: z.string(), employees: z.int() })).describe('Oldest first.'),
  growth: z
    .record(z.string(), change)
    .describe('By months (`1m` to `36m`): change up to the newest count; null without a count near.'),
})

const jobPost = z.object({
  title: text('Title.'),
  url: text('Address.'),
  postedAt: text('When it appeared, ISO 8601.'),
  location: text('Place in one line.'),
  seniority: text('Level.'),
  jobFunctions: texts('Functions.'),
})

const article = z.object({
  title: text('Title.'),
  url: text('Address.'),
  date: text('When it appeared, ISO 8601.'),
  summary: text('Summary.'),
  sentiment: text('Sentiment.'),
})

export const scoutingReport = z
  .object({
    companySummary: z.string().describe('What is known, in sentences.'),
    companyProfile,
    founders: z
      .array(founder)
      .describe('Founders named by programmes, and people with such a title there now.'),
    fundingInfo,
    historicalHeadcount: headcount.nullable(),
    officeLocations: z.array(
      z.object({
        address: text('Address as written.'),
        isHeadquarters: z.boolean().nullable(),
        location: locationRecord.nullable(),
      }),
    ),
    jobPosts: z.array(jobPost).describe('Open postings, the newest first.'),
    news: z.array(article).describe('The newest articles first.'),
    mediaLinks: z
      .array(z.object({ type: z.enum(['podcast', 'youtube']), title: text('Title.'), url: z.string() }))
      .describe('Links to videos and podcasts in its record, its posts and the news about it.'),
    blogPosts: z
      .array(z.object({ title: text('Title.'), url: z.string(), date: text('When it appeared.') }))
      .describe('Blogs of the company, and its posts on the network.'),
    companyPhotos: texts('Pictures in posts of the company.'),
    milestones: z
      .array(
        z.object({
          date: z.string().describe('Day, or only year or month where known.'),
          type: z.enum(['founded', 'funding', 'acquisition', 'ranking']),
          title: z.string(),
        }),
      )
      .describe('Oldest first.'),
  })
  .meta({ id: 'ScoutingReport' })

export type ScoutingReport = z.output<typeof scoutingReport>

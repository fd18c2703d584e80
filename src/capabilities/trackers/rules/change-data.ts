import { z } from 'zod'

const text = z.string().nullable()
const value = z.union([z.string(), z.number(), z.boolean()]).nullable()

/** A value that became another. */
export const scalarChange = z
  .object({ kind: z.literal('scalar'), previous: value, current: value })
  .meta({ id: 'TrackerScalarChange' })

const round = z.object({
  type: text,
  amountUsd: z.number().nullable(),
  date: text,
  investors: z.array(z.object({ name: text, type: z.array(z.string()) })),
})

export const stageChange = scalarChange
  .extend({ currentRoundDetails: round.nullable() })
  .meta({ id: 'TrackerStageChange' })

/** A number that became another. */
export const numericChange = z
  .object({
    kind: z.literal('numeric'),
    previous: z.number(),
    current: z.number(),
    direction: z.enum(['increased', 'decreased']),
    absoluteChange: z.number(),
    percentChange: z.number().nullable().describe('Null from zero.'),
  })
  .meta({ id: 'TrackerNumericChange' })

export const tenureChange = numericChange
  .extend({ companyName: text, pnetCompanyId: text, title: text })
  .meta({ id: 'TrackerTenureChange' })

export const departmentChange = numericChange
  .extend({ department: z.string(), count: z.number() })
  .meta({ id: 'TrackerDepartmentChange' })

export const locationChange = z
  .object({
    kind: z.literal('location'),
    previous: text,
    current: text,
    countryChanged: z.boolean(),
    stateChanged: z.boolean(),
    cityChanged: z.boolean(),
    distanceMiles: z.number().nullable(),
  })
  .meta({ id: 'TrackerLocationChange' })

export const fundingRoundChange = round
  .extend({ kind: z.literal('funding_round') })
  .meta({ id: 'TrackerFundingRound' })

export const postingChange = z
  .object({
    kind: z.literal('job_posting'),
    jobId: z.string(),
    title: text,
    jobUrl: text,
    location: text,
    locationType: text,
    seniorityLevel: text,
    jobFunction: text,
    jobFunctions: z.array(z.string()),
    postedAt: text,
    status: text,
  })
  .meta({ id: 'TrackerJobPosting' })

export const newsChange = z
  .object({
    kind: z.literal('news_article'),
    url: text,
    title: text,
    publishedAt: text,
    publisherName: text,
    summary: text,
    sentiment: text,
  })
  .meta({ id: 'TrackerNewsArticle' })

export const postChange = z
  .object({
    kind: z.literal('post'),
    postId: z.string(),
    postUrl: text,
    caption: text,
    postedAt: text,
    numReactions: z.number().nullable(),
    numComments: z.number().nullable(),
    numShares: z.number().nullable(),
    posterName: text,
    posterSlug: text,
    posterUrl: text,
  })
  .meta({ id: 'TrackerPost' })

export const commentChange = z
  .object({
    kind: z.literal('comment'),
    commentId: z.string(),
    postId: z.string(),
    commentUrl: text,
    text,
    commentedAt: text,
  })
  .meta({ id: 'TrackerComment' })

export const reactionChange = z
  .object({
    kind: z.literal('reaction'),
    postId: z.string(),
    reactionType: text,
    reactedAt: text,
  })
  .meta({ id: 'TrackerReaction' })

export const positionChange = z
  .object({
    kind: z.literal('experience'),
    pnetCompanyId: text,
    companyName: text,
    companyDomains: z.array(z.string()),
    title: text,
    isCurrent: z.boolean(),
    startDate: text,
    endDate: text,
    location: text,
    employmentType: z.array(z.string()),
    seniority: text,
    previousTitle: text,
    previousCompany: text,
  })
  .meta({ id: 'TrackerExperience' })

export const layoffChange = z
  .object({
    kind: z.literal('layoff'),
    date: text,
    numLaidOff: z.number().nullable(),
    percentLaidOff: z.number().nullable(),
    source: text,
  })
  .meta({ id: 'TrackerLayoff' })

export const hireChange = z
  .object({
    kind: z.literal('employee'),
    userId: text,
    name: text,
    title: text,
    startDate: text,
    primarySlug: text,
  })
  .meta({ id: 'TrackerEmployee' })

export const investorChange = z
  .object({ kind: z.literal('investor'), name: z.string(), type: z.array(z.string()) })
  .meta({ id: 'TrackerInvestor' })

export const acquisitionChange = z
  .object({
    kind: z.literal('acquisition'),
    acquireeName: text,
    priceUsd: z.number().nullable(),
    acquisitionDate: text,
  })
  .meta({ id: 'TrackerAcquisition' })

export const certificationChange = z
  .object({
    kind: z.literal('certification'),
    title: text,
    company: text,
    credentialId: text,
    issueDate: text,
  })
  .meta({ id: 'TrackerCertification' })

export const officeChange = z
  .object({
    kind: z.literal('office'),
    city: text,
    state: text,
    country: text,
    countryCode: text,
    coordinates: z.object({ lat: z.number(), lon: z.number() }).nullable(),
    changeType: z.literal('added'),
  })
  .meta({ id: 'TrackerOffice' })

/** A search that an entity started or stopped matching. */
export const filterChange = z
  .object({ kind: z.literal('filter'), direction: z.enum(['matched', 'left']), name: text })
  .meta({ id: 'TrackerFilterChange' })

export const namedChange = z
  .object({ kind: z.literal('named_item'), name: z.string() })
  .meta({ id: 'TrackerNamedItem' })

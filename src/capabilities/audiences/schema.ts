import { z } from 'zod'
import { storable } from '../../lib/storable-text.ts'
import { optional, pageInput, resourceId, withDefault } from '../../operation/index.ts'
import { creationMethods, maxMembers } from './list-kind.ts'
import { enrichmentStages } from './enrichment-stage.ts'
import { audienceStatuses } from './state.ts'

export const audienceId = resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' })

/** Name of an audience; several may have one name. */
export const audienceName = z.string().trim().overwrite(storable).min(1).max(200)

/** Methods that build from searches; the others use members that a client supplies. */
const searchedMethods = ['NORMAL', 'START_FROM_PROSPECTS'] as const

export const creationMethod = withDefault(z.enum(searchedMethods), 'NORMAL').describe(
  'NORMAL: companies first, then people at the companies taken. START_FROM_PROSPECTS: people first, then their current employers.',
)

export const maxResults = z.int().min(1).max(maxMembers)

const moment = z.iso.datetime().nullable()
const count = z.int()

const status = z.enum(audienceStatuses)

/** An audience in the list of all. */
export const audienceItem = z
  .object({
    audienceId: z.string(),
    name: z.string(),
    status,
    creationMethod: z.enum(creationMethods),
    companiesCount: count.describe('Companies in it now.'),
    prospectsCount: count.describe('People in it now.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AudienceItem' })

/** State of an audience. */
export const audienceStatus = audienceItem
  .extend({
    progressPercent: z
      .int()
      .min(0)
      .max(100)
      .describe('Progress of the newest build. It never decreases; 0 before the first build.'),
    buildingStartedAt: moment.describe('When the newest build began.'),
    buildingFinishedAt: moment,
    membersPaidBefore: count
      .nullable()
      .describe(
        'Members that the newest build did not charge, because your organization had paid for them within 30 days. Null until it has charged.',
      ),
    buildError: z.string().nullable().describe('Why the newest build failed.'),
  })
  .meta({ id: 'AudienceStatus' })

const movements = z
  .object({
    joined: count.describe('New to the audience.'),
    returned: count.describe('In an earlier build, but not in the previous one.'),
    left: count.describe('In the previous build, but not in this one.'),
    stayed: count,
  })
  .meta({ id: 'AudienceMovements' })

const shownParams = z.record(z.string(), z.unknown()).nullable()

export const searchShown = {
  companySearchParams: shownParams.describe('What companies must satisfy; null where none are searched.'),
  prospectSearchParams: shownParams.describe('What people must satisfy; null where none are searched.'),
}

export const limitsShown = { maxCompanies: count, maxProspects: count }

/** An audience, whole. */
export const audienceView = audienceStatus
  .extend({
    ...searchShown,
    ...limitsShown,
    updatedAt: z.iso.datetime(),
    needsBuild: z
      .boolean()
      .describe('Whether no build has succeeded, or the search has changed since the last one.'),
    enrichmentStartedAt: moment.describe(
      'When the newest enrichment began, whose progress getEnrichmentStatus tells; null before the first.',
    ),
    changes: z
      .object({ companies: movements, prospects: movements })
      .nullable()
      .describe('What the last completed build changed; null before the first and while another runs.'),
  })
  .meta({ id: 'Audience' })

export const movementNames = ['joined', 'returned', 'left', 'stayed'] as const

export const memberPages = pageInput({ sizes: { default: 100, most: 500 } })

export const movementAsked = optional(z.enum(movementNames)).describe(
  'Movement in the newest change of the members, which is the last completed build or an addition or removal by hand since: joined for the first time, returned, left, stayed. Default: all current members.',
)

export const nextPage = {
  totalCount: z.int().describe('How many on all pages.'),
  noLongerKnown: z.int().describe('Omitted from this page because they are no longer in the corpus.'),
  nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  hasMore: z.boolean(),
}

const on = (what: string) => withDefault(z.boolean(), true).describe(what)

/** Options of an enrichment. */
export const enrichmentInput = {
  audienceId,
  maxProspectsToEnrich: z
    .int()
    .min(1)
    .describe('Most people, and most companies, to enrich, in the order of the audience.'),
  enrichmentType: z
    .object({
      getWorkEmails: on('Whether to find work addresses.'),
      getPersonalEmails: on('Whether to find personal addresses.'),
      getPhoneNumbers: on('Whether to find phone numbers.'),
    })
    .meta({ id: 'AudienceEnrichmentType' }),
  runCompanyLiveEnrichment: on('Whether to fetch pages of companies live.'),
  runProfileLiveEnrichment: on('Whether to fetch profiles of people live.'),
  runContactEnrichment: on('Whether to find contact details.'),
  runProfileSalesNav: on('Not offered here: this step does nothing and is free.'),
}

export type EnrichmentInput = z.output<z.ZodObject<typeof enrichmentInput>>

const credits = z.number()
const stage = z.enum(enrichmentStages)

export const enrichmentEstimate = z
  .object({
    totalCredits: credits.describe('The most it can cost.'),
    breakdown: z.object({
      salesNav: z.object({ credits, isFree: z.boolean() }),
      liveCompany: z.object({
        credits,
        discounted: z.boolean().describe('Whether it costs less than a live fetch.'),
      }),
      liveProspect: z.object({ credits, discounted: z.boolean() }),
      waterfall: z.object({
        credits: credits.describe('Contact details of everybody, at the combined price.'),
        originalCredits: credits.describe('The same at the single price of each kind.'),
        discount: credits,
        operations: z.object({ workEmail: credits, personalEmail: credits, phone: credits }),
      }),
      validation: z.object({ credits, isFree: z.boolean() }),
    }),
    timeEstimate: z.object({ totalSeconds: z.int(), formatted: z.string() }),
    companies: z.int().describe('Companies that would be fetched.'),
    prospects: z.int().describe('People who would be enriched.'),
  })
  .meta({ id: 'AudienceEnrichmentEstimate' })

export const enrichmentStatus = z
  .object({
    enrichmentId: z.string(),
    currentStage: stage,
    progressPercent: z.int().min(0).max(100).describe('Never decreases.'),
    stepsCompleted: z.array(stage),
    currentStep: stage.nullable(),
    stepsRemaining: z.array(stage),
    createdAt: z.iso.datetime(),
    completedAt: moment,
    delivered: z.object({
      companies: count.describe('Companies fetched live.'),
      prospects: count.describe('People fetched live.'),
      contacts: count.describe('People with contact details delivered.'),
    }),
    unavailable: count.describe('Companies and people whose source could not be read; free.'),
    creditsCharged: z.number().nullable().describe('So far; null after thirty days.'),
  })
  .meta({ id: 'AudienceEnrichmentStatus' })

/** Counts after a change by hand. */
export const handCounts = {
  companiesCount: count.describe('Companies in the audience now.'),
  prospectsCount: count.describe('People in the audience now.'),
}

export const invalidItem = z.object({ index: z.int(), reason: z.string() })

/** An audience that is being filled with members that are already known. */
export const filledAudience = audienceItem
  .extend({
    companiesCount: count.describe('Companies in it now; 0 until it is filled.'),
    prospectsCount: count.describe('People in it now; 0 until it is filled.'),
  })
  .meta({ id: 'FilledAudience' })

import { z } from 'zod'
import { storable } from '../../lib/storable-text.ts'
import { optional, pageInput, resourceId, withDefault } from '../../operation/index.ts'
import { creationMethods, maxMembers } from './list-kind.ts'
import { enrichmentStages } from './enrichment-stage.ts'
import { audienceStatuses } from './state.ts'

export const audienceId = resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' })

/** What an audience is called; several may have one name. */
export const audienceName = z.string().trim().overwrite(storable).min(1).max(200)

/** Methods that searches build; the others are those of what somebody brings. */
const searchedMethods = ['NORMAL', 'START_FROM_PROSPECTS'] as const

export const creationMethod = withDefault(z.enum(searchedMethods), 'NORMAL').describe(
  'NORMAL: companies first, then people at the companies that were taken. START_FROM_PROSPECTS: people first, then the companies they work for now.',
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

/** How far an audience is. */
export const audienceStatus = audienceItem
  .extend({
    progressPercent: z
      .int()
      .min(0)
      .max(100)
      .describe('How far the newest build is. It never goes back; 0 before the first build.'),
    buildingStartedAt: moment.describe('When the newest build began.'),
    buildingFinishedAt: moment,
    buildError: z.string().nullable().describe('Why the newest build failed.'),
  })
  .meta({ id: 'AudienceStatus' })

const movements = z
  .object({
    joined: count.describe('Never in the audience before.'),
    returned: count.describe('In it before, but not in the build before.'),
    left: count.describe('In the build before, and not in this one.'),
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
      .describe('Whether it was never built well, or searches for something else since it was.'),
    changes: z
      .object({ companies: movements, prospects: movements })
      .nullable()
      .describe(
        'What the last completed build changed; null while another is running, and before the first.',
      ),
  })
  .meta({ id: 'Audience' })

export const movementNames = ['joined', 'returned', 'left', 'stayed'] as const

export const memberPages = pageInput({ sizes: { default: 100, most: 500 } })

export const movementAsked = optional(z.enum(movementNames)).describe(
  'Those that did this in the last completed build: joined for the first time, returned, left, stayed. Left out: who is in the audience.',
)

export const nextPage = {
  totalCount: z.int().describe('How many there are on all pages.'),
  noLongerKnown: z
    .int()
    .describe('Of this page: those that the corpus does not have any more, and that are left out.'),
  nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  hasMore: z.boolean(),
}

const on = (what: string) => withDefault(z.boolean(), true).describe(what)

/** What an enrichment is to do. */
export const enrichmentInput = {
  audienceId,
  maxProspectsToEnrich: z
    .int()
    .min(1)
    .describe('Most people who are enriched, in the order of the audience; and most companies.'),
  enrichmentType: z
    .object({
      getWorkEmails: on('Whether work addresses are looked for.'),
      getPersonalEmails: on('Whether personal addresses are looked for.'),
      getPhoneNumbers: on('Whether phone numbers are looked for.'),
    })
    .meta({ id: 'AudienceEnrichmentType' }),
  runCompanyLiveEnrichment: on('Whether the pages of companies are fetched live.'),
  runProfileLiveEnrichment: on('Whether the profiles of people are fetched live.'),
  runContactEnrichment: on('Whether contact details are looked for.'),
  runProfileSalesNav: on('A source that is not offered here: this step does nothing and is free.'),
}

export type EnrichmentInput = z.output<z.ZodObject<typeof enrichmentInput>>

const credits = z.number()
const stage = z.enum(enrichmentStages)

export const enrichmentEstimate = z
  .object({
    totalCredits: credits.describe('The most that it can cost.'),
    breakdown: z.object({
      salesNav: z.object({ credits, isFree: z.boolean() }),
      liveCompany: z.object({
        credits,
        discounted: z.boolean().describe('Whether it costs less than a live fetch.'),
      }),
      liveProspect: z.object({ credits, discounted: z.boolean() }),
      waterfall: z.object({
        credits: credits.describe(
          'Contact details of everybody, at the price of what is asked for together.',
        ),
        originalCredits: credits.describe('The same at the price of each kind alone.'),
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
    progressPercent: z.int().min(0).max(100).describe('It never goes back.'),
    stepsCompleted: z.array(stage),
    currentStep: stage.nullable(),
    stepsRemaining: z.array(stage),
    createdAt: z.iso.datetime(),
    completedAt: moment,
    delivered: z.object({
      companies: count.describe('Companies that were fetched live.'),
      prospects: count.describe('People who were fetched live.'),
      contacts: count.describe('People of whom contact details were given.'),
    }),
    unavailable: count.describe('Companies and people whose source could not be read; free.'),
    creditsCharged: z.number().nullable().describe('So far; null where that is thirty days ago.'),
  })
  .meta({ id: 'AudienceEnrichmentStatus' })

/** An audience that is being filled with members that are known already. */
export const filledAudience = audienceItem
  .extend({
    companiesCount: count.describe('Companies in it now: none until it is filled.'),
    prospectsCount: count.describe('People in it now: none until it is filled.'),
  })
  .meta({ id: 'FilledAudience' })

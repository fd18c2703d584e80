import { z } from 'zod'
import { externalId } from '../../corpus/identify/index.ts'
import { storable } from '../../lib/storable-text.ts'
import { optional, outsideId, resourceId, withDefault } from '../../operation/index.ts'
import { billingMethods } from './list-kinds.ts'

export const companyListId = resourceId('tracker list of companies')
export const personListId = resourceId('tracker list of people')

/** The name of a list, which need not be unique. */
const trackerName = z.string().trim().overwrite(storable).min(1).max(200)

const refreshInterval = z.int().min(1).max(90).describe('Days from one refresh to the next.')

export const defaultDynamic = 10_000
const maxDynamic = z.int().min(1).max(10_000)

/** Members that create lists of either kind. */
export const newTracker = {
  name: trackerName,
  refreshIntervalDays: refreshInterval,
  // An omitted limit stays undefined, because a search without any filter is refused without a limit.
  maxDynamicMembers: optional(maxDynamic)
    .meta({ default: defaultDynamic })
    .describe(
      'Maximum members a search finds, the most prominent first. Required for a search without any filter.',
    ),
  billingMethod: withDefault(z.enum(billingMethods), 'per_check').describe(
    'per_check: each entity checked by a refresh is charged. per_notification: each signal is.',
  ),
}

/** Members that change lists of either kind. */
export const changedTracker = {
  name: optional(trackerName).describe('Null or omitted: unchanged; so with all others.'),
  refreshIntervalDays: optional(refreshInterval),
  isActive: optional(z.boolean()).describe('False: it is refreshed only by hand.'),
  maxDynamicMembers: optional(maxDynamic),
  billingMethod: optional(z.enum(billingMethods)),
}

/** Maximum rules of a list. */
export const maxRules = 100

const ruleView = z.looseObject({ id: z.string(), type: z.string(), entityType: z.string() })

const view = {
  id: z.string(),
  name: z.string(),
  refreshIntervalDays: z.int(),
  isActive: z.boolean(),
  isArchived: z.boolean(),
  isDynamic: z.boolean().describe('Whether a search finds the members.'),
  nextRefreshAt: z.iso.datetime().nullable(),
  lastRefreshedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  trackingRules: z.array(ruleView).describe('Rules with their ids.'),
  billingMethod: z.enum(billingMethods),
  maxDynamicMembers: z.int(),
  companySearchParams: z.record(z.string(), z.unknown()).nullable(),
}

export const companyTrackerView = z
  .object({ ...view, companyCount: z.int() })
  .meta({ id: 'TrackerCompanyList' })

export const personTrackerView = z
  .object({
    ...view,
    personCount: z.int(),
    prospectSearchParams: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'TrackerPersonList' })

/** One way to name a member. */
const text = (what: string) => optional(z.string().min(1).max(500)).describe(what)

const entityId = outsideId(text('entityId of a signal, which is the entity_id of a record.'))

const otherId = optional(externalId).describe('Id in a register or another data set.')

export const companyItem = z.object({
  entityId,
  externalId: otherId,
  pnetUrl: text('Page on the network.'),
  pnetOrgId: outsideId(text('Organization id on the network.')),
  pnetSlug: text('Slug on the network.'),
  domain: text('Domain, or an address on it.'),
})

export const personItem = z.object({
  entityId,
  externalId: otherId,
  pnetUrl: text('Profile on the network.'),
  pnetSlug: text('Slug on the network.'),
  pnetUserId: outsideId(
    optional(z.string().regex(/^\d{1,30}$/, 'Expected digits.')).describe('User id on the network, digits.'),
  ),
})

/** Maximum entities that a request adds or removes. */
export const maxItems = 5_000

export const initialSignals = withDefault(z.boolean(), false).describe(
  'True: the latest known change of each added member is sent at once, free.',
)

export const invalidItem = z.object({ index: z.int(), reason: z.string() })

export const addedMembers = {
  added: z.int(),
  skipped: z.int().describe('Those already in the list, or earlier in the request.'),
  initialSignals: z.object({
    triggered: z.boolean(),
    companiesQueued: z.int().describe('Entities whose newest change is checked.'),
  }),
}

export const removedMembers = z.object({
  removed: z.int(),
  notFound: z.int(),
  failedIdentifiers: z.array(z.string()).describe('Those that match nobody in the list.'),
})

export const refreshStarted = z.object({
  entityCount: z.int(),
  estimatedCredits: z.number().describe('Maximum cost; the first refresh and members added since are free.'),
  message: z.string(),
})

export const archivedView = z.object({ id: z.string(), archived: z.boolean() })

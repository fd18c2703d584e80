import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import { isPriceKey, outsideId, priceList, type PriceKey } from '../../operation/index.ts'
import type { PriceView, SubscriptionBalance } from '../../platform/ledger/index.ts'
import { credits } from '../account/index.ts'
import type { SubscriptionView } from './subscriptions.ts'

// The operator sees all organizations, so that no id is another's here.
export const organizationId = outsideId(z.string().min(1).max(100)).describe(
  'Id of an organization, `org_…`.',
)
export const subscriptionId = outsideId(z.string().min(1).max(100)).describe('Id of a subscription, `sub_…`.')
export const keyId = outsideId(z.string().min(1).max(100)).describe('Id of a key, `key_…`.')

export const organizationName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'Expected a name without control characters.')

export const positiveCredits = credits.refine((value) => value > 0, { message: 'Expected more than 0.' })

export const priceUnit = z
  .string()
  .max(100)
  .refine(isPriceKey, { message: 'Expected a unit of listOrganizationPrices.' })
  .transform((key) => key as PriceKey)
  .describe('What the price is for: `companySearchResult`.')

export const priceView = z.object({
  unit: z.string(),
  per: z.string().describe('One of these in words.'),
  credits: z.number().describe('Of the next unit.'),
  listCredits: z.number().describe('In the price list.'),
  isCustom: z.boolean(),
  tiers: z.array(z.object({ fromUnits: z.int(), credits: z.number() })),
})

export const viewOfPrice = ({
  key,
  unitPrice,
  isCustom,
  tiers = [],
}: PriceView): z.output<typeof priceView> => ({
  unit: key,
  per: priceList[key].unit,
  credits: toCredits(unitPrice),
  listCredits: priceList[key].credits,
  isCustom,
  tiers: tiers.map((tier) => ({ fromUnits: tier.fromUnits, credits: toCredits(tier.unitPrice) })),
})

export const limitView = z.object({
  operation: z.string(),
  max: z.int().describe('Requests a minute.'),
})

const state = z.enum(['active', 'grace', 'paused', 'ended'])

export const subscriptionView = z.object({
  subscriptionId: z.string(),
  status: state,
  allocation: z.number().describe('Credits a period begins with.'),
  startedAt: z.iso.datetime(),
  resetsAt: z.iso.datetime(),
  graceDays: z.int(),
  exportRows: z.int().nullable().describe('Rows a month; null: as the installation is set.'),
  autoReset: z.boolean(),
})

export const viewOfSubscription = (one: SubscriptionView): z.output<typeof subscriptionView> => ({
  subscriptionId: one.id,
  status: one.status,
  allocation: toCredits(one.allocation),
  startedAt: one.periodStartedAt.toISOString(),
  resetsAt: one.periodResetsAt.toISOString(),
  graceDays: one.graceDays,
  exportRows: one.exportRows,
  autoReset: one.autoReset,
})

export const balanceView = z.object({
  subscriptionId: z.string(),
  status: state,
  max: z.number().describe('What the period began with, and what came since.'),
  used: z.number(),
  held: z.number().describe('Set aside for what is running.'),
  available: z.number(),
  suspended: z.number().describe('What could be spent if the subscription were usable.'),
  resetsAt: z.iso.datetime(),
})

export const viewOfBalance = (one: SubscriptionBalance): z.output<typeof balanceView> => ({
  subscriptionId: one.subscriptionId,
  status: one.status,
  max: toCredits(one.max),
  used: toCredits(one.used),
  held: toCredits(one.held),
  available: toCredits(one.available),
  suspended: toCredits(one.suspended),
  resetsAt: one.usagePeriodResetsOn.toISOString(),
})

export const changedView = z.object({ isChanged: z.boolean() })

export const operationName = z
  .string()
  .regex(/^[A-Za-z]{1,80}$/, 'Expected the id of an operation.')
  .describe('Id of an operation: `companySearch`.')

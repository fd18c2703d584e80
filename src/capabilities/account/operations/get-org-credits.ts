import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { briefRecord, free, perMinute } from '../../../operation/index.ts'
import { priceLevels, pricesShown } from '../price-names.ts'
import { billingTag, operation } from '../slice.ts'

const balance = z
  .object({
    subscriptionId: z.string(),
    organizationId: z.string(),
    status: z
      .enum(['active', 'grace', 'paused', 'ended'])
      .describe(
        'Only credits of an active subscription, or of one in the grace time after its period, can be spent.',
      ),
    max: z.number().describe('Credits of the running usage period.'),
    used: z.number().describe('Credits spent in it.'),
    available: z
      .number()
      .describe(
        'Credits that can be spent now: those held for running requests excluded, and 0 while paused or ended.',
      ),
    suspended: z
      .number()
      .describe('Credits of a paused or ended subscription: they can be spent once it is active again.'),
    usagePeriodResetsOn: z.iso.datetime(),
    creditsPerOperation: z
      .record(z.string(), priceLevels)
      .describe("The organization's own price of every chargeable unit; supersedes the price list."),
    volumeTiers: z
      .record(z.string(), z.array(z.object({ fromUnits: z.number().int(), credits: z.number() })))
      .optional()
      .describe(
        'Volume prices, where there are any: each unit pays the price of its place in the UTC calendar month. In credits, by the names of the price list.',
      ),
  })
  .meta({ id: 'CreditBalance' })
briefRecord(balance, ['status', 'max', 'used', 'available', 'usagePeriodResetsOn', 'volumeTiers'])

export const getOrgCredits = operation({
  id: 'getOrgCredits',
  route: 'GET /v1/get-org-credits',
  tag: billingTag,
  summary: 'Read credit balance and usage',
  tasks: ['how many credits are left', 'balance, usage, quota, what is my plan'],
  describe:
    'Returns one balance entry for each subscription, the one that resets soonest first: its usage (credits spent in the running period), what is left, and the prices in force. getLedger shows what it was spent on.',
  input: z.object({}),
  output: z.object({ balances: z.array(balance) }),
  price: free('Reading the balance is free.'),
  limit: perMinute(120),
  examples: [{ name: 'The balance', input: {} }],
  effect: 'reads',
  isAgentTool: true,
  async handle({ call, deps }) {
    const [subscriptions, prices] = await Promise.all([
      deps.ledger.subscriptionBalances(call.organizationId),
      deps.ledger.prices.listPrices(call.organizationId),
    ])
    const creditsPerOperation = pricesShown(prices)
    const tiered = prices.flatMap(({ key, tiers }) => (tiers === undefined ? [] : [{ key, tiers }]))
    const volumeTiers = Object.fromEntries(
      tiered.map(({ key, tiers }) => [
        key,
        tiers.map(({ fromUnits, unitPrice }) => ({ fromUnits, credits: toCredits(unitPrice) })),
      ]),
    )
    return {
      balances: subscriptions.map((subscription) => ({
        subscriptionId: subscription.subscriptionId,
        organizationId: call.organizationId,
        status: subscription.status,
        max: toCredits(subscription.max),
        used: toCredits(subscription.used),
        available: toCredits(subscription.available),
        suspended: toCredits(subscription.suspended),
        usagePeriodResetsOn: subscription.usagePeriodResetsOn.toISOString(),
        creditsPerOperation,
        ...(tiered.length > 0 && { volumeTiers }),
      })),
    }
  },
})

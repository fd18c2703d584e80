import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { Failure, free, invalidMember, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { billingFailures } from '../failures.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { UnknownSubscription, usualSubscription } from '../../../platform/ledger/index.ts'
import { ResetsByItself, usualCaps } from '../../../platform/payments/index.ts'
import { billingTag, operation } from '../slice.ts'
import { topUpView, viewOfTopUp } from '../top-up-view.ts'

/** An omitted cap gets the default; only null means no cap. */
const cap = (usual: number) =>
  z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .nullish()
    .transform((value) => (value === undefined ? usual : value))
    .meta({ default: usual, 'x-null-means': 'no cap' })

export const updateAutoTopupSettings = operation({
  id: 'updateAutoTopupSettings',
  route: 'POST /v1/auto-topup/configure',
  tag: billingTag,
  summary: 'Configure auto top-up',
  tasks: ['buy credits automatically when they run low'],
  describe:
    'Replaces the auto top-up settings of one subscription. While enabled, credits are bought with the card on file whenever the balance (credits held by running requests included) is at or below `creditThreshold`, one purchase at a time: the next waits until the last is paid or refused, and at least a minute. The caps count top-ups, not money, and never manual purchases; a reached cap pauses top-ups until the rolling 24 hours or the UTC calendar month have passed, a refused payment for an hour. A paused or ended subscription is never topped up. Cannot be combined with automatic cycle resets on one subscription (400).',
  input: z.object({
    subscriptionId: optional(resourceId('subscription')).describe(
      'Default: the active subscription that resets soonest.',
    ),
    isEnabled: z.boolean(),
    creditThreshold: optional(z.number().int().min(0).max(1_000_000_000)).describe(
      'Balance that triggers a top-up; required when enabling.',
    ),
    creditsToBuy: optional(z.number().int().min(1_000).max(1_000_000)).describe(
      'Credits a top-up buys; required when enabling.',
    ),
    maxPerDay: cap(usualCaps.perDay).describe(
      `Most top-ups in a rolling 24 hours; ${usualCaps.perDay} when left out, null for no cap.`,
    ),
    maxPerMonth: cap(usualCaps.perMonth).describe(
      `Most top-ups in a UTC calendar month; ${usualCaps.perMonth} when left out, null for no cap.`,
    ),
  }),
  output: z.object({ settings: topUpView }),
  price: free('Changing the settings is free.'),
  limit: perMinute(10),
  fails: ['purchases-not-offered', 'not-found'],
  examples: [
    {
      name: 'Buy 5,000 credits below 1,000, at most twice a day',
      input: { isEnabled: true, creditThreshold: 1_000, creditsToBuy: 5_000, maxPerDay: 2 },
    },
    { name: 'Turn it off', input: { isEnabled: false } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { isEnabled, creditThreshold, creditsToBuy, maxPerDay, maxPerMonth } = input
    const missing = Object.entries({ creditThreshold, creditsToBuy }).filter(
      ([, value]) => value === undefined,
    )
    if (isEnabled && missing.length > 0) {
      const message = 'Required when isEnabled is true.'
      const issues = missing.map(([path]) => ({ path, message, code: 'invalid_type' }))
      return new Failure('invalid-request', { issues })
    }
    if (isEnabled && !deps.choosePayments(call.mode).isOffered)
      return billingFailures.of('purchases-not-offered')
    const { organizationId } = call
    const subscriptions = await deps.ledger.subscriptionBalances(organizationId)
    const subscriptionId = input.subscriptionId ?? usualSubscription(subscriptions)?.subscriptionId
    if (subscriptionId === undefined) return new Failure('not-found')
    try {
      const view = await deps.topUps.configure(
        {
          subscriptionId,
          organizationId,
          isEnabled,
          creditThreshold: creditThreshold === undefined ? null : toMilli(creditThreshold),
          creditsToBuy: creditsToBuy === undefined ? null : toMilli(creditsToBuy),
          maxPerDay,
          maxPerMonth,
        },
        readOrigin(call),
      )
      deps.balances.refresh()
      return { settings: viewOfTopUp(view) }
    } catch (error) {
      if (error instanceof UnknownSubscription) return new Failure('not-found')
      if (error instanceof ResetsByItself) {
        return invalidMember(
          'isEnabled',
          'The subscription resets automatically each period, so it cannot have auto top-up.',
        )
      }
      throw error
    }
  },
})

import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import type { TopUpView } from '../../platform/payments/index.ts'

const state = {
  state: z
    .enum(['active', 'paused', 'off'])
    .describe('paused: a cap was reached, a payment was refused, or credits are no longer sold.'),
  pausedReason: z.enum(['daily-cap', 'monthly-cap', 'payment-failed', 'not-offered']).nullable(),
  pausedUntil: z.iso.datetime().nullable(),
}

/** Settings of one subscription; `configured` distinguishes the two forms. */
export const topUpView = z
  .discriminatedUnion('configured', [
    z.object({
      configured: z.literal(true),
      subscriptionId: z.string(),
      isEnabled: z.boolean(),
      creditThreshold: z.number().nullable().describe('Balance at or below which credits are bought.'),
      creditsToBuy: z.number().nullable().describe('Credits a top-up buys.'),
      maxPerDay: z.number().int().nullable().describe('Most top-ups in a rolling 24 hours; null for no cap.'),
      maxPerMonth: z.number().int().nullable().describe('Most in a UTC calendar month; null for no cap.'),
      ...state,
    }),
    z.object({ configured: z.literal(false), subscriptionId: z.string() }),
  ])
  .meta({ id: 'AutoTopupSettings' })

export function viewOfTopUp({ subscriptionId, settings, state }: TopUpView): z.infer<typeof topUpView> {
  if (settings === undefined) return { configured: false, subscriptionId }
  const { isEnabled, creditThreshold, creditsToBuy, maxPerDay, maxPerMonth } = settings
  const paused = state.state === 'paused' ? state : undefined
  const untilMs = paused?.pausedUntilMs ?? null
  return {
    configured: true,
    subscriptionId,
    isEnabled,
    creditThreshold: creditThreshold === null ? null : toCredits(creditThreshold),
    creditsToBuy: creditsToBuy === null ? null : toCredits(creditsToBuy),
    maxPerDay,
    maxPerMonth,
    state: state.state,
    pausedReason: paused?.reason ?? null,
    pausedUntil: untilMs === null ? null : new Date(untilMs).toISOString(),
  }
}

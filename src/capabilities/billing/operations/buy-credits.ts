import { z } from 'zod'
import { toCredits, toMilli } from '../../../lib/credits.ts'
import {
  Failure,
  free,
  invalidMember,
  optional,
  outsideId,
  perMinute,
  resourceId,
  storedIdempotencyKey,
} from '../../../operation/index.ts'
import { billingFailures } from '../failures.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { UnknownSubscription } from '../../../platform/ledger/index.ts'
import { KeyUsedOtherwise, wasNotMade, type Purchase } from '../../../platform/payments/index.ts'
import { billingTag, operation } from '../slice.ts'

const minCredits = 1_000
const minCreditsOfMachines = 100

export const buyCredits = operation({
  id: 'buyCredits',
  route: 'POST /v1/buy-credits',
  tag: billingTag,
  summary: 'Buy credits',
  tasks: ['top up my balance', 'purchase more credits, pay'],
  describe:
    'Charges the card on file and adds the credits at once; there is no confirmation step and no dry run. Buys 1,000 to 1,000,000 credits, keys marked pay-as-you-go from 100. Repeating a request never charges twice: with the same idempotency key (member or header, 72 hours) the first purchase is answered; without one, the same amount for the same subscription within 10 minutes counts as a repetition and gets a warning. 402 payment_declined when the card was refused; 503 payment_pending while the outcome is unknown, 503 payment_unavailable when the processor failed and made no payment: send the same request again. `processor` names the payment processor: `ledger-only` books credits and charges nobody. 403 purchases_not_offered where no payment processor is configured.',
  input: z.object({
    creditsToBuy: z
      .number()
      .int()
      .min(minCreditsOfMachines)
      .max(1_000_000)
      .describe('1,000 to 1,000,000; from 100 with a pay-as-you-go key.'),
    subscriptionId: optional(resourceId('subscription')).describe(
      'Default: the active subscription that resets soonest.',
    ),
    idempotencyKey: optional(outsideId(z.string().min(1).max(255))).describe(
      'Same as the header Idempotency-Key.',
    ),
  }),
  output: z.object({
    purchaseId: z.string(),
    subscriptionId: z.string(),
    creditsBought: z.number(),
    status: z.literal('succeeded'),
    price: z.object({ amount: z.number(), currency: z.string() }),
    processor: z.string(),
    processorNotice: z.string().describe('Whether money was charged.'),
    createdAt: z.iso.datetime(),
  }),
  price: free('A purchase costs money, not credits.'),
  limit: perMinute(2),
  fails: [
    'purchases-not-offered',
    'not-found',
    'idempotency-mismatch',
    'payment-declined',
    'payment-pending',
    'payment-unavailable',
  ],
  examples: [{ name: 'A thousand credits', input: { creditsToBuy: 1_000 } }],
  dryRun: false,
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { creditsToBuy, subscriptionId } = input
    if (creditsToBuy < minCredits && !(await deps.isPayAsYouGo(call.keyId))) {
      return invalidMember(
        'creditsToBuy',
        `Expected at least ${minCredits.toLocaleString('en')} credits.`,
        'too_small',
      )
    }
    const key =
      input.idempotencyKey === undefined ? call.idempotencyKey : storedIdempotencyKey(input.idempotencyKey)
    const payments = deps.choosePayments(call.mode)
    if (!payments.isOffered) return billingFailures.of('purchases-not-offered')
    try {
      const { purchase, repeated } = await payments.buy({
        organizationId: call.organizationId,
        ...(subscriptionId !== undefined && { subscriptionId }),
        credits: toMilli(creditsToBuy),
        ...(key !== undefined && { idempotencyKey: key }),
        requestId: call.requestId,
        keyId: call.keyId,
        by: readOrigin(call),
      })
      if (wasNotMade(purchase)) return billingFailures.of('payment-unavailable', { retryAfterSeconds: 5 })
      if (purchase.state === 'failed') return billingFailures.of('payment-declined')
      if (purchase.state === 'pending') return billingFailures.of('payment-pending', { retryAfterSeconds: 5 })
      if (repeated === 'alike') {
        call.warn(
          'creditsToBuy',
          'You bought the same amount less than 10 minutes ago; this is that purchase. To buy again, send an idempotencyKey.',
        )
      }
      return buildView(purchase, payments.processor.notice)
    } catch (error) {
      if (error instanceof UnknownSubscription) return new Failure('not-found')
      if (error instanceof KeyUsedOtherwise) return new Failure('idempotency-mismatch')
      throw error
    }
  },
})

function buildView(purchase: Purchase, notice: string) {
  return {
    purchaseId: purchase.id,
    subscriptionId: purchase.subscriptionId,
    creditsBought: toCredits(purchase.credits),
    status: 'succeeded' as const,
    price: { amount: purchase.priceMinor / 100, currency: purchase.currency },
    processor: purchase.processor,
    processorNotice: notice,
    createdAt: purchase.createdAt.toISOString(),
  }
}

import { z } from 'zod'
import { Failure, free, optional, outsideId, perMinute } from '../../../operation/index.ts'
import { billingFailures } from '../failures.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { CardRefused, PaymentUnknown } from '../../../platform/payments/index.ts'
import { billingTag, operation } from '../slice.ts'

export const cardsAttach = operation({
  id: 'cardsAttach',
  route: 'POST /v1/cards/attach',
  tag: billingTag,
  summary: 'Attach a card',
  tasks: ['credit card, payment method'],
  describe:
    "Puts a card on file for purchases and replaces the previous one. Card numbers are entered at the payment processor, never here: without `paymentMethodId` the answer has status `requires-setup` and a `setup` with which the processor's page or app collects the card; then send its id as `paymentMethodId`. The `ledger-only` processor needs no card and says so.",
  input: z.object({
    paymentMethodId: optional(outsideId(z.string().min(1).max(255))).describe(
      "The processor's id of a card, such as pm_…; a card number is refused.",
    ),
  }),
  output: z.object({
    status: z.enum(['attached', 'requires-setup']),
    processor: z.string(),
    processorNotice: z.string(),
    card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
    setup: z
      .object({ id: z.string(), clientSecret: z.string() })
      .nullable()
      .describe("For the processor's forms; null once the card is attached."),
  }),
  price: free('Attaching a card is free.'),
  limit: perMinute(10),
  fails: ['purchases-not-offered', 'payment-declined', 'payment-pending'],
  examples: [{ name: 'Begin', input: {} }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    if (/^[\d -]{12,}$/.test(input.paymentMethodId ?? '')) {
      const message = "Expected the processor's id of a card, never a card number."
      const issues = [{ path: 'paymentMethodId', message, code: 'custom' }]
      return new Failure('invalid-request', { issues })
    }
    const payments = deps.choosePayments(call.mode)
    if (!payments.isOffered) return billingFailures.of('purchases-not-offered')
    try {
      const { card, setup } = await payments.attachCard(
        call.organizationId,
        input.paymentMethodId,
        readOrigin(call),
      )
      const hasCard = card.paymentMethodId !== null
      return {
        status: setup === null ? ('attached' as const) : ('requires-setup' as const),
        processor: payments.processor.id,
        processorNotice: payments.processor.notice,
        card: hasCard ? { brand: card.brand, last4: card.last4 } : null,
        setup,
      }
    } catch (error) {
      if (error instanceof CardRefused) return billingFailures.of('payment-declined')
      if (error instanceof PaymentUnknown) {
        return billingFailures.of('payment-pending', { retryAfterSeconds: 5, cause: error })
      }
      throw error
    }
  },
})

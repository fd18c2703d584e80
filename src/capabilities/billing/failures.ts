import { defineFailures } from '../../operation/index.ts'

export const billingFailures = defineFailures({
  'too-many-budgets': {
    status: 409,
    slug: 'conflict',
    message: 'Your organization has 100 budget alerts already. Delete one of them before adding another.',
    retryable: false,
  },
  'payment-declined': {
    status: 402,
    slug: 'payment_declined',
    message: 'The payment was declined. Attach another card.',
    retryable: false,
    alertsCredits: true,
  },
  'payment-pending': {
    status: 503,
    slug: 'payment_pending',
    message: 'The payment is still pending. Send the same request again: it is never charged twice.',
    retryable: true,
  },
  'payment-unavailable': {
    status: 503,
    slug: 'payment_unavailable',
    message: 'The payment processor failed and you were not charged. Send the same request again.',
    retryable: true,
  },
  'purchases-not-offered': {
    status: 403,
    slug: 'purchases_not_offered',
    message:
      'Credits cannot be bought here: this service has no payment processor configured. Ask its operator for credits.',
    retryable: false,
  },
})

import { defineFailures } from '../../operation/index.ts'

export const webhookFailures = defineFailures({
  'too-many-webhook-endpoints': {
    status: 409,
    slug: 'conflict',
    message: 'Your organization has 100 webhook endpoints, the maximum. Remove one you no longer need.',
    retryable: false,
  },
  'webhook-endpoint-unsigned': {
    status: 409,
    slug: 'conflict',
    message:
      'This endpoint is a chat or mail: its deliveries are not signed, and it has no secret. Send updateWebhookEndpoint a new `url` instead.',
    retryable: false,
  },
  'webhook-secrets-overlap': {
    status: 409,
    slug: 'conflict',
    message:
      'Five secrets of this endpoint are valid, the maximum: a replaced secret stays valid for 24 hours. Wait as long as Retry-After says, or create another endpoint.',
    retryable: true,
  },
  'webhook-endpoint-disabled': {
    status: 409,
    slug: 'conflict',
    message:
      'This webhook endpoint is disabled: nothing is sent to it. Send updateWebhookEndpoint `disabled: false`, then send this again.',
    retryable: false,
  },
})

export type WebhookFailure = keyof typeof webhookFailures.kinds

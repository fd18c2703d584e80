import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { webhookFailures } from '../failures.ts'
import { endpointId, signingSecret } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const rotateWebhookEndpointSecret = operation({
  id: 'rotateWebhookEndpointSecret',
  route: 'POST /v1/webhooks/endpoints/{endpointId}/rotate-secret',
  tag,
  summary: 'Replace the secret of a webhook endpoint',
  describe:
    'Makes a new secret. For 24 hours deliveries carry two signatures, by the new one and the one before, so that a receiver can change over at its leisure. A second rotation within that time ends the one before the last at once.',
  input: z.object({ endpointId }),
  output: z.object({
    endpointId: z.string(),
    signingSecret,
    previousSecretValidUntil: z.iso.datetime(),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(20),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'webhook-endpoint-unsigned'],
  examples: [{ name: 'An endpoint', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const which = { organizationId: call.organizationId, ...input }
    const known = await deps.webhooks.find(which)
    if (known !== undefined && known.kind !== 'http') return webhookFailures.of('webhook-endpoint-unsigned')
    const made = await deps.db.transact((tx) => deps.webhooks.rotate(tx, which))
    if (made === undefined) return new Failure('not-found')
    return { ...input, signingSecret: made.secret, previousSecretValidUntil: made.until.toISOString() }
  },
})

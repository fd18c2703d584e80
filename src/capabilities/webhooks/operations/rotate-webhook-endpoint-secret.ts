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
    'Makes a new secret. For 24 hours deliveries also carry a signature by the previous one, so that a receiver can switch in its own time. Further rotations end none early: each secret signs until its 24 hours are over, five at most, then 409 until the oldest has ended.',
  input: z.object({ endpointId }),
  output: z.object({
    endpointId: z.string(),
    signingSecret,
    previousSecretValidUntil: z.iso.datetime(),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(20),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'webhook-endpoint-unsigned', 'webhook-secrets-overlap'],
  examples: [{ name: 'An endpoint', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  answersSecret: true,
  async handle({ input, call, deps }) {
    const which = { organizationId: call.organizationId, ...input }
    const endpoint = await deps.webhooks.find(which)
    if (endpoint !== undefined && endpoint.kind !== 'http')
      return webhookFailures.of('webhook-endpoint-unsigned')
    const made = await deps.db.transact((tx) => deps.webhooks.rotate(tx, which))
    if (made === undefined) return new Failure('not-found')
    if (made.secret === undefined) {
      const waitMs = made.possibleAt.getTime() - deps.clock.now()
      return webhookFailures.of('webhook-secrets-overlap', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    }
    await deps.webhooks.settled()
    return { ...input, signingSecret: made.secret, previousSecretValidUntil: made.until.toISOString() }
  },
})

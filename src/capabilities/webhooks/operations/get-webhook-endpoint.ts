import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { endpointId, endpointRecord } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  route: 'GET /v1/webhooks/endpoints/{endpointId}',
  tag,
  summary: 'Read a webhook endpoint',
  describe: 'Returns a webhook endpoint, without its secret, and whether it is failing or disabled.',
  input: z.object({ endpointId }),
  output: endpointRecord,
  price: free('Webhooks are free.'),
  limit: perMinute(120),
  follows: 'createWebhookEndpoint',
  fails: ['not-found'],
  examples: [{ name: 'An endpoint', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const endpoint = await deps.webhooks.find({ organizationId: call.organizationId, ...input })
    return endpoint === undefined ? new Failure('not-found') : endpointView(endpoint)
  },
})

import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { deliveryFilters, deliveryPage, readDeliveries } from '../delivery-pages.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  route: 'GET /v1/webhooks/endpoints/{endpointId}/deliveries',
  tag,
  summary: 'List the deliveries to a webhook endpoint',
  tasks: ['did a webhook fail, delivery log'],
  describe:
    'Returns what was sent to an endpoint in the last 30 days or is waiting, newest first, with its payload and every attempt.',
  input: z.object({ endpointId, ...deliveryFilters }),
  output: deliveryPage,
  pages: 'nextCursor',
  price: free('Webhooks are free.'),
  limit: perMinute(120),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    {
      name: 'What was given up',
      input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f', status: 'failed' },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { endpointId: id } = input
    if ((await deps.webhooks.find({ organizationId, endpointId: id })) === undefined)
      return new Failure('not-found')
    return readDeliveries(deps, call, input)
  },
})

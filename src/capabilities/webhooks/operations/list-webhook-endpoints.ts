import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { endpointRecord } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  route: 'GET /v1/webhooks/endpoints',
  tag,
  summary: 'List webhook endpoints',
  describe: 'Returns the webhook endpoints of the organization, the oldest first: 100 at most.',
  input: z.object({}),
  output: z.object({ endpoints: z.array(endpointRecord) }),
  price: free('Webhooks are free.'),
  limit: perMinute(120),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    return { endpoints: (await deps.webhooks.list(call.organizationId)).map(endpointView) }
  },
})

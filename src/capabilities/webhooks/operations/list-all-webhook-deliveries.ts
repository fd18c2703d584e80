import { z } from 'zod'
import { Failure, free, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { deliveryFilters, deliveryPage, readDeliveries } from '../delivery-pages.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const listAllWebhookDeliveries = operation({
  id: 'listAllWebhookDeliveries',
  route: 'GET /v1/webhooks/deliveries',
  tag,
  summary: 'List the deliveries to all webhook endpoints',
  tasks: [
    'which webhooks failed today, across endpoints',
    'what did a receiver answer',
    'was this signal delivered',
  ],
  describe:
    'Returns what was sent to the endpoints of the organization in the last 30 days or is waiting, newest first, with its payload and every attempt: of all of them, or by endpoint, event, signal, status and time. Deliveries go with their event, and with an endpoint that is deleted.',
  input: z.object({
    endpointId: optional(endpointId).describe('Only deliveries to this endpoint.'),
    signalId: optional(resourceId('signal', { prefix: 'tsig' })).describe(
      'Only deliveries of this signal of a tracker list, by its id; none where the signal is not yours, or older than 30 days.',
    ),
    ...deliveryFilters,
  }),
  output: deliveryPage,
  pages: 'nextCursor',
  price: free('Webhooks are free.'),
  limit: perMinute(120),
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    {
      name: 'What was given up in a day',
      input: { status: 'failed', from: '2026-01-14T00:00:00.000Z', to: '2026-01-15T00:00:00.000Z' },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { endpointId: id } = input
    if (id !== undefined && (await deps.webhooks.find({ organizationId, endpointId: id })) === undefined)
      return new Failure('not-found')
    return readDeliveries(deps, call, input)
  },
})

import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { eventOfKey } from '../check-choices.ts'
import { webhookFailures } from '../failures.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const sendTestWebhookEvent = operation({
  id: 'sendTestWebhookEvent',
  route: 'POST /v1/webhooks/endpoints/{endpointId}/test',
  tag,
  summary: 'Send a test event to a webhook endpoint',
  tasks: ['try a webhook'],
  describe:
    'Sends the example of an event to an endpoint, whichever events and lists it chooses, signed and tried again like any other, with the header `webhook-test: true`. The feed of events does not show it; listWebhookDeliveries shows the outcome.',
  input: z.object({ endpointId, eventType: z.string().min(1).max(100).describe('Key of an event.') }),
  output: z.object({
    endpointId: z.string(),
    eventType: z.string(),
    messageId: z.string().describe('The `webhook-id` it is sent with.'),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(30),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'webhook-endpoint-disabled'],
  examples: [
    {
      name: 'A signal',
      input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f', eventType: 'tracker.signal_detected' },
    },
  ],
  effect: 'changes',
  async handle({ input: { endpointId: id, eventType }, call: { organizationId }, deps }) {
    const endpoint = await deps.webhooks.find({ organizationId, endpointId: id })
    if (endpoint === undefined) return new Failure('not-found')
    const event = eventOfKey(deps.catalogue, eventType, 'eventType')
    if (endpoint.disabledReason !== null) return webhookFailures.of('webhook-endpoint-disabled')
    const messageId = await deps.db.transact(async (tx) => {
      const eventId = await deps.events.appendTest(tx, event, organizationId)
      await deps.webhooks.send(tx, { endpointId: id, eventId })
      return eventId
    })
    return { endpointId: id, eventType, messageId }
  },
})

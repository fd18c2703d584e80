import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { checkChoices } from '../check-choices.ts'
import { webhookFailures } from '../failures.ts'
import { chosen, endpointRecord, signingSecret } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

/** A look for what is due reads every endpoint that is enabled. */
const mostEndpoints = 100

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  route: 'POST /v1/webhooks/endpoints',
  tag,
  summary: 'Create a webhook endpoint',
  describe:
    'Has events of the organization posted to an address, from now on, signed by Standard Webhooks 1.0. What it answers with 2xx within 15 seconds is delivered; anything else is tried again, eight times in all over 27 hours and 35 minutes, and redirects are not followed. 410, or five days without a success, disables the endpoint. An event is sent at least once, always under the same `webhook-id`.',
  input: z.object({
    url: chosen.url,
    eventTypes: withDefault(chosen.eventTypes, []),
    listIds: withDefault(chosen.listIds, []),
    ordered: withDefault(chosen.ordered, true),
    concurrency: withDefault(chosen.concurrency, 4),
    disabled: withDefault(chosen.disabled, false),
  }),
  output: endpointRecord.extend({ signingSecret }),
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  fails: ['too-many-webhook-endpoints'],
  examples: [
    { name: 'Everything', input: { url: 'https://receiver.example/hooks' } },
    {
      name: 'Signals of trackers, one at a time',
      input: {
        url: 'https://receiver.example/signals',
        eventTypes: ['tracker.signal_detected'],
        concurrency: 1,
      },
    },
  ],
  effect: 'changes',
  async handle({ input: { eventTypes, ...input }, call, deps }) {
    await checkChoices(deps, call, { ...input, eventTypes })
    const { organizationId } = call
    const made = await deps.db.transact(async (tx) => {
      if ((await deps.webhooks.count(tx, organizationId)) >= mostEndpoints) return undefined
      return deps.webhooks.create(tx, { organizationId, ...input, events: eventTypes })
    })
    if (made === undefined) return webhookFailures.of('too-many-webhook-endpoints')
    return { ...endpointView(made.endpoint), signingSecret: made.secret }
  },
})

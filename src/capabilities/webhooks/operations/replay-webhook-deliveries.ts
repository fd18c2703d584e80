import { z } from 'zod'
import {
  Failure,
  free,
  invalidMember,
  optional,
  perMinute,
  resourceId,
  withDefault,
} from '../../../operation/index.ts'
import { deliveryStates } from '../../../platform/webhooks/index.ts'
import { webhookFailures } from '../failures.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** Of a range; more take another request. */
const mostOfRange = 10_000

export const replayWebhookDeliveries = operation({
  id: 'replayWebhookDeliveries',
  route: 'POST /v1/webhooks/endpoints/{endpointId}/replay',
  tag,
  summary: 'Send deliveries to a webhook endpoint again',
  describe:
    'Sends deliveries again, with all their attempts before them and under the `webhook-id` they had: those that are named, or those of a range of time, the oldest 10,000 of it. Ids that are no deliveries to this endpoint are named in notFound.',
  input: z.object({
    endpointId,
    deliveryIds: optional(z.array(resourceId('webhook delivery')).min(1).max(1_000)),
    from: optional(z.iso.datetime()).describe('The first moment of a range, by when the event happened.'),
    to: optional(z.iso.datetime()).describe('The end of the range, not in it; now where it is left out.'),
    statuses: withDefault(z.array(z.enum(deliveryStates)).min(1), ['failed' as const]).describe(
      'Which of the range.',
    ),
  }),
  output: z.object({
    replayed: z.int(),
    notFound: z.array(z.string()),
    hasMore: z
      .boolean()
      .describe('Whether the range may have more: ask again, with what was sent meanwhile left out.'),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(20),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'webhook-endpoint-disabled'],
  examples: [
    {
      name: 'What was given up in a day',
      input: {
        endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f',
        from: '2026-01-14T00:00:00.000Z',
        to: '2026-01-15T00:00:00.000Z',
      },
    },
    {
      name: 'One of them',
      input: {
        endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f',
        deliveryIds: ['dlv_0123456789abcdef0123456789abcdef'],
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call: { organizationId, nowMs }, deps }) {
    const { endpointId: id, deliveryIds, from, to, statuses: states } = input
    if ((deliveryIds === undefined) === (from === undefined))
      return invalidMember(
        deliveryIds === undefined ? 'from' : 'deliveryIds',
        'Expected deliveryIds or from.',
      )
    if (deliveryIds !== undefined && to !== undefined)
      return invalidMember('to', 'The end of a range needs its beginning, from, and no deliveryIds.')
    const which = { organizationId, endpointId: id, now: new Date(deps.clock.now()) }
    const endpoint = await deps.webhooks.find(which)
    if (endpoint === undefined) return new Failure('not-found')
    if (endpoint.disabledReason !== null) return webhookFailures.of('webhook-endpoint-disabled')
    const until = new Date(to ?? nowMs)
    const order =
      from === undefined
        ? { ...which, deliveryIds: deliveryIds ?? [] }
        : { ...which, from: new Date(from), until, states, most: mostOfRange }
    const replayed = new Set(await deps.db.transact((tx) => deps.webhooks.replay(tx, order)))
    return {
      replayed: replayed.size,
      notFound: (deliveryIds ?? []).filter((each) => !replayed.has(each)),
      hasMore: from !== undefined && replayed.size === mostOfRange,
    }
  },
})

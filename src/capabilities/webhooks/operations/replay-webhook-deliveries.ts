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
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** Of a range; more take another request. */
const maxReplayedDeliveries = 10_000

export const replayWebhookDeliveries = operation({
  id: 'replayWebhookDeliveries',
  route: 'POST /v1/webhooks/deliveries/replay',
  tag,
  summary: 'Send webhook deliveries again',
  tasks: ['resend failed webhooks'],
  describe:
    'Sends deliveries again, with all their earlier attempts and under the same `webhook-id`: the named ones, or the oldest 10,000 of a time range. A range leaves out what an endpoint no longer chooses, unless `includeExcluded` is true; named deliveries are always sent. Ids that are not deliveries of yours are listed in notFound. Deliveries to a disabled endpoint wait until it is enabled.',
  input: z.object({
    deliveryIds: optional(z.array(resourceId('webhook delivery')).min(1).max(1_000)),
    from: optional(z.iso.datetime()).describe('Start of a range, by the time of the event.'),
    to: optional(z.iso.datetime()).describe('End of the range, exclusive; now if omitted.'),
    endpointId: optional(endpointId).describe('Only deliveries of the range to this endpoint; default all.'),
    statuses: withDefault(z.array(z.enum(deliveryStates)).min(1), ['failed' as const]).describe(
      'Statuses to replay.',
    ),
    includeExcluded: withDefault(z.boolean(), false).describe(
      'Adds events of the range that the endpoint no longer chooses by `eventTypes` and `listIds`.',
    ),
  }),
  output: z.object({
    replayed: z.int(),
    notFound: z.array(z.string()),
    hasMore: z
      .boolean()
      .describe('Whether the range may have more: ask again; what was sent meanwhile is left out.'),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(20),
  follows: 'createWebhookEndpoint',
  fails: ['not-found'],
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
      input: { deliveryIds: ['dlv_0123456789abcdef0123456789abcdef'] },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { deliveryIds, from, to, endpointId: id, statuses: states, includeExcluded } = input
    if ((deliveryIds === undefined) === (from === undefined))
      return invalidMember(
        deliveryIds === undefined ? 'from' : 'deliveryIds',
        'Expected deliveryIds or from.',
      )
    const ofRange = to === undefined ? 'endpointId' : 'to'
    if (deliveryIds !== undefined && (to ?? id) !== undefined)
      return invalidMember(
        ofRange,
        'This narrows a range that begins at from; it does not go with deliveryIds.',
      )
    const { organizationId } = call
    if (id !== undefined && (await deps.webhooks.find({ organizationId, endpointId: id })) === undefined)
      return new Failure('not-found')
    const by = { organizationId, now: new Date(deps.clock.now()) }
    const order =
      from === undefined
        ? { ...by, deliveryIds: deliveryIds ?? [] }
        : {
            ...by,
            endpointId: id,
            from: new Date(from),
            until: new Date(to ?? by.now),
            states,
            most: maxReplayedDeliveries,
            withUnwanted: includeExcluded,
          }
    const replayed = await deps.db.transact((tx) => deps.webhooks.replay(tx, order))
    const waiting = replayed.filter(({ isDisabled }) => isDisabled).length
    if (waiting > 0) call.advise(`${waiting} of them wait until their endpoint is enabled.`)
    const ids = new Set(replayed.map((each) => each.id))
    return {
      replayed: ids.size,
      notFound: (deliveryIds ?? []).filter((each) => !ids.has(each)),
      hasMore: from !== undefined && ids.size === maxReplayedDeliveries,
    }
  },
})

import { z } from 'zod'
import { Failure, free, optional, perMinute } from '../../../operation/index.ts'
import { checkChoices } from '../check-choices.ts'
import { chosen, endpointId, endpointRecord } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  route: 'PATCH /v1/webhooks/endpoints/{endpointId}',
  tag,
  summary: 'Change a webhook endpoint',
  describe:
    'Changes what is given and leaves the rest as it is. Deliveries that wait go to the address as it is when they are sent. `disabled: false` enables an endpoint, also one that was disabled by what it answered: what waited goes on, and what happened meanwhile is in GET /v1/events.',
  input: z.object({
    endpointId,
    url: optional(chosen.url),
    eventTypes: optional(chosen.eventTypes),
    listIds: optional(chosen.listIds),
    ordered: optional(chosen.ordered),
    concurrency: optional(chosen.concurrency),
    disabled: optional(chosen.disabled),
  }),
  output: endpointRecord,
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  follows: 'createWebhookEndpoint',
  fails: ['not-found'],
  examples: [
    { name: 'Enable it again', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f', disabled: false } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input: { endpointId: id, eventTypes, ...change }, call, deps }) {
    const which = { organizationId: call.organizationId, endpointId: id }
    await checkChoices(deps, call, { ...change, eventTypes })
    const to = { ...change, events: eventTypes }
    const changed = await deps.db.transact((tx) => deps.webhooks.update(tx, which, to))
    return changed === undefined ? new Failure('not-found') : endpointView(changed)
  },
})
